// aclnnInit and aclnnFinalize, and the status codes of the two-phase functions.
// Source: the CANN API reference, "aclnn API > base functions" and "return codes".
#ifndef ACLNN_ACLNN_BASE_H_
#define ACLNN_ACLNN_BASE_H_

#include "aclnn/acl_meta.h"

#define ACLNN_SUCCESS 0                 // Success.
#define ACLNN_ERR_PARAM_NULLPTR 161001  // A required pointer is null.
#define ACLNN_ERR_PARAM_INVALID 161002  // A value, dtype, shape or handle is not acceptable.
#define ACLNN_ERR_RUNTIME_ERROR 361001  // A runtime call made by the operator failed.
#define ACLNN_ERR_INNER 561000          // Internal error.
#define ACLNN_ERR_INNER_CREATE_EXECUTOR 561101  // The executor could not be made.
#define ACLNN_ERR_INNER_NULLPTR 561103          // A null handle given to a base function.

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
