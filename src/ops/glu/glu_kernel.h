// The kernel of aclnnGlu.
#ifndef HOSTACL_OPS_GLU_GLU_KERNEL_H_
#define HOSTACL_OPS_GLU_GLU_KERNEL_H_

#include "core/tile.h"

namespace hostacl {

// Operands, all of the tile's dtype (DOUBLE, FLOAT, FLOAT16 or BFLOAT16):
//   0  a  the first half of self
//   1  b  the second half
//   2  y  the output; may be the memory of a or b
void GluKernel(const Tile& tile) noexcept;

}  // namespace hostacl

#endif  // HOSTACL_OPS_GLU_GLU_KERNEL_H_
