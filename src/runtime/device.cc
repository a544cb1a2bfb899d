// Device: counts, default contexts, peers, and the C functions on devices.
#include "runtime/device.h"

#include <fmt/format.h>

#include <array>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "acl/acl_rt.h"
#include "runtime/callback.h"
#include "runtime/context.h"
#include "runtime/core_limit.h"
#include "runtime/init.h"
#include "runtime/require.h"
#include "runtime/settings.h"
#include "runtime/soc.h"

namespace hostacl {
namespace {

constexpr size_t kMaxDevices = 64;

struct Device {
  int64_t set_count = 0;
  std::shared_ptr<Context> primary;
  std::set<int32_t> peers;
  int saturation_mode = ACL_RT_OVERFLOW_MODE_UNDEF;  // until it is set
};

// What a device has a limited number of, and what programs limit.
struct Limits {
  Quota streams;
  Quota events;
  Quota memory;
  CoreLimits cores;
};

Limits& LimitsOf(int32_t device) {
  static std::array<Limits, kMaxDevices>& limits = *new std::array<Limits, kMaxDevices>;
  return limits.at(static_cast<size_t>(device));
}

// No wait happens under this mutex: tasks may call the library. Contexts are made under it while
// the library is initialised, so that aclFinalize finds all of them.
struct Devices {
  std::mutex mutex;
  std::array<Device, kMaxDevices> devices;
};

Devices& All() {
  static Devices& devices = *new Devices;
  return devices;
}

// To be called with the mutex held.
Device& Locked(int32_t device) { return All().devices.at(static_cast<size_t>(device)); }

std::shared_ptr<Context> LockedPrimary(int32_t device) {
  Device& state = Locked(device);
  if (state.primary == nullptr) state.primary = Context::Create(device, true);
  return state.primary;
}

void SetDevice(int32_t device) {
  RequireInitialised("aclrtSetDevice");
  RequireDevice("deviceId", device);
  std::lock_guard<std::mutex> lock(All().mutex);
  // Again, since aclFinalize may have come between; see TakeAllContexts.
  RequireInitialised("aclrtSetDevice");
  const std::shared_ptr<Context> primary = LockedPrimary(device);
  ++Locked(device).set_count;
  SetCurrentContext(*primary);
}

void ResetDevice(int32_t device, bool force) {
  RefuseInCallback("resetting a device");
  RequireDevice("deviceId", device);
  std::shared_ptr<Context> released;
  {
    std::lock_guard<std::mutex> lock(All().mutex);
    Device& state = Locked(device);
    if (state.set_count == 0) {
      throw Error{ACL_ERROR_RT_INVALID_DEVICEID,
                  fmt::format("device {} is not set: it was never set, or it was reset as often as "
                              "it was set",
                              device)};
    }
    state.set_count = force ? 0 : state.set_count - 1;
    if (state.set_count > 0) return;
    released = std::exchange(state.primary, nullptr);
    state.peers.clear();
    state.saturation_mode = ACL_RT_OVERFLOW_MODE_UNDEF;
    DeviceCoreLimits(device).Reset();
  }
  if (released != nullptr) released->Release();
}

void RequireDifferent(int32_t device, int32_t peer) {
  if (device != peer) return;
  throw Error{ACL_ERROR_RT_PARAM_INVALID,
              fmt::format("peerDeviceId must be another device than {}", device)};
}

void EnablePeer(int32_t peer, uint32_t flags) {
  RequireDevice("peerDeviceId", peer);
  if (flags != 0) {
    throw Error{ACL_ERROR_RT_PARAM_INVALID, fmt::format("flags must be 0, not {}", flags)};
  }
  const int32_t device = RequireContext()->device();
  RequireDifferent(device, peer);
  std::lock_guard<std::mutex> lock(All().mutex);
  Locked(device).peers.insert(peer);
}

void DisablePeer(int32_t peer) {
  RequireDevice("peerDeviceId", peer);
  const int32_t device = RequireContext()->device();
  RequireDifferent(device, peer);
  std::lock_guard<std::mutex> lock(All().mutex);
  if (Locked(device).peers.erase(peer) == 0) {
    throw Error{ACL_ERROR_RT_PARAM_INVALID,
                fmt::format("device {} has no access to peerDeviceId {} that could be taken back",
                            device, peer)};
  }
}

void PeerStatus(int32_t device, int32_t peer, int32_t* status) {
  RequireNotNull("status", status);
  *status = 0;
  RequireDevice("deviceId", device);
  RequireDevice("peerDeviceId", peer);
  std::lock_guard<std::mutex> lock(All().mutex);
  *status = Locked(device).peers.count(peer) > 0 ? 1 : 0;
}

void SetSaturationMode(aclrtFloatOverflowMode mode) {
  if (mode != ACL_RT_OVERFLOW_MODE_SATURATION && mode != ACL_RT_OVERFLOW_MODE_INFNAN) {
    throw Error{ACL_ERROR_RT_PARAM_INVALID,
                fmt::format("mode must be ACL_RT_OVERFLOW_MODE_SATURATION (0) or "
                            "ACL_RT_OVERFLOW_MODE_INFNAN (1), not {}",
                            static_cast<int>(mode))};
  }
  const int32_t device = RequireContext()->device();
  const SocClass soc_class = CurrentSocTraits().soc_class;
  const bool has_mode =
      mode == ACL_RT_OVERFLOW_MODE_SATURATION ? soc_class != SocClass::k950 : IsRecent(soc_class);
  if (!has_mode) {
    throw Error{ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                fmt::format("mode {} is not one that {} has", static_cast<int>(mode),
                            CurrentSettings()->soc)};
  }
  std::lock_guard<std::mutex> lock(All().mutex);
  Locked(device).saturation_mode = mode;
}

aclrtFloatOverflowMode SaturationMode() {
  const int32_t device = RequireContext()->device();
  const bool recent = IsRecent(CurrentSocTraits().soc_class);
  std::lock_guard<std::mutex> lock(All().mutex);
  const int mode = Locked(device).saturation_mode;
  if (mode != ACL_RT_OVERFLOW_MODE_UNDEF) return static_cast<aclrtFloatOverflowMode>(mode);
  return recent ? ACL_RT_OVERFLOW_MODE_INFNAN : ACL_RT_OVERFLOW_MODE_SATURATION;
}

void PrimaryState(int32_t device, const uint32_t* flags, int32_t* active) {
  RequireNotNull("active", active);
  *active = 0;
  RequireDevice("deviceId", device);
  if (flags != nullptr) {
    throw Error{ACL_ERROR_RT_PARAM_INVALID, "flags must be null, but is not"};
  }
  std::lock_guard<std::mutex> lock(All().mutex);
  *active = Locked(device).primary != nullptr ? 1 : 0;
}

}  // namespace

void RequireDevice(const char* parameter, int64_t device) {
  const size_t count = CurrentSettings()->visible_devices.size();
  if (device >= 0 && static_cast<uint64_t>(device) < count) return;
  throw Error{ACL_ERROR_RT_INVALID_DEVICEID,
              fmt::format("{} must be in [0, {}), but is {}", parameter, count, device)};
}

std::shared_ptr<Context> DefaultDeviceContext() {
  constexpr int32_t kDefaultDevice = 0;
  if (!HasDefaultDevice()) return nullptr;
  RequireDevice("deviceId", kDefaultDevice);
  std::lock_guard<std::mutex> lock(All().mutex);
  return HasDefaultDevice() ? LockedPrimary(kDefaultDevice) : nullptr;
}

std::shared_ptr<Context> CreateContext(int32_t device) {
  RequireDevice("deviceId", device);
  std::lock_guard<std::mutex> lock(All().mutex);
  RequireInitialised("aclrtCreateContext");
  return Context::Create(device, false);
}

std::vector<std::shared_ptr<Context>> TakeAllContexts() {
  std::lock_guard<std::mutex> lock(All().mutex);
  std::vector<std::shared_ptr<Context>> contexts = Context::All();
  for (size_t i = 0; i < kMaxDevices; ++i) {
    All().devices[i] = Device();
    DeviceCoreLimits(static_cast<int32_t>(i)).Reset();
  }
  return contexts;
}

Quota& StreamQuota(int32_t device) { return LimitsOf(device).streams; }
Quota& EventQuota(int32_t device) { return LimitsOf(device).events; }
Quota& MemoryQuota(int32_t device) { return LimitsOf(device).memory; }
CoreLimits& DeviceCoreLimits(int32_t device) { return LimitsOf(device).cores; }

}  // namespace hostacl

