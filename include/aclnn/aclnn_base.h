// aclnnInit and aclnnFinalize, and the status codes of the two-phase functions.
// Source: the CANN API reference, "aclnn API > base functions" and "return codes".
#ifndef ACLNN_ACLNN_BASE_H_
#define ACLNN_ACLNN_BASE_H_

#include "aclnn/acl_meta.h"

// The codes that this library returns.
#define ACLNN_SUCCESS 0                 // Success.
#define ACLNN_ERR_PARAM_NULLPTR 161001  // A required pointer is null.
#define ACLNN_ERR_PARAM_INVALID 161002  // A value, dtype, shape or handle is not acceptable.
#define ACLNN_ERR_RUNTIME_ERROR 361001  // A runtime call made by the operator failed.
#define ACLNN_ERR_INNER 561000          // Internal error.
#define ACLNN_ERR_INNER_NULLPTR 561103  // A null handle given to a base function.

// The other internal codes of the API, which this library does not return.
#define ACLNN_ERR_INNER_INFERSHAPE_ERROR 561001
#define ACLNN_ERR_INNER_TILING_ERROR 561002
#define ACLNN_ERR_INNER_FIND_KERNEL_ERROR 561003
#define ACLNN_ERR_INNER_CREATE_EXECUTOR 561101
#define ACLNN_ERR_INNER_NOT_TRANS_EXECUTOR 561102
#define ACLNN_ERR_INNER_WRONG_ATTR_INFO_SIZE 561104
#define ACLNN_ERR_INNER_KEY_CONFLICT 561105
#define ACLNN_ERR_INNER_KEY_CONFILICT 561105
#define ACLNN_ERR_INNER_INVALID_IMPL_MODE 561106
#define ACLNN_ERR_INNER_OPP_PATH_NOT_FOUND 561107
#define ACLNN_ERR_INNER_LOAD_JSON_FAILED 561108
#define ACLNN_ERR_INNER_JSON_VALUE_NOT_FOUND 561109
#define ACLNN_ERR_INNER_JSON_FORMAT_INVALID 561110
#define ACLNN_ERR_INNER_JSON_DTYPE_INVALID 561111
#define ACLNN_ERR_INNER_OPP_KERNEL_PKG_NOT_FOUND 561112
#define ACLNN_ERR_INNER_OP_FILE_INVALID 561113
#define ACLNN_ERR_INNER_ATTR_NUM_OUT_OF_BOUND 561114
#define ACLNN_ERR_INNER_ATTR_LEN_NOT_ENOUGH 561115
#define ACLNN_ERR_INNER_INPUT_NUM_IN_JSON_TOO_LARGE 561116
#define ACLNN_ERR_INNER_INPUT_JSON_IS_NULL 561117
#define ACLNN_ERR_INNER_STATIC_WORKSPACE_INVALID 561118
#define ACLNN_ERR_INNER_STATIC_BLOCK_DIM_INVALID 561119

#ifdef __cplusplus
extern "C" {
#endif

// Initialises the operator libraries. Optional, and harmless beside aclInit.
// configPath: null, or the path of a JSON file whose keys are accepted and have no effect on a
// CPU.
// 161002: the file cannot be read or is no JSON.
// 561000: called again before aclnnFinalize.
aclnnStatus aclnnInit(const char* configPath);

// Ends what aclnnInit began.
// 561000: aclnnInit was not called.
aclnnStatus aclnnFinalize(void);

#ifdef __cplusplus
}
#endif

#endif  // ACLNN_ACLNN_BASE_H_
