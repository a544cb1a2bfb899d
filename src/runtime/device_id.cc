// The numbers that devices and the process go by elsewhere.
#include <fmt/format.h>
#include <unistd.h>

#include <cstring>
#include <string_view>

#include "acl/acl_rt.h"
#include "runtime/device.h"
#include "runtime/error.h"
#include "runtime/require.h"
#include "runtime/settings.h"

namespace hostacl {
namespace {

// The id of a visible device before ASCEND_RT_VISIBLE_DEVICES renumbered it.
int32_t IdBeforeRenumbering(const char* parameter, int32_t device) {
  RequireDevice(parameter, device);
  return CurrentSettings()->visible_devices.at(static_cast<size_t>(device));
}

// Emulated devices have no serial numbers: a device of the same id is the same device.
void FillUuid(int32_t device, aclrtUuid* uuid) {
  constexpr std::string_view kMaker = "hostacl";
  RequireNotNull("uuid", uuid);
  std::memset(uuid, 0, sizeof *uuid);
  const int32_t id = IdBeforeRenumbering("deviceId", device);
  kMaker.copy(uuid->bytes, kMaker.size());
  std::memcpy(uuid->bytes + sizeof uuid->bytes - sizeof id, &id, sizeof id);
}

}  // namespace
}  // namespace hostacl

using hostacl::Guard;
using hostacl::kAclInnerCodes;

extern "C" {

aclError aclrtDeviceGetUuid(int32_t deviceId, aclrtUuid* uuid) {
  return Guard("aclrtDeviceGetUuid", kAclInnerCodes, [&] { hostacl::FillUuid(deviceId, uuid); });
}

aclError aclrtDeviceGetBareTgid(int32_t* pid) {
  return Guard("aclrtDeviceGetBareTgid", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("pid", pid);
    *pid = getpid();
  });
}

aclError aclrtGetLogicDevIdByUserDevId(const int32_t userDevid, int32_t* const logicDevId) {
  return Guard("aclrtGetLogicDevIdByUserDevId", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("logicDevId", logicDevId);
    *logicDevId = -1;
    *logicDevId = hostacl::IdBeforeRenumbering("userDevid", userDevid);
  });
}

}  // extern "C"
