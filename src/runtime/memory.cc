// Memory: knowing blocks by their addresses, taking them back, and what is told of them.
#include "runtime/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <utility>

#include "acl/acl_rt.h"
#include "runtime/context.h"
#include "runtime/device.h"
#include "runtime/error.h"
#include "runtime/require.h"
#include "runtime/settings.h"
#include "runtime/soc.h"
#include "runtime/virtual_memory.h"

namespace hostacl {
namespace {

constexpr size_t kGranule = 32;

struct Blocks {
  std::shared_mutex mutex;
  std::map<const std::byte*, std::shared_ptr<MemoryBlock>> by_start;
};

Blocks& AllBlocks() {
  static Blocks& blocks = *new Blocks;
  return blocks;
}

const char* EndingFunction(MemoryBlock::Origin origin) {
  switch (origin) {
    case MemoryBlock::Origin::kDevice:
      return "aclrtFree frees";
    case MemoryBlock::Origin::kPinnedHost:
      return "aclrtFreeHost frees";
    case MemoryBlock::Origin::kRegisteredHost:
      return "aclrtHostUnregister gives back";
    case MemoryBlock::Origin::kMapped:
      break;
  }
  return "aclrtUnmapMem unmaps";
}

// The block that starts at `address`; throws Error{107000} when there is none of this origin.
std::shared_ptr<MemoryBlock> RequireBlock(const char* parameter, const void* address,
                                          MemoryBlock::Origin origin) {
  RequireNotNull(parameter, address);
  std::shared_ptr<MemoryBlock> block = FindBlock(address);
  std::string why;
  if (block == nullptr) {
    why = "is not memory of this library, or was freed before";
  } else if (block->start() != address) {
    why = fmt::format("lies {} bytes behind the start of a block of {} bytes",
                      static_cast<const std::byte*>(address) - block->start(), block->size());
  } else if (block->origin() != origin) {
    why = fmt::format("is memory that {}", EndingFunction(block->origin()));
  }
  if (!why.empty()) {
    throw Error{ACL_ERROR_RT_PARAM_INVALID, fmt::format("{} {} {}", parameter, address, why)};
  }
  return block;
}

[[noreturn]] void RefuseEnd(const char* parameter, const MemoryBlock& block, const void* address,
                            size_t bytes) {
  throw Error{
      ACL_ERROR_RT_PARAM_INVALID,
      fmt::format("{}: {} bytes from byte {} on reach past the end of its block, which has {} "
                  "bytes, rounded up to {}",
                  parameter, bytes, static_cast<const std::byte*>(address) - block.start(),
                  block.size(), block.reach())};
}

}  // namespace

MemoryBlock::MemoryBlock(Origin origin, int32_t device, void* start, size_t size, size_t capacity,
                         size_t page_size, std::shared_ptr<const void> memory)
    : origin_(origin),
      device_(device),
      start_(static_cast<std::byte*>(start)),
      size_(size),
      capacity_(capacity),
      page_size_(page_size),
      memory_(std::move(memory)) {}

size_t MemoryBlock::reach() const { return std::min(capacity_, RoundUp(size_, kGranule)); }

void* Register(std::shared_ptr<MemoryBlock> block) {
  Blocks& blocks = AllBlocks();
  std::lock_guard<std::shared_mutex> lock(blocks.mutex);
  std::byte* const start = block->start();
  // A program may have given memory back to the system that it left registered.
  blocks.by_start.insert_or_assign(start, std::move(block));
  return start;
}

std::shared_ptr<MemoryBlock> Unregister(const char* parameter, const void* address,
                                        MemoryBlock::Origin origin) {
  std::shared_ptr<MemoryBlock> block = RequireBlock(parameter, address, origin);
  Blocks& blocks = AllBlocks();
  std::lock_guard<std::shared_mutex> lock(blocks.mutex);
  if (blocks.by_start.erase(block->start()) == 0) {
    throw Error{ACL_ERROR_RT_PARAM_INVALID,
                fmt::format("{} {} was freed before", parameter, address)};
  }
  // The last reference goes after the lock, since giving memory back to the system takes time.
  return block;
}

std::shared_ptr<MemoryBlock> FindBlock(const void* address) {
  const auto* const wanted = static_cast<const std::byte*>(address);
  Blocks& blocks = AllBlocks();
  std::shared_lock<std::shared_mutex> lock(blocks.mutex);
  auto found = blocks.by_start.upper_bound(wanted);
  if (found == blocks.by_start.begin()) return nullptr;
  --found;
  const std::shared_ptr<MemoryBlock>& block = found->second;
  return wanted < block->start() + block->capacity() ? block : nullptr;
}

bool AnyBlockIn(const void* start, size_t bytes) {
  const auto* const begin = static_cast<const std::byte*>(start);
  if (FindBlock(start) != nullptr) return true;
  Blocks& blocks = AllBlocks();
  std::shared_lock<std::shared_mutex> lock(blocks.mutex);
  const auto next = blocks.by_start.lower_bound(begin);
  return next != blocks.by_start.end() && next->first < begin + bytes;
}

HeldRange HoldRange(const char* parameter, const void* address, size_t bytes) {
  RequireNotNull(parameter, address);
  HeldRange held;
  std::shared_ptr<MemoryBlock> block = FindBlock(address);
  if (block == nullptr) {
    RefuseUnmapped(parameter, address);
    return held;
  }
  auto offset = static_cast<size_t>(static_cast<const std::byte*>(address) - block->start());
  size_t left = bytes;
  while (block != nullptr) {
    held.push_back(block);
    const size_t reach = block->reach();
    if (offset <= reach && left <= reach - offset) return held;
    // Only mapped blocks go on in the next one; other neighbours are there by chance.
    if (block->origin() != MemoryBlock::Origin::kMapped) break;
    left -= reach - offset;
    offset = 0;
    block = FindBlock(block->start() + reach);
    if (block != nullptr && block->origin() != MemoryBlock::Origin::kMapped) break;
  }
  RefuseEnd(parameter, *held.front(), address, bytes);
}

HeldRange HoldDeviceRange(const char* parameter, const void* address, size_t bytes) {
  HeldRange held = HoldRange(parameter, address, bytes);
  if (!held.empty() && held.front()->on_device()) return held;
  throw Error{ACL_ERROR_RT_PARAM_INVALID,
              fmt::format("{} {} is not memory of aclrtMalloc or aclrtMapMem", parameter, address)};
}

namespace {

void Describe(const void* address, aclrtPtrAttributes* attributes) {
  RequireNotNull("attributes", attributes);
  *attributes = aclrtPtrAttributes{};
  attributes->location.type = ACL_MEM_LOCATION_TYPE_UNREGISTERED;
  RequireNotNull("ptr", address);
  attributes->pageSize = kNormalPage;
  const auto block = FindBlock(address);
  if (block == nullptr) return;
  attributes->location.id = static_cast<uint32_t>(block->device());
  attributes->location.type =
      block->on_device() ? ACL_MEM_LOCATION_TYPE_DEVICE : ACL_MEM_LOCATION_TYPE_HOST;
  attributes->pageSize = static_cast<uint32_t>(block->page_size());
}

// Whether the emulated SoC has memory of this kind.
bool HasMemory(aclrtMemAttr attribute) {
  switch (attribute) {
    case ACL_DDR_MEM:
    case ACL_DDR_MEM_HUGE:
    case ACL_DDR_MEM_NORMAL:
    case ACL_DDR_MEM_P2P_HUGE:
    case ACL_DDR_MEM_P2P_NORMAL:
      return !CurrentSocTraits().has_hbm;
    // Where there is DDR only, these are answered for that.
    case ACL_HBM_MEM:
    case ACL_HBM_MEM_HUGE:
    case ACL_HBM_MEM_NORMAL:
    case ACL_HBM_MEM_P2P_HUGE:
    case ACL_HBM_MEM_P2P_NORMAL:
    case ACL_HBM_MEM_HUGE1G:
    case ACL_HBM_MEM_P2P_HUGE1G:
    case ACL_MEM_NORMAL:
    case ACL_MEM_HUGE:
    case ACL_MEM_HUGE1G:
    case ACL_MEM_P2P_NORMAL:
    case ACL_MEM_P2P_HUGE:
    case ACL_MEM_P2P_HUGE1G:
      return true;
  }
  throw Error{ACL_ERROR_RT_PARAM_INVALID,
              fmt::format("attr must be an aclrtMemAttr from 0 to 17, not {}",
                          static_cast<int>(attribute))};
}

void MemoryInfo(aclrtMemAttr attribute, size_t* free, size_t* total) {
  RequireNotNull("free", free);
  RequireNotNull("total", total);
  *free = 0;
  *total = 0;
  const int32_t device = RequireContext()->device();
  if (!HasMemory(attribute)) return;
  const uint64_t budget = CurrentSettings()->device_memory;
  const uint64_t used = MemoryQuota(device).used();
  *total = budget;
  *free = budget > used ? budget - used : 0;
}

// The library keeps no account of the modules that memory is for, so there is one entry.
void MemoryUsage(int32_t device, aclrtMemUsageInfo* entries, size_t room, size_t* count) {
  constexpr std::string_view kName = "hostacl";
  RequireNotNull("outputNum", count);
  *count = 0;
  RequireDevice("deviceId", device);
  RequireNotNull("memUsageInfo", entries);
  if (room == 0) throw Error{ACL_ERROR_RT_PARAM_INVALID, "inputNum must be above 0, but is 0"};
  const Quota& quota = MemoryQuota(device);
  *entries = aclrtMemUsageInfo{};
  kName.copy(entries->name, sizeof entries->name - 1);
  entries->curMemSize = quota.used();
  entries->memPeakSize = quota.peak();
  *count = 1;
}

}  // namespace
}  // namespace hostacl

