// aclnnInplaceOne on every target: the bytes of each dtype, and nothing around them.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "aclnnop/aclnn_one.h"
#include "core/convert.h"
#include "ops/planned_run.h"
#include "simd/each_target.h"

namespace hostacl {
namespace {

class InplaceOne : public EachTarget {};
INSTANTIATE_TEST_SUITE_P(Plan, InplaceOne, AllTargets(), TargetTestName);

template <typename T>
void ExpectOnes(const std::string& target, aclDataType dtype, T one) {
  std::vector<T> storage(333, T{});
  const OwnTensor self_ref = TensorOver(storage, dtype, {331}, {1}, 1);
  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(aclnnInplaceOneGetWorkspaceSize(self_ref.get(), &workspace_size, &executor),
            ACLNN_SUCCESS);
  EXPECT_EQ(PlannedRun(executor).On(target).code, 0);
  std::vector<T> want(333, one);
  want.front() = want.back() = T{};
  EXPECT_EQ(storage, want) << "dtype " << dtype;
}

TEST_P(InplaceOne, WritesTheOneOfEachDtype) {
  ExpectOnes<float>(GetParam(), ACL_FLOAT, 1.0f);
  ExpectOnes<double>(GetParam(), ACL_DOUBLE, 1.0);
  ExpectOnes<uint16_t>(GetParam(), ACL_FLOAT16, 0x3C00);
  ExpectOnes<uint16_t>(GetParam(), ACL_BF16, 0x3F80);
  ExpectOnes<uint16_t>(GetParam(), ACL_INT16, 1);
  ExpectOnes<int64_t>(GetParam(), ACL_INT64, 1);
  ExpectOnes<uint8_t>(GetParam(), ACL_BOOL, 1);
}

}  // namespace
}  // namespace hostacl
