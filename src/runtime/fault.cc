// Faults of hardware, of which emulated devices have none: so say the questions, and repairing is
// refused. Measuring hardware and abandoning its work is refused too.
#include <fmt/format.h>

#include <cstddef>

#include "acl/acl_rt.h"
#include "runtime/device.h"
#include "runtime/error.h"
#include "runtime/require.h"

namespace hostacl {
namespace {

void Describe(int32_t device, aclrtErrorInfo* info) {
  RequireNotNull("errorInfo", info);
  *info = aclrtErrorInfo{};
  info->errorType = ACL_RT_NO_ERROR;
  RequireDevice("deviceId", device);
}

void Repair(int32_t device, const aclrtErrorInfo* info) {
  RequireDevice("deviceId", device);
  RequireNotNull("errorInfo", info);
  if (info->errorType == ACL_RT_NO_ERROR) return;
  throw Error{ACL_ERROR_API_NOT_SUPPORT,
              fmt::format("errorInfo says that there is an error of type {}, but emulated devices "
                          "have none that could be repaired",
                          static_cast<int>(info->errorType))};
}

void RepairMemory(int32_t device, size_t count) {
  RequireDevice("deviceId", device);
  if (count == 0) return;
  throw Error{ACL_ERROR_API_NOT_SUPPORT,
              fmt::format("arraySize is {}, but emulated devices have no faulty memory that could "
                          "be repaired",
                          count)};
}

void RefuseUtilization(int32_t device, aclrtUtilizationInfo* info) {
  RequireNotNull("utilizationInfo", info);
  *info = {-1, -1, -1, -1, info->utilizationExtend};
  RequireDevice("deviceId", device);
  throw Error{ACL_ERROR_API_NOT_SUPPORT,
              "emulated devices have no cores whose utilisation could be measured; look at the "
              "process's use of the CPU"};
}

void RefuseAbort(int32_t device) {
  RequireDevice("deviceId", device);
  throw Error{ACL_ERROR_API_NOT_SUPPORT,
              "work of a device cannot be abandoned as a whole; aclrtDestroyStreamForce drops what "
              "a stream has not begun"};
}

}  // namespace
}  // namespace hostacl

using hostacl::Guard;
using hostacl::kAclInnerCodes;

extern "C" {

aclError aclrtGetErrorVerbose(int32_t deviceId, aclrtErrorInfo* errorInfo) {
  return Guard("aclrtGetErrorVerbose", kAclInnerCodes,
               [&] { hostacl::Describe(deviceId, errorInfo); });
}

aclError aclrtRepairError(int32_t deviceId, const aclrtErrorInfo* errorInfo) {
  return Guard("aclrtRepairError", kAclInnerCodes, [&] { hostacl::Repair(deviceId, errorInfo); });
}

aclError aclrtGetMemUceInfo(int32_t deviceId, aclrtMemUceInfo*, size_t, size_t* retSize) {
  return Guard("aclrtGetMemUceInfo", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("retSize", retSize);
    *retSize = 0;
    hostacl::RequireDevice("deviceId", deviceId);
  });
}

aclError aclrtMemUceRepair(int32_t deviceId, aclrtMemUceInfo*, size_t arraySize) {
  return Guard("aclrtMemUceRepair", kAclInnerCodes,
               [&] { hostacl::RepairMemory(deviceId, arraySize); });
}

aclError aclrtGetDeviceUtilizationRate(int32_t deviceId, aclrtUtilizationInfo* utilizationInfo) {
  return Guard("aclrtGetDeviceUtilizationRate", kAclInnerCodes,
               [&] { hostacl::RefuseUtilization(deviceId, utilizationInfo); });
}

aclError aclrtDeviceTaskAbort(int32_t deviceId, uint32_t) {
  return Guard("aclrtDeviceTaskAbort", kAclInnerCodes, [&] { hostacl::RefuseAbort(deviceId); });
}

}  // extern "C"
