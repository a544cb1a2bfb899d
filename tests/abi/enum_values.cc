// The numbers of the enumerations, which compiled programs carry in them. Compiled only.
#include "acl/acl.h"

// aclDataType
static_assert(sizeof(aclDataType) == 4);
static_assert(ACL_DT_UNDEFINED == -1);
static_assert(ACL_FLOAT == 0);
static_assert(ACL_FLOAT16 == 1);
static_assert(ACL_INT8 == 2);
static_assert(ACL_INT32 == 3);
static_assert(ACL_UINT8 == 4);
static_assert(ACL_INT16 == 6);
static_assert(ACL_UINT16 == 7);
static_assert(ACL_UINT32 == 8);
static_assert(ACL_INT64 == 9);
static_assert(ACL_UINT64 == 10);
static_assert(ACL_DOUBLE == 11);
static_assert(ACL_BOOL == 12);
static_assert(ACL_STRING == 13);
static_assert(ACL_COMPLEX64 == 16);
static_assert(ACL_COMPLEX128 == 17);
static_assert(ACL_BF16 == 27);
static_assert(ACL_INT4 == 29);
static_assert(ACL_UINT1 == 30);
static_assert(ACL_COMPLEX32 == 33);
static_assert(ACL_HIFLOAT8 == 34);
static_assert(ACL_FLOAT8_E5M2 == 35);
static_assert(ACL_FLOAT8_E4M3FN == 36);
static_assert(ACL_FLOAT8_E8M0 == 37);
static_assert(ACL_FLOAT6_E3M2 == 38);
static_assert(ACL_FLOAT6_E2M3 == 39);
static_assert(ACL_FLOAT4_E2M1 == 40);
static_assert(ACL_FLOAT4_E1M2 == 41);

// aclFormat
static_assert(sizeof(aclFormat) == 4);
static_assert(ACL_FORMAT_UNDEFINED == -1);
static_assert(ACL_FORMAT_NCHW == 0);
static_assert(ACL_FORMAT_NHWC == 1);
static_assert(ACL_FORMAT_ND == 2);
static_assert(ACL_FORMAT_NC1HWC0 == 3);
static_assert(ACL_FORMAT_FRACTAL_Z == 4);
static_assert(ACL_FORMAT_NC1HWC0_C04 == 12);
static_assert(ACL_FORMAT_HWCN == 16);
static_assert(ACL_FORMAT_NDHWC == 27);
static_assert(ACL_FORMAT_FRACTAL_NZ == 29);
static_assert(ACL_FORMAT_NCDHW == 30);
static_assert(ACL_FORMAT_NDC1HWC0 == 32);
static_assert(ACL_FRACTAL_Z_3D == 33);
static_assert(ACL_FORMAT_NC == 35);
static_assert(ACL_FORMAT_NCL == 47);
static_assert(ACL_FORMAT_FRACTAL_NZ_C0_16 == 50);
static_assert(ACL_FORMAT_FRACTAL_NZ_C0_32 == 51);
static_assert(ACL_FORMAT_FRACTAL_NZ_C0_2 == 52);
static_assert(ACL_FORMAT_FRACTAL_NZ_C0_4 == 53);
static_assert(ACL_FORMAT_FRACTAL_NZ_C0_8 == 54);

// aclLogLevel
static_assert(sizeof(aclLogLevel) == 4);
static_assert(ACL_DEBUG == 0);
static_assert(ACL_INFO == 1);
static_assert(ACL_WARNING == 2);
static_assert(ACL_ERROR == 3);

// aclMemType
static_assert(sizeof(aclMemType) == 4);
static_assert(ACL_MEMTYPE_DEVICE == 0);
static_assert(ACL_MEMTYPE_HOST == 1);
static_assert(ACL_MEMTYPE_HOST_COMPILE_INDEPENDENT == 2);

