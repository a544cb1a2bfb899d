// The numbers of the enumerations that few programs use. Compiled only.
#include "acl/acl.h"

// aclrtMemManagedAdviseType
static_assert(sizeof(aclrtMemManagedAdviseType) == 4);
static_assert(ACL_MEM_ADVISE_SET_READ_MOSTLY == 0);
static_assert(ACL_MEM_ADVISE_UNSET_READ_MOSTLY == 1);
static_assert(ACL_MEM_ADVISE_SET_PREFERRED_LOCATION == 2);
static_assert(ACL_MEM_ADVISE_UNSET_PREFERRED_LOCATION == 3);
static_assert(ACL_MEM_ADVISE_SET_ACCESSED_BY == 4);
static_assert(ACL_MEM_ADVISE_UNSET_ACCESSED_BY == 5);

// aclrtMemPgType
static_assert(sizeof(aclrtMemPgType) == 4);
static_assert(NORMAL_PAGE_TYPE == 0);
static_assert(HUGE_PAGE_TYPE == 1);
static_assert(HUGE1G_PAGE_TYPE == 2);

// aclrtMemType
static_assert(sizeof(aclrtMemType) == 4);
static_assert(HBM_TYPE == 0);
static_assert(DDR_TYPE == 1);
static_assert(P2P_HBM_TYPE == 2);
static_assert(P2P_DDR_TYPE == 3);

// aclrtIpcMemAttrType
static_assert(sizeof(aclrtIpcMemAttrType) == 4);
static_assert(ACL_RT_IPC_MEM_ATTR_ACCESS_LINK == 0);

// aclrtGroupAttr
static_assert(sizeof(aclrtGroupAttr) == 4);
static_assert(ACL_GROUP_AICORE_INT == 0);
static_assert(ACL_GROUP_AIV_INT == 1);
static_assert(ACL_GROUP_AIC_INT == 2);
static_assert(ACL_GROUP_SDMANUM_INT == 3);
static_assert(ACL_GROUP_ASQNUM_INT == 4);
static_assert(ACL_GROUP_GROUPID_INT == 5);

// aclrtMemManagedRangeAttribute
static_assert(sizeof(aclrtMemManagedRangeAttribute) == 4);
static_assert(ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY == 1);
static_assert(ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION == 2);
static_assert(ACL_MEM_RANGE_ATTRIBUTE_ACCESSED_BY == 3);
static_assert(ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE == 4);
static_assert(ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID == 5);
static_assert(ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION == 6);
static_assert(ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE == 7);
static_assert(ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID == 8);

// aclrtMemAllocationType
static_assert(sizeof(aclrtMemAllocationType) == 4);
static_assert(ACL_MEM_ALLOCATION_TYPE_PINNED == 0);

// aclrtMemHandleType
static_assert(sizeof(aclrtMemHandleType) == 4);
static_assert(ACL_MEM_HANDLE_TYPE_NONE == 0);
static_assert(ACL_MEM_HANDLE_TYPE_POSIX == 2);

// aclrtMemSharedHandleType
static_assert(sizeof(aclrtMemSharedHandleType) == 4);
static_assert(ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT == 1);
static_assert(ACL_MEM_SHARE_HANDLE_TYPE_FABRIC == 2);

// aclrtMemGranularityOptions
static_assert(sizeof(aclrtMemGranularityOptions) == 4);
static_assert(ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM == 0);
static_assert(ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED == 1);
static_assert(ACL_RT_MEM_ALLOC_GRANULARITY_UNDEF == 0xffff);

// aclrtAicoreErrorType
static_assert(sizeof(aclrtAicoreErrorType) == 4);
static_assert(ACL_RT_AICORE_ERROR_UNKNOWN == 0);
static_assert(ACL_RT_AICORE_ERROR_SW == 1);
static_assert(ACL_RT_AICORE_ERROR_HW_LOCAL == 2);

// aclrtBinaryLoadOptionType
static_assert(sizeof(aclrtBinaryLoadOptionType) == 4);
static_assert(ACL_RT_BINARY_LOAD_OPT_LAZY_LOAD == 1);
static_assert(ACL_RT_BINARY_LOAD_OPT_LAZY_MAGIC == 2);
static_assert(ACL_RT_BINARY_LOAD_OPT_MAGIC == 2);
static_assert(ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE == 3);

// aclrtEngineType
static_assert(sizeof(aclrtEngineType) == 4);
static_assert(ACL_RT_ENGINE_TYPE_AIC == 0);
static_assert(ACL_RT_ENGINE_TYPE_AIV == 1);