using hostacl::Guard;
using hostacl::kAclInnerCodes;

extern "C" {

aclError aclrtSetDevice(int32_t deviceId) {
  return Guard("aclrtSetDevice", kAclInnerCodes, [&] { hostacl::SetDevice(deviceId); });
}

aclError aclrtResetDevice(int32_t deviceId) {
  return Guard("aclrtResetDevice", kAclInnerCodes, [&] { hostacl::ResetDevice(deviceId, false); });
}

aclError aclrtResetDeviceForce(int32_t deviceId) {
  return Guard("aclrtResetDeviceForce", kAclInnerCodes,
               [&] { hostacl::ResetDevice(deviceId, true); });
}

aclError aclrtGetDevice(int32_t* deviceId) {
  // Programs ask in order to learn whether to set a device: "none" is an answer, not a failure, and
  // leaves no sentence. A default device does not count as chosen.
  if (deviceId != nullptr && !hostacl::ThreadChoseContext()) return ACL_ERROR_RT_CONTEXT_NULL;
  return Guard("aclrtGetDevice", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("deviceId", deviceId);
    *deviceId = hostacl::RequireContext()->device();
  });
}

aclError aclrtGetDeviceCount(uint32_t* count) {
  return Guard("aclrtGetDeviceCount", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("count", count);
    *count = 0;
    *count = static_cast<uint32_t>(hostacl::CurrentSettings()->visible_devices.size());
  });
}