// aclSysParamOpt
static_assert(sizeof(aclSysParamOpt) == 4);
static_assert(ACL_OPT_DETERMINISTIC == 0);
static_assert(ACL_OPT_ENABLE_DEBUG_KERNEL == 1);
static_assert(ACL_OPT_STRONG_CONSISTENCY == 2);
static_assert(ACL_OPT_ENABLE_KERNEL_EARLY_START == 3);

// aclCannAttr
static_assert(sizeof(aclCannAttr) == 4);
static_assert(ACL_CANN_ATTR_UNDEFINED == -1);
static_assert(ACL_CANN_ATTR_INF_NAN == 0);
static_assert(ACL_CANN_ATTR_BF16 == 1);
static_assert(ACL_CANN_ATTR_JIT_COMPILE == 2);

// aclDeviceInfo
static_assert(sizeof(aclDeviceInfo) == 4);
static_assert(ACL_DEVICE_INFO_UNDEFINED == -1);
static_assert(ACL_DEVICE_INFO_AI_CORE_NUM == 0);
static_assert(ACL_DEVICE_INFO_VECTOR_CORE_NUM == 1);
static_assert(ACL_DEVICE_INFO_L2_SIZE == 2);

// aclrtRunMode
static_assert(sizeof(aclrtRunMode) == 4);
static_assert(ACL_DEVICE == 0);
static_assert(ACL_HOST == 1);

// aclrtTsId
static_assert(sizeof(aclrtTsId) == 4);
static_assert(ACL_TS_ID_AICORE == 0);
static_assert(ACL_TS_ID_AIVECTOR == 1);
static_assert(ACL_TS_ID_RESERVED == 2);

// aclrtEventStatus
static_assert(sizeof(aclrtEventStatus) == 4);
static_assert(ACL_EVENT_STATUS_COMPLETE == 0);
static_assert(ACL_EVENT_STATUS_NOT_READY == 1);
static_assert(ACL_EVENT_STATUS_RESERVED == 2);

// aclrtEventRecordedStatus
static_assert(sizeof(aclrtEventRecordedStatus) == 4);
static_assert(ACL_EVENT_RECORDED_STATUS_NOT_READY == 0);
static_assert(ACL_EVENT_RECORDED_STATUS_COMPLETE == 1);

// aclrtEventWaitStatus
static_assert(sizeof(aclrtEventWaitStatus) == 4);
static_assert(ACL_EVENT_WAIT_STATUS_COMPLETE == 0);
static_assert(ACL_EVENT_WAIT_STATUS_NOT_READY == 1);
static_assert(ACL_EVENT_WAIT_STATUS_RESERVED == 0xffff);

// aclrtStreamStatus
static_assert(sizeof(aclrtStreamStatus) == 4);
static_assert(ACL_STREAM_STATUS_COMPLETE == 0);
static_assert(ACL_STREAM_STATUS_NOT_READY == 1);
static_assert(ACL_STREAM_STATUS_RESERVED == 0xffff);

// aclrtCallbackBlockType
static_assert(sizeof(aclrtCallbackBlockType) == 4);
static_assert(ACL_CALLBACK_NO_BLOCK == 0);
static_assert(ACL_CALLBACK_BLOCK == 1);

// aclrtMemcpyKind
static_assert(sizeof(aclrtMemcpyKind) == 4);
static_assert(ACL_MEMCPY_HOST_TO_HOST == 0);
static_assert(ACL_MEMCPY_HOST_TO_DEVICE == 1);
static_assert(ACL_MEMCPY_DEVICE_TO_HOST == 2);
static_assert(ACL_MEMCPY_DEVICE_TO_DEVICE == 3);
static_assert(ACL_MEMCPY_DEFAULT == 4);
static_assert(ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE == 5);
static_assert(ACL_MEMCPY_INNER_DEVICE_TO_DEVICE == 6);
static_assert(ACL_MEMCPY_INTER_DEVICE_TO_DEVICE == 7);

