// What the operators support, and the checks with which each of their definitions begins.
#include "ops/support.h"

#include <fmt/format.h>

#include "aclnn/aclnn_base.h"
#include "core/product.h"
#include "simd/target.h"

namespace hostacl {

void CheckSupported(const Plan& plan) {
  CheckProductSupports(plan.settings(), plan.operator_name());
  UseTarget(plan.settings().force_target);
}

Dtypes SingleFloats(const Plan& plan) {
  if (ProductHasBfloat16(plan.settings())) return {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
  return {ACL_FLOAT, ACL_FLOAT16};
}

Dtypes Floats(const Plan& plan) {
  Dtypes dtypes{ACL_DOUBLE};
  for (const aclDataType dtype : SingleFloats(plan)) dtypes.push_back(dtype);
  return dtypes;
}

Dtypes AllDtypes(const Plan& plan) {
  Dtypes dtypes = Floats(plan);
  for (const aclDataType dtype : {ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8, ACL_UINT16,
                                  ACL_UINT32, ACL_UINT64, ACL_BOOL}) {
    dtypes.push_back(dtype);
  }
  return dtypes;
}

std::vector<int64_t> HalvedShape(const Operand& operand, int axis) {
  std::vector<int64_t> shape = operand.tensor->dims;
  int64_t& size = shape[static_cast<size_t>(axis)];
  if (size % 2 != 0) {
    throw Error{ACLNN_ERR_PARAM_INVALID,
                fmt::format("{}: expected an even size along dim {}, got {} in shape {}",
                            operand.name, axis, size, ShapeText(operand.tensor->dims))};
  }
  size /= 2;
  return shape;
}

aclDataType TileDtype(const View& input, const View& output) {
  return input.dtype == output.dtype ? input.dtype : ComputeDtype(input.dtype);
}

}  // namespace hostacl
