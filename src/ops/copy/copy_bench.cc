// Times aclnnInplaceCopy, both phases and a synchronize, beside a copy of as many bytes.
#include "aclnnop/aclnn_copy.h"
#include "ops/bench_call.h"

namespace hostacl {
namespace {

void InplaceCopy(benchmark::State& state) {
  const BenchSession session;
  const std::vector<int64_t> dims = {state.range(0), state.range(1)};
  const BenchTensor src(dims, 1.0f);
  const BenchTensor self_ref(dims, 0.0f);
  TimeCall(
      state, session, src.bytes() + self_ref.bytes(),
      [&](uint64_t* workspace, aclOpExecutor** executor) {
        return aclnnInplaceCopyGetWorkspaceSize(self_ref.tensor(), src.tensor(), workspace,
                                                executor);
      },
      aclnnInplaceCopy);
}

void Copy(benchmark::State& state) {
  TimeCopy(state, static_cast<size_t>(state.range(0) * state.range(1)) * 8);
}

BENCHMARK(InplaceCopy)->Apply(MovementSizes);
BENCHMARK(Copy)->Apply(MovementSizes);

}  // namespace
}  // namespace hostacl