// aclrtMemManagedLocationType
static_assert(sizeof(aclrtMemManagedLocationType) == 4);
static_assert(ACL_MEM_LOCATIONTYPE_INVALID == 0);
static_assert(ACL_MEM_LOCATIONTYPE_DEVICE == 1);
static_assert(ACL_MEM_LOCATIONTYPE_HOST == 2);
static_assert(ACL_MEM_LOCATIONTYPE_HOST_NUMA == 3);
static_assert(ACL_MEM_LOCATIONTYPE_HOST_NUMA_CURRENT == 4);

// aclrtMemMallocPolicy
static_assert(sizeof(aclrtMemMallocPolicy) == 4);
static_assert(ACL_MEM_MALLOC_HUGE_FIRST == 0);
static_assert(ACL_MEM_MALLOC_HUGE_ONLY == 1);
static_assert(ACL_MEM_MALLOC_NORMAL_ONLY == 2);
static_assert(ACL_MEM_MALLOC_HUGE_FIRST_P2P == 3);
static_assert(ACL_MEM_MALLOC_HUGE_ONLY_P2P == 4);
static_assert(ACL_MEM_MALLOC_NORMAL_ONLY_P2P == 5);
static_assert(ACL_MEM_MALLOC_HUGE1G_ONLY == 6);
static_assert(ACL_MEM_MALLOC_HUGE1G_ONLY_P2P == 7);
static_assert(ACL_MEM_TYPE_LOW_BAND_WIDTH == 0x100);
static_assert(ACL_MEM_TYPE_HIGH_BAND_WIDTH == 0x1000);
static_assert(ACL_MEM_ACCESS_USER_SPACE_READONLY == 0x100000);

// aclrtHostRegisterType
static_assert(sizeof(aclrtHostRegisterType) == 4);
static_assert(ACL_HOST_REGISTER_MAPPED == 0);
static_assert(ACL_HOST_REGISTER_IOMEMORY == 4);
static_assert(ACL_HOST_REGISTER_READONLY == 8);

// aclrtMallocAttrType
static_assert(sizeof(aclrtMallocAttrType) == 4);
static_assert(ACL_RT_MEM_ATTR_RSV == 0);
static_assert(ACL_RT_MEM_ATTR_MODULE_ID == 1);
static_assert(ACL_RT_MEM_ATTR_DEVICE_ID == 2);
static_assert(ACL_RT_MEM_ATTR_VA_FLAG == 3);

// aclrtMemAttr
static_assert(sizeof(aclrtMemAttr) == 4);
static_assert(ACL_DDR_MEM == 0);
static_assert(ACL_HBM_MEM == 1);
static_assert(ACL_DDR_MEM_HUGE == 2);
static_assert(ACL_DDR_MEM_NORMAL == 3);
static_assert(ACL_HBM_MEM_HUGE == 4);
static_assert(ACL_HBM_MEM_NORMAL == 5);
static_assert(ACL_DDR_MEM_P2P_HUGE == 6);
static_assert(ACL_DDR_MEM_P2P_NORMAL == 7);
static_assert(ACL_HBM_MEM_P2P_HUGE == 8);
static_assert(ACL_HBM_MEM_P2P_NORMAL == 9);
static_assert(ACL_HBM_MEM_HUGE1G == 10);
static_assert(ACL_HBM_MEM_P2P_HUGE1G == 11);
static_assert(ACL_MEM_NORMAL == 12);
static_assert(ACL_MEM_HUGE == 13);
static_assert(ACL_MEM_HUGE1G == 14);
static_assert(ACL_MEM_P2P_NORMAL == 15);
static_assert(ACL_MEM_P2P_HUGE == 16);
static_assert(ACL_MEM_P2P_HUGE1G == 17);

// aclrtFloatOverflowMode
static_assert(sizeof(aclrtFloatOverflowMode) == 4);
static_assert(ACL_RT_OVERFLOW_MODE_SATURATION == 0);
static_assert(ACL_RT_OVERFLOW_MODE_INFNAN == 1);
static_assert(ACL_RT_OVERFLOW_MODE_UNDEF == 2);

