// Tensors of ones.
#ifndef ACLNNOP_ACLNN_ONE_H_
#define ACLNNOP_ACLNN_ONE_H_

#include <stdint.h>

#include "acl/acl_rt.h"
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

// First phase of selfRef = 1: writes 1 to every element of selfRef, in place.
//
// selfRef: DOUBLE, FLOAT, FLOAT16, (products that have it) BFLOAT16, INT8, INT16, INT32, INT64,
// UINT8, UINT16, UINT32, UINT64 or BOOL; rank 0 to 8.
// Any strides >= 0 and offset. The workspace is 0.
// workspaceSize: bytes of device memory that the second phase needs.
// executor: receives the plan; one second phase consumes it (see aclSetAclOpExecutorRepeatable).
//
// Reads no data and enqueues nothing. Checked in this order: 161001 a pointer is null; 161002 a
// tensor is not live, product, dtype, format, rank, view bounds, a selfRef that maps two
// indices to one element. On failure *executor is null and *workspaceSize 0.
// Source: the CANN API reference, aclnnInplaceOne.
aclnnStatus aclnnInplaceOneGetWorkspaceSize(const aclTensor* selfRef, uint64_t* workspaceSize,
                                            aclOpExecutor** executor);

// Second phase: enqueues the planned work on `stream` and returns. workspace: workspaceSize bytes
// of device memory, null when that is 0; it and the operands must live until the work is done. A
// null stream is the current context's default stream.
// 161001: executor, a workspace that is needed, or the address of an operand is null.
// 161002: executor unknown, consumed or destroyed; workspace too small; stream not live. 361001:
// no context for the default stream, or a stream of another context. A refused call consumes a
// one-shot executor too. What fails while the work runs is returned by the next synchronize on the
// stream.
aclnnStatus aclnnInplaceOne(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // ACLNNOP_ACLNN_ONE_H_
