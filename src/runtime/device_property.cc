// What can be asked about a device and its SoC: names, properties, features.
#include <fmt/format.h>

#include <array>
#include <mutex>
#include <set>
#include <string>

#include "acl/acl_rt.h"
#include "runtime/context.h"
#include "runtime/device.h"
#include "runtime/error.h"
#include "runtime/require.h"
#include "runtime/settings.h"
#include "runtime/soc.h"
#include "runtime/stream.h"
#include "runtime/unsupported.h"

namespace hostacl {
namespace {

// A text that stays valid although the settings may change.
const char* Kept(const std::string& text) {
  static std::mutex& mutex = *new std::mutex;
  static std::set<std::string>& texts = *new std::set<std::string>;
  std::lock_guard<std::mutex> lock(mutex);
  return texts.insert(text).first->c_str();
}

bool HasCannAttribute(aclCannAttr attribute) {
  switch (attribute) {
    case ACL_CANN_ATTR_INF_NAN:
    case ACL_CANN_ATTR_BF16:
      return IsRecent(CurrentSocTraits().soc_class);
    case ACL_CANN_ATTR_JIT_COMPILE:
      return false;
    case ACL_CANN_ATTR_UNDEFINED:
      break;
  }
  throw Error{ACL_ERROR_INVALID_PARAM, fmt::format("cannAttr must be an aclCannAttr from 0 to 2, "
                                                   "not {}",
                                                   static_cast<int>(attribute))};
}

constexpr std::array<aclCannAttr, 2> kRecentAttributes{ACL_CANN_ATTR_INF_NAN, ACL_CANN_ATTR_BF16};

int64_t OlderDeviceProperty(aclDeviceInfo property) {
  const SocTraits& traits = CurrentSocTraits();
  switch (property) {
    case ACL_DEVICE_INFO_AI_CORE_NUM:
      return traits.cube_cores;
    case ACL_DEVICE_INFO_VECTOR_CORE_NUM:
      return traits.vector_cores;
    case ACL_DEVICE_INFO_L2_SIZE:
      return traits.l2_bytes;
    case ACL_DEVICE_INFO_UNDEFINED:
      break;
  }
  throw Error{ACL_ERROR_INVALID_PARAM,
              fmt::format("deviceInfo must be an aclDeviceInfo from 0 to 2, not {}",
                          static_cast<int>(property))};
}

int64_t PropertyOfDevice(uint32_t device, aclrtDevAttr attribute) {
  const auto settings = CurrentSettings();
  switch (attribute) {
    case ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE:
      return static_cast<int64_t>(settings->device_memory);
    case ACL_DEV_ATTR_PHY_CHIP_ID:
      return settings->visible_devices.at(device);
    default:
      return DeviceProperty(*settings->traits, attribute);
  }
}

void RequireFeature(aclrtDevFeatureType feature) {
  if (feature == ACL_FEATURE_TSCPU_TASK_UPDATE_SUPPORT_AIC_AIV ||
      feature == ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV) {
    return;
  }
  throw Error{ACL_ERROR_RT_PARAM_INVALID,
              fmt::format("devFeatureType must be 1 or 21, not {}", static_cast<int>(feature))};
}

}  // namespace
}  // namespace hostacl

using hostacl::Guard;
using hostacl::kAclInnerCodes;

extern "C" {

const char* aclrtGetSocName() {
  const char* name = nullptr;
  Guard("aclrtGetSocName", kAclInnerCodes,
        [&] { name = hostacl::Kept(hostacl::CurrentSettings()->soc); });
  return name;
}

aclError aclGetDeviceCapability(uint32_t deviceId, aclDeviceInfo deviceInfo, int64_t* value) {
  return Guard("aclGetDeviceCapability", kAclInnerCodes, [&] {
    if (value == nullptr) {
      throw hostacl::Error{ACL_ERROR_INVALID_PARAM, "value must be a valid pointer, but is null"};
    }
    *value = 0;
    hostacl::RequireDevice("deviceId", deviceId);
    *value = hostacl::OlderDeviceProperty(deviceInfo);
  });
}

aclError aclGetCannAttributeList(const aclCannAttr** cannAttrList, size_t* num) {
  return Guard("aclGetCannAttributeList", kAclInnerCodes, [&] {
    if (cannAttrList == nullptr || num == nullptr) {
      throw hostacl::Error{ACL_ERROR_INVALID_PARAM,
                           fmt::format("{} must be a valid pointer, but is null",
                                       cannAttrList == nullptr ? "cannAttrList" : "num")};
    }
    *cannAttrList = nullptr;
    *num = 0;
    const bool recent = hostacl::IsRecent(hostacl::CurrentSocTraits().soc_class);
    *cannAttrList = hostacl::kRecentAttributes.data();
    *num = recent ? hostacl::kRecentAttributes.size() : 0;
  });
}

aclError aclGetCannAttribute(aclCannAttr cannAttr, int32_t* value) {
  return Guard("aclGetCannAttribute", kAclInnerCodes, [&] {
    if (value == nullptr) {
      throw hostacl::Error{ACL_ERROR_INVALID_PARAM, "value must be a valid pointer, but is null"};
    }
    *value = 0;
    *value = hostacl::HasCannAttribute(cannAttr) ? 1 : 0;
  });
}

aclError aclrtGetRunMode(aclrtRunMode* runMode) {
  return Guard("aclrtGetRunMode", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("runMode", runMode);
    *runMode = ACL_HOST;
  });
}

aclError aclrtSetTsDevice(aclrtTsId tsId) {
  return Guard("aclrtSetTsDevice", kAclInnerCodes, [&] {
    if (tsId == ACL_TS_ID_AICORE || tsId == ACL_TS_ID_AIVECTOR) return;
    throw hostacl::Error{ACL_ERROR_RT_PARAM_INVALID,
                         fmt::format("tsId must be ACL_TS_ID_AICORE (0) or ACL_TS_ID_AIVECTOR (1), "
                                     "not {}",
                                     static_cast<int>(tsId))};
  });
}

aclError aclrtGetDeviceInfo(uint32_t deviceId, aclrtDevAttr attr, int64_t* value) {
  return Guard("aclrtGetDeviceInfo", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("value", value);
    *value = 0;
    hostacl::RequireDevice("deviceId", deviceId);
    *value = hostacl::PropertyOfDevice(deviceId, attr);
  });
}

aclError aclrtGetDeviceCapability(int32_t deviceId, aclrtDevFeatureType devFeatureType,
                                  int32_t* value) {
  return Guard("aclrtGetDeviceCapability", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("value", value);
    *value = ACL_DEV_FEATURE_NOT_SUPPORT;
    hostacl::RequireDevice("deviceId", deviceId);
    hostacl::RequireFeature(devFeatureType);
  });
}

aclError aclrtGetHardwareSyncAddr(void** addr) {
  if (addr != nullptr) *addr = nullptr;
  return hostacl::AnswerUnsupported("aclrtGetHardwareSyncAddr", ACL_ERROR_API_NOT_SUPPORT,
                                    "there are no cores that synchronise by an address");
}

aclError aclrtDeviceGetStreamPriorityRange(int32_t* leastPriority, int32_t* greatestPriority) {
  return Guard("aclrtDeviceGetStreamPriorityRange", kAclInnerCodes, [&] {
    hostacl::RequireContext();
    if (leastPriority != nullptr) *leastPriority = hostacl::kLeastStreamPriority;
    if (greatestPriority != nullptr) *greatestPriority = 0;
  });
}

}  // extern "C"
