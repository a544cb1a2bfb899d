// The same bits from run to run and for every number of threads.
#include <memory>
#include <utility>

#include "harness/fixture.h"

namespace hostacl::testing {
namespace {

struct Work {
  Shape shape;
  int64_t dim;
  LayoutKind layout;
};

const std::vector<Work> kWorks = {
    {{1, 100002}, 1, LayoutKind::kDense},     {{100002, 1}, 0, LayoutKind::kDense},
    {{1030, 66}, 1, LayoutKind::kDense},      {{1030, 66}, 0, LayoutKind::kDense},
    {{130, 514}, 1, LayoutKind::kTransposed}, {{130, 514}, 0, LayoutKind::kTransposed},
    {{18, 34, 66}, 1, LayoutKind::kSliced}};

class Determinism : public ::testing::TestWithParam<OperatorDtype> {};
INSTANTIATE_TEST_SUITE_P(Every, Determinism, ::testing::ValuesIn(OperatorDtypes()),
                         ParameterName());

TEST_P(Determinism, BitsDependOnNeitherThreadsNorRuns) {
  const auto [op, dtype] = GetParam();
  std::vector<std::unique_ptr<Call>> calls;
  for (const Work& work : kWorks) {
    CallOptions options;
    options.layouts = {work.layout};
    // Memory that outlives the sessions.
    options.tensors.memory = MemoryKind::kHost;
    calls.push_back(std::make_unique<Call>(op, work.shape, work.dim, dtype, options));
  }
  std::vector<std::vector<unsigned char>> first(calls.size());
  for (const char* threads : {"1", "2", "7"}) {
    const Session session(Environment{{"HOSTACL_THREADS", threads}});
    for (size_t i = 0; i < calls.size(); ++i) {
      for (int run = 0; run < 2; ++run) {
        calls[i]->out().FillStorage(kCanary);
        ASSERT_TRUE(Succeeded(calls[i]->Run(session.stream())));
        const std::vector<unsigned char> bits = calls[i]->out().Bits();
        if (first[i].empty()) first[i] = bits;
        EXPECT_TRUE(bits == first[i]) << "work " << i << " with " << threads << " threads";
      }
    }
  }
}

// Slices of several chunks each, as rows, as columns and strided: the same bits in every layout and
// for every number of threads.
TEST_P(Determinism, OrderOfSummationDependsOnTheShapeAlone) {
  const auto [op, dtype] = GetParam();
  if (IsGlu(op)) return;
  const std::vector<std::pair<Shape, int64_t>> works = {
      {{400003}, 0}, {{1, 100002}, 1}, {{3, 100002}, 1}, {{100002, 3}, 0}};
  for (const auto& [shape, dim] : works) {
    std::vector<unsigned char> first;
    for (const LayoutKind kind :
         {LayoutKind::kDense, LayoutKind::kTransposed, LayoutKind::kStridedByTwo}) {
      CallOptions options;
      options.layouts = {kind};
      options.tensors.memory = MemoryKind::kHost;
      Call call(op, shape, dim, dtype, options);
      call.ExposeOrderOfSummation(5);
      for (const char* threads : {"1", "2", "7"}) {
        const Session session(Environment{{"HOSTACL_THREADS", threads}});
        ASSERT_TRUE(Succeeded(call.Run(session.stream())));
        if (first.empty()) first = call.out().Bits();
        EXPECT_TRUE(call.out().Bits() == first)
            << ::testing::PrintToString(shape) << " " << LayoutName(kind) << ", " << threads
            << " threads";
      }
    }
  }
}

}  // namespace
}  // namespace hostacl::testing
