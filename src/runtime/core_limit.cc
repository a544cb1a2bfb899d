// Core limits: setting and reading them.
#include "runtime/core_limit.h"

#include <fmt/format.h>

#include <memory>

#include "runtime/context.h"
#include "runtime/device.h"
#include "runtime/error.h"
#include "runtime/require.h"
#include "runtime/soc.h"
#include "runtime/stream.h"

namespace hostacl {
namespace {

// The stream whose limits the calling thread uses; null for the device's.
thread_local aclrtStream limiting_stream = nullptr;

uint32_t CoreCount(aclrtDevResLimitType type) {
  const SocTraits& traits = CurrentSocTraits();
  switch (type) {
    case ACL_RT_DEV_RES_CUBE_CORE:
      return static_cast<uint32_t>(traits.cube_cores);
    case ACL_RT_DEV_RES_VECTOR_CORE:
      return static_cast<uint32_t>(traits.vector_cores);
  }
  throw Error{ACL_ERROR_RT_PARAM_INVALID,
              fmt::format("type must be ACL_RT_DEV_RES_CUBE_CORE (0) or ACL_RT_DEV_RES_VECTOR_CORE "
                          "(1), not {}",
                          static_cast<int>(type))};
}

void SetChecked(CoreLimits* limits, aclrtDevResLimitType type, uint32_t value) {
  const uint32_t count = CoreCount(type);
  if (value == 0 || value > count) {
    throw Error{
        ACL_ERROR_RT_PARAM_INVALID,
        fmt::format("value must be in [1, {}], the cores that there are, but is {}", count, value)};
  }
  limits->Set(type, value);
}

uint32_t OfDevice(int32_t device, aclrtDevResLimitType type) {
  const uint32_t count = CoreCount(type);
  return DeviceCoreLimits(device).Get(type).value_or(count);
}

uint32_t OfStream(const Stream& stream, aclrtDevResLimitType type) {
  const uint32_t of_device = OfDevice(stream.device(), type);
  return stream.core_limits().Get(type).value_or(of_device);
}

uint32_t OfThread(aclrtDevResLimitType type) {
  const auto stream = limiting_stream == nullptr ? nullptr : Stream::Find(limiting_stream);
  return stream != nullptr ? OfStream(*stream, type) : OfDevice(RequireContext()->device(), type);
}

}  // namespace

void CoreLimits::Set(aclrtDevResLimitType type, uint32_t value) {
  std::lock_guard<std::mutex> lock(mutex_);
  values_.at(type) = value;
}

void CoreLimits::Reset() {
  std::lock_guard<std::mutex> lock(mutex_);
  values_ = {};
}

std::optional<uint32_t> CoreLimits::Get(aclrtDevResLimitType type) const {
  std::lock_guard<std::mutex> lock(mutex_);
  return values_.at(type);
}

}  // namespace hostacl

using hostacl::Guard;
using hostacl::kAclInnerCodes;

extern "C" {

aclError aclrtGetDeviceResLimit(int32_t deviceId, aclrtDevResLimitType type, uint32_t* value) {
  return Guard("aclrtGetDeviceResLimit", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("value", value);
    *value = 0;
    hostacl::RequireDevice("deviceId", deviceId);
    *value = hostacl::OfDevice(deviceId, type);
  });
}

aclError aclrtSetDeviceResLimit(int32_t deviceId, aclrtDevResLimitType type, uint32_t value) {
  return Guard("aclrtSetDeviceResLimit", kAclInnerCodes, [&] {
    hostacl::RequireDevice("deviceId", deviceId);
    hostacl::SetChecked(&hostacl::DeviceCoreLimits(deviceId), type, value);
  });
}

aclError aclrtResetDeviceResLimit(int32_t deviceId) {
  return Guard("aclrtResetDeviceResLimit", kAclInnerCodes, [&] {
    hostacl::RequireDevice("deviceId", deviceId);
    hostacl::DeviceCoreLimits(deviceId).Reset();
  });
}

aclError aclrtGetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type, uint32_t* value) {
  return Guard("aclrtGetStreamResLimit", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("value", value);
    *value = 0;
    *value = hostacl::OfStream(*hostacl::ResolveStream(stream), type);
  });
}

aclError aclrtSetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type, uint32_t value) {
  return Guard("aclrtSetStreamResLimit", kAclInnerCodes, [&] {
    hostacl::SetChecked(&hostacl::ResolveStream(stream)->core_limits(), type, value);
  });
}

aclError aclrtResetStreamResLimit(aclrtStream stream) {
  return Guard("aclrtResetStreamResLimit", kAclInnerCodes,
               [&] { hostacl::ResolveStream(stream)->core_limits().Reset(); });
}

aclError aclrtUseStreamResInCurrentThread(aclrtStream stream) {
  return Guard("aclrtUseStreamResInCurrentThread", kAclInnerCodes,
               [&] { hostacl::limiting_stream = hostacl::ResolveStream(stream)->handle(); });
}

aclError aclrtUnuseStreamResInCurrentThread(aclrtStream stream) {
  return Guard("aclrtUnuseStreamResInCurrentThread", kAclInnerCodes, [&] {
    if (hostacl::limiting_stream != hostacl::ResolveStream(stream)->handle()) {
      throw hostacl::Error{ACL_ERROR_RT_PARAM_INVALID,
                           fmt::format("stream {} is not the one whose limits the calling thread "
                                       "uses",
                                       stream)};
    }
    hostacl::limiting_stream = nullptr;
  });
}

aclError aclrtGetResInCurrentThread(aclrtDevResLimitType type, uint32_t* value) {
  return Guard("aclrtGetResInCurrentThread", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("value", value);
    *value = 0;
    *value = hostacl::OfThread(type);
  });
}

}  // extern "C"
