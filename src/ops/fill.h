// What the operators that write one value everywhere have in common.
#ifndef HOSTACL_OPS_FILL_H_
#define HOSTACL_OPS_FILL_H_

#include <cstdint>

#include "core/plan.h"
#include "core/scalar.h"

namespace hostacl {

// Checks the one operand, an output, and plans to write `value` to all of it.
void DefineFill(Plan& plan, const Scalar& value);

// A scalar that every dtype holds.
Scalar SmallScalar(int8_t value);

}  // namespace hostacl

#endif  // HOSTACL_OPS_FILL_H_
