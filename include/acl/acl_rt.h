// The runtime of AscendCL: devices, contexts, streams, events, memory, errors, callbacks, versions.
//
// All functions may be called from any thread. Unless a comment says otherwise they return 0 on
// success and on failure a code whose sentence aclGetRecentErrMsg hands over. Besides the codes
// named with a function these are common to all: 107000 a pointer is null or a value is outside its
// range, 107002 the calling thread has no current context although the function needs one, 107017 a
// handle is not live (never made, destroyed, or of another kind), 200000 host memory ran out,
// 100000 an environment variable of the library has a value that cannot be used.
#ifndef ACL_ACL_RT_H_
#define ACL_ACL_RT_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "acl/acl_base.h"
#include "acl/acl_rt_allocator.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ACL_MAJOR_VERSION 1
#define ACL_MINOR_VERSION 17
#define ACL_PATCH_VERSION 0

// Flags of events.
#define ACL_EVENT_SYNC 0x00000001U
#define ACL_EVENT_CAPTURE_STREAM_PROGRESS 0x00000002U
#define ACL_EVENT_TIME_LINE 0x00000008U
#define ACL_EVENT_DEVICE_USE_ONLY 0x00000010U
#define ACL_EVENT_EXTERNAL 0x00000020U
#define ACL_EVENT_IPC 0x00000040U

#define ACL_EVENT_RECORD_DEFAULT 0x00000000U
#define ACL_EVENT_RECORD_EXTERNAL 0x00000001U
#define ACL_EVENT_WAIT_DEFAULT 0x00000000U
#define ACL_EVENT_WAIT_EXTERNAL 0x00000001U

// Flags of streams.
#define ACL_STREAM_FAST_LAUNCH 0x00000001U
#define ACL_STREAM_FAST_SYNC 0x00000002U
#define ACL_STREAM_PERSISTENT 0x00000004U
#define ACL_STREAM_HUGE 0x00000008U
#define ACL_STREAM_CPU_SCHEDULE 0x00000010U
#define ACL_STREAM_DEVICE_USE_ONLY 0x00000020U

#define ACL_STREAM_WAIT_VALUE_GEQ 0x00000000U
#define ACL_STREAM_WAIT_VALUE_EQ 0x00000001U
#define ACL_STREAM_WAIT_VALUE_AND 0x00000002U
#define ACL_STREAM_WAIT_VALUE_NOR 0x00000003U

// What a stream does after one of its tasks failed, see aclrtSetStreamFailureMode.
#define ACL_CONTINUE_ON_FAILURE 0x00000000U
#define ACL_STOP_ON_FAILURE 0x00000001U

#define ACL_NOTIFY_DEFAULT 0x00000000U
#define ACL_NOTIFY_DEVICE_USE_ONLY 0x00000001U

#define ACL_DEV_FEATURE_SUPPORT 0x00000001
#define ACL_DEV_FEATURE_NOT_SUPPORT 0x00000000

#define ACL_HOST_REG_MAPPED 0x00000002U
#define ACL_HOST_REG_IOMEMORY 0x00000004U
#define ACL_HOST_REG_READONLY 0x00000008U
#define ACL_HOST_REG_PINNED 0x10000000U

#define ACL_RT_IPC_MEM_EXPORT_FLAG_DEFAULT 0x00000000U
#define ACL_RT_IPC_MEM_EXPORT_FLAG_DISABLE_PID_VALIDATION 0x00000001U
#define ACL_RT_IPC_MEM_IMPORT_FLAG_DEFAULT 0x00000000U
#define ACL_RT_IPC_MEM_IMPORT_FLAG_ENABLE_PEER_ACCESS 0x00000001U
#define ACL_RT_VMM_EXPORT_FLAG_DEFAULT 0x00000000U
#define ACL_RT_VMM_EXPORT_FLAG_DISABLE_PID_VALIDATION 0x00000001U
#define ACL_RT_MEM_ATTACH_GLOBAL 0x00000001U

#define ACL_RT_MEM_TYPE_DEV 0x00000002U
#define ACL_RT_MEM_TYPE_DVPP 0x00000008U
#define ACL_RT_MEM_TYPE_RSVD 0x00000010U

#define ACL_RT_DEVS_TOPOLOGY_HCCS 0x00000001U
#define ACL_RT_DEVS_TOPOLOGY_PIX 0x00000002U
#define ACL_RT_DEVS_TOPOLOGY_PIB 0x00000004U
#define ACL_RT_DEVS_TOPOLOGY_PHB 0x00000008U
#define ACL_RT_DEVS_TOPOLOGY_SYS 0x00000010U
#define ACL_RT_DEVS_TOPOLOGY_SIO 0x00000020U
#define ACL_RT_DEVS_TOPOLOGY_HCCS_SW 0x00000040U

#define ACL_PKG_VERSION_MAX_SIZE 128
#define ACL_PKG_VERSION_PARTS_MAX_SIZE 64
#define ACL_IPC_EVENT_HANDLE_SIZE 64
#define ACL_RT_MEM_UCE_INFO_MAX_NUM 20
#define MAX_MEM_UCE_INFO_ARRAY_SIZE 128
#define UCE_INFO_RESERVED_SIZE 14

#define ACL_RT_BINARY_MAGIC_ELF_AICORE 0x43554245U
#define ACL_RT_BINARY_MAGIC_ELF_VECTOR_CORE 0x41415246U
#define ACL_RT_BINARY_MAGIC_ELF_CUBE_CORE 0x41494343U

#define ACL_HOST_DEVICE_CONNECT_TYPE_PCIE 0
#define ACL_HOST_DEVICE_CONNECT_TYPE_HCCS 1
#define ACL_HOST_DEVICE_CONNECT_TYPE_UB 2
#define ACL_DEVICE_FORM_FACTOR_POD 0
#define ACL_DEVICE_FORM_FACTOR_A_K 1
#define ACL_DEVICE_FORM_FACTOR_A_X 2
#define ACL_DEVICE_FORM_FACTOR_PCIE_CARD 3

// Where the program runs: on the device itself or on its host.
typedef enum aclrtRunMode {
  ACL_DEVICE = 0,
  ACL_HOST = 1,
} aclrtRunMode;

// Task schedulers of a device.
typedef enum aclrtTsId {
  ACL_TS_ID_AICORE = 0,
  ACL_TS_ID_AIVECTOR = 1,
  ACL_TS_ID_RESERVED = 2,
} aclrtTsId;

// Answer of aclrtQueryEvent. Numbered the other way round than aclrtEventRecordedStatus.
typedef enum aclrtEventStatus {
  ACL_EVENT_STATUS_COMPLETE = 0,
  ACL_EVENT_STATUS_NOT_READY = 1,
  ACL_EVENT_STATUS_RESERVED = 2,
} aclrtEventStatus;

// Answer of aclrtQueryEventStatus.
typedef enum aclrtEventRecordedStatus {
  ACL_EVENT_RECORDED_STATUS_NOT_READY = 0,
  ACL_EVENT_RECORDED_STATUS_COMPLETE = 1,
} aclrtEventRecordedStatus;

// Answer of aclrtQueryEventWaitStatus.
typedef enum aclrtEventWaitStatus {
  ACL_EVENT_WAIT_STATUS_COMPLETE = 0,
  ACL_EVENT_WAIT_STATUS_NOT_READY = 1,
  ACL_EVENT_WAIT_STATUS_RESERVED = 0xffff,
} aclrtEventWaitStatus;

// Answer of aclrtStreamQuery.
typedef enum aclrtStreamStatus {
  ACL_STREAM_STATUS_COMPLETE = 0,
  ACL_STREAM_STATUS_NOT_READY = 1,
  ACL_STREAM_STATUS_RESERVED = 0xffff,
} aclrtStreamStatus;

// Whether later work of the stream waits for a callback (aclrtLaunchCallback).
typedef enum aclrtCallbackBlockType {
  ACL_CALLBACK_NO_BLOCK = 0,
  ACL_CALLBACK_BLOCK = 1,
} aclrtCallbackBlockType;

// Direction of a copy. The addresses decide; the kind is checked only.
typedef enum aclrtMemcpyKind {
  ACL_MEMCPY_HOST_TO_HOST = 0,
  ACL_MEMCPY_HOST_TO_DEVICE = 1,
  ACL_MEMCPY_DEVICE_TO_HOST = 2,
  ACL_MEMCPY_DEVICE_TO_DEVICE = 3,
  ACL_MEMCPY_DEFAULT = 4,
  ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE = 5,
  ACL_MEMCPY_INNER_DEVICE_TO_DEVICE = 6,
  ACL_MEMCPY_INTER_DEVICE_TO_DEVICE = 7,
} aclrtMemcpyKind;

// Hints for managed memory.
typedef enum aclrtMemManagedAdviseType {
  ACL_MEM_ADVISE_SET_READ_MOSTLY = 0,
  ACL_MEM_ADVISE_UNSET_READ_MOSTLY = 1,
  ACL_MEM_ADVISE_SET_PREFERRED_LOCATION = 2,
  ACL_MEM_ADVISE_UNSET_PREFERRED_LOCATION = 3,
  ACL_MEM_ADVISE_SET_ACCESSED_BY = 4,
  ACL_MEM_ADVISE_UNSET_ACCESSED_BY = 5,
} aclrtMemManagedAdviseType;

// Places of managed memory.
typedef enum aclrtMemManagedLocationType {
  ACL_MEM_LOCATIONTYPE_INVALID = 0,
  ACL_MEM_LOCATIONTYPE_DEVICE = 1,
  ACL_MEM_LOCATIONTYPE_HOST = 2,
  ACL_MEM_LOCATIONTYPE_HOST_NUMA = 3,
  ACL_MEM_LOCATIONTYPE_HOST_NUMA_CURRENT = 4,
} aclrtMemManagedLocationType;

// Page size and use of an allocation. The last three are bits for aclrtMallocWithCfg.
typedef enum aclrtMemMallocPolicy {
  ACL_MEM_MALLOC_HUGE_FIRST = 0,
  ACL_MEM_MALLOC_HUGE_ONLY = 1,
  ACL_MEM_MALLOC_NORMAL_ONLY = 2,
  ACL_MEM_MALLOC_HUGE_FIRST_P2P = 3,
  ACL_MEM_MALLOC_HUGE_ONLY_P2P = 4,
  ACL_MEM_MALLOC_NORMAL_ONLY_P2P = 5,
  ACL_MEM_MALLOC_HUGE1G_ONLY = 6,
  ACL_MEM_MALLOC_HUGE1G_ONLY_P2P = 7,
  ACL_MEM_TYPE_LOW_BAND_WIDTH = 0x100,
  ACL_MEM_TYPE_HIGH_BAND_WIDTH = 0x1000,
  ACL_MEM_ACCESS_USER_SPACE_READONLY = 0x100000,
} aclrtMemMallocPolicy;

// Ways to register host memory.
typedef enum aclrtHostRegisterType {
  ACL_HOST_REGISTER_MAPPED = 0,
  ACL_HOST_REGISTER_IOMEMORY = 4,
  ACL_HOST_REGISTER_READONLY = 8,
} aclrtHostRegisterType;

