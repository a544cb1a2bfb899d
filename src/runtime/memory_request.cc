// The C functions that allocate, with their policies and attributes.
#include "runtime/memory_request.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "acl/acl_rt.h"
#include "runtime/context.h"
#include "runtime/device.h"
#include "runtime/error.h"
#include "runtime/memory.h"
#include "runtime/require.h"
#include "runtime/settings.h"
#include "runtime/soc.h"

namespace hostacl {
namespace {

// The bits of a combined policy that choose its pages.
constexpr uint32_t kPageBits = 0x7;

constexpr size_t kAlignment = 64;
constexpr size_t kGranule = 32;

[[noreturn]] void RefuseAllocation(size_t size, const std::string& why) {
  throw Error{ACL_ERROR_RT_MEMORY_ALLOCATION,
              fmt::format("Failed to allocate {} bytes: {}", size, why)};
}

// Whole pages of the system's, which go back to it when the block is freed: through the heap,
// blocks of this size would leave holes behind. Null when there are none left.
std::byte* MapPages(size_t capacity) {
  const size_t bytes = RoundUp(capacity, kNormalPage);
  std::byte* const pages = MapAtHugePage(bytes, PROT_READ | PROT_WRITE);
  // Only a wish: without huge pages the memory is as good.
  if (pages != nullptr) madvise(pages, bytes, MADV_HUGEPAGE);
  return pages;
}

// Memory of the host, and the share of a device's quota that it takes.
class HostPages {
 public:
  // Throws Error{207001} when the host has no `capacity` bytes left for a program that asked for
  // `size`.
  HostPages(size_t size, size_t capacity, QuotaShare share)
      : capacity_(capacity),
        share_(std::move(share)),
        // std::aligned_alloc takes whole multiples of the alignment.
        start_(in_pages() ? MapPages(capacity)
                          : std::aligned_alloc(kAlignment, RoundUp(capacity, kAlignment))) {
    if (start_ == nullptr) RefuseAllocation(size, "the host's memory ran out");
  }
  HostPages(const HostPages&) = delete;
  HostPages& operator=(const HostPages&) = delete;
  ~HostPages() {
    if (in_pages()) {
      munmap(start_, RoundUp(capacity_, kNormalPage));
    } else {
      std::free(start_);
    }
  }

  void* start() const { return start_; }
  size_t page_size() const { return in_pages() ? kHugePage : kNormalPage; }

 private:
  bool in_pages() const { return capacity_ >= kHugePage; }

  const size_t capacity_;
  const QuotaShare share_;
  void* const start_;
};

void* RegisterPages(MemoryBlock::Origin origin, int32_t device, size_t size, size_t capacity,
                    QuotaShare share) {
  const auto pages = std::make_shared<const HostPages>(size, capacity, std::move(share));
  return Register(std::make_shared<MemoryBlock>(origin, device, pages->start(), size, capacity,
                                                pages->page_size(), pages));
}

void RequireSize(size_t size) {
  if (size > 0) return;
  throw Error{ACL_ERROR_RT_PARAM_INVALID, "size must be above 0, but is 0"};
}

// Which attributes an allocation may have.
enum class For { kDevice, kHost };

struct DeviceRequest {
  std::optional<int32_t> device;  // empty: the current context's
  bool pad = true;                // 32 bytes more, where the SoC adds them
};

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

void* AllocateOnHost(size_t size) {
  RequireSize(size);
  RequireContext();
  if (size > static_cast<size_t>(PTRDIFF_MAX) - kHugePage) {
    RefuseAllocation(size, "that is more than a process can have");
  }
  return RegisterPages(MemoryBlock::Origin::kPinnedHost, 0, size, RoundUp(size, kGranule),
                       QuotaShare());
}

void* AllocateOnDevice(size_t size, const DeviceRequest& request) {
  const auto settings = CurrentSettings();
  RequireSize(size);
  const int32_t device = request.device.value_or(RequireContext()->device());
  // Before rounding, which could overflow.
  if (size > settings->device_memory) RefuseDeviceMemory(device, size);
  const bool pad = request.pad && settings->traits->soc_class != SocClass::k950;
  const size_t capacity = RoundUp(size, kGranule) + (pad ? kGranule : 0);
  return RegisterPages(MemoryBlock::Origin::kDevice, device, size, capacity,
                       TakeDeviceMemory(device, size, capacity));
}

void AllocateInto(void** pointer, size_t size, const DeviceRequest& request) {
  RequireNotNull("devPtr", pointer);
  *pointer = nullptr;
  *pointer = AllocateOnDevice(size, request);
}

}  // namespace

void RefuseDeviceMemory(int32_t device, size_t size) {
  const uint64_t budget = CurrentSettings()->device_memory;
  const uint64_t used = MemoryQuota(device).used();
  RefuseAllocation(size, fmt::format("device {} has {} bytes (HOSTACL_DEVICE_MEMORY), of which {} "
                                     "are free",
                                     device, budget, budget > used ? budget - used : 0));
}

std::byte* MapAtHugePage(size_t bytes, int protection) noexcept {
  void* const mapped = mmap(nullptr, bytes + kHugePage, protection,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  auto* const begin = static_cast<std::byte*>(mapped);
  const size_t head = (kHugePage - reinterpret_cast<uintptr_t>(begin) % kHugePage) % kHugePage;
  if (head > 0) munmap(begin, head);
  if (head < kHugePage) munmap(begin + head + bytes, kHugePage - head);
  return begin + head;
}

QuotaShare TakeDeviceMemory(int32_t device, size_t size, size_t capacity) {
  Quota& quota = MemoryQuota(device);
  if (!quota.Take(capacity, CurrentSettings()->device_memory)) RefuseDeviceMemory(device, size);
  return QuotaShare(&quota, capacity);
}

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
