// The types, layouts and macros that compiled programs carry in them. Compiled only.
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "acl/acl.h"
#include "aclnn/aclnn_base.h"

// Scalar types and handles.
static_assert(std::is_same_v<aclError, int>);
static_assert(std::is_same_v<aclnnStatus, int32_t>);
static_assert(std::is_same_v<aclFloat16, uint16_t>);
static_assert(std::is_same_v<aclrtStream, void*>);
static_assert(std::is_same_v<aclrtEvent, void*>);
static_assert(std::is_same_v<aclrtContext, void*>);
static_assert(std::is_same_v<aclrtNotify, void*>);
static_assert(std::is_same_v<aclmdlRI, void*>);
static_assert(std::is_same_v<aclrtCallback, void (*)(void*)>);
static_assert(std::is_same_v<aclrtHostFunc, void (*)(void*)>);
static_assert(OK == 0);

// Whether a struct has this size and its last member at this offset.
#define EXPECT_LAYOUT(type, size, last, offset) \
  static_assert(sizeof(type) == size);          \
  static_assert(offsetof(type, last) == offset)

EXPECT_LAYOUT(aclrtMemLocation, 8, type, 4);
EXPECT_LAYOUT(aclrtPtrAttributes, 28, rsv, 12);
EXPECT_LAYOUT(aclrtMallocAttribute, 12, value, 4);
EXPECT_LAYOUT(aclrtMallocConfig, 16, numAttrs, 8);
EXPECT_LAYOUT(aclrtUtilizationInfo, 24, utilizationExtend, 16);
EXPECT_LAYOUT(aclrtMemUsageInfo, 112, reserved, 48);
EXPECT_LAYOUT(aclrtPhysicalMemProp, 32, reserve, 24);
EXPECT_LAYOUT(aclrtMemAccessDesc, 24, rsv, 12);
EXPECT_LAYOUT(aclrtMemcpyBatchAttr, 32, rsv, 16);
EXPECT_LAYOUT(aclrtMemUceInfo, 128, reserved, 16);
EXPECT_LAYOUT(aclrtMemUceInfoArray, 2568, memUceInfoArray, 8);
EXPECT_LAYOUT(aclrtErrorInfo, 2576, detail, 8);
EXPECT_LAYOUT(aclrtStreamConfigHandle, 32, priority, 24);
EXPECT_LAYOUT(aclCANNPackageVersion, 512, reserved, 384);
EXPECT_LAYOUT(aclrtServerPid, 24, num, 16);
EXPECT_LAYOUT(aclrtMemManagedLocation, 8, id, 4);
EXPECT_LAYOUT(dim3, 12, z, 8);
EXPECT_LAYOUT(aclrtTimeoutUs, 8, timeoutHigh, 4);
#undef EXPECT_LAYOUT

static_assert(sizeof(aclrtMallocAttrValue) == 8);
static_assert(sizeof(aclrtStreamAttrValue) == 16);
static_assert(sizeof(aclrtErrorInfoDetail) == 2568);
static_assert(sizeof(aclrtUuid) == 16);
static_assert(sizeof(aclrtIpcEventHandle) == 64);
static_assert(sizeof(aclrtMemFabricHandle) == 128);

// Members in between.
static_assert(offsetof(aclrtMemLocation, id) == 0);
static_assert(offsetof(aclrtPtrAttributes, pageSize) == 8);
static_assert(offsetof(aclrtMallocConfig, attrs) == 0);
static_assert(offsetof(aclrtUtilizationInfo, vectorUtilization) == 4);
static_assert(offsetof(aclrtUtilizationInfo, aicpuUtilization) == 8);
static_assert(offsetof(aclrtUtilizationInfo, memoryUtilization) == 12);
static_assert(offsetof(aclrtMemUsageInfo, curMemSize) == 32);
static_assert(offsetof(aclrtMemUsageInfo, memPeakSize) == 40);
static_assert(offsetof(aclrtPhysicalMemProp, allocationType) == 4);
static_assert(offsetof(aclrtPhysicalMemProp, memAttr) == 8);
static_assert(offsetof(aclrtPhysicalMemProp, location) == 12);
static_assert(offsetof(aclrtErrorInfo, hasDetail) == 1);
static_assert(offsetof(aclrtErrorInfo, errorType) == 4);
static_assert(offsetof(aclrtStreamConfigHandle, workSize) == 8);
static_assert(offsetof(aclrtStreamConfigHandle, flag) == 16);
static_assert(offsetof(aclCANNPackageVersion, majorVersion) == 128);
static_assert(offsetof(aclCANNPackageVersion, minorVersion) == 192);
static_assert(offsetof(aclCANNPackageVersion, releaseVersion) == 256);
static_assert(offsetof(aclCANNPackageVersion, patchVersion) == 320);
static_assert(offsetof(aclrtServerPid, pid) == 8);
static_assert(dim3().x == 1 && dim3().y == 1 && dim3().z == 1);