// Attributes of an allocation, see aclrtMallocConfig.
typedef enum aclrtMallocAttrType {
  ACL_RT_MEM_ATTR_RSV = 0,
  ACL_RT_MEM_ATTR_MODULE_ID = 1,
  ACL_RT_MEM_ATTR_DEVICE_ID = 2,
  ACL_RT_MEM_ATTR_VA_FLAG = 3,
} aclrtMallocAttrType;

// Kinds of memory, see aclrtGetMemInfo.
typedef enum aclrtMemAttr {
  ACL_DDR_MEM = 0,
  ACL_HBM_MEM = 1,
  ACL_DDR_MEM_HUGE = 2,
  ACL_DDR_MEM_NORMAL = 3,
  ACL_HBM_MEM_HUGE = 4,
  ACL_HBM_MEM_NORMAL = 5,
  ACL_DDR_MEM_P2P_HUGE = 6,
  ACL_DDR_MEM_P2P_NORMAL = 7,
  ACL_HBM_MEM_P2P_HUGE = 8,
  ACL_HBM_MEM_P2P_NORMAL = 9,
  ACL_HBM_MEM_HUGE1G = 10,
  ACL_HBM_MEM_P2P_HUGE1G = 11,
  ACL_MEM_NORMAL = 12,
  ACL_MEM_HUGE = 13,
  ACL_MEM_HUGE1G = 14,
  ACL_MEM_P2P_NORMAL = 15,
  ACL_MEM_P2P_HUGE = 16,
  ACL_MEM_P2P_HUGE1G = 17,
} aclrtMemAttr;

// Page sizes.
typedef enum aclrtMemPgType {
  NORMAL_PAGE_TYPE = 0,
  HUGE_PAGE_TYPE = 1,
  HUGE1G_PAGE_TYPE = 2,
} aclrtMemPgType;

// Memory types.
typedef enum aclrtMemType {
  HBM_TYPE = 0,
  DDR_TYPE = 1,
  P2P_HBM_TYPE = 2,
  P2P_DDR_TYPE = 3,
} aclrtMemType;

// Attributes of memory shared between processes.
typedef enum aclrtIpcMemAttrType {
  ACL_RT_IPC_MEM_ATTR_ACCESS_LINK = 0,
} aclrtIpcMemAttrType;

// Attributes of a compute group.
typedef enum aclrtGroupAttr {
  ACL_GROUP_AICORE_INT = 0,
  ACL_GROUP_AIV_INT = 1,
  ACL_GROUP_AIC_INT = 2,
  ACL_GROUP_SDMANUM_INT = 3,
  ACL_GROUP_ASQNUM_INT = 4,
  ACL_GROUP_GROUPID_INT = 5,
} aclrtGroupAttr;

// What arithmetic does on overflow: clamp to the largest finite value, or follow IEEE 754.
typedef enum aclrtFloatOverflowMode {
  ACL_RT_OVERFLOW_MODE_SATURATION = 0,
  ACL_RT_OVERFLOW_MODE_INFNAN = 1,
  ACL_RT_OVERFLOW_MODE_UNDEF = 2,
} aclrtFloatOverflowMode;

// Members of aclrtStreamConfigHandle, see aclrtSetStreamConfigOpt.
typedef enum aclrtStreamConfigAttr {
  ACL_RT_STREAM_WORK_ADDR_PTR = 0,
  ACL_RT_STREAM_WORK_SIZE = 1,
  ACL_RT_STREAM_FLAG = 2,
  ACL_RT_STREAM_PRIORITY = 3,
} aclrtStreamConfigAttr;

// Where an address lies. ACL_MEM_LOCATION_TYPE_HOST is memory of aclrtMallocHost, while plain host
// memory is ACL_MEM_LOCATION_TYPE_UNREGISTERED.
typedef enum aclrtMemLocationType {
  ACL_MEM_LOCATION_TYPE_HOST = 0,
  ACL_MEM_LOCATION_TYPE_DEVICE = 1,
  ACL_MEM_LOCATION_TYPE_UNREGISTERED = 2,
  ACL_MEM_LOCATION_TYPE_MANAGED = 3,
  ACL_MEM_LOCATION_TYPE_HOST_NUMA = 4,
} aclrtMemLocationType;

// Attributes of a range of managed memory.
typedef enum aclrtMemManagedRangeAttribute {
  ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY = 1,
  ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION = 2,
  ACL_MEM_RANGE_ATTRIBUTE_ACCESSED_BY = 3,
  ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE = 4,
  ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID = 5,
  ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION = 6,
  ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE = 7,
  ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID = 8,
} aclrtMemManagedRangeAttribute;

// Kinds of physical allocations.
typedef enum aclrtMemAllocationType {
  ACL_MEM_ALLOCATION_TYPE_PINNED = 0,
} aclrtMemAllocationType;

// Kinds of handles of physical allocations.
typedef enum aclrtMemHandleType {
  ACL_MEM_HANDLE_TYPE_NONE = 0,
  ACL_MEM_HANDLE_TYPE_POSIX = 2,
} aclrtMemHandleType;

// Kinds of shareable handles.
typedef enum aclrtMemSharedHandleType {
  ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT = 1,
  ACL_MEM_SHARE_HANDLE_TYPE_FABRIC = 2,
} aclrtMemSharedHandleType;

// Which granularity of physical allocations is asked for.
typedef enum aclrtMemGranularityOptions {
  ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM = 0,
  ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED = 1,
  ACL_RT_MEM_ALLOC_GRANULARITY_UNDEF = 0xffff,
} aclrtMemGranularityOptions;

// Answer of aclrtQueryDeviceStatus.
typedef enum aclrtDeviceStatus {
  ACL_RT_DEVICE_STATUS_NORMAL = 0,
  ACL_RT_DEVICE_STATUS_ABNORMAL = 1,
  ACL_RT_DEVICE_STATUS_END = 0xffff,
} aclrtDeviceStatus;

// How far a capture reaches.
typedef enum aclmdlRICaptureMode {
  ACL_MODEL_RI_CAPTURE_MODE_GLOBAL = 0,
  ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL = 1,
  ACL_MODEL_RI_CAPTURE_MODE_RELAXED = 2,
} aclmdlRICaptureMode;

// State of a capture.
typedef enum aclmdlRICaptureStatus {
  ACL_MODEL_RI_CAPTURE_STATUS_NONE = 0,
  ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE = 1,
  ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED = 2,
} aclmdlRICaptureStatus;

// Kinds of device faults.
typedef enum aclrtErrorType {
  ACL_RT_NO_ERROR = 0,
  ACL_RT_ERROR_MEMORY = 1,
  ACL_RT_ERROR_L2 = 2,
  ACL_RT_ERROR_AICORE = 3,
  ACL_RT_ERROR_LINK = 4,
  ACL_RT_ERROR_L3_PORT = 5,
  ACL_RT_ERROR_OTHERS = 0xffff,
} aclrtErrorType;

// Kinds of AI Core faults.
typedef enum aclrtAicoreErrorType {
  ACL_RT_AICORE_ERROR_UNKNOWN = 0,
  ACL_RT_AICORE_ERROR_SW = 1,
  ACL_RT_AICORE_ERROR_HW_LOCAL = 2,
} aclrtAicoreErrorType;

// Cache maintenance operations.
typedef enum aclrtCmoType {
  ACL_RT_CMO_TYPE_PREFETCH = 0,
  ACL_RT_CMO_TYPE_WRITEBACK = 1,
  ACL_RT_CMO_TYPE_INVALID = 2,
  ACL_RT_CMO_TYPE_FLUSH = 3,
} aclrtCmoType;

// Whose last error is meant, see aclrtGetLastError.
typedef enum aclrtLastErrLevel {
  ACL_RT_THREAD_LEVEL = 0,
} aclrtLastErrLevel;

// Options for loading a kernel binary.
typedef enum aclrtBinaryLoadOptionType {
  ACL_RT_BINARY_LOAD_OPT_LAZY_LOAD = 1,
  ACL_RT_BINARY_LOAD_OPT_LAZY_MAGIC = 2,
  ACL_RT_BINARY_LOAD_OPT_MAGIC = 2,
  ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE = 3,
} aclrtBinaryLoadOptionType;

// Engines that run a kernel.
typedef enum aclrtEngineType {
  ACL_RT_ENGINE_TYPE_AIC = 0,
  ACL_RT_ENGINE_TYPE_AIV = 1,
} aclrtEngineType;

// Attributes of a kernel launch.
typedef enum aclrtLaunchKernelAttrId {
  ACL_RT_LAUNCH_KERNEL_ATTR_SCHEM_MODE = 1,
  ACL_RT_LAUNCH_KERNEL_ATTR_LOCAL_MEMORY_SIZE = 2,
  ACL_RT_LAUNCH_KERNEL_ATTR_DYN_UBUF_SIZE = 2,
  ACL_RT_LAUNCH_KERNEL_ATTR_ENGINE_TYPE = 3,
  ACL_RT_LAUNCH_KERNEL_ATTR_BLOCKDIM_OFFSET = 4,
  ACL_RT_LAUNCH_KERNEL_ATTR_BLOCK_TASK_PREFETCH = 5,
  ACL_RT_LAUNCH_KERNEL_ATTR_DATA_DUMP = 6,
  ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT = 7,
  ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT_US = 8,
  ACL_RT_LAUNCH_KERNEL_ATTR_ENABLE_PROFILING = 9,
} aclrtLaunchKernelAttrId;

// Attributes of a stream.
typedef enum aclrtStreamAttr {
  ACL_STREAM_ATTR_FAILURE_MODE = 1,
  ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK = 2,
  ACL_STREAM_ATTR_USER_CUSTOM_TAG = 3,
  ACL_STREAM_ATTR_CACHE_OP_INFO = 4,
  ACL_STREAM_ATTR_PRIORITY = 5,
} aclrtStreamAttr;

// Kinds of captured tasks.
typedef enum aclmdlRITaskType {
  ACL_MODEL_RI_TASK_DEFAULT = 0,
  ACL_MODEL_RI_TASK_KERNEL = 1,
  ACL_MODEL_RI_TASK_EVENT_RECORD = 2,
  ACL_MODEL_RI_TASK_EVENT_WAIT = 3,
  ACL_MODEL_RI_TASK_EVENT_RESET = 4,
  ACL_MODEL_RI_TASK_VALUE_WRITE = 5,
  ACL_MODEL_RI_TASK_VALUE_WAIT = 6,
} aclmdlRITaskType;