using hostacl::Guard;
using hostacl::kAclInnerCodes;
using hostacl::MemoryBlock;

extern "C" {

aclError aclrtFree(void* devPtr) {
  return Guard("aclrtFree", kAclInnerCodes,
               [&] { hostacl::Unregister("devPtr", devPtr, MemoryBlock::Origin::kDevice); });
}

aclError aclrtFreeWithDevSync(void* devPtr) {
  return Guard("aclrtFreeWithDevSync", kAclInnerCodes, [&] {
    const auto block = hostacl::RequireBlock("devPtr", devPtr, MemoryBlock::Origin::kDevice);
    hostacl::WaitForDevice(block->device(), -1);
    hostacl::Unregister("devPtr", devPtr, MemoryBlock::Origin::kDevice);
  });
}

aclError aclrtFreeHost(void* hostPtr) {
  return Guard("aclrtFreeHost", kAclInnerCodes,
               [&] { hostacl::Unregister("hostPtr", hostPtr, MemoryBlock::Origin::kPinnedHost); });
}

aclError aclrtFreeHostWithDevSync(void* hostPtr) {
  return Guard("aclrtFreeHostWithDevSync", kAclInnerCodes, [&] {
    hostacl::RequireBlock("hostPtr", hostPtr, MemoryBlock::Origin::kPinnedHost);
    hostacl::WaitForDevice(hostacl::RequireContext()->device(), -1);
    hostacl::Unregister("hostPtr", hostPtr, MemoryBlock::Origin::kPinnedHost);
  });
}

aclError aclrtPointerGetAttributes(const void* ptr, aclrtPtrAttributes* attributes) {
  return Guard("aclrtPointerGetAttributes", kAclInnerCodes,
               [&] { hostacl::Describe(ptr, attributes); });
}

aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t* free, size_t* total) {
  return Guard("aclrtGetMemInfo", kAclInnerCodes, [&] { hostacl::MemoryInfo(attr, free, total); });
}

aclError aclrtGetMemUsageInfo(int32_t deviceId, aclrtMemUsageInfo* memUsageInfo, size_t inputNum,
                              size_t* outputNum) {
  return Guard("aclrtGetMemUsageInfo", kAclInnerCodes,
               [&] { hostacl::MemoryUsage(deviceId, memUsageInfo, inputNum, outputNum); });
}

}  // extern "C"