// Macros.
static_assert(ACL_MAJOR_VERSION == 1);
static_assert(ACL_MINOR_VERSION == 17);
static_assert(ACL_PATCH_VERSION == 0);
static_assert(ACL_TENSOR_SHAPE_RANGE_NUM == 2);
static_assert(ACL_TENSOR_VALUE_RANGE_NUM == 2);
static_assert(ACL_UNKNOWN_RANK == 0xFFFFFFFFFFFFFFFE);
static_assert(ACL_EVENT_SYNC == 0x1);
static_assert(ACL_EVENT_CAPTURE_STREAM_PROGRESS == 0x2);
static_assert(ACL_EVENT_TIME_LINE == 0x8);
static_assert(ACL_EVENT_DEVICE_USE_ONLY == 0x10);
static_assert(ACL_EVENT_EXTERNAL == 0x20);
static_assert(ACL_EVENT_IPC == 0x40);
static_assert(ACL_EVENT_RECORD_DEFAULT == 0);
static_assert(ACL_EVENT_RECORD_EXTERNAL == 1);
static_assert(ACL_EVENT_WAIT_DEFAULT == 0);
static_assert(ACL_EVENT_WAIT_EXTERNAL == 1);
static_assert(ACL_STREAM_FAST_LAUNCH == 0x1);
static_assert(ACL_STREAM_FAST_SYNC == 0x2);
static_assert(ACL_STREAM_PERSISTENT == 0x4);
static_assert(ACL_STREAM_HUGE == 0x8);
static_assert(ACL_STREAM_CPU_SCHEDULE == 0x10);
static_assert(ACL_STREAM_DEVICE_USE_ONLY == 0x20);
static_assert(ACL_STREAM_WAIT_VALUE_GEQ == 0);
static_assert(ACL_STREAM_WAIT_VALUE_EQ == 1);
static_assert(ACL_STREAM_WAIT_VALUE_AND == 2);
static_assert(ACL_STREAM_WAIT_VALUE_NOR == 3);
static_assert(ACL_CONTINUE_ON_FAILURE == 0);
static_assert(ACL_STOP_ON_FAILURE == 1);
static_assert(ACL_NOTIFY_DEFAULT == 0);
static_assert(ACL_NOTIFY_DEVICE_USE_ONLY == 1);
static_assert(ACL_DEV_FEATURE_SUPPORT == 1);
static_assert(ACL_DEV_FEATURE_NOT_SUPPORT == 0);
static_assert(ACL_HOST_REG_MAPPED == 0x2);
static_assert(ACL_HOST_REG_IOMEMORY == 0x4);
static_assert(ACL_HOST_REG_READONLY == 0x8);
static_assert(ACL_HOST_REG_PINNED == 0x10000000);
static_assert(ACL_RT_IPC_MEM_EXPORT_FLAG_DEFAULT == 0);
static_assert(ACL_RT_IPC_MEM_EXPORT_FLAG_DISABLE_PID_VALIDATION == 1);
static_assert(ACL_RT_IPC_MEM_IMPORT_FLAG_DEFAULT == 0);
static_assert(ACL_RT_IPC_MEM_IMPORT_FLAG_ENABLE_PEER_ACCESS == 1);
static_assert(ACL_RT_VMM_EXPORT_FLAG_DEFAULT == 0);
static_assert(ACL_RT_VMM_EXPORT_FLAG_DISABLE_PID_VALIDATION == 1);
static_assert(ACL_RT_MEM_ATTACH_GLOBAL == 1);
static_assert(ACL_RT_MEM_TYPE_DEV == 0x2);
static_assert(ACL_RT_MEM_TYPE_DVPP == 0x8);
static_assert(ACL_RT_MEM_TYPE_RSVD == 0x10);
static_assert(ACL_RT_DEVS_TOPOLOGY_HCCS == 1);
static_assert(ACL_RT_DEVS_TOPOLOGY_PIX == 2);
static_assert(ACL_RT_DEVS_TOPOLOGY_PIB == 4);
static_assert(ACL_RT_DEVS_TOPOLOGY_PHB == 8);
static_assert(ACL_RT_DEVS_TOPOLOGY_SYS == 0x10);
static_assert(ACL_RT_DEVS_TOPOLOGY_SIO == 0x20);
static_assert(ACL_RT_DEVS_TOPOLOGY_HCCS_SW == 0x40);
static_assert(ACL_PKG_VERSION_MAX_SIZE == 128);
static_assert(ACL_PKG_VERSION_PARTS_MAX_SIZE == 64);
static_assert(ACL_IPC_EVENT_HANDLE_SIZE == 64);
static_assert(ACL_RT_MEM_UCE_INFO_MAX_NUM == 20);
static_assert(MAX_MEM_UCE_INFO_ARRAY_SIZE == 128);
static_assert(UCE_INFO_RESERVED_SIZE == 14);
static_assert(ACL_RT_BINARY_MAGIC_ELF_AICORE == 0x43554245);
static_assert(ACL_RT_BINARY_MAGIC_ELF_VECTOR_CORE == 0x41415246);
static_assert(ACL_RT_BINARY_MAGIC_ELF_CUBE_CORE == 0x41494343);
static_assert(ACL_HOST_DEVICE_CONNECT_TYPE_PCIE == 0);
static_assert(ACL_HOST_DEVICE_CONNECT_TYPE_HCCS == 1);
static_assert(ACL_HOST_DEVICE_CONNECT_TYPE_UB == 2);
static_assert(ACL_DEVICE_FORM_FACTOR_POD == 0);
static_assert(ACL_DEVICE_FORM_FACTOR_A_K == 1);
static_assert(ACL_DEVICE_FORM_FACTOR_A_X == 2);
static_assert(ACL_DEVICE_FORM_FACTOR_PCIE_CARD == 3);