// Properties of a device, see aclrtGetDeviceInfo.
typedef enum aclrtDevAttr {
  ACL_DEV_ATTR_AICPU_CORE_NUM = 1,
  ACL_DEV_ATTR_AICORE_CORE_NUM = 101,
  ACL_DEV_ATTR_CUBE_CORE_NUM = 102,
  ACL_DEV_ATTR_VECTOR_CORE_NUM = 201,
  ACL_DEV_ATTR_WARP_SIZE = 202,
  ACL_DEV_ATTR_MAX_THREAD_PER_VECTOR_CORE = 203,
  ACL_DEV_ATTR_LOCAL_MEM_PER_VECTOR_CORE = 204,
  ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE = 204,
  ACL_DEV_ATTR_MAX_GRID_DIM_X = 205,
  ACL_DEV_ATTR_MAX_GRID_DIM_Y = 206,
  ACL_DEV_ATTR_MAX_GRID_DIM_Z = 207,
  ACL_DEV_ATTR_MAX_BLOCK_PER_GRID = 208,
  ACL_DEV_ATTR_MAX_THREADS_PER_BLOCK = 209,
  ACL_DEV_ATTR_MAX_BLOCK_DIM_X = 210,
  ACL_DEV_ATTR_MAX_BLOCK_DIM_Y = 211,
  ACL_DEV_ATTR_MAX_BLOCK_DIM_Z = 212,
  ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE = 0x12d,
  ACL_DEV_ATTR_L2_CACHE_SIZE = 0x12e,
  ACL_DEV_ATTR_SMP_ID = 0x191,
  ACL_DEV_ATTR_PHY_CHIP_ID = 0x192,
  ACL_DEV_ATTR_SUPER_POD_DEVIDE_ID = 0x193,
  ACL_DEV_ATTR_SUPER_POD_DEVICE_ID = 0x193,
  ACL_DEV_ATTR_SUPER_POD_SERVER_ID = 0x194,
  ACL_DEV_ATTR_SUPER_POD_ID = 0x195,
  ACL_DEV_ATTR_CUST_OP_PRIVILEGE = 0x196,
  ACL_DEV_ATTR_MAINBOARD_ID = 0x197,
  ACL_DEV_ATTR_HD_CONNECT_TYPE = 0x198,
  ACL_DEV_ATTR_DEVICE_FORM_FACTOR = 0x199,
  ACL_DEV_ATTR_IS_VIRTUAL = 0x1f5,
  ACL_DEV_ATTR_NPU_ARCH = 0x259,
} aclrtDevAttr;

// Features of a device, see aclrtGetDeviceCapability.
typedef enum aclrtDevFeatureType {
  ACL_FEATURE_TSCPU_TASK_UPDATE_SUPPORT_AIC_AIV = 1,
  ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV = 21,
} aclrtDevFeatureType;

// Reductions done while copying.
typedef enum aclrtReduceKind {
  ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM = 10,
  ACL_RT_MEMCPY_SDMA_AUTOMATIC_MAX = 11,
  ACL_RT_MEMCPY_SDMA_AUTOMATIC_MIN = 12,
  ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL = 13,
} aclrtReduceKind;

// Resources that can be limited.
typedef enum aclrtDevResLimitType {
  ACL_RT_DEV_RES_CUBE_CORE = 0,
  ACL_RT_DEV_RES_VECTOR_CORE = 1,
} aclrtDevResLimitType;

// Comparisons of a stream switch.
typedef enum aclrtCondition {
  ACL_RT_EQUAL = 0,
  ACL_RT_NOT_EQUAL = 1,
  ACL_RT_GREATER = 2,
  ACL_RT_GREATER_OR_EQUAL = 3,
  ACL_RT_LESS = 4,
  ACL_RT_LESS_OR_EQUAL = 5,
} aclrtCondition;

// Operand types of a stream switch.
typedef enum aclrtCompareDataType {
  ACL_RT_SWITCH_INT32 = 0,
  ACL_RT_SWITCH_INT64 = 1,
} aclrtCompareDataType;

// Random number tasks.
typedef enum aclrtRandomNumFuncType {
  ACL_RT_RANDOM_NUM_FUNC_TYPE_DROPOUT_BITMASK = 0,
  ACL_RT_RANDOM_NUM_FUNC_TYPE_UNIFORM_DIS = 1,
  ACL_RT_RANDOM_NUM_FUNC_TYPE_NORMAL_DIS = 2,
  ACL_RT_RANDOM_NUM_FUNC_TYPE_TRUNCATED_NORMAL_DIS = 3,
} aclrtRandomNumFuncType;

// When a task-abort callback is called.
typedef enum aclrtDeviceTaskAbortStage {
  ACL_RT_DEVICE_TASK_ABORT_PRE = 0,
  ACL_RT_DEVICE_TASK_ABORT_POST = 1,
} aclrtDeviceTaskAbortStage;

// What a task update changes.
typedef enum aclrtUpdateTaskAttrId {
  ACL_RT_UPDATE_RANDOM_TASK = 1,
  ACL_RT_UPDATE_AIC_AIV_TASK = 2,
} aclrtUpdateTaskAttrId;

// When a device-state callback is called.
typedef enum aclrtDeviceState {
  ACL_RT_DEVICE_STATE_SET_PRE = 0,
  ACL_RT_DEVICE_STATE_SET_POST = 1,
  ACL_RT_DEVICE_STATE_RESET_PRE = 2,
  ACL_RT_DEVICE_STATE_RESET_POST = 3,
} aclrtDeviceState;

// When a snapshot callback is called.
typedef enum aclrtSnapShotStage {
  ACL_RT_SNAPSHOT_LOCK_PRE = 0,
  ACL_RT_SNAPSHOT_BACKUP_PRE = 1,
  ACL_RT_SNAPSHOT_BACKUP_POST = 2,
  ACL_RT_SNAPSHOT_RESTORE_PRE = 3,
  ACL_RT_SNAPSHOT_RESTORE_POST = 4,
  ACL_RT_SNAPSHOT_UNLOCK_POST = 5,
} aclrtSnapShotStage;

// When a stream-state callback is called.
typedef enum aclrtStreamState {
  ACL_RT_STREAM_STATE_CREATE_POST = 1,
  ACL_RT_STREAM_STATE_DESTROY_PRE = 2,
} aclrtStreamState;

// Attributes of a kernel function.
typedef enum aclrtFuncAttribute {
  ACL_FUNC_ATTR_KERNEL_TYPE = 1,
  ACL_FUNC_ATTR_KERNEL_RATIO = 2,
  ACL_FUNC_ATTR_KERNEL_SCHED_MODE = 3,
} aclrtFuncAttribute;

// Kinds of kernels.
typedef enum aclrtKernelType {
  ACL_KERNEL_TYPE_AICORE = 0,
  ACL_KERNEL_TYPE_CUBE = 1,
  ACL_KERNEL_TYPE_VECTOR = 2,
  ACL_KERNEL_TYPE_MIX = 3,
  ACL_KERNEL_TYPE_AICPU = 100,
} aclrtKernelType;

// How recording a counting notify changes its value.
typedef enum aclrtCntNotifyRecordMode {
  ACL_RT_CNT_NOTIFY_RECORD_SET_VALUE_MODE = 0,
  ACL_RT_CNT_NOTIFY_RECORD_ADD_MODE = 1,
  ACL_RT_CNT_NOTIFY_RECORD_BIT_OR_MODE = 2,
  ACL_RT_CNT_NOTIFY_RECORD_BIT_AND_MODE = 4,
} aclrtCntNotifyRecordMode;

// How a counting notify is compared.
typedef enum aclrtCntNotifyWaitMode {
  ACL_RT_CNT_NOTIFY_WAIT_LESS_MODE = 0,
  ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE = 1,
  ACL_RT_CNT_NOTIFY_WAIT_BIGGER_MODE = 2,
  ACL_RT_CNT_NOTIFY_WAIT_BIGGER_OR_EQUAL_MODE = 3,
  ACL_RT_CNT_NOTIFY_WAIT_EQUAL_WITH_BITMASK_MODE = 4,
} aclrtCntNotifyWaitMode;

// Rights to a memory range.
typedef enum aclrtMemAccessFlags {
  ACL_RT_MEM_ACCESS_FLAGS_NONE = 0,
  ACL_RT_MEM_ACCESS_FLAGS_READ = 1,
  ACL_RT_MEM_ACCESS_FLAGS_READWRITE = 3,
} aclrtMemAccessFlags;

// Packages whose version can be asked for, see aclsysGetCANNVersion.
typedef enum aclCANNPackageName {
  ACL_PKG_NAME_CANN = 0,
  ACL_PKG_NAME_RUNTIME = 1,
  ACL_PKG_NAME_COMPILER = 2,
  ACL_PKG_NAME_HCCL = 3,
  ACL_PKG_NAME_TOOLKIT = 4,
  ACL_PKG_NAME_OPP = 5,
  ACL_PKG_NAME_OPP_KERNEL = 6,
  ACL_PKG_NAME_DRIVER = 7,
} aclCANNPackageName;

// Hardware units that access memory.
typedef enum aclrtHacType {
  ACL_RT_HAC_TYPE_STARS = 0,
  ACL_RT_HAC_TYPE_AICPU = 1,
  ACL_RT_HAC_TYPE_AIC = 2,
  ACL_RT_HAC_TYPE_AIV = 3,
  ACL_RT_HAC_TYPE_PCIEDMA = 4,
  ACL_RT_HAC_TYPE_RDMA = 5,
  ACL_RT_HAC_TYPE_SDMA = 6,
  ACL_RT_HAC_TYPE_DVPP = 7,
  ACL_RT_HAC_TYPE_UDMA = 8,
  ACL_RT_HAC_TYPE_CCU = 9,
} aclrtHacType;

// Whether a unit can access mapped host memory.
typedef enum aclrtHostMemMapCapability {
  ACL_RT_HOST_MEM_MAP_NOT_SUPPORTED = 0,
  ACL_RT_HOST_MEM_MAP_SUPPORTED = 1,
} aclrtHostMemMapCapability;

// Links between devices.
typedef enum aclrtMemLinkType {
  ACL_RT_MEM_ACCESS_LINK_SIO = 0,
  ACL_RT_MEM_ACCESS_LINK_HCCS = 1,
  ACL_RT_MEM_ACCESS_UB_ONE_PORT_PATH = 2,
  ACL_RT_MEM_ACCESS_UB_MULTI_PORT_PATH = 3,
} aclrtMemLinkType;

// What an atomic operation supports; bits.
typedef enum aclrtAtomicOperationCapability {
  ACL_RT_ATOMIC_CAPABILITY_SIGNED = 1,
  ACL_RT_ATOMIC_CAPABILITY_UNSIGNED = 2,
  ACL_RT_ATOMIC_CAPABILITY_REDUCATION = 4,
  ACL_RT_ATOMIC_CAPABILITY_REDUCTION = 4,
  ACL_RT_ATOMIC_CAPABILITY_SCALAR8 = 8,
  ACL_RT_ATOMIC_CAPABILITY_SCALAR16 = 16,
  ACL_RT_ATOMIC_CAPABILITY_SCALAR32 = 32,
  ACL_RT_ATOMIC_CAPABILITY_SCALAR64 = 64,
  ACL_RT_ATOMIC_CAPABILITY_SCALAR128 = 128,
  ACL_RT_ATOMIC_CAPABILITY_VECTOR32X4 = 0x100,
} aclrtAtomicOperationCapability;

