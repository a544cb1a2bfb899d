// aclnnInplaceFillScalar on every target: the bytes of each dtype, and nothing around them.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "aclnnop/aclnn_fill_scalar.h"
#include "core/convert.h"
#include "ops/planned_run.h"
#include "simd/each_target.h"

namespace hostacl {
namespace {

class InplaceFillScalar : public EachTarget {};
INSTANTIATE_TEST_SUITE_P(Plan, InplaceFillScalar, AllTargets(), TargetTestName);

// Writes `value` to some elements of type T and returns one of them.
template <typename T, typename Value>
T Filled(const std::string& target, aclDataType dtype, Value value, aclDataType value_dtype) {
  std::vector<T> storage(77, T{});
  const OwnTensor self_ref = TensorOver(storage, dtype);
  aclScalar* scalar = aclCreateScalar(&value, value_dtype);
  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(
      aclnnInplaceFillScalarGetWorkspaceSize(self_ref.get(), scalar, &workspace_size, &executor),
      ACLNN_SUCCESS);
  // The plan keeps the value.
  aclDestroyScalar(scalar);
  EXPECT_EQ(PlannedRun(executor).On(target).code, 0);
  EXPECT_EQ(storage, std::vector<T>(77, storage[0]));
  return storage[0];
}

TEST_P(InplaceFillScalar, ConvertsItsValueOnce) {
  EXPECT_EQ(Filled<float>(GetParam(), ACL_FLOAT, 0.1, ACL_DOUBLE), 0.1f);
  EXPECT_EQ(Filled<int8_t>(GetParam(), ACL_INT8, 300.0, ACL_DOUBLE), 127);
  EXPECT_EQ(Filled<int8_t>(GetParam(), ACL_INT8, int64_t{300}, ACL_INT64), 44);
  EXPECT_EQ(Filled<uint64_t>(GetParam(), ACL_UINT64, int64_t{-1}, ACL_INT64), UINT64_MAX);
  EXPECT_EQ(Filled<int64_t>(GetParam(), ACL_INT64, INT64_MAX, ACL_INT64), INT64_MAX);
  EXPECT_EQ(Filled<uint8_t>(GetParam(), ACL_BOOL, 0.25, ACL_DOUBLE), 1);
  // Between two values of FLOAT16, above the middle by less than FLOAT can tell.
  EXPECT_EQ(Filled<uint16_t>(GetParam(), ACL_FLOAT16, 1 + 0x1p-11 + 0x1p-40, ACL_DOUBLE), 0x3C01);
}

}  // namespace
}  // namespace hostacl
