// The kernels of aclnnLogSoftmaxBackward.
#ifndef HOSTACL_OPS_LOG_SOFTMAX_BACKWARD_LOG_SOFTMAX_BACKWARD_KERNEL_H_
#define HOSTACL_OPS_LOG_SOFTMAX_BACKWARD_LOG_SOFTMAX_BACKWARD_KERNEL_H_

#include "core/tile.h"

namespace hostacl {

// What the kernel keeps of each slice to write it: the parts of its sum. Exponents lie in memory as
// floats with their bits, which lanes know how to load.
enum LogSoftmaxBackwardConstant { kValue, kRest, kLimit, kExponent };

// One pass, which sums dy along the axis, then the write. Operands, all of the tile's dtype (FLOAT,
// FLOAT16 or BFLOAT16):
//   0  dy  the incoming gradient
//   1  y   the output of log-softmax
//   2  dx  the gradient; may be the memory of dy or y
SliceProgram LogSoftmaxBackwardProgram();

}  // namespace hostacl

#endif  // HOSTACL_OPS_LOG_SOFTMAX_BACKWARD_LOG_SOFTMAX_BACKWARD_KERNEL_H_
