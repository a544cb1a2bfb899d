// The kernels of aclnnLogSoftmax.
#ifndef HOSTACL_OPS_LOG_SOFTMAX_LOG_SOFTMAX_KERNEL_H_
#define HOSTACL_OPS_LOG_SOFTMAX_LOG_SOFTMAX_KERNEL_H_

#include "core/tile.h"

namespace hostacl {

// What the kernel keeps of each slice to write it.
enum LogSoftmaxConstant { kMaximum, kLogSum };

// Two passes along the axis, the maximum and the sum of exp(x - maximum), then the write. Operands,
// all of the tile's dtype (DOUBLE, FLOAT, FLOAT16 or BFLOAT16):
//   0  x  the input
//   1  y  the output; may be the memory of x
SliceProgram LogSoftmaxProgram();

}  // namespace hostacl

#endif  // HOSTACL_OPS_LOG_SOFTMAX_LOG_SOFTMAX_KERNEL_H_