// Atomic operations.
typedef enum aclrtAtomicOperation {
  ACL_RT_ATOMIC_OPERATION_INTEGER_ADD = 0,
  ACL_RT_ATOMIC_OPERATION_INTEGER_MIN = 1,
  ACL_RT_ATOMIC_OPERATION_INTEGER_MAX = 2,
  ACL_RT_ATOMIC_OPERATION_INTEGER_INCREMENT = 3,
  ACL_RT_ATOMIC_OPERATION_INTEGER_DECREMENT = 4,
  ACL_RT_ATOMIC_OPERATION_AND = 5,
  ACL_RT_ATOMIC_OPERATION_OR = 6,
  ACL_RT_ATOMIC_OPERATION_XOR = 7,
  ACL_RT_ATOMIC_OPERATION_EXCHANGE = 8,
  ACL_RT_ATOMIC_OPERATION_CAS = 9,
  ACL_RT_ATOMIC_OPERATION_FLOAT_ADD = 10,
  ACL_RT_ATOMIC_OPERATION_FLOAT_MIN = 11,
  ACL_RT_ATOMIC_OPERATION_FLOAT_MAX = 12,
  ACL_RT_ATOMIC_OPERATION_DMA_ADD = 30,
  ACL_RT_ATOMIC_OPERATION_DMA_MIN = 31,
  ACL_RT_ATOMIC_OPERATION_DMA_MAX = 32,
  ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_ADD = 40,
  ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_MIN = 41,
  ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_MAX = 42,
  ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_CAS = 43,
  ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_EXCH = 44,
} aclrtAtomicOperation;

// Flags of a condition handle.
typedef enum aclmdlRICondHandleFlag {
  ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT = 1,
} aclmdlRICondHandleFlag;

// Kinds of conditional tasks.
typedef enum aclmdlRICondTaskType {
  ACL_MODEL_RI_COND_TYPE_IF = 0,
  ACL_MODEL_RI_COND_TYPE_WHILE = 1,
  ACL_MODEL_RI_COND_TYPE_SWITCH = 2,
} aclmdlRICondTaskType;

// Limits of a device.
typedef enum aclrtDeviceLimit {
  ACL_RT_DEV_LIMIT_SIMT_STACK_SIZE = 0,
  ACL_RT_DEV_LIMIT_SIMT_DVG_WARP_STACK_SIZE = 1,
  ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE = 2,
  ACL_RT_DEV_LIMIT_SIMD_PRINTF_FIFO_SIZE_PER_CORE = 3,
  ACL_RT_DEV_LIMIT_SIMT_PRINTF_FIFO_SIZE = 4,
} aclrtDeviceLimit;

// Which library registers an init or finalize callback.
typedef enum aclRegisterCallbackType {
  ACL_REG_TYPE_ACL_MODEL = 0,
  ACL_REG_TYPE_ACL_OP_EXECUTOR = 1,
  ACL_REG_TYPE_ACL_OP_CBLAS = 2,
  ACL_REG_TYPE_ACL_OP_COMPILER = 3,
  ACL_REG_TYPE_ACL_TDT_CHANNEL = 4,
  ACL_REG_TYPE_ACL_TDT_QUEUE = 5,
  ACL_REG_TYPE_ACL_DVPP = 6,
  ACL_REG_TYPE_ACL_RETR = 7,
  ACL_REG_TYPE_OTHER = 0xffff,
} aclRegisterCallbackType;

// State of a process in a snapshot.
typedef enum aclrtProcessState {
  ACL_RT_PROCESS_STATE_RUNNING = 0,
  ACL_RT_PROCESS_STATE_LOCKED = 1,
} aclrtProcessState;

typedef void* aclmdlRI;
typedef void* aclmdlRICondHandle;
typedef void* aclrtDrvMemHandle;
typedef void* aclrtBinary;
typedef void* aclrtBinHandle;
typedef void* aclrtFuncHandle;
typedef void* aclrtArgsHandle;
typedef void* aclrtParamHandle;
typedef struct rtExceptionInfo aclrtExceptionInfo;
typedef struct tagRtGroupInfo aclrtGroupInfo;
typedef struct aclrtUtilizationExtendInfo aclrtUtilizationExtendInfo;

// Functions of the application. A callback runs on the thread that calls aclrtProcessReport, a host
// function on a thread of the library's.
typedef void (*aclrtCallback)(void* userData);
typedef void (*aclrtHostFunc)(void* args);
typedef void (*aclrtExceptionInfoCallback)(aclrtExceptionInfo* exceptionInfo);
typedef void (*aclrtOpExceptionCallback)(aclrtExceptionInfo* exceptionInfo, void* userData);
typedef void (*aclrtDeviceStateCallback)(int32_t deviceId, aclrtDeviceState state, void* args);
typedef void (*aclrtStreamStateCallback)(aclrtStream stream, aclrtStreamState state, void* args);
typedef int32_t (*aclrtDeviceTaskAbortCallback)(int32_t deviceId, aclrtDeviceTaskAbortStage stage,
                                                uint32_t timeout, void* args);
typedef aclError (*aclInitCallbackFunc)(const char* configStr, size_t len, void* userData);
typedef aclError (*aclFinalizeCallbackFunc)(void* userData);

// Where memory lies: the device's id, and the kind of place.
typedef struct aclrtMemLocation {
  uint32_t id;
  aclrtMemLocationType type;
} aclrtMemLocation;

// What is known of an address, see aclrtPointerGetAttributes. pageSize is in bytes.
typedef struct aclrtPtrAttributes {
  aclrtMemLocation location;
  uint32_t pageSize;
  uint32_t rsv[4];
} aclrtPtrAttributes;

typedef union aclrtMallocAttrValue {
  uint16_t moduleId;
  uint32_t deviceId;
  uint32_t vaFlag;
  uint8_t rsv[8];
} aclrtMallocAttrValue;

typedef struct aclrtMallocAttribute {
  aclrtMallocAttrType attr;
  aclrtMallocAttrValue value;
} aclrtMallocAttribute;

// Attributes of an allocation: an array that stays the caller's.
typedef struct aclrtMallocConfig {
  aclrtMallocAttribute* attrs;
  size_t numAttrs;
} aclrtMallocConfig;

typedef struct aclrtUtilizationInfo {
  int32_t cubeUtilization;
  int32_t vectorUtilization;
  int32_t aicpuUtilization;
  int32_t memoryUtilization;
  aclrtUtilizationExtendInfo* utilizationExtend;
} aclrtUtilizationInfo;

typedef struct aclrtMemUsageInfo {
  char name[32];
  uint64_t curMemSize;
  uint64_t memPeakSize;
  size_t reserved[8];
} aclrtMemUsageInfo;

typedef struct aclrtPhysicalMemProp {
  aclrtMemHandleType handleType;
  aclrtMemAllocationType allocationType;
  aclrtMemAttr memAttr;
  aclrtMemLocation location;
  uint64_t reserve;
} aclrtPhysicalMemProp;

typedef struct aclrtMemAccessDesc {
  aclrtMemAccessFlags flags;
  aclrtMemLocation location;
  uint8_t rsv[12];
} aclrtMemAccessDesc;

typedef struct aclrtMemcpyBatchAttr {
  aclrtMemLocation dstLoc;
  aclrtMemLocation srcLoc;
  uint8_t rsv[16];
} aclrtMemcpyBatchAttr;

typedef struct aclrtMemUceInfo {
  void* addr;
  size_t len;
  size_t reserved[UCE_INFO_RESERVED_SIZE];
} aclrtMemUceInfo;

typedef struct aclrtMemUceInfoArray {
  size_t arraySize;
  aclrtMemUceInfo memUceInfoArray[ACL_RT_MEM_UCE_INFO_MAX_NUM];
} aclrtMemUceInfoArray;

typedef union aclrtErrorInfoDetail {
  aclrtMemUceInfoArray uceInfo;
  aclrtAicoreErrorType aicoreErrType;
} aclrtErrorInfoDetail;

typedef struct aclrtErrorInfo {
  uint8_t tryRepair;
  uint8_t hasDetail;
  uint8_t reserved[2];
  aclrtErrorType errorType;
  aclrtErrorInfoDetail detail;
} aclrtErrorInfo;

typedef union aclrtStreamAttrValue {
  uint64_t failureMode;
  uint32_t overflowSwitch;
  uint32_t userCustomTag;
  uint32_t cacheOpInfoSwitch;
  uint32_t streamPriority;
  uint32_t reserve[4];
} aclrtStreamAttrValue;

// How aclrtCreateStreamV2 makes a stream. Made by aclrtCreateStreamConfigHandle.
typedef struct aclrtStreamConfigHandle {
  void* workptr;
  size_t workSize;
  size_t flag;
  uint32_t priority;
} aclrtStreamConfigHandle;

// The parts of a version as texts.
typedef struct aclCANNPackageVersion {
  char version[ACL_PKG_VERSION_MAX_SIZE];
  char majorVersion[ACL_PKG_VERSION_PARTS_MAX_SIZE];
  char minorVersion[ACL_PKG_VERSION_PARTS_MAX_SIZE];
  char releaseVersion[ACL_PKG_VERSION_PARTS_MAX_SIZE];
  char patchVersion[ACL_PKG_VERSION_PARTS_MAX_SIZE];
  char reserved[ACL_PKG_VERSION_MAX_SIZE];
} aclCANNPackageVersion;

typedef struct aclrtUuid {
  char bytes[16];
} aclrtUuid;

typedef struct aclrtIpcEventHandle {
  char reserved[ACL_IPC_EVENT_HANDLE_SIZE];
} aclrtIpcEventHandle;

typedef struct aclrtMemFabricHandle {
  uint8_t data[128];
} aclrtMemFabricHandle;

typedef struct aclrtServerPid {
  uint32_t sdid;
  int32_t* pid;
  size_t num;
} aclrtServerPid;

typedef struct aclrtMemManagedLocation {
  aclrtMemManagedLocationType type;
  int32_t id;
} aclrtMemManagedLocation;

// A number of threads or blocks in three directions.
typedef struct dim3 {
#ifdef __cplusplus
  uint32_t x = 1;
  uint32_t y = 1;
  uint32_t z = 1;
#else
  uint32_t x;
  uint32_t y;
  uint32_t z;
#endif
} dim3;

// Microseconds in two halves.
typedef struct aclrtTimeoutUs {
  uint32_t timeoutLow;
  uint32_t timeoutHigh;
} aclrtTimeoutUs;

// The process.

// Starts the library. Comes first; reads the HOSTACL_* environment variables. `configPath` is null
// or names a JSON file, at most 10 levels deep, of whose keys two act: err_msg_mode ("0": failure
// texts per thread, "1": per process) and defaultDevice.default_device ("0": threads that chose no
// device use device 0). Calls are counted. 100002: initialised before; counted too and safe to
// ignore. 100003: no such file. 100006: the file is not a JSON object or is nested too deeply.
// 100008: one of the two keys has another value. After any other failure than 100002 the library is
// as it was.
ACL_FUNC_VISIBILITY aclError aclInit(const char* configPath);

// Ends the use of the library however often aclInit was called: waits for the work of all streams
// and releases all contexts and devices. Memory of aclrtMalloc stays until it is freed. aclInit may
// follow. 100037: not initialised. 107000: called inside a callback or host function.
ACL_FUNC_VISIBILITY aclError aclFinalize(void);

