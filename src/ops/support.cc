// What the operators support, and the checks with which each of their definitions begins.
#include "ops/support.h"

#include <fmt/format.h>

#include "aclnn/aclnn_base.h"
#include "core/dtype.h"
#include "core/product.h"
#include "runtime/settings.h"
#include "simd/target.h"

namespace hostacl {

void CheckSupported(const Plan& plan) {
  CheckProductSupports(plan.operator_name());
  UseTarget(CurrentSettings()->force_target);
}

std::vector<aclDataType> SingleFloats() {
  if (ProductHasBfloat16()) return {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
  return {ACL_FLOAT, ACL_FLOAT16};
}

std::vector<aclDataType> Floats() {
  std::vector<aclDataType> dtypes = SingleFloats();
  dtypes.insert(dtypes.begin(), ACL_DOUBLE);
  return dtypes;
}

std::vector<int64_t> HalvedShape(const Operand& operand, int axis) {
  std::vector<int64_t> shape = operand.tensor.dims;
  int64_t& size = shape[static_cast<size_t>(axis)];
  if (size % 2 != 0) {
    throw Error{ACLNN_ERR_PARAM_INVALID,
                fmt::format("{}: expected an even size along dim {}, got {} in shape {}",
                            operand.name, axis, size, ShapeText(operand.tensor.dims))};
  }
  size /= 2;
  return shape;
}

aclDataType TileDtype(const View& input, const View& output) {
  return input.dtype == output.dtype ? input.dtype : ComputeDtype(input.dtype);
}

}  // namespace hostacl
