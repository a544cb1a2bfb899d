// The C functions that allocate, with their policies and attributes.
#include "runtime/memory_request.h"

#include <fmt/format.h>

#include "acl/acl_rt.h"
#include "runtime/device.h"
#include "runtime/error.h"
#include "runtime/require.h"

namespace hostacl {
namespace {

// The bits of a combined policy that choose its pages.
constexpr uint32_t kPageBits = 0x7;

// Which attributes an allocation may have.
enum class For { kDevice, kHost };

void RequireCombination(aclrtMemMallocPolicy policy) {
  const auto bits = static_cast<uint32_t>(policy);
  constexpr uint32_t kBandwidth = ACL_MEM_TYPE_LOW_BAND_WIDTH | ACL_MEM_TYPE_HIGH_BAND_WIDTH;
  constexpr uint32_t kKnown = kPageBits | kBandwidth | ACL_MEM_ACCESS_USER_SPACE_READONLY;
  if ((bits & ~kKnown) == 0 && (bits & kBandwidth) != kBandwidth) return;
  throw Error{
      ACL_ERROR_RT_PARAM_INVALID,
      fmt::format("policy must be a value from 0 to 7, with one of the bits 0x100 and 0x1000 "
                  "and the bit 0x100000 if wanted, but is {:#x}",
                  bits)};
}

void RequireCachedPolicy(aclrtMemMallocPolicy policy) {
  if (policy == ACL_MEM_MALLOC_HUGE_FIRST || policy == ACL_MEM_MALLOC_HUGE_ONLY ||
      policy == ACL_MEM_MALLOC_NORMAL_ONLY || policy == ACL_MEM_MALLOC_HUGE1G_ONLY) {
    return;
  }
  throw Error{ACL_ERROR_RT_PARAM_INVALID,
              fmt::format("policy must be 0, 1, 2 or 6 here, not {}", static_cast<int>(policy))};
}

DeviceRequest MakeRequest(aclrtMemMallocPolicy policy) {
  DeviceRequest request;
  request.pad = policy != ACL_MEM_MALLOC_HUGE1G_ONLY && policy != ACL_MEM_MALLOC_HUGE1G_ONLY_P2P;
  return request;
}

// The part of a combined policy that is one by itself.
aclrtMemMallocPolicy PagePolicy(aclrtMemMallocPolicy policy) {
  return static_cast<aclrtMemMallocPolicy>(static_cast<uint32_t>(policy) & kPageBits);
}

// `request` with what the attributes ask for.
DeviceRequest ReadAttributes(DeviceRequest request, const aclrtMallocConfig* config, For use) {
  if (config == nullptr || config->numAttrs == 0) return request;
  RequireNotNull("cfg->attrs", config->attrs);
  for (size_t i = 0; i < config->numAttrs; ++i) {
    const aclrtMallocAttribute& attribute = config->attrs[i];
    if (attribute.attr == ACL_RT_MEM_ATTR_MODULE_ID) continue;
    if (attribute.attr == ACL_RT_MEM_ATTR_VA_FLAG && use == For::kHost) continue;
    if (attribute.attr == ACL_RT_MEM_ATTR_DEVICE_ID && use == For::kDevice) {
      RequireDevice("cfg->attrs' deviceId", attribute.value.deviceId);
      request.device = static_cast<int32_t>(attribute.value.deviceId);
      continue;
    }
    throw Error{ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                fmt::format("cfg->attrs[{}] asks for attribute {}, which this memory does not have",
                            i, static_cast<int>(attribute.attr))};
  }
  return request;
}

void AllocateInto(void** pointer, size_t size, const DeviceRequest& request) {
  RequireNotNull("devPtr", pointer);
  *pointer = nullptr;
  *pointer = AllocateOnDevice(size, request);
}

}  // namespace
}  // namespace hostacl

using hostacl::DeviceRequest;
using hostacl::Guard;
using hostacl::kAclInnerCodes;

extern "C" {

aclError aclrtMalloc(void** devPtr, size_t size, aclrtMemMallocPolicy policy) {
  return Guard("aclrtMalloc", kAclInnerCodes,
               [&] { hostacl::AllocateInto(devPtr, size, hostacl::MakeRequest(policy)); });
}

aclError aclrtMallocAlign32(void** devPtr, size_t size, aclrtMemMallocPolicy) {
  return Guard("aclrtMallocAlign32", kAclInnerCodes, [&] {
    DeviceRequest request;
    request.pad = false;
    hostacl::AllocateInto(devPtr, size, request);
  });
}

aclError aclrtMallocCached(void** devPtr, size_t size, aclrtMemMallocPolicy policy) {
  return Guard("aclrtMallocCached", kAclInnerCodes, [&] {
    if (devPtr != nullptr) *devPtr = nullptr;
    hostacl::RequireCachedPolicy(policy);
    hostacl::AllocateInto(devPtr, size, hostacl::MakeRequest(policy));
  });
}

aclError aclrtMallocWithCfg(void** devPtr, size_t size, aclrtMemMallocPolicy policy,
                            aclrtMallocConfig* cfg) {
  return Guard("aclrtMallocWithCfg", kAclInnerCodes, [&] {
    if (devPtr != nullptr) *devPtr = nullptr;
    hostacl::RequireCombination(policy);
    const DeviceRequest request = hostacl::MakeRequest(hostacl::PagePolicy(policy));
    hostacl::AllocateInto(devPtr, size,
                          hostacl::ReadAttributes(request, cfg, hostacl::For::kDevice));
  });
}

aclError aclrtMallocHost(void** hostPtr, size_t size) {
  return Guard("aclrtMallocHost", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("hostPtr", hostPtr);
    *hostPtr = nullptr;
    *hostPtr = hostacl::AllocateOnHost(size);
  });
}

aclError aclrtMallocHostWithCfg(void** ptr, uint64_t size, aclrtMallocConfig* cfg) {
  return Guard("aclrtMallocHostWithCfg", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("ptr", ptr);
    *ptr = nullptr;
    hostacl::ReadAttributes(DeviceRequest(), cfg, hostacl::For::kHost);
    *ptr = hostacl::AllocateOnHost(size);
  });
}

}  // extern "C"