// Takes back one aclInit; does as aclFinalize when it was the last. Writes how many are left into
// `*refCount` unless that is null. 100037: not initialised. 107000: called inside a callback or
// host function.
ACL_FUNC_VISIBILITY aclError aclFinalizeReference(uint64_t* refCount);

// Devices.

// Makes `deviceId` the calling thread's device and the device's default context, which all threads
// share, its current context. Counted per device. 107001: no such device. 100001: aclInit did not
// come first.
ACL_FUNC_VISIBILITY aclError aclrtSetDevice(int32_t deviceId);

// Takes back one aclrtSetDevice. The last one waits for the work of the default context's streams
// and releases them and that context; the context is then gone for every thread. Contexts that were
// created, events and memory stay. 107001: no such device, or it was reset as often as it was set.
// 107000: called inside a callback or host function.
ACL_FUNC_VISIBILITY aclError aclrtResetDevice(int32_t deviceId);

// As the last aclrtResetDevice, whatever the count. 107001: no such device, or it is not set.
ACL_FUNC_VISIBILITY aclError aclrtResetDeviceForce(int32_t deviceId);

// Writes the device of the calling thread's context into `*deviceId`. 107002: the thread has none;
// when it never chose one, that is an answer and leaves neither a sentence nor a last error.
ACL_FUNC_VISIBILITY aclError aclrtGetDevice(int32_t* deviceId);

// Writes the number of devices into `*count`: HOSTACL_DEVICE_COUNT, less what
// ASCEND_RT_VISIBLE_DEVICES leaves out. Needs neither aclInit nor a device.
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceCount(uint32_t* count);

// Writes ACL_HOST into `*runMode`.
ACL_FUNC_VISIBILITY aclError aclrtGetRunMode(aclrtRunMode* runMode);

// Chooses a task scheduler. There is one only, so this has no effect. 107000: `tsId` is none.
ACL_FUNC_VISIBILITY aclError aclrtSetTsDevice(aclrtTsId tsId);

// Waits for the work of all streams on the current context's device and returns the first failure
// that one of them kept, which forgets it. 107000: called inside a callback or host function.
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeDevice(void);

// The same with a bound in milliseconds; -1 waits forever, 0 looks once. 507046: the time is up.
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout);

// Writes ACL_RT_DEVICE_STATUS_NORMAL into `*deviceStatus`. 107001: no such device.
ACL_FUNC_VISIBILITY aclError aclrtQueryDeviceStatus(int32_t deviceId,
                                                    aclrtDeviceStatus* deviceStatus);

// Writes a property of a device into `*value`; sizes are in bytes. Apart from
// ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE and ACL_DEV_ATTR_NPU_ARCH the values are nominal for the
// emulated SoC. 107001: no such device. 207000: the emulated SoC has no such property. `*value` is
// 0 on failure.
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceInfo(uint32_t deviceId, aclrtDevAttr attr,
                                                int64_t* value);

// Writes ACL_DEV_FEATURE_SUPPORT or ACL_DEV_FEATURE_NOT_SUPPORT into `*value`. 107001: no such
// device.
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceCapability(int32_t deviceId,
                                                      aclrtDevFeatureType devFeatureType,
                                                      int32_t* value);

// Writes 1 into `*canAccessPeer`: each device reaches each other one's memory. 107001: no such
// device. 107000: the ids are equal.
ACL_FUNC_VISIBILITY aclError aclrtDeviceCanAccessPeer(int32_t* canAccessPeer, int32_t deviceId,
                                                      int32_t peerDeviceId);

// Lets the current device use the memory of `peerDeviceId`. Copies work without it too. `flags` is
// 0. 107001: no such device. 107000: it is the current device.
ACL_FUNC_VISIBILITY aclError aclrtDeviceEnablePeerAccess(int32_t peerDeviceId, uint32_t flags);

// Takes that back. 107001: no such device. 107000: it was not enabled.
ACL_FUNC_VISIBILITY aclError aclrtDeviceDisablePeerAccess(int32_t peerDeviceId);

// Writes 1 into `*status` when that is enabled, else 0. 107001: no such device.
ACL_FUNC_VISIBILITY aclError aclrtDevicePeerAccessStatus(int32_t deviceId, int32_t peerDeviceId,
                                                         int32_t* status);

// Writes the lowest (largest number) and the highest (smallest number) priority of a stream. Either
// pointer may be null. Priorities have no effect here.
ACL_FUNC_VISIBILITY aclError aclrtDeviceGetStreamPriorityRange(int32_t* leastPriority,
                                                               int32_t* greatestPriority);

// Writes the bytes of memory of a kind that are free and that there are on the current device; 0
// and 0 for a kind that the emulated SoC lacks. The budget is HOSTACL_DEVICE_MEMORY.
ACL_FUNC_VISIBILITY aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t* free, size_t* total);

// Writes the bytes of a device's memory that are in use, and the most that ever were, into the
// first of `inputNum` entries, and 1 into `*outputNum`: no account is kept of what the memory is
// for. 107001: no such device. 107000: `inputNum` is 0.
ACL_FUNC_VISIBILITY aclError aclrtGetMemUsageInfo(int32_t deviceId, aclrtMemUsageInfo* memUsageInfo,
                                                  size_t inputNum, size_t* outputNum);

// Writes 1 into `*active` when the device's default context exists, else 0. `flags` is null.
// 107001: no such device.
ACL_FUNC_VISIBILITY aclError aclrtGetPrimaryCtxState(int32_t deviceId, uint32_t* flags,
                                                     int32_t* active);

// Sets and reads the overflow mode of the current device. It has no effect: arithmetic follows IEEE
// 754. 207000: the emulated SoC lacks the mode.
ACL_FUNC_VISIBILITY aclError aclrtSetDeviceSatMode(aclrtFloatOverflowMode mode);
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceSatMode(aclrtFloatOverflowMode* mode);

// Writes 16 bytes that tell a device apart from the others of its machine, the same ones in each
// process. 107001: no such device.
ACL_FUNC_VISIBILITY aclError aclrtDeviceGetUuid(int32_t deviceId, aclrtUuid* uuid);

// Writes the id of this process. It is the one that the process itself sees, also in a container.
ACL_FUNC_VISIBILITY aclError aclrtDeviceGetBareTgid(int32_t* pid);

// Writes the id that a device has before ASCEND_RT_VISIBLE_DEVICES renumbers the visible ones, -1
// on failure. 107001: no such device.
ACL_FUNC_VISIBILITY aclError aclrtGetLogicDevIdByUserDevId(const int32_t userDevid,
                                                           int32_t* const logicDevId);

// Core limits: how many cube or vector cores of the emulated SoC a process, a stream or a thread
// may use. They are numbers to be read: how many threads an operator uses is decided by
// HOSTACL_THREADS. 107000: `type` is none, or `value` is not from 1 to the cores that there are.

// Read, set and take back the limits of a device in this process; at first its number of cores.
// aclrtResetDevice takes them back too. 107001: no such device.
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceResLimit(int32_t deviceId, aclrtDevResLimitType type,
                                                    uint32_t* value);
ACL_FUNC_VISIBILITY aclError aclrtSetDeviceResLimit(int32_t deviceId, aclrtDevResLimitType type,
                                                    uint32_t value);
ACL_FUNC_VISIBILITY aclError aclrtResetDeviceResLimit(int32_t deviceId);

// The same for a stream; at first those of its device.
ACL_FUNC_VISIBILITY aclError aclrtGetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type,
                                                    uint32_t* value);
ACL_FUNC_VISIBILITY aclError aclrtSetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type,
                                                    uint32_t value);
ACL_FUNC_VISIBILITY aclError aclrtResetStreamResLimit(aclrtStream stream);

// Make a stream's limits the calling thread's, take that back, and write the thread's limit: that
// stream's, or the current device's. 107000: taking back another stream's.
ACL_FUNC_VISIBILITY aclError aclrtUseStreamResInCurrentThread(aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtUnuseStreamResInCurrentThread(aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtGetResInCurrentThread(aclrtDevResLimitType type, uint32_t* value);

// Faults. Emulated devices have none.

// Writes ACL_RT_NO_ERROR, without details, into `*errorInfo`. 107001: no such device.
ACL_FUNC_VISIBILITY aclError aclrtGetErrorVerbose(int32_t deviceId, aclrtErrorInfo* errorInfo);

// Repairs nothing when `errorInfo` says that there is no error. 200001: it says that there is one.
ACL_FUNC_VISIBILITY aclError aclrtRepairError(int32_t deviceId, const aclrtErrorInfo* errorInfo);

// Writes 0, the number of faulty ranges of memory, into `*retSize`. 107001: no such device.
ACL_FUNC_VISIBILITY aclError aclrtGetMemUceInfo(int32_t deviceId, aclrtMemUceInfo* memUceInfoArray,
                                                size_t arraySize, size_t* retSize);

// Repairs nothing when `arraySize` is 0. 200001: it is not.
ACL_FUNC_VISIBILITY aclError aclrtMemUceRepair(int32_t deviceId, aclrtMemUceInfo* memUceInfoArray,
                                               size_t arraySize);

// 200001, with -1 for each rate: there are no cores to be measured. 107001: no such device.
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceUtilizationRate(int32_t deviceId,
                                                           aclrtUtilizationInfo* utilizationInfo);

// 200001: work of a device cannot be abandoned as a whole. 107001: no such device.
ACL_FUNC_VISIBILITY aclError aclrtDeviceTaskAbort(int32_t deviceId, uint32_t timeout);

// 200001, with null: there is no such address.
ACL_FUNC_VISIBILITY aclError aclrtGetHardwareSyncAddr(void** addr);

// Contexts.

// Creates a context of a device with a default stream of its own and makes it the calling thread's.
// Freed with aclrtDestroyContext. 107001: no such device. 100001: aclInit did not come first.
ACL_FUNC_VISIBILITY aclError aclrtCreateContext(aclrtContext* context, int32_t deviceId);

// Waits for the work of the context's streams and releases them and the context, which is then gone
// for every thread. 107000: null, or a device's default context (aclrtResetDevice releases that),
// or called inside a callback or host function.
ACL_FUNC_VISIBILITY aclError aclrtDestroyContext(aclrtContext context);

// Makes a context, and so its device, the calling thread's.
ACL_FUNC_VISIBILITY aclError aclrtSetCurrentContext(aclrtContext context);

// Writes the calling thread's context into `*context`. 107002: the thread has none.
ACL_FUNC_VISIBILITY aclError aclrtGetCurrentContext(aclrtContext* context);

// Writes the current context's default stream into `*stream`. It belongs to the context.
ACL_FUNC_VISIBILITY aclError aclrtCtxGetCurrentDefaultStream(aclrtStream* stream);

// Set and read a system parameter of the process; 0 before it was set. Results are deterministic
// whatever the parameters say.
ACL_FUNC_VISIBILITY aclError aclrtSetSysParamOpt(aclSysParamOpt opt, int64_t value);
ACL_FUNC_VISIBILITY aclError aclrtGetSysParamOpt(aclSysParamOpt opt, int64_t* value);

// Set and read a system parameter of the current context. 107021: it was never set there.
ACL_FUNC_VISIBILITY aclError aclrtCtxSetSysParamOpt(aclSysParamOpt opt, int64_t value);
ACL_FUNC_VISIBILITY aclError aclrtCtxGetSysParamOpt(aclSysParamOpt opt, int64_t* value);

// Streams.

// Creates a stream in the current context: a queue whose work is done in order, by a thread of its
// own; short work of an operator may be done on the launching thread instead, before the launch
// returns, when the stream is idle. Freed with aclrtDestroyStream. 207008: the device has no stream
// left.
ACL_FUNC_VISIBILITY aclError aclrtCreateStream(aclrtStream* stream);

// The same with a priority, which has no effect, and flags (ACL_STREAM_*). 207000: a flag whose
// streams do not run what is launched (ACL_STREAM_PERSISTENT, ACL_STREAM_CPU_SCHEDULE,
// ACL_STREAM_DEVICE_USE_ONLY). Other flags have no effect.
ACL_FUNC_VISIBILITY aclError aclrtCreateStreamWithConfig(aclrtStream* stream, uint32_t priority,
                                                         uint32_t flag);

// The same with the priority and the flags of a configuration, which stays the caller's.
ACL_FUNC_VISIBILITY aclError aclrtCreateStreamV2(aclrtStream* stream,
                                                 const aclrtStreamConfigHandle* handle);

// Makes a configuration with priority 0 and no flags. Freed with aclrtDestroyStreamConfigHandle.
// Null when host memory runs out.
ACL_FUNC_VISIBILITY aclrtStreamConfigHandle* aclrtCreateStreamConfigHandle(void);

// Frees a configuration.
ACL_FUNC_VISIBILITY aclError aclrtDestroyStreamConfigHandle(aclrtStreamConfigHandle* handle);

// Copies `valueSize` bytes at `attrValue`, which is the size of the member, into a member of a
// configuration. 107000: another size, or `attr` is no member.
ACL_FUNC_VISIBILITY aclError aclrtSetStreamConfigOpt(aclrtStreamConfigHandle* handle,
                                                     aclrtStreamConfigAttr attr,
                                                     const void* attrValue, size_t valueSize);

// Waits for the stream's work and frees the stream. 107003: it belongs to another context than the
// current one. 107000: null or a default stream, or called inside a callback or host function.
ACL_FUNC_VISIBILITY aclError aclrtDestroyStream(aclrtStream stream);

// The same, but what is queued and not running yet is dropped. Events recorded there become
// complete.
ACL_FUNC_VISIBILITY aclError aclrtDestroyStreamForce(aclrtStream stream);

// Waits for the work queued on a stream before the call and returns the failure that a task left
// there, if any, which forgets it. 107000: called inside a callback or host function.
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeStream(aclrtStream stream);

// The same with a bound in milliseconds; -1 waits forever, 0 looks once. 507046: the time is up.
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout);

// Writes into `*status` whether the stream has nothing left to do.
ACL_FUNC_VISIBILITY aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus* status);