// aclrtStreamConfigAttr
static_assert(sizeof(aclrtStreamConfigAttr) == 4);
static_assert(ACL_RT_STREAM_WORK_ADDR_PTR == 0);
static_assert(ACL_RT_STREAM_WORK_SIZE == 1);
static_assert(ACL_RT_STREAM_FLAG == 2);
static_assert(ACL_RT_STREAM_PRIORITY == 3);

// aclrtMemLocationType
static_assert(sizeof(aclrtMemLocationType) == 4);
static_assert(ACL_MEM_LOCATION_TYPE_HOST == 0);
static_assert(ACL_MEM_LOCATION_TYPE_DEVICE == 1);
static_assert(ACL_MEM_LOCATION_TYPE_UNREGISTERED == 2);
static_assert(ACL_MEM_LOCATION_TYPE_MANAGED == 3);
static_assert(ACL_MEM_LOCATION_TYPE_HOST_NUMA == 4);

// aclrtDeviceStatus
static_assert(sizeof(aclrtDeviceStatus) == 4);
static_assert(ACL_RT_DEVICE_STATUS_NORMAL == 0);
static_assert(ACL_RT_DEVICE_STATUS_ABNORMAL == 1);
static_assert(ACL_RT_DEVICE_STATUS_END == 0xffff);

// aclmdlRICaptureMode
static_assert(sizeof(aclmdlRICaptureMode) == 4);
static_assert(ACL_MODEL_RI_CAPTURE_MODE_GLOBAL == 0);
static_assert(ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL == 1);
static_assert(ACL_MODEL_RI_CAPTURE_MODE_RELAXED == 2);

// aclmdlRICaptureStatus
static_assert(sizeof(aclmdlRICaptureStatus) == 4);
static_assert(ACL_MODEL_RI_CAPTURE_STATUS_NONE == 0);
static_assert(ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE == 1);
static_assert(ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED == 2);

// aclrtErrorType
static_assert(sizeof(aclrtErrorType) == 4);
static_assert(ACL_RT_NO_ERROR == 0);
static_assert(ACL_RT_ERROR_MEMORY == 1);
static_assert(ACL_RT_ERROR_L2 == 2);
static_assert(ACL_RT_ERROR_AICORE == 3);
static_assert(ACL_RT_ERROR_LINK == 4);
static_assert(ACL_RT_ERROR_L3_PORT == 5);
static_assert(ACL_RT_ERROR_OTHERS == 0xffff);

// aclrtCmoType
static_assert(sizeof(aclrtCmoType) == 4);
static_assert(ACL_RT_CMO_TYPE_PREFETCH == 0);
static_assert(ACL_RT_CMO_TYPE_WRITEBACK == 1);
static_assert(ACL_RT_CMO_TYPE_INVALID == 2);
static_assert(ACL_RT_CMO_TYPE_FLUSH == 3);

// aclrtLastErrLevel
static_assert(sizeof(aclrtLastErrLevel) == 4);
static_assert(ACL_RT_THREAD_LEVEL == 0);

// aclrtStreamAttr
static_assert(sizeof(aclrtStreamAttr) == 4);
static_assert(ACL_STREAM_ATTR_FAILURE_MODE == 1);
static_assert(ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK == 2);
static_assert(ACL_STREAM_ATTR_USER_CUSTOM_TAG == 3);
static_assert(ACL_STREAM_ATTR_CACHE_OP_INFO == 4);
static_assert(ACL_STREAM_ATTR_PRIORITY == 5);