// aclrtLaunchKernelAttrId
static_assert(sizeof(aclrtLaunchKernelAttrId) == 4);
static_assert(ACL_RT_LAUNCH_KERNEL_ATTR_SCHEM_MODE == 1);
static_assert(ACL_RT_LAUNCH_KERNEL_ATTR_LOCAL_MEMORY_SIZE == 2);
static_assert(ACL_RT_LAUNCH_KERNEL_ATTR_DYN_UBUF_SIZE == 2);
static_assert(ACL_RT_LAUNCH_KERNEL_ATTR_ENGINE_TYPE == 3);
static_assert(ACL_RT_LAUNCH_KERNEL_ATTR_BLOCKDIM_OFFSET == 4);
static_assert(ACL_RT_LAUNCH_KERNEL_ATTR_BLOCK_TASK_PREFETCH == 5);
static_assert(ACL_RT_LAUNCH_KERNEL_ATTR_DATA_DUMP == 6);
static_assert(ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT == 7);
static_assert(ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT_US == 8);
static_assert(ACL_RT_LAUNCH_KERNEL_ATTR_ENABLE_PROFILING == 9);

// aclmdlRITaskType
static_assert(sizeof(aclmdlRITaskType) == 4);
static_assert(ACL_MODEL_RI_TASK_DEFAULT == 0);
static_assert(ACL_MODEL_RI_TASK_KERNEL == 1);
static_assert(ACL_MODEL_RI_TASK_EVENT_RECORD == 2);
static_assert(ACL_MODEL_RI_TASK_EVENT_WAIT == 3);
static_assert(ACL_MODEL_RI_TASK_EVENT_RESET == 4);
static_assert(ACL_MODEL_RI_TASK_VALUE_WRITE == 5);
static_assert(ACL_MODEL_RI_TASK_VALUE_WAIT == 6);

// aclrtCondition
static_assert(sizeof(aclrtCondition) == 4);
static_assert(ACL_RT_EQUAL == 0);
static_assert(ACL_RT_NOT_EQUAL == 1);
static_assert(ACL_RT_GREATER == 2);
static_assert(ACL_RT_GREATER_OR_EQUAL == 3);
static_assert(ACL_RT_LESS == 4);
static_assert(ACL_RT_LESS_OR_EQUAL == 5);

// aclrtCompareDataType
static_assert(sizeof(aclrtCompareDataType) == 4);
static_assert(ACL_RT_SWITCH_INT32 == 0);
static_assert(ACL_RT_SWITCH_INT64 == 1);

// aclrtRandomNumFuncType
static_assert(sizeof(aclrtRandomNumFuncType) == 4);
static_assert(ACL_RT_RANDOM_NUM_FUNC_TYPE_DROPOUT_BITMASK == 0);
static_assert(ACL_RT_RANDOM_NUM_FUNC_TYPE_UNIFORM_DIS == 1);
static_assert(ACL_RT_RANDOM_NUM_FUNC_TYPE_NORMAL_DIS == 2);
static_assert(ACL_RT_RANDOM_NUM_FUNC_TYPE_TRUNCATED_NORMAL_DIS == 3);

// aclrtDeviceTaskAbortStage
static_assert(sizeof(aclrtDeviceTaskAbortStage) == 4);
static_assert(ACL_RT_DEVICE_TASK_ABORT_PRE == 0);
static_assert(ACL_RT_DEVICE_TASK_ABORT_POST == 1);

// aclrtUpdateTaskAttrId
static_assert(sizeof(aclrtUpdateTaskAttrId) == 4);
static_assert(ACL_RT_UPDATE_RANDOM_TASK == 1);
static_assert(ACL_RT_UPDATE_AIC_AIV_TASK == 2);

// aclrtDeviceState
static_assert(sizeof(aclrtDeviceState) == 4);
static_assert(ACL_RT_DEVICE_STATE_SET_PRE == 0);
static_assert(ACL_RT_DEVICE_STATE_SET_POST == 1);
static_assert(ACL_RT_DEVICE_STATE_RESET_PRE == 2);
static_assert(ACL_RT_DEVICE_STATE_RESET_POST == 3);

// aclrtSnapShotStage
static_assert(sizeof(aclrtSnapShotStage) == 4);
static_assert(ACL_RT_SNAPSHOT_LOCK_PRE == 0);
static_assert(ACL_RT_SNAPSHOT_BACKUP_PRE == 1);
static_assert(ACL_RT_SNAPSHOT_BACKUP_POST == 2);
static_assert(ACL_RT_SNAPSHOT_RESTORE_PRE == 3);
static_assert(ACL_RT_SNAPSHOT_RESTORE_POST == 4);
static_assert(ACL_RT_SNAPSHOT_UNLOCK_POST == 5);

