// Base of AscendCL: scalar types, handles, data types, error codes, data buffers, half precision.
#ifndef ACL_ACL_BASE_RT_H_
#define ACL_ACL_BASE_RT_H_

#include <stddef.h>
#include <stdint.h>

#ifdef FUNC_VISIBILITY
#define ACL_FUNC_VISIBILITY __attribute__((visibility("default")))
#else
#define ACL_FUNC_VISIBILITY
#endif

#define ACL_DEPRECATED __attribute__((deprecated))
#define ACL_DEPRECATED_MESSAGE(message) __attribute__((deprecated(message)))

#ifdef __cplusplus
extern "C" {
#endif

// 0 on success, else one of the codes below or in error_codes/. The sentence that goes with a
// failure comes from aclGetRecentErrMsg.
typedef int aclError;
// The bits of an IEEE 754 half.
typedef uint16_t aclFloat16;

// Handles. Here they are unique numbers that are never used again and not addresses: one that was
// destroyed, or is of another kind, is refused with a code and a sentence. A null stream is the
// current context's default stream.
typedef void* aclrtStream;
typedef void* aclrtEvent;
typedef void* aclrtContext;
typedef void* aclrtNotify;
typedef void* aclrtCntNotify;
typedef void* aclrtLabel;
typedef void* aclrtLabelList;
typedef void* aclrtMbuf;
typedef void* aclrtAllocatorDesc;
typedef void* aclrtAllocator;
typedef void* aclrtAllocatorBlock;
typedef void* aclrtAllocatorAddr;
typedef void* aclrtTaskGrp;
typedef void* aclmdlRITask;
typedef struct aclDataBuffer aclDataBuffer;

// Codes of the acl layer: 1xxxxx the caller's doing, 2xxxxx a resource or feature that is missing,
// 3xxxxx a state of the application, 5xxxxx a fault.
static const int ACL_ERROR_NONE = 0;                // the older name of ACL_SUCCESS
static const int ACL_SUCCESS = 0;                   // success
static const int ACL_ERROR_INVALID_PARAM = 100000;  // a parameter failed validation
static const int ACL_ERROR_UNINITIALIZE = 100001;   // called before aclInit
// Initialised before; a second aclInit may ignore this.
static const int ACL_ERROR_REPEAT_INITIALIZE = 100002;
static const int ACL_ERROR_INVALID_FILE = 100003;       // file missing or not accessible
static const int ACL_ERROR_WRITE_FILE = 100004;         // file could not be written
static const int ACL_ERROR_INVALID_FILE_SIZE = 100005;  // file size not acceptable
static const int ACL_ERROR_PARSE_FILE = 100006;         // file content could not be parsed
// A required attribute is absent from the file.
static const int ACL_ERROR_FILE_MISSING_ATTR = 100007;
// An attribute in the file has a bad value.
static const int ACL_ERROR_FILE_ATTR_INVALID = 100008;
static const int ACL_ERROR_INVALID_DUMP_CONFIG = 100009;  // dump configuration is wrong
// Profiling configuration is wrong.
static const int ACL_ERROR_INVALID_PROFILING_CONFIG = 100010;
static const int ACL_ERROR_INVALID_MODEL_ID = 100011;        // unknown model id
static const int ACL_ERROR_DESERIALIZE_MODEL = 100012;       // model could not be deserialised
static const int ACL_ERROR_PARSE_MODEL = 100013;             // model could not be parsed
static const int ACL_ERROR_READ_MODEL_FAILURE = 100014;      // model file could not be read
static const int ACL_ERROR_MODEL_SIZE_INVALID = 100015;      // model size invalid
static const int ACL_ERROR_MODEL_MISSING_ATTR = 100016;      // model lacks an attribute
static const int ACL_ERROR_MODEL_INPUT_NOT_MATCH = 100017;   // model inputs do not match
static const int ACL_ERROR_MODEL_OUTPUT_NOT_MATCH = 100018;  // model outputs do not match
static const int ACL_ERROR_MODEL_NOT_DYNAMIC = 100019;       // model is not a dynamic-shape model
static const int ACL_ERROR_OP_TYPE_NOT_MATCH = 100020;       // single-op type mismatch
static const int ACL_ERROR_OP_INPUT_NOT_MATCH = 100021;      // single-op inputs mismatch
static const int ACL_ERROR_OP_OUTPUT_NOT_MATCH = 100022;     // single-op outputs mismatch
static const int ACL_ERROR_OP_ATTR_NOT_MATCH = 100023;       // single-op attributes mismatch
static const int ACL_ERROR_OP_NOT_FOUND = 100024;            // single op not found
static const int ACL_ERROR_OP_LOAD_FAILED = 100025;          // single op failed to load
static const int ACL_ERROR_UNSUPPORTED_DATA_TYPE = 100026;   // data type not supported
static const int ACL_ERROR_FORMAT_NOT_MATCH = 100027;        // format mismatch
// No kernel selector is registered.
static const int ACL_ERROR_BIN_SELECTOR_NOT_REGISTERED = 100028;
static const int ACL_ERROR_KERNEL_NOT_FOUND = 100029;  // kernel not registered when compiling
// Kernel selector registered twice.
static const int ACL_ERROR_BIN_SELECTOR_ALREADY_REGISTERED = 100030;
static const int ACL_ERROR_KERNEL_ALREADY_REGISTERED = 100031;  // kernel registered twice
static const int ACL_ERROR_INVALID_QUEUE_ID = 100032;           // bad queue id
// Stream subscribed twice (aclrtSubscribeReport).
static const int ACL_ERROR_REPEAT_SUBSCRIBE = 100033;
// Stream not subscribed; superseded by 107015.
static const int ACL_ERROR_STREAM_NOT_SUBSCRIBE = 100034;
// Thread not subscribed; superseded by 107012.
static const int ACL_ERROR_THREAD_NOT_SUBSCRIBE = 100035;
// Waiting for a callback timed out; superseded by 507012.
static const int ACL_ERROR_WAIT_CALLBACK_TIMEOUT = 100036;
static const int ACL_ERROR_REPEAT_FINALIZE = 100037;  // finalised twice
// No static AIPP info; superseded by 145015.
static const int ACL_ERROR_NOT_STATIC_AIPP = 100038;
// The stub library for building was loaded.
static const int ACL_ERROR_COMPILING_STUB_MODE = 100039;
static const int ACL_ERROR_GROUP_NOT_SET = 100040;  // no group set; superseded by 107013
// Group does not exist; superseded by 107014.
static const int ACL_ERROR_GROUP_NOT_CREATE = 100041;
static const int ACL_ERROR_PROF_ALREADY_RUN = 100042;  // a profiling task already exists
static const int ACL_ERROR_PROF_NOT_RUN = 100043;      // profiling not initialised
static const int ACL_ERROR_DUMP_ALREADY_RUN = 100044;  // a dump task exists already
static const int ACL_ERROR_DUMP_NOT_RUN = 100045;      // dump not initialised with aclmdlInitDump
// Same model subscribed twice for profiling.
static const int ACL_ERROR_PROF_REPEAT_SUBSCRIBE = 148046;
// The two families of profiling APIs were mixed.
static const int ACL_ERROR_PROF_API_CONFLICT = 148047;
// Max_opqueue_num setting invalid.
static const int ACL_ERROR_INVALID_MAX_OPQUEUE_NUM_CONFIG = 148048;
static const int ACL_ERROR_INVALID_OPP_PATH = 148049;  // ASCEND_OPP_PATH unset or wrong
// Operator does not support dynamic shape.
static const int ACL_ERROR_OP_UNSUPPORTED_DYNAMIC = 148050;
// Dependent resource still alive.
static const int ACL_ERROR_RELATIVE_RESOURCE_NOT_CLEARED = 148051;
static const int ACL_ERROR_UNSUPPORTED_JPEG = 148052;         // JPEG coding mode unsupported
static const int ACL_ERROR_INVALID_BUNDLE_MODEL_ID = 148053;  // bad bundle model id
static const int ACL_ERROR_BAD_ALLOC = 200000;                // host/other memory allocation failed
static const int ACL_ERROR_API_NOT_SUPPORT = 200001;          // API not supported here
static const int ACL_ERROR_INVALID_DEVICE = 200002;           // bad device; superseded by 107001
static const int ACL_ERROR_MEMORY_ADDRESS_UNALIGNED = 200003;  // address not aligned
// Resource (stream/context) does not match.
static const int ACL_ERROR_RESOURCE_NOT_MATCH = 200004;
// Resource handle invalid (destroyed or in use).
static const int ACL_ERROR_INVALID_RESOURCE_HANDLE = 200005;
static const int ACL_ERROR_FEATURE_UNSUPPORTED = 200006;  // feature not supported
// Requested profiling modules not supported.
static const int ACL_ERROR_PROF_MODULES_UNSUPPORTED = 200007;
static const int ACL_ERROR_STORAGE_OVER_LIMIT = 300000;  // storage limit exceeded
// Internal error, also for failures without a code of their own.
static const int ACL_ERROR_INTERNAL_ERROR = 500000;
static const int ACL_ERROR_FAILURE = 500001;            // internal error
static const int ACL_ERROR_GE_FAILURE = 500002;         // graph engine error
static const int ACL_ERROR_RT_FAILURE = 500003;         // runtime error
static const int ACL_ERROR_DRV_FAILURE = 500004;        // driver error
static const int ACL_ERROR_PROFILING_FAILURE = 500005;  // profiling error

#define ACL_TENSOR_SHAPE_RANGE_NUM 2
#define ACL_TENSOR_VALUE_RANGE_NUM 2
#define ACL_UNKNOWN_RANK 0xFFFFFFFFFFFFFFFE

// Element types. The numbers 5, 14, 15, 18 to 26, 28, 31 and 32 are unused. ACL_HIFLOAT8 and what
// follows it belong to Ascend 950.
typedef enum aclDataType {
  ACL_DT_UNDEFINED = -1,
  ACL_FLOAT = 0,
  ACL_FLOAT16 = 1,
  ACL_INT8 = 2,
  ACL_INT32 = 3,
  ACL_UINT8 = 4,
  ACL_INT16 = 6,
  ACL_UINT16 = 7,
  ACL_UINT32 = 8,
  ACL_INT64 = 9,
  ACL_UINT64 = 10,
  ACL_DOUBLE = 11,
  ACL_BOOL = 12,
  ACL_STRING = 13,
  ACL_COMPLEX64 = 16,
  ACL_COMPLEX128 = 17,
  ACL_BF16 = 27,
  ACL_INT4 = 29,
  ACL_UINT1 = 30,
  ACL_COMPLEX32 = 33,
  ACL_HIFLOAT8 = 34,
  ACL_FLOAT8_E5M2 = 35,
  ACL_FLOAT8_E4M3FN = 36,
  ACL_FLOAT8_E8M0 = 37,
  ACL_FLOAT6_E3M2 = 38,
  ACL_FLOAT6_E2M3 = 39,
  ACL_FLOAT4_E2M1 = 40,
  ACL_FLOAT4_E1M2 = 41,
} aclDataType;

// Layouts. ACL_FORMAT_ND and the ones named by their axes are plain strided layouts, the others are
// private layouts of the device.
typedef enum aclFormat {
  ACL_FORMAT_UNDEFINED = -1,
  ACL_FORMAT_NCHW = 0,
  ACL_FORMAT_NHWC = 1,
  ACL_FORMAT_ND = 2,
  ACL_FORMAT_NC1HWC0 = 3,
  ACL_FORMAT_FRACTAL_Z = 4,
  ACL_FORMAT_NC1HWC0_C04 = 12,
  ACL_FORMAT_HWCN = 16,
  ACL_FORMAT_NDHWC = 27,
  ACL_FORMAT_FRACTAL_NZ = 29,
  ACL_FORMAT_NCDHW = 30,
  ACL_FORMAT_NDC1HWC0 = 32,
  ACL_FRACTAL_Z_3D = 33,
  ACL_FORMAT_NC = 35,
  ACL_FORMAT_NCL = 47,
  ACL_FORMAT_FRACTAL_NZ_C0_16 = 50,
  ACL_FORMAT_FRACTAL_NZ_C0_32 = 51,
  ACL_FORMAT_FRACTAL_NZ_C0_2 = 52,
  ACL_FORMAT_FRACTAL_NZ_C0_4 = 53,
  ACL_FORMAT_FRACTAL_NZ_C0_8 = 54,
} aclFormat;

// Severity of a line given to aclAppLog.
typedef enum aclLogLevel {
  ACL_DEBUG = 0,
  ACL_INFO = 1,
  ACL_WARNING = 2,
  ACL_ERROR = 3,
} aclLogLevel;

// Where the memory of a tensor descriptor lies.
typedef enum aclMemType {
  ACL_MEMTYPE_DEVICE = 0,
  ACL_MEMTYPE_HOST = 1,
  ACL_MEMTYPE_HOST_COMPILE_INDEPENDENT = 2,
} aclMemType;

// System parameters, per process (aclrtSetSysParamOpt) or per context (aclrtCtxSetSysParamOpt).
// ACL_OPT_DETERMINISTIC takes 0 off, 1 deterministic, 2 strong consistency, 3 batch consistency.
typedef enum aclSysParamOpt {
  ACL_OPT_DETERMINISTIC = 0,
  ACL_OPT_ENABLE_DEBUG_KERNEL = 1,
  ACL_OPT_STRONG_CONSISTENCY = 2,
  ACL_OPT_ENABLE_KERNEL_EARLY_START = 3,
} aclSysParamOpt;

// Features of an installation, see aclGetCannAttribute.
typedef enum aclCannAttr {
  ACL_CANN_ATTR_UNDEFINED = -1,
  ACL_CANN_ATTR_INF_NAN = 0,
  ACL_CANN_ATTR_BF16 = 1,
  ACL_CANN_ATTR_JIT_COMPILE = 2,
} aclCannAttr;

// Properties of a device, see aclGetDeviceCapability.
typedef enum aclDeviceInfo {
  ACL_DEVICE_INFO_UNDEFINED = -1,
  ACL_DEVICE_INFO_AI_CORE_NUM = 0,
  ACL_DEVICE_INFO_VECTOR_CORE_NUM = 1,
  ACL_DEVICE_INFO_L2_SIZE = 2,
} aclDeviceInfo;

// Makes a buffer object that refers to `size` bytes at `data`. The memory stays the caller's and is
// not looked at, null is allowed. Returns null when host memory runs out. The object is freed with
// aclDestroyDataBuffer.
ACL_FUNC_VISIBILITY aclDataBuffer* aclCreateDataBuffer(void* data, size_t size);

// Frees the object, not the memory it refers to. 100000: null, destroyed before, or no data buffer.
ACL_FUNC_VISIBILITY aclError aclDestroyDataBuffer(const aclDataBuffer* dataBuffer);

// Lets the object refer to `size` bytes at `data` from now on. 100000: as for aclDestroyDataBuffer.
ACL_FUNC_VISIBILITY aclError aclUpdateDataBuffer(aclDataBuffer* dataBuffer, void* data,
                                                 size_t size);

// The address that the object refers to. Null for what is not a live data buffer.
ACL_FUNC_VISIBILITY void* aclGetDataBufferAddr(const aclDataBuffer* dataBuffer);

// The size in bytes, cut to 32 bits; superseded by aclGetDataBufferSizeV2. 0 for what is not a live
// data buffer.
ACL_FUNC_VISIBILITY uint32_t aclGetDataBufferSize(const aclDataBuffer* dataBuffer);

// The size in bytes. 0 for what is not a live data buffer.
ACL_FUNC_VISIBILITY size_t aclGetDataBufferSizeV2(const aclDataBuffer* dataBuffer);

// Bytes of one element of `dataType`. 0 for a type without a fixed number of whole bytes
// (ACL_DT_UNDEFINED, ACL_STRING, types of less than a byte) and for a number that is no data type.
ACL_FUNC_VISIBILITY size_t aclDataTypeSize(aclDataType dataType);

// The value of a half. CANN's conversion knows no infinities and NaNs: the largest exponent counts
// like any other, so that 0x7C00 gives 65536.0 and 0x7E00 gives 98304.0. Operators do not use it.
ACL_FUNC_VISIBILITY float aclFloat16ToFloat(aclFloat16 value);

// The half nearest to `value`, ties to even. What is too large, infinities and NaNs give the
// largest half, 0x7BFF, or 0xFBFF when the sign bit is set. Operators do not use it.
ACL_FUNC_VISIBILITY aclFloat16 aclFloatToFloat16(float value);

// Name of the emulated SoC, for example "Ascend910B1" (environment variable HOSTACL_SOC). The text
// belongs to the library and stays valid. Null when an environment variable of the library cannot
// be used; aclGetRecentErrMsg says which.
ACL_FUNC_VISIBILITY const char* aclrtGetSocName(void);

// Writes a property of a device into `*value`: a number of cores or the size of the L2 cache in
// bytes. The values are nominal for the emulated SoC. 107001: no such device. 100000: `value` is
// null or `deviceInfo` is no property. `*value` is 0 on failure.
ACL_FUNC_VISIBILITY aclError aclGetDeviceCapability(uint32_t deviceId, aclDeviceInfo deviceInfo,
                                                    int64_t* value);

// Points `*cannAttrList` at the `*num` attributes that are supported. The list belongs to the
// library and stays valid. 100000: a pointer is null.
ACL_FUNC_VISIBILITY aclError aclGetCannAttributeList(const aclCannAttr** cannAttrList, size_t* num);

// Writes 1 into `*value` when the attribute is supported and 0 when not. 100000: `value` is null or
// `cannAttr` is no attribute.
ACL_FUNC_VISIBILITY aclError aclGetCannAttribute(aclCannAttr cannAttr, int32_t* value);

// Writes a line of the application's into the log (environment variable HOSTACL_LOG), in the manner
// of printf. At most 1024 bytes of it are kept. Null texts are allowed.
ACL_FUNC_VISIBILITY void aclAppLog(aclLogLevel logLevel, const char* func, const char* file,
                                   uint32_t line, const char* fmt, ...);

#define ACL_APP_LOG(level, fmt, ...) \
  aclAppLog(level, __FUNCTION__, __FILE__, __LINE__, fmt, ##__VA_ARGS__)

#ifdef __cplusplus
}
#endif

#endif  // ACL_ACL_BASE_RT_H_
