// aclnnInplaceCopy's plan: what it copies first, where it runs, and its result on every target.
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <vector>

#include "aclnnop/aclnn_copy.h"
#include "ops/planned_run.h"
#include "simd/each_target.h"

namespace hostacl {
namespace {

class InplaceCopy : public EachTarget {};
INSTANTIATE_TEST_SUITE_P(Plan, InplaceCopy, AllTargets(), TargetTestName);

PlannedRun PlanCopy(const OwnTensor& self_ref, const OwnTensor& src) {
  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnInplaceCopyGetWorkspaceSize(self_ref.get(), src.get(), &workspace_size, &executor),
            ACLNN_SUCCESS);
  return PlannedRun(executor);
}

std::vector<int32_t> Numbers(int64_t count) {
  std::vector<int32_t> numbers(static_cast<size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

TEST_P(InplaceCopy, TransposesASquareOntoItself) {
  constexpr int64_t kSide = 45;
  std::vector<int32_t> square = Numbers(kSide * kSide);
  const OwnTensor rows = TensorOver(square, ACL_INT32, {kSide, kSide}, {kSide, 1});
  const OwnTensor columns = TensorOver(square, ACL_INT32, {kSide, kSide}, {1, kSide});
  const PlannedRun run = PlanCopy(rows, columns);
  EXPECT_GE(run.plan().workspace_size(), square.size() * sizeof(int32_t));
  EXPECT_EQ(run.On(GetParam()).code, 0);
  for (int64_t i = 0; i < kSide; ++i) {
    for (int64_t j = 0; j < kSide; ++j) ASSERT_EQ(square[i * kSide + j], j * kSide + i);
  }
}

TEST_P(InplaceCopy, CopiesOfABroadcastSourceOnlyWhatItHas) {
  constexpr int64_t kRows = 400;
  std::vector<int32_t> matrix = Numbers(kRows * 4);
  const OwnTensor all = TensorOver(matrix, ACL_INT32, {kRows, 4}, {4, 1});
  const OwnTensor row = TensorOver(matrix, ACL_INT32, {4}, {1}, 40);
  const PlannedRun run = PlanCopy(all, row);
  EXPECT_GE(run.plan().workspace_size(), 4 * sizeof(int32_t));
  EXPECT_LE(run.plan().workspace_size(), 256u);
  EXPECT_EQ(run.On(GetParam()).code, 0);
  for (size_t i = 0; i < matrix.size(); ++i) ASSERT_EQ(matrix[i], 40 + static_cast<int>(i % 4));
}

// Rows that are only moved are done before a thread is awake, up to four times as many elements as
// others.
TEST(InplaceCopyPlan, IsShortUpToALengthThatDependsOnTheWork) {
  std::vector<int32_t> from(1 << 17);
  std::vector<int32_t> to(1 << 17);
  const auto is_short = [&](int64_t rows, int64_t stride) {
    const OwnTensor src = TensorOver(from, ACL_INT32, {rows, 256}, {256 * stride, stride});
    const OwnTensor self_ref = TensorOver(to, ACL_INT32, {rows, 256}, {256, 1});
    return PlanCopy(self_ref, src).plan().IsShort();
  };
  EXPECT_TRUE(is_short(256, 1));
  EXPECT_FALSE(is_short(257, 1));
  EXPECT_TRUE(is_short(64, 2));
  EXPECT_FALSE(is_short(65, 2));
}

}  // namespace
}  // namespace hostacl
