// Error codes of the graph engine. The library has no graph engine; the codes are here for programs
// that compare with them.
#ifndef ACL_ERROR_CODES_GE_ERROR_CODES_H_
#define ACL_ERROR_CODES_GE_ERROR_CODES_H_

#include <stdint.h>

static const uint32_t ACL_ERROR_GE_PARAM_INVALID = 145000U;                 // bad parameter
static const uint32_t ACL_ERROR_GE_EXEC_NOT_INIT = 145001U;                 // not initialised
static const uint32_t ACL_ERROR_GE_EXEC_MODEL_PATH_INVALID = 145002U;       // bad model path
static const uint32_t ACL_ERROR_GE_EXEC_MODEL_ID_INVALID = 145003U;         // bad model id
static const uint32_t ACL_ERROR_GE_EXEC_MODEL_DATA_SIZE_INVALID = 145006U;  // bad model size
static const uint32_t ACL_ERROR_GE_EXEC_MODEL_ADDR_INVALID = 145007U;       // bad model address
static const uint32_t ACL_ERROR_GE_EXEC_MODEL_QUEUE_ID_INVALID = 145008U;   // bad queue id
// Loaded/initialised twice.
static const uint32_t ACL_ERROR_GE_EXEC_LOAD_MODEL_REPEATED = 145009U;
// Dynamic-shape input address bad.
static const uint32_t ACL_ERROR_GE_DYNAMIC_INPUT_ADDR_INVALID = 145011U;
// Dynamic-shape input length bad.
static const uint32_t ACL_ERROR_GE_DYNAMIC_INPUT_LENGTH_INVALID = 145012U;
// Dynamic batch size bad.
static const uint32_t ACL_ERROR_GE_DYNAMIC_BATCH_SIZE_INVALID = 145013U;
static const uint32_t ACL_ERROR_GE_AIPP_BATCH_EMPTY = 145014U;        // AIPP batch size bad
static const uint32_t ACL_ERROR_GE_AIPP_NOT_EXIST = 145015U;          // no AIPP configured
static const uint32_t ACL_ERROR_GE_AIPP_MODE_INVALID = 145016U;       // AIPP mode bad
static const uint32_t ACL_ERROR_GE_OP_TASK_TYPE_INVALID = 145017U;    // task type bad
static const uint32_t ACL_ERROR_GE_OP_KERNEL_TYPE_INVALID = 145018U;  // op kernel type bad
static const uint32_t ACL_ERROR_GE_PLGMGR_PATH_INVALID = 145019U;     // plugin library path bad
static const uint32_t ACL_ERROR_GE_FORMAT_INVALID = 145020U;          // format bad
static const uint32_t ACL_ERROR_GE_SHAPE_INVALID = 145021U;           // shape bad
static const uint32_t ACL_ERROR_GE_DATATYPE_INVALID = 145022U;        // data type bad
static const uint32_t ACL_ERROR_GE_MEMORY_ALLOCATION = 245000U;       // memory allocation failed
static const uint32_t ACL_ERROR_GE_MEMORY_OPERATE_FAILED = 245001U;   // memory set/copy failed
// Device memory allocation/operation failed.
static const uint32_t ACL_ERROR_GE_DEVICE_MEMORY_OPERATE_FAILED = 245002U;
static const uint32_t ACL_ERROR_GE_SUBHEALTHY = 345102U;            // sub-healthy after redeploy
static const uint32_t ACL_ERROR_GE_USER_RAISE_EXCEPTION = 345103U;  // user function raised
static const uint32_t ACL_ERROR_GE_DATA_NOT_ALIGNED = 345104U;      // outputs not aligned
static const uint32_t ACL_ERROR_GE_INTERNAL_ERROR = 545000U;        // unknown internal error
static const uint32_t ACL_ERROR_GE_LOAD_MODEL = 545001U;            // model load failed
// Model partition load failed.
static const uint32_t ACL_ERROR_GE_EXEC_LOAD_MODEL_PARTITION_FAILED = 545002U;
// Weight partition load failed.
static const uint32_t ACL_ERROR_GE_EXEC_LOAD_WEIGHT_PARTITION_FAILED = 545003U;
// Task partition load failed.
static const uint32_t ACL_ERROR_GE_EXEC_LOAD_TASK_PARTITION_FAILED = 545004U;
// Kernel partition load failed.
static const uint32_t ACL_ERROR_GE_EXEC_LOAD_KERNEL_PARTITION_FAILED = 545005U;
// Releasing model data failed.
static const uint32_t ACL_ERROR_GE_EXEC_RELEASE_MODEL_DATA = 545006U;
static const uint32_t ACL_ERROR_GE_COMMAND_HANDLE = 545007U;   // internal command failed
static const uint32_t ACL_ERROR_GE_GET_TENSOR_INFO = 545008U;  // getting tensor info failed
static const uint32_t ACL_ERROR_GE_UNLOAD_MODEL = 545009U;     // model unload failed
// Model execution timed out.
static const uint32_t ACL_ERROR_GE_MODEL_EXECUTE_TIMEOUT = 545601U;
static const uint32_t ACL_ERROR_GE_REDEPLOYING = 545602U;  // redeploy in progress

#endif  // ACL_ERROR_CODES_GE_ERROR_CODES_H_