// Lets what is launched on `stream` from now on wait for the latest record of `event` so far, on
// whatever stream that was; an event that was never recorded is not waited for. Recording the event
// again does not change it. Returns at once. Bounded by aclrtSetOpWaitTimeout. 107000: the event
// was made without ACL_EVENT_SYNC. 107003: stream or event belong elsewhere.
ACL_FUNC_VISIBILITY aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event);

// The same with a bound of its own in seconds, 0 for none. When it is up, the wait ends and the
// stream keeps the failure 107019.
ACL_FUNC_VISIBILITY aclError aclrtStreamWaitEventWithTimeout(aclrtStream stream, aclrtEvent event,
                                                             int32_t timeout);

// Sets the bound in seconds of the waits that aclrtStreamWaitEvent queues from now on, in the whole
// process; 0, the value at first, for none.
ACL_FUNC_VISIBILITY aclError aclrtSetOpWaitTimeout(uint32_t timeout);

// Write a stream's number, unique in the process, and the flags and priority it was made with.
ACL_FUNC_VISIBILITY aclError aclrtStreamGetId(aclrtStream stream, int32_t* streamId);
ACL_FUNC_VISIBILITY aclError aclrtStreamGetFlags(aclrtStream stream, uint32_t* flags);
ACL_FUNC_VISIBILITY aclError aclrtStreamGetPriority(aclrtStream stream, uint32_t* priority);

// Decides, once per stream, what follows the failure of a task. ACL_CONTINUE_ON_FAILURE, the mode
// at first: later work runs. ACL_STOP_ON_FAILURE: the failure stays, later work of all streams of
// the context is dropped and launches return the failure's code, until the stream is destroyed.
// 107000: no such mode, or set before. 207000: a null stream on a SoC other than Atlas A2, A3 and
// Ascend 950.
ACL_FUNC_VISIBILITY aclError aclrtSetStreamFailureMode(aclrtStream stream, uint64_t mode);

// Set and read one of the attributes below; `*value` is all 0 where reading fails. The failure mode
// is that of aclrtSetStreamFailureMode, 0 at first. The others have no effect: a switch (0 or 1)
// for the check of overflows and one for keeping what operators are, a tag, and a priority from 0
// to 7. 107000: another attribute or value.
ACL_FUNC_VISIBILITY aclError aclrtSetStreamAttribute(aclrtStream stream,
                                                     aclrtStreamAttr stmAttrType,
                                                     aclrtStreamAttrValue* value);
ACL_FUNC_VISIBILITY aclError aclrtGetStreamAttribute(aclrtStream stream,
                                                     aclrtStreamAttr stmAttrType,
                                                     aclrtStreamAttrValue* value);

// Set and read the switch for the check of overflows, 0 at first. Results are IEEE 754's whatever
// it says, and no overflow is recorded.
ACL_FUNC_VISIBILITY aclError aclrtSetStreamOverflowSwitch(aclrtStream stream, uint32_t flag);
ACL_FUNC_VISIBILITY aclError aclrtGetStreamOverflowSwitch(aclrtStream stream, uint32_t* flag);

// 200001: no overflow is recorded.
ACL_FUNC_VISIBILITY aclError aclrtGetOverflowStatus(void* outputAddr, size_t outputSize,
                                                    aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtResetOverflowStatus(aclrtStream stream);

// Writes `value` to the 8 bytes at `devAddr` in the order of a stream. 107000: `devAddr` is not
// device memory or not a multiple of 8, or `flag` is not 0.
ACL_FUNC_VISIBILITY aclError aclrtValueWrite(void* devAddr, uint64_t value, uint32_t flag,
                                             aclrtStream stream);

// Lets what is launched on `stream` from now on wait until the number n in the 8 bytes at
// `devAddr`, which any stream or thread may write, compares with `value`: n - value is not negative
// as a signed number (ACL_STREAM_WAIT_VALUE_GEQ), they are equal (_EQ), n & value is not 0 (_AND),
// ~(n | value) is not 0 (_NOR). 107000: as above, or `flag` is none of these.
ACL_FUNC_VISIBILITY aclError aclrtValueWait(void* devAddr, uint64_t value, uint32_t flag,
                                            aclrtStream stream);

// Writes how many streams the current device has left into `*streamCount`.
ACL_FUNC_VISIBILITY aclError aclrtGetStreamAvailableNum(uint32_t* streamCount);

// Events.

// Creates an event of the current device for waiting and for timing. Freed with aclrtDestroyEvent.
// 207007: the device has no event left.
ACL_FUNC_VISIBILITY aclError aclrtCreateEvent(aclrtEvent* event);

// The same for what `flag` says: ACL_EVENT_TIME_LINE timing, ACL_EVENT_SYNC waiting by streams,
// ACL_EVENT_CAPTURE_STREAM_PROGRESS asking for its state; every event can do the last. 107000: 0 or
// an unknown flag. 207000: ACL_EVENT_EXTERNAL or ACL_EVENT_IPC.
ACL_FUNC_VISIBILITY aclError aclrtCreateEventWithFlag(aclrtEvent* event, uint32_t flag);

// The same without bound on their number. Before its first record such an event is complete.
ACL_FUNC_VISIBILITY aclError aclrtCreateEventExWithFlag(aclrtEvent* event, uint32_t flag);

// Frees an event, also one that is not complete; returns at once. Waits for it that are queued stay
// right.
ACL_FUNC_VISIBILITY aclError aclrtDestroyEvent(aclrtEvent event);

// Lets the event become complete when everything launched on `stream` before is done, and forget
// its record before. Returns at once. 107003: stream or event belong elsewhere.
ACL_FUNC_VISIBILITY aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream);

// Makes the event one that was not recorded when everything launched on `stream` before is done,
// unless it is recorded again by then. 107000: not an event of aclrtCreateEventWithFlag with
// ACL_EVENT_SYNC.
ACL_FUNC_VISIBILITY aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream);

// Writes whether the latest record of the event is done. 107000: an event of
// aclrtCreateEventExWithFlag. Superseded by aclrtQueryEventStatus.
ACL_FUNC_VISIBILITY aclError aclrtQueryEvent(aclrtEvent event, aclrtEventStatus* status);

// Writes whether the latest record of the event is done. An event that was never recorded is not
// ready, but complete if it was made by aclrtCreateEventExWithFlag.
ACL_FUNC_VISIBILITY aclError aclrtQueryEventStatus(aclrtEvent event,
                                                   aclrtEventRecordedStatus* status);

// Writes whether all waits for the event by streams are done. 107000: an event of
// aclrtCreateEventExWithFlag.
ACL_FUNC_VISIBILITY aclError aclrtQueryEventWaitStatus(aclrtEvent event,
                                                       aclrtEventWaitStatus* status);

// Waits for the latest record of the event; returns at once when there is none. 107000: called
// inside a callback or host function.
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeEvent(aclrtEvent event);

// The same with a bound in milliseconds; -1 waits forever, 0 looks once. 507047: the time is up.
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout);

// Writes the milliseconds between the latest records of two events. 107006: one of them was made
// without ACL_EVENT_TIME_LINE or is not complete. 107007: the end was recorded before the start.
ACL_FUNC_VISIBILITY aclError aclrtEventElapsedTime(float* ms, aclrtEvent startEvent,
                                                   aclrtEvent endEvent);

// Writes when the latest record was done, in microseconds of a steady clock. 107006: as above.
ACL_FUNC_VISIBILITY aclError aclrtEventGetTimestamp(aclrtEvent event, uint64_t* timestamp);

// Writes the event's number, unique in the process, into `*eventId`.
ACL_FUNC_VISIBILITY aclError aclrtGetEventId(aclrtEvent event, uint32_t* eventId);

// Writes how many events the current device has left into `*eventCount`.
ACL_FUNC_VISIBILITY aclError aclrtGetEventAvailNum(uint32_t* eventCount);

// Memory.