// aclrtStreamState
static_assert(sizeof(aclrtStreamState) == 4);
static_assert(ACL_RT_STREAM_STATE_CREATE_POST == 1);
static_assert(ACL_RT_STREAM_STATE_DESTROY_PRE == 2);

// aclrtFuncAttribute
static_assert(sizeof(aclrtFuncAttribute) == 4);
static_assert(ACL_FUNC_ATTR_KERNEL_TYPE == 1);
static_assert(ACL_FUNC_ATTR_KERNEL_RATIO == 2);
static_assert(ACL_FUNC_ATTR_KERNEL_SCHED_MODE == 3);

// aclrtKernelType
static_assert(sizeof(aclrtKernelType) == 4);
static_assert(ACL_KERNEL_TYPE_AICORE == 0);
static_assert(ACL_KERNEL_TYPE_CUBE == 1);
static_assert(ACL_KERNEL_TYPE_VECTOR == 2);
static_assert(ACL_KERNEL_TYPE_MIX == 3);
static_assert(ACL_KERNEL_TYPE_AICPU == 100);

// aclrtCntNotifyRecordMode
static_assert(sizeof(aclrtCntNotifyRecordMode) == 4);
static_assert(ACL_RT_CNT_NOTIFY_RECORD_SET_VALUE_MODE == 0);
static_assert(ACL_RT_CNT_NOTIFY_RECORD_ADD_MODE == 1);
static_assert(ACL_RT_CNT_NOTIFY_RECORD_BIT_OR_MODE == 2);
static_assert(ACL_RT_CNT_NOTIFY_RECORD_BIT_AND_MODE == 4);

// aclrtCntNotifyWaitMode
static_assert(sizeof(aclrtCntNotifyWaitMode) == 4);
static_assert(ACL_RT_CNT_NOTIFY_WAIT_LESS_MODE == 0);
static_assert(ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE == 1);
static_assert(ACL_RT_CNT_NOTIFY_WAIT_BIGGER_MODE == 2);
static_assert(ACL_RT_CNT_NOTIFY_WAIT_BIGGER_OR_EQUAL_MODE == 3);
static_assert(ACL_RT_CNT_NOTIFY_WAIT_EQUAL_WITH_BITMASK_MODE == 4);

// aclrtMemAccessFlags
static_assert(sizeof(aclrtMemAccessFlags) == 4);
static_assert(ACL_RT_MEM_ACCESS_FLAGS_NONE == 0);
static_assert(ACL_RT_MEM_ACCESS_FLAGS_READ == 1);
static_assert(ACL_RT_MEM_ACCESS_FLAGS_READWRITE == 3);

// aclrtHacType
static_assert(sizeof(aclrtHacType) == 4);
static_assert(ACL_RT_HAC_TYPE_STARS == 0);
static_assert(ACL_RT_HAC_TYPE_AICPU == 1);
static_assert(ACL_RT_HAC_TYPE_AIC == 2);
static_assert(ACL_RT_HAC_TYPE_AIV == 3);
static_assert(ACL_RT_HAC_TYPE_PCIEDMA == 4);
static_assert(ACL_RT_HAC_TYPE_RDMA == 5);
static_assert(ACL_RT_HAC_TYPE_SDMA == 6);
static_assert(ACL_RT_HAC_TYPE_DVPP == 7);
static_assert(ACL_RT_HAC_TYPE_UDMA == 8);
static_assert(ACL_RT_HAC_TYPE_CCU == 9);

// aclrtHostMemMapCapability
static_assert(sizeof(aclrtHostMemMapCapability) == 4);
static_assert(ACL_RT_HOST_MEM_MAP_NOT_SUPPORTED == 0);
static_assert(ACL_RT_HOST_MEM_MAP_SUPPORTED == 1);

// aclrtMemLinkType
static_assert(sizeof(aclrtMemLinkType) == 4);
static_assert(ACL_RT_MEM_ACCESS_LINK_SIO == 0);
static_assert(ACL_RT_MEM_ACCESS_LINK_HCCS == 1);
static_assert(ACL_RT_MEM_ACCESS_UB_ONE_PORT_PATH == 2);
static_assert(ACL_RT_MEM_ACCESS_UB_MULTI_PORT_PATH == 3);