// aclrtDevAttr
static_assert(sizeof(aclrtDevAttr) == 4);
static_assert(ACL_DEV_ATTR_AICPU_CORE_NUM == 1);
static_assert(ACL_DEV_ATTR_AICORE_CORE_NUM == 101);
static_assert(ACL_DEV_ATTR_CUBE_CORE_NUM == 102);
static_assert(ACL_DEV_ATTR_VECTOR_CORE_NUM == 201);
static_assert(ACL_DEV_ATTR_WARP_SIZE == 202);
static_assert(ACL_DEV_ATTR_MAX_THREAD_PER_VECTOR_CORE == 203);
static_assert(ACL_DEV_ATTR_LOCAL_MEM_PER_VECTOR_CORE == 204);
static_assert(ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE == 204);
static_assert(ACL_DEV_ATTR_MAX_GRID_DIM_X == 205);
static_assert(ACL_DEV_ATTR_MAX_GRID_DIM_Y == 206);
static_assert(ACL_DEV_ATTR_MAX_GRID_DIM_Z == 207);
static_assert(ACL_DEV_ATTR_MAX_BLOCK_PER_GRID == 208);
static_assert(ACL_DEV_ATTR_MAX_THREADS_PER_BLOCK == 209);
static_assert(ACL_DEV_ATTR_MAX_BLOCK_DIM_X == 210);
static_assert(ACL_DEV_ATTR_MAX_BLOCK_DIM_Y == 211);
static_assert(ACL_DEV_ATTR_MAX_BLOCK_DIM_Z == 212);
static_assert(ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE == 0x12d);
static_assert(ACL_DEV_ATTR_L2_CACHE_SIZE == 0x12e);
static_assert(ACL_DEV_ATTR_SMP_ID == 0x191);
static_assert(ACL_DEV_ATTR_PHY_CHIP_ID == 0x192);
static_assert(ACL_DEV_ATTR_SUPER_POD_DEVIDE_ID == 0x193);
static_assert(ACL_DEV_ATTR_SUPER_POD_DEVICE_ID == 0x193);
static_assert(ACL_DEV_ATTR_SUPER_POD_SERVER_ID == 0x194);
static_assert(ACL_DEV_ATTR_SUPER_POD_ID == 0x195);
static_assert(ACL_DEV_ATTR_CUST_OP_PRIVILEGE == 0x196);
static_assert(ACL_DEV_ATTR_MAINBOARD_ID == 0x197);
static_assert(ACL_DEV_ATTR_HD_CONNECT_TYPE == 0x198);
static_assert(ACL_DEV_ATTR_DEVICE_FORM_FACTOR == 0x199);
static_assert(ACL_DEV_ATTR_IS_VIRTUAL == 0x1f5);
static_assert(ACL_DEV_ATTR_NPU_ARCH == 0x259);

// aclrtDevFeatureType
static_assert(sizeof(aclrtDevFeatureType) == 4);
static_assert(ACL_FEATURE_TSCPU_TASK_UPDATE_SUPPORT_AIC_AIV == 1);
static_assert(ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV == 21);

// aclrtReduceKind
static_assert(sizeof(aclrtReduceKind) == 4);
static_assert(ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM == 10);
static_assert(ACL_RT_MEMCPY_SDMA_AUTOMATIC_MAX == 11);
static_assert(ACL_RT_MEMCPY_SDMA_AUTOMATIC_MIN == 12);
static_assert(ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL == 13);

// aclrtDevResLimitType
static_assert(sizeof(aclrtDevResLimitType) == 4);
static_assert(ACL_RT_DEV_RES_CUBE_CORE == 0);
static_assert(ACL_RT_DEV_RES_VECTOR_CORE == 1);

// aclCANNPackageName
static_assert(sizeof(aclCANNPackageName) == 4);
static_assert(ACL_PKG_NAME_CANN == 0);
static_assert(ACL_PKG_NAME_RUNTIME == 1);
static_assert(ACL_PKG_NAME_COMPILER == 2);
static_assert(ACL_PKG_NAME_HCCL == 3);
static_assert(ACL_PKG_NAME_TOOLKIT == 4);
static_assert(ACL_PKG_NAME_OPP == 5);
static_assert(ACL_PKG_NAME_OPP_KERNEL == 6);
static_assert(ACL_PKG_NAME_DRIVER == 7);