// Allocates `size` bytes on the current device, uninitialised and aligned to 64 bytes. The size is
// rounded up to a multiple of 32 bytes; the program may use these bytes, and copies and fills are
// checked against the rounded size. 32 bytes more are taken from the device's memory, which are not
// the program's, except on Ascend 950 and for the two policies of 1 GiB pages. Blocks of 2 MiB and
// more are aligned to 2 MiB and ask for huge pages, whatever `policy` says. Freed with aclrtFree.
// 207001: more than the device's memory (HOSTACL_DEVICE_MEMORY) or the host's; `*devPtr` is then
// null. 107000: `size` is 0.
ACL_FUNC_VISIBILITY aclError aclrtMalloc(void** devPtr, size_t size, aclrtMemMallocPolicy policy);

// The same without the 32 bytes more.
ACL_FUNC_VISIBILITY aclError aclrtMallocAlign32(void** devPtr, size_t size,
                                                aclrtMemMallocPolicy policy);

// The same as aclrtMalloc. 107000: another policy than the three without a suffix and
// ACL_MEM_MALLOC_HUGE1G_ONLY.
ACL_FUNC_VISIBILITY aclError aclrtMallocCached(void** devPtr, size_t size,
                                               aclrtMemMallocPolicy policy);

// The same as aclrtMalloc with attributes: a module id, which has no effect, and a device id. `cfg`
// may be null. `policy` may combine one of the small values with one of the bandwidth bits and
// ACL_MEM_ACCESS_USER_SPACE_READONLY. 207000: another attribute.
ACL_FUNC_VISIBILITY aclError aclrtMallocWithCfg(void** devPtr, size_t size,
                                                aclrtMemMallocPolicy policy,
                                                aclrtMallocConfig* cfg);

// Frees memory of the aclrtMalloc family at once; waits for nothing. Copies and fills that are
// queued stay safe, operators do not. 107000: null, freed before, or not the start of such a block.
ACL_FUNC_VISIBILITY aclError aclrtFree(void* devPtr);

// The same after waiting for the work of all streams of the block's device. Failures that streams
// keep stay there. 107000: also inside a callback or host function.
ACL_FUNC_VISIBILITY aclError aclrtFreeWithDevSync(void* devPtr);

// Allocates `size` bytes of host memory that copies need not wait for ("pinned"), uninitialised and
// aligned to 64 bytes. The size is rounded up to a multiple of 32 bytes. Freed with aclrtFreeHost.
// 207001: host memory ran out. 107000: `size` is 0.
ACL_FUNC_VISIBILITY aclError aclrtMallocHost(void** hostPtr, size_t size);

// The same with attributes: a module id and ACL_RT_MEM_ATTR_VA_FLAG, which have no effect. `cfg`
// may be null. 207000: another attribute.
ACL_FUNC_VISIBILITY aclError aclrtMallocHostWithCfg(void** ptr, uint64_t size,
                                                    aclrtMallocConfig* cfg);

// As aclrtFree, for memory of aclrtMallocHost.
ACL_FUNC_VISIBILITY aclError aclrtFreeHost(void* hostPtr);

// As aclrtFreeWithDevSync, for memory of aclrtMallocHost; waits for the current context's device.
ACL_FUNC_VISIBILITY aclError aclrtFreeHostWithDevSync(void* hostPtr);

// Makes `size` bytes from `ptr` on, a multiple of 4 KiB, host memory that copies need not wait for,
// and writes the address that devices have them under, which is `ptr`. The memory stays the
// program's and must outlive the copies. Taken back with aclrtHostUnregister. 107000: `ptr` or
// `size` is out of range, or `type` is none. 200006: another type than ACL_HOST_REGISTER_MAPPED.
// 507910: some of the bytes are registered, or belong to a block of the library that is not one of
// aclrtMallocHost with all of them.
ACL_FUNC_VISIBILITY aclError aclrtHostRegister(void* ptr, uint64_t size, aclrtHostRegisterType type,
                                               void** devPtr);

// The same with flags: ACL_HOST_REG_PINNED, and ACL_HOST_REG_MAPPED for an address that
// aclrtHostGetDevicePointer writes. 200006: ACL_HOST_REG_IOMEMORY or ACL_HOST_REG_READONLY.
ACL_FUNC_VISIBILITY aclError aclrtHostRegisterV2(void* ptr, uint64_t size, uint32_t flag);

// Writes the address that devices have a byte of mapped host memory under. `flag` is 0. 507911: it
// is not registered as mapped.
ACL_FUNC_VISIBILITY aclError aclrtHostGetDevicePointer(void* pHost, void** pDevice, uint32_t flag);

// Takes a registration back at once. 507911: `ptr` is not where one starts.
ACL_FUNC_VISIBILITY aclError aclrtHostUnregister(void* ptr);

// Sets `count` bytes at `devPtr` to the low 8 bits of `value`, at once and not in any stream's
// order. 107000: `count` exceeds `maxCount`, or reaches past the rounded size of the block that
// `devPtr` lies in (aclrtMalloc).
ACL_FUNC_VISIBILITY aclError aclrtMemset(void* devPtr, size_t maxCount, int32_t value,
                                         size_t count);

// The same in the order of a stream; returns at once.
ACL_FUNC_VISIBILITY aclError aclrtMemsetAsync(void* devPtr, size_t maxCount, int32_t value,
                                              size_t count, aclrtStream stream);

// Copies `count` bytes at once: it does not wait for any stream. The ranges may overlap. 107000:
// `count` exceeds `destMax` or reaches past the rounded size of a block of the library that `dst`
// or `src` lies in (aclrtMalloc), or `kind` is none.
ACL_FUNC_VISIBILITY aclError aclrtMemcpy(void* dst, size_t destMax, const void* src, size_t count,
                                         aclrtMemcpyKind kind);

// The same in the order of a stream. Returns at once when both sides are memory of aclrtMalloc or
// aclrtMallocHost, else after the copy. 207000: `kind` is ACL_MEMCPY_HOST_TO_HOST. 107003: the
// stream belongs to another context. 107000: also when it would have to wait inside a callback or
// host function. 107023: while the call waited, the stream's work was dropped, this copy included
// (aclrtDestroyStreamForce, ACL_STOP_ON_FAILURE); or the process is exiting.
ACL_FUNC_VISIBILITY aclError aclrtMemcpyAsync(void* dst, size_t destMax, const void* src,
                                              size_t count, aclrtMemcpyKind kind,
                                              aclrtStream stream);

// The same.
ACL_FUNC_VISIBILITY aclError aclrtMemcpyAsyncWithCondition(void* dst, size_t destMax,
                                                           const void* src, size_t count,
                                                           aclrtMemcpyKind kind,
                                                           aclrtStream stream);

// Copies `height` rows of `width` bytes that start `dpitch` and `spitch` bytes apart, at once.
// 107000: a pitch is smaller than the width, `width` exceeds 5,000,000 or `height` 5,242,880,
// either is 0, or the rows reach past the end of a block. 100000: `kind` is not host to device,
// device to host or device to device, the last on Atlas A2, A3 and Ascend 950 only.
ACL_FUNC_VISIBILITY aclError aclrtMemcpy2d(void* dst, size_t dpitch, const void* src, size_t spitch,
                                           size_t width, size_t height, aclrtMemcpyKind kind);

// The same in the order of a stream; returns as aclrtMemcpyAsync does.
ACL_FUNC_VISIBILITY aclError aclrtMemcpy2dAsync(void* dst, size_t dpitch, const void* src,
                                                size_t spitch, size_t width, size_t height,
                                                aclrtMemcpyKind kind, aclrtStream stream);

// Makes `numBatches` copies at once, in order, each as aclrtMemcpy does. attrs[k] says of the
// copies from attrsIndexes[k] on where they go: all from the host to a device, or all the other
// way. `*failIndex` gets the first copy that is refused, SIZE_MAX when it is not one of them; then
// none is made. 107000: also when `attrsIndexes` does not begin with 0 and rise, or an attribute
// has another direction.
ACL_FUNC_VISIBILITY aclError aclrtMemcpyBatch(void** dsts, size_t* destMaxs, void** srcs,
                                              size_t* sizes, size_t numBatches,
                                              aclrtMemcpyBatchAttr* attrs, size_t* attrsIndexes,
                                              size_t numAttrs, size_t* failIndex);

// The same in the order of a stream; returns as aclrtMemcpyAsync does.
ACL_FUNC_VISIBILITY aclError aclrtMemcpyBatchAsync(void** dsts, size_t* destMaxs, void** srcs,
                                                   size_t* sizes, size_t numBatches,
                                                   aclrtMemcpyBatchAttr* attrs,
                                                   size_t* attrsIndexes, size_t numAttrs,
                                                   size_t* failIndex, aclrtStream stream);

// Writes where an address lies: ACL_MEM_LOCATION_TYPE_DEVICE with the device's id for memory of
// aclrtMalloc or aclrtMapMem, _HOST for memory of aclrtMallocHost or registered, _UNREGISTERED for
// any other.
ACL_FUNC_VISIBILITY aclError aclrtPointerGetAttributes(const void* ptr,
                                                       aclrtPtrAttributes* attributes);

// Write back and invalidate the cache for `size` bytes. Memory is coherent here, so they only
// check: 107000 when the range is not inside a block of the aclrtMalloc family.
ACL_FUNC_VISIBILITY aclError aclrtMemFlush(void* devPtr, size_t size);
ACL_FUNC_VISIBILITY aclError aclrtMemInvalidate(void* devPtr, size_t size);

// The same in the order of a stream, and reading ahead: ACL_RT_CMO_TYPE_PREFETCH brings the range
// into the cache.
ACL_FUNC_VISIBILITY aclError aclrtCmoAsync(void* src, size_t size, aclrtCmoType cmoType,
                                           aclrtStream stream);

// Virtual memory: addresses and memory are taken apart and put together by aclrtMapMem.

// Reserves `size` addresses without memory, aligned to 2 MiB; using them is a fault until something
// is mapped there. `alignment` is 0; `flags` has no effect. Freed with aclrtReleaseMemAddress.
// 107000: `size` or `alignment` is out of range. 200006: `expectPtr` is not null. 207001: the
// process has no such range left.
ACL_FUNC_VISIBILITY aclError aclrtReserveMemAddress(void** virPtr, size_t size, size_t alignment,
                                                    void* expectPtr, uint64_t flags);

// Gives reserved addresses back. 107000: `virPtr` is not where a reservation starts, or something
// is mapped there.
ACL_FUNC_VISIBILITY aclError aclrtReleaseMemAddress(void* virPtr);

// Takes `size` bytes, in pages of 4 KiB, of the memory of the device that `prop->location` names;
// `flags` is 0. Of the other properties allocationType is checked, the others have no effect. Freed
// with aclrtFreePhysical. 107001: no such device. 107000: `size` is 0, or another allocationType or
// flag. 200006: the location is not a device. 207001: more than the device's memory
// (HOSTACL_DEVICE_MEMORY) or the host's.
ACL_FUNC_VISIBILITY aclError aclrtMallocPhysical(aclrtDrvMemHandle* handle, size_t size,
                                                 const aclrtPhysicalMemProp* prop, uint64_t flags);

