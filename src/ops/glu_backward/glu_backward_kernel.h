// The kernel of aclnnGluBackward.
#ifndef HOSTACL_OPS_GLU_BACKWARD_GLU_BACKWARD_KERNEL_H_
#define HOSTACL_OPS_GLU_BACKWARD_GLU_BACKWARD_KERNEL_H_

#include "core/tile.h"

namespace hostacl {

// Operands, all of the tile's dtype (DOUBLE, FLOAT, FLOAT16 or BFLOAT16):
//   0  dy  the incoming gradient
//   1  a   the first half of self
//   2  b   the second half
//   3  da  the gradient of a; may be the memory of a
//   4  db  the gradient of b; may be the memory of b
void GluBackwardKernel(const Tile& tile) noexcept;

}  // namespace hostacl

#endif  // HOSTACL_OPS_GLU_BACKWARD_GLU_BACKWARD_KERNEL_H_
