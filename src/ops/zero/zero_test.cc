// aclnnInplaceZero on every target: the bytes of each dtype, and nothing around them.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "aclnnop/aclnn_zero.h"
#include "core/convert.h"
#include "ops/planned_run.h"
#include "simd/each_target.h"

namespace hostacl {
namespace {

class InplaceZero : public EachTarget {};
INSTANTIATE_TEST_SUITE_P(Plan, InplaceZero, AllTargets(), TargetTestName);

// Every other column, between guards that stay.
TEST_P(InplaceZero, ClearsEveryBitOfItsElementsOnly) {
  for (const int64_t stride : {1, 2}) {
    std::vector<uint8_t> storage(1000, 0xFF);
    const OwnTensor self_ref = TensorOver(storage, ACL_BOOL, {3, 101}, {300, stride}, 7);
    uint64_t workspace_size = 0;
    aclOpExecutor* executor = nullptr;
    ASSERT_EQ(aclnnInplaceZeroGetWorkspaceSize(self_ref.get(), &workspace_size, &executor),
              ACLNN_SUCCESS);
    EXPECT_EQ(workspace_size, 0u);
    EXPECT_EQ(PlannedRun(executor).On(GetParam()).code, 0);
    std::vector<uint8_t> want(1000, 0xFF);
    for (int64_t i = 0; i < 3; ++i) {
      for (int64_t j = 0; j < 101; ++j) want[static_cast<size_t>(7 + 300 * i + stride * j)] = 0;
    }
    EXPECT_EQ(storage, want);
  }
}

}  // namespace
}  // namespace hostacl