// Frees the handle at once; the memory goes with its last mapping.
ACL_FUNC_VISIBILITY aclError aclrtFreePhysical(aclrtDrvMemHandle handle);

// Maps memory at reserved addresses, which are then as good as aclrtMalloc's; ranges that are
// mapped side by side are one. The same memory may be mapped at several places. 107000: `virPtr` is
// not a multiple of 4 KiB with `size` bytes of one reservation from there on, something is mapped
// there, `size` is not the memory's size, or `offset` or `flags` is not 0.
ACL_FUNC_VISIBILITY aclError aclrtMapMem(void* virPtr, size_t size, size_t offset,
                                         aclrtDrvMemHandle handle, uint64_t flags);

// Takes that back: using the addresses is a fault again. Waits for copies and fills that are queued
// there, not for operators. 107000: `virPtr` is not where something was mapped, or called inside a
// callback or host function.
ACL_FUNC_VISIBILITY aclError aclrtUnmapMem(void* virPtr);

// Writes a number that stands for memory inside this process, whatever `handleType` says. `flags`
// is one of ACL_RT_VMM_EXPORT_FLAG_*.
ACL_FUNC_VISIBILITY aclError aclrtMemExportToShareableHandle(aclrtDrvMemHandle handle,
                                                             aclrtMemHandleType handleType,
                                                             uint64_t flags,
                                                             uint64_t* shareableHandle);

// Makes another handle of the memory that such a number stands for. Freed with aclrtFreePhysical.
// 107001: no such device. 107017: the number is not one of this process, or its memory was freed.
ACL_FUNC_VISIBILITY aclError aclrtMemImportFromShareableHandle(uint64_t shareableHandle,
                                                               int32_t deviceId,
                                                               aclrtDrvMemHandle* handle);

// Lets processes use such a number. 200006: one of them is not this process.
ACL_FUNC_VISIBILITY aclError aclrtMemSetPidToShareableHandle(uint64_t shareableHandle, int32_t* pid,
                                                             size_t pidNum);

// Sharing with other processes. There is none: these return 200001 and write null, "" or zeros
// where they would write a result.
ACL_FUNC_VISIBILITY aclError aclrtIpcMemGetExportKey(void* devPtr, size_t size, char* key,
                                                     size_t len, uint64_t flags);
ACL_FUNC_VISIBILITY aclError aclrtIpcMemSetImportPid(const char* key, int32_t* pid, size_t num);
ACL_FUNC_VISIBILITY aclError aclrtIpcMemImportByKey(void** devPtr, const char* key, uint64_t flags);
ACL_FUNC_VISIBILITY aclError aclrtIpcMemClose(const char* key);
ACL_FUNC_VISIBILITY aclError aclrtIpcGetEventHandle(aclrtEvent event, aclrtIpcEventHandle* handle);
ACL_FUNC_VISIBILITY aclError aclrtIpcOpenEventHandle(aclrtIpcEventHandle handle, aclrtEvent* event);

// Errors.

// Hands over the sentences of the calling thread's failures, newest on top and at most 16, and
// forgets them; with err_msg_mode "1" (aclInit) those of all threads. Null when there are none. The
// text belongs to the library and is valid until the thread calls this again.
ACL_FUNC_VISIBILITY const char* aclGetRecentErrMsg(void);

// Return the code of the calling thread's last failure, 0 when there is none. aclrtGetLastError
// forgets it. 107000: `level` is not ACL_RT_THREAD_LEVEL.
ACL_FUNC_VISIBILITY aclError aclrtPeekAtLastError(aclrtLastErrLevel level);
ACL_FUNC_VISIBILITY aclError aclrtGetLastError(aclrtLastErrLevel level);

// Callbacks and host functions may call the library, but nothing that waits (synchronize, destroy,
// reset, finalize): that is refused with 107000 instead of waiting for itself.

// Lets the callbacks of a stream run on a thread: the one with that pthread_self(), or gettid(). A
// thread serves any number of streams of one device. 107011: the stream has a thread. 107012: the
// thread serves another device.
ACL_FUNC_VISIBILITY aclError aclrtSubscribeReport(uint64_t threadId, aclrtStream stream);

// Takes that back. Callbacks of the stream that did not run yet are dropped. 107011: the stream has
// no thread. 107012: it has another one.
ACL_FUNC_VISIBILITY aclError aclrtUnSubscribeReport(uint64_t threadId, aclrtStream stream);

// Queues `fn(userData)` on a stream. When its turn comes it waits for the subscribed thread; with
// ACL_CALLBACK_BLOCK later work of the stream waits until it has run. So do the calls that wait for
// the stream (synchronize, aclrtDestroyStream, reset, finalize): they return only after the thread
// has called aclrtProcessReport and must therefore not be made on that thread before. 107015: the
// stream has no thread.
ACL_FUNC_VISIBILITY aclError aclrtLaunchCallback(aclrtCallback fn, void* userData,
                                                 aclrtCallbackBlockType blockType,
                                                 aclrtStream stream);

// Runs the callbacks that wait for the calling thread, or waits `timeout` milliseconds for the
// first, -1 forever. 107012: no stream subscribed this thread. 507012: none came in time.
ACL_FUNC_VISIBILITY aclError aclrtProcessReport(int32_t timeout);

// Queues `fn(args)` on a stream; it runs on a thread of the library's, and later work of the stream
// waits for it.
ACL_FUNC_VISIBILITY aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc fn, void* args);

// Kernels that a program brings along. They are code for an NPU's cores: each function returns
// 200001 with a sentence that says so, and writes null where it would write a result.

typedef struct aclrtBinaryLoadOptions aclrtBinaryLoadOptions;
typedef struct aclrtLaunchKernelCfg aclrtLaunchKernelCfg;
typedef struct aclrtPlaceHolderInfo aclrtPlaceHolderInfo;

ACL_FUNC_VISIBILITY aclError aclrtBinaryLoadFromData(const void* data, size_t length,
                                                     const aclrtBinaryLoadOptions* options,
                                                     aclrtBinHandle* binHandle);
ACL_FUNC_VISIBILITY aclError aclrtBinaryGetFunction(const aclrtBinHandle binHandle,
                                                    const char* kernelName,
                                                    aclrtFuncHandle* funcHandle);
ACL_FUNC_VISIBILITY aclError aclrtGetFunctionAddr(aclrtFuncHandle funcHandle, void** aicAddr,
                                                  void** aivAddr);
ACL_FUNC_VISIBILITY aclError aclrtLaunchKernelWithHostArgs(
    aclrtFuncHandle funcHandle, uint32_t numBlocks, aclrtStream stream, aclrtLaunchKernelCfg* cfg,
    void* hostArgs, size_t argsSize, aclrtPlaceHolderInfo* placeHolderArray, size_t placeHolderNum);

// Capture of a stream's work into a model. There is none: of the functions below the first two
// answer, the others return 200001 and write null or 0 where they would write a result.

// Writes ACL_MODEL_RI_CAPTURE_STATUS_NONE into `*status`, and null into `*modelRI` unless that is
// null.
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureGetInfo(aclrtStream stream,
                                                    aclmdlRICaptureStatus* status,
                                                    aclmdlRI* modelRI);

// Makes `*mode` the calling thread's and writes the one before, at first
// ACL_MODEL_RI_CAPTURE_MODE_GLOBAL.
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureThreadExchangeMode(aclmdlRICaptureMode* mode);

ACL_FUNC_VISIBILITY aclError aclmdlRICaptureBegin(aclrtStream stream, aclmdlRICaptureMode mode);
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureToModelRIBegin(aclrtStream stream, aclmdlRI modelRI,
                                                           aclmdlRICaptureMode mode);
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureEnd(aclrtStream stream, aclmdlRI* modelRI);
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureTaskGrpBegin(aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureTaskGrpEnd(aclrtStream stream, aclrtTaskGrp* handle);
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureTaskUpdateBegin(aclrtStream stream,
                                                            aclrtTaskGrp handle);
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureTaskUpdateEnd(aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclmdlRIExecuteAsync(aclmdlRI modelRI, aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclmdlRIDestroy(aclmdlRI modelRI);
ACL_FUNC_VISIBILITY aclError aclmdlRIGetId(aclmdlRI modelRI, uint32_t* modelRIId);
ACL_FUNC_VISIBILITY aclError aclmdlRIDebugPrint(aclmdlRI modelRI);
ACL_FUNC_VISIBILITY aclError aclmdlRIDebugJsonPrint(aclmdlRI modelRI, const char* path,
                                                    uint32_t flags);
ACL_FUNC_VISIBILITY aclError aclmdlRICondHandleCreate(aclmdlRI modelRI, uint32_t defaultLaunchValue,
                                                      aclmdlRICondHandleFlag flag,
                                                      aclmdlRICondHandle* handle);
ACL_FUNC_VISIBILITY aclError aclmdlRICondHandleGetCondPtr(aclmdlRICondHandle handle,
                                                          uint64_t** ptr);

// Time limits of operators.

// Set the time an operator may take, in seconds, milliseconds or microseconds; 0 for the longest.
// It is rounded up to a multiple of the device's interval, at most 254 of them, and kept to be
// read: operators are never cut off. `*actualTimeout` gets the limit in microseconds and may be
// null.
ACL_FUNC_VISIBILITY aclError aclrtSetOpExecuteTimeOut(uint32_t timeout);
ACL_FUNC_VISIBILITY aclError aclrtSetOpExecuteTimeOutWithMs(uint32_t timeout);
ACL_FUNC_VISIBILITY aclError aclrtSetOpExecuteTimeOutV2(uint64_t timeout, uint64_t* actualTimeout);

// Write that limit in milliseconds, and the interval in microseconds.
ACL_FUNC_VISIBILITY aclError aclrtGetOpExecuteTimeout(uint32_t* const timeoutMs);
ACL_FUNC_VISIBILITY aclError aclrtGetOpTimeOutInterval(uint64_t* interval);

// Versions.

// Writes the version of this interface (ACL_MAJOR_VERSION and so on).
ACL_FUNC_VISIBILITY aclError aclrtGetVersion(int32_t* majorVersion, int32_t* minorVersion,
                                             int32_t* patchVersion);

// Writes the version of CANN that the library stands for. 100000: `name` is no package.
ACL_FUNC_VISIBILITY aclError aclsysGetCANNVersion(aclCANNPackageName name,
                                                  aclCANNPackageVersion* version);

// Writes the same as a text with its zero into the 128 bytes at `versionStr`. `pkgName` is the name
// of a package such as "runtime". 100000: no such package; of "ops_" and more, which later releases
// have, without a sentence.
ACL_FUNC_VISIBILITY aclError aclsysGetVersionStr(char* pkgName, char* versionStr);

// Writes the same as a number, 80501000 for 8.5.1. 100000: no such package.
ACL_FUNC_VISIBILITY aclError aclsysGetVersionNum(char* pkgName, int32_t* versionNum);

#ifdef __cplusplus
}
#endif

#endif  // ACL_ACL_RT_H_
