// What the operators support, and the checks with which each of their definitions begins.
#ifndef HOSTACL_OPS_SUPPORT_H_
#define HOSTACL_OPS_SUPPORT_H_

#include <vector>

#include "core/dtype.h"
#include "core/plan.h"

namespace hostacl {

// Throws Error{161002} on a product without these operators, and Error{361001} when the settings
// cannot be used; then makes kernels run with the target that the settings ask for.
void CheckSupported(const Plan& plan);

// FLOAT, FLOAT16 and, on products that have it, BFLOAT16.
Dtypes SingleFloats(const Plan& plan);

// DOUBLE and SingleFloats().
Dtypes Floats(const Plan& plan);

// Floats(), the integers and BOOL.
Dtypes AllDtypes(const Plan& plan);

// The shape of `operand` with the size of dim `axis` halved. Throws Error{161002} when that is odd.
std::vector<int64_t> HalvedShape(const Operand& operand, int axis);

// The dtype of the tiles of an operator that reads `input` and writes `output`: the dtype itself
// where both have it, so that they can be used in place, else the compute type of `input`.
aclDataType TileDtype(const View& input, const View& output);

}  // namespace hostacl

#endif  // HOSTACL_OPS_SUPPORT_H_