aclError aclrtSynchronizeDevice() {
  return Guard("aclrtSynchronizeDevice", kAclInnerCodes,
               [] { hostacl::SynchronizeDevice(hostacl::RequireContext()->device(), -1); });
}

aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout) {
  return Guard("aclrtSynchronizeDeviceWithTimeout", kAclInnerCodes,
               [&] { hostacl::SynchronizeDevice(hostacl::RequireContext()->device(), timeout); });
}

aclError aclrtQueryDeviceStatus(int32_t deviceId, aclrtDeviceStatus* deviceStatus) {
  return Guard("aclrtQueryDeviceStatus", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("deviceStatus", deviceStatus);
    *deviceStatus = ACL_RT_DEVICE_STATUS_END;
    hostacl::RequireDevice("deviceId", deviceId);
    *deviceStatus = ACL_RT_DEVICE_STATUS_NORMAL;
  });
}

aclError aclrtDeviceCanAccessPeer(int32_t* canAccessPeer, int32_t deviceId, int32_t peerDeviceId) {
  return Guard("aclrtDeviceCanAccessPeer", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("canAccessPeer", canAccessPeer);
    *canAccessPeer = 0;
    hostacl::RequireDevice("deviceId", deviceId);
    hostacl::RequireDevice("peerDeviceId", peerDeviceId);
    hostacl::RequireDifferent(deviceId, peerDeviceId);
    *canAccessPeer = 1;
  });
}

aclError aclrtDeviceEnablePeerAccess(int32_t peerDeviceId, uint32_t flags) {
  return Guard("aclrtDeviceEnablePeerAccess", kAclInnerCodes,
               [&] { hostacl::EnablePeer(peerDeviceId, flags); });
}

aclError aclrtDeviceDisablePeerAccess(int32_t peerDeviceId) {
  return Guard("aclrtDeviceDisablePeerAccess", kAclInnerCodes,
               [&] { hostacl::DisablePeer(peerDeviceId); });
}

aclError aclrtDevicePeerAccessStatus(int32_t deviceId, int32_t peerDeviceId, int32_t* status) {
  return Guard("aclrtDevicePeerAccessStatus", kAclInnerCodes,
               [&] { hostacl::PeerStatus(deviceId, peerDeviceId, status); });
}

aclError aclrtSetDeviceSatMode(aclrtFloatOverflowMode mode) {
  return Guard("aclrtSetDeviceSatMode", kAclInnerCodes, [&] { hostacl::SetSaturationMode(mode); });
}

aclError aclrtGetDeviceSatMode(aclrtFloatOverflowMode* mode) {
  return Guard("aclrtGetDeviceSatMode", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("mode", mode);
    *mode = ACL_RT_OVERFLOW_MODE_UNDEF;
    *mode = hostacl::SaturationMode();
  });
}

aclError aclrtGetPrimaryCtxState(int32_t deviceId, uint32_t* flags, int32_t* active) {
  return Guard("aclrtGetPrimaryCtxState", kAclInnerCodes,
               [&] { hostacl::PrimaryState(deviceId, flags, active); });
}

}  // extern "C"