// aclrtAtomicOperationCapability
static_assert(sizeof(aclrtAtomicOperationCapability) == 4);
static_assert(ACL_RT_ATOMIC_CAPABILITY_SIGNED == 1);
static_assert(ACL_RT_ATOMIC_CAPABILITY_UNSIGNED == 2);
static_assert(ACL_RT_ATOMIC_CAPABILITY_REDUCATION == 4);
static_assert(ACL_RT_ATOMIC_CAPABILITY_REDUCTION == 4);
static_assert(ACL_RT_ATOMIC_CAPABILITY_SCALAR8 == 8);
static_assert(ACL_RT_ATOMIC_CAPABILITY_SCALAR16 == 16);
static_assert(ACL_RT_ATOMIC_CAPABILITY_SCALAR32 == 32);
static_assert(ACL_RT_ATOMIC_CAPABILITY_SCALAR64 == 64);
static_assert(ACL_RT_ATOMIC_CAPABILITY_SCALAR128 == 128);
static_assert(ACL_RT_ATOMIC_CAPABILITY_VECTOR32X4 == 0x100);

// aclrtAtomicOperation
static_assert(sizeof(aclrtAtomicOperation) == 4);
static_assert(ACL_RT_ATOMIC_OPERATION_INTEGER_ADD == 0);
static_assert(ACL_RT_ATOMIC_OPERATION_INTEGER_MIN == 1);
static_assert(ACL_RT_ATOMIC_OPERATION_INTEGER_MAX == 2);
static_assert(ACL_RT_ATOMIC_OPERATION_INTEGER_INCREMENT == 3);
static_assert(ACL_RT_ATOMIC_OPERATION_INTEGER_DECREMENT == 4);
static_assert(ACL_RT_ATOMIC_OPERATION_AND == 5);
static_assert(ACL_RT_ATOMIC_OPERATION_OR == 6);
static_assert(ACL_RT_ATOMIC_OPERATION_XOR == 7);
static_assert(ACL_RT_ATOMIC_OPERATION_EXCHANGE == 8);
static_assert(ACL_RT_ATOMIC_OPERATION_CAS == 9);
static_assert(ACL_RT_ATOMIC_OPERATION_FLOAT_ADD == 10);
static_assert(ACL_RT_ATOMIC_OPERATION_FLOAT_MIN == 11);
static_assert(ACL_RT_ATOMIC_OPERATION_FLOAT_MAX == 12);
static_assert(ACL_RT_ATOMIC_OPERATION_DMA_ADD == 30);
static_assert(ACL_RT_ATOMIC_OPERATION_DMA_MIN == 31);
static_assert(ACL_RT_ATOMIC_OPERATION_DMA_MAX == 32);
static_assert(ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_ADD == 40);
static_assert(ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_MIN == 41);
static_assert(ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_MAX == 42);
static_assert(ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_CAS == 43);
static_assert(ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_EXCH == 44);

// aclmdlRICondHandleFlag
static_assert(sizeof(aclmdlRICondHandleFlag) == 4);
static_assert(ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT == 1);

// aclmdlRICondTaskType
static_assert(sizeof(aclmdlRICondTaskType) == 4);
static_assert(ACL_MODEL_RI_COND_TYPE_IF == 0);
static_assert(ACL_MODEL_RI_COND_TYPE_WHILE == 1);
static_assert(ACL_MODEL_RI_COND_TYPE_SWITCH == 2);

// aclrtDeviceLimit
static_assert(sizeof(aclrtDeviceLimit) == 4);
static_assert(ACL_RT_DEV_LIMIT_SIMT_STACK_SIZE == 0);
static_assert(ACL_RT_DEV_LIMIT_SIMT_DVG_WARP_STACK_SIZE == 1);
static_assert(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE == 2);
static_assert(ACL_RT_DEV_LIMIT_SIMD_PRINTF_FIFO_SIZE_PER_CORE == 3);
static_assert(ACL_RT_DEV_LIMIT_SIMT_PRINTF_FIFO_SIZE == 4);

// aclRegisterCallbackType
static_assert(sizeof(aclRegisterCallbackType) == 4);
static_assert(ACL_REG_TYPE_ACL_MODEL == 0);
static_assert(ACL_REG_TYPE_ACL_OP_EXECUTOR == 1);
static_assert(ACL_REG_TYPE_ACL_OP_CBLAS == 2);
static_assert(ACL_REG_TYPE_ACL_OP_COMPILER == 3);
static_assert(ACL_REG_TYPE_ACL_TDT_CHANNEL == 4);
static_assert(ACL_REG_TYPE_ACL_TDT_QUEUE == 5);
static_assert(ACL_REG_TYPE_ACL_DVPP == 6);
static_assert(ACL_REG_TYPE_ACL_RETR == 7);
static_assert(ACL_REG_TYPE_OTHER == 0xffff);

// aclrtProcessState
static_assert(sizeof(aclrtProcessState) == 4);
static_assert(ACL_RT_PROCESS_STATE_RUNNING == 0);
static_assert(ACL_RT_PROCESS_STATE_LOCKED == 1);
