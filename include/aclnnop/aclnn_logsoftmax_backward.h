// The gradient of log-softmax.
#ifndef ACLNNOP_ACLNN_LOGSOFTMAX_BACKWARD_H_
#define ACLNNOP_ACLNN_LOGSOFTMAX_BACKWARD_H_

#include <stdint.h>

#include "acl/acl_rt.h"
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

// First phase of out = gradOutput - exp(output) * sum(gradOutput along dim).
//
// gradOutput, output: FLOAT, FLOAT16 or (products that have it) BFLOAT16, equal; one shape, rank 0
// to 8 (0 is taken as [1]). output is meant to be what aclnnLogSoftmax gave.
// dim: in [-rank, rank - 1].
// out: that shape; the inputs' dtype, or another one reached by a cast: FLOAT, FLOAT16, BFLOAT16,
// DOUBLE, INT8 to INT64, UINT8 to UINT64, BOOL. Integers truncate toward zero and saturate, NaN
// gives 0; BOOL is value != 0.
// Any strides >= 0 and offsets; out may be exactly an input. Error at most 2 ULP of the larger of
// |gradOutput| and |exp(output) * sum|, FLOAT16 and BFLOAT16 at most 1.01 ULP. The same bits on
// every machine. The workspace is 0 unless out is none of the three float types, or overlaps an
// input otherwise.
// workspaceSize: bytes of device memory that the second phase needs.
// executor: receives the plan; one second phase consumes it (see aclSetAclOpExecutorRepeatable).
//
// Reads no data and enqueues nothing. Checked in this order: 161001 a pointer is null; 161002 a
// tensor is not live, product, dtype, format, rank, dim, shape, view bounds, an out that maps two
// indices to one element. On failure *executor is null and *workspaceSize 0.
// Source: the CANN API reference, aclnnLogSoftmaxBackward.
aclnnStatus aclnnLogSoftmaxBackwardGetWorkspaceSize(const aclTensor* gradOutput,
                                                    const aclTensor* output, int64_t dim,
                                                    aclTensor* out, uint64_t* workspaceSize,
                                                    aclOpExecutor** executor);

// Second phase: enqueues the planned work on `stream` and returns. workspace: workspaceSize bytes
// of device memory, null when that is 0; it and the operands must live until the work is done. A
// null stream is the current context's default stream.
// 161001: executor, a workspace that is needed, or the address of an operand is null.
// 161002: executor unknown, consumed or destroyed; workspace too small; stream not live. 361001:
// no context for the default stream, or a stream of another context. A refused call consumes a
// one-shot executor too. What fails while the work runs is returned by the next synchronize on the
// stream.
aclnnStatus aclnnLogSoftmaxBackward(void* workspace, uint64_t workspaceSize,
                                    aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // ACLNNOP_ACLNN_LOGSOFTMAX_BACKWARD_H_
