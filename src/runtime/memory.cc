// Memory: giving out blocks, taking them back, and knowing them by address.
#include "runtime/memory.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <cstdlib>
#include <map>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <utility>

#include "acl/acl_rt.h"
#include "runtime/context.h"
#include "runtime/device.h"
#include "runtime/error.h"
#include "runtime/memory_request.h"
#include "runtime/require.h"
#include "runtime/settings.h"
#include "runtime/soc.h"

namespace hostacl {
namespace {

constexpr size_t kAlignment = 64;
constexpr size_t kHugePage = size_t{2} << 20;
constexpr size_t kNormalPage = 4096;
constexpr size_t kGranule = 32;

struct Blocks {
  std::shared_mutex mutex;
  std::map<const std::byte*, std::shared_ptr<MemoryBlock>> by_start;
};

Blocks& AllBlocks() {
  static Blocks& blocks = *new Blocks;
  return blocks;
}

[[noreturn]] void RefuseAllocation(size_t size, const std::string& why) {
  throw Error{ACL_ERROR_RT_MEMORY_ALLOCATION,
              fmt::format("Failed to allocate {} bytes: {}", size, why)};
}

// std::aligned_alloc takes whole multiples of the alignment.
size_t RoundUp(size_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

size_t RoundUpToGranules(size_t bytes) { return (bytes + kGranule - 1) / kGranule * kGranule; }

size_t RoundUpToPages(size_t bytes) {
  return (bytes + kNormalPage - 1) / kNormalPage * kNormalPage;
}

// Whole pages of the system's, aligned for huge ones, which go back to it when the block is freed:
// through the heap, blocks of this size would leave holes behind. Null when there are none left.
std::byte* MapPages(size_t capacity) {
  const size_t bytes = RoundUpToPages(capacity);
  void* const mapped = mmap(nullptr, bytes + kHugePage, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  auto* const begin = static_cast<std::byte*>(mapped);
  const size_t head = (kHugePage - reinterpret_cast<uintptr_t>(begin) % kHugePage) % kHugePage;
  if (head > 0) munmap(begin, head);
  if (head < kHugePage) munmap(begin + head + bytes, kHugePage - head);
  // Only a wish: without huge pages the memory is as good.
  madvise(begin + head, bytes, MADV_HUGEPAGE);
  return begin + head;
}

void* TakeFromHost(size_t size, size_t capacity) {
  void* const start = capacity >= kHugePage ? MapPages(capacity)
                                            : std::aligned_alloc(kAlignment, RoundUp(capacity));
  if (start == nullptr) RefuseAllocation(size, "the host's memory ran out");
  return start;
}

void* Register(std::shared_ptr<MemoryBlock> block) {
  Blocks& blocks = AllBlocks();
  std::lock_guard<std::shared_mutex> lock(blocks.mutex);
  std::byte* const start = block->start();
  blocks.by_start.emplace(start, std::move(block));
  return start;
}

const char* FreeingFunction(MemoryBlock::Place place) {
  return place == MemoryBlock::Place::kDevice ? "aclrtFree" : "aclrtFreeHost";
}

// The block that starts at `address`; throws Error{107000} when there is none of this kind.
std::shared_ptr<MemoryBlock> RequireBlock(const char* parameter, const void* address,
                                          MemoryBlock::Place place) {
  RequireNotNull(parameter, address);
  std::shared_ptr<MemoryBlock> block = FindBlock(address);
  std::string why;
  if (block == nullptr) {
    why = "is not memory of this library, or was freed before";
  } else if (block->start() != address) {
    why = fmt::format("lies {} bytes behind the start of a block of {} bytes",
                      static_cast<const std::byte*>(address) - block->start(), block->size());
  } else if (block->place() != place) {
    why = fmt::format("is memory that {} frees", FreeingFunction(block->place()));
  }
  if (!why.empty()) {
    throw Error{ACL_ERROR_RT_PARAM_INVALID, fmt::format("{} {} {}", parameter, address, why)};
  }
  return block;
}

void Free(const char* parameter, const void* address, MemoryBlock::Place place) {
  // The last reference goes after the lock, since giving memory back to the system takes time.
  const std::shared_ptr<MemoryBlock> block = RequireBlock(parameter, address, place);
  Blocks& blocks = AllBlocks();
  std::lock_guard<std::shared_mutex> lock(blocks.mutex);
  if (blocks.by_start.erase(block->start()) == 0) {
    throw Error{ACL_ERROR_RT_PARAM_INVALID,
                fmt::format("{} {} was freed before", parameter, address)};
  }
}

}  // namespace

MemoryBlock::MemoryBlock(Place place, int32_t device, void* start, size_t size, size_t capacity,
                         QuotaShare share)
    : place_(place),
      device_(device),
      start_(static_cast<std::byte*>(start)),
      size_(size),
      capacity_(capacity),
      share_(std::move(share)) {}

MemoryBlock::~MemoryBlock() {
  if (capacity_ >= kHugePage) {
    munmap(start_, RoundUpToPages(capacity_));
  } else {
    std::free(start_);
  }
}

size_t MemoryBlock::rounded_size() const { return RoundUpToGranules(size_); }

size_t MemoryBlock::page_size() const { return capacity_ >= kHugePage ? kHugePage : kNormalPage; }

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

void RequireInside(const char* parameter, const MemoryBlock* block, const void* address,
                   size_t bytes) {
  if (block == nullptr || bytes == 0) return;
  const auto offset = static_cast<size_t>(static_cast<const std::byte*>(address) - block->start());
  const size_t reach = block->rounded_size();
  if (offset <= reach && bytes <= reach - offset) return;
  throw Error{ACL_ERROR_RT_PARAM_INVALID,
              fmt::format("{}: {} bytes from byte {} on reach past the end of its block, which has "
                          "{} bytes, rounded up to {}",
                          parameter, bytes, offset, block->size(), reach)};
}

void* AllocateOnDevice(size_t size, const DeviceRequest& request) {
  const auto settings = CurrentSettings();
  if (size == 0) throw Error{ACL_ERROR_RT_PARAM_INVALID, "size must be above 0, but is 0"};
  const int32_t device = request.device.value_or(RequireContext()->device());
  Quota& quota = MemoryQuota(device);
  const uint64_t budget = settings->device_memory;
  const auto refuse = [&] {
    const uint64_t used = quota.used();
    RefuseAllocation(size,
                     fmt::format("device {} has {} bytes (HOSTACL_DEVICE_MEMORY), of which {} "
                                 "are free",
                                 device, budget, budget > used ? budget - used : 0));
  };
  // Before rounding, which could overflow.
  if (size > budget) refuse();
  const bool pad = request.pad && settings->traits->soc_class != SocClass::k950;
  const size_t capacity = RoundUpToGranules(size) + (pad ? kGranule : 0);
  if (!quota.Take(capacity, budget)) refuse();
  QuotaShare share(&quota, capacity);
  void* const start = TakeFromHost(size, capacity);
  return Register(std::make_shared<MemoryBlock>(MemoryBlock::Place::kDevice, device, start, size,
                                                capacity, std::move(share)));
}

void* AllocateOnHost(size_t size) {
  if (size == 0) throw Error{ACL_ERROR_RT_PARAM_INVALID, "size must be above 0, but is 0"};
  RequireContext();
  if (size > static_cast<size_t>(PTRDIFF_MAX) - kHugePage) {
    RefuseAllocation(size, "that is more than a process can have");
  }
  const size_t capacity = RoundUpToGranules(size);
  void* const start = TakeFromHost(size, capacity);
  return Register(std::make_shared<MemoryBlock>(MemoryBlock::Place::kPinnedHost, 0, start, size,
                                                capacity, QuotaShare()));
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
  attributes->location.type = block->place() == MemoryBlock::Place::kDevice
                                  ? ACL_MEM_LOCATION_TYPE_DEVICE
                                  : ACL_MEM_LOCATION_TYPE_HOST;
  attributes->pageSize = static_cast<uint32_t>(block->page_size());
}

void RequireDeviceRange(const void* address, size_t size) {
  RequireNotNull("devPtr", address);
  const auto block = FindBlock(address);
  if (block == nullptr || block->place() != MemoryBlock::Place::kDevice) {
    throw Error{ACL_ERROR_RT_PARAM_INVALID,
                fmt::format("devPtr {} is not memory of aclrtMalloc", address)};
  }
  RequireInside("devPtr", block.get(), address, size);
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

}  // namespace
}  // namespace hostacl

using hostacl::Guard;
using hostacl::kAclInnerCodes;
using hostacl::MemoryBlock;

extern "C" {

aclError aclrtFree(void* devPtr) {
  return Guard("aclrtFree", kAclInnerCodes,
               [&] { hostacl::Free("devPtr", devPtr, MemoryBlock::Place::kDevice); });
}

aclError aclrtFreeWithDevSync(void* devPtr) {
  return Guard("aclrtFreeWithDevSync", kAclInnerCodes, [&] {
    const auto block = hostacl::RequireBlock("devPtr", devPtr, MemoryBlock::Place::kDevice);
    hostacl::WaitForDevice(block->device(), -1);
    hostacl::Free("devPtr", devPtr, MemoryBlock::Place::kDevice);
  });
}

aclError aclrtFreeHost(void* hostPtr) {
  return Guard("aclrtFreeHost", kAclInnerCodes,
               [&] { hostacl::Free("hostPtr", hostPtr, MemoryBlock::Place::kPinnedHost); });
}

aclError aclrtFreeHostWithDevSync(void* hostPtr) {
  return Guard("aclrtFreeHostWithDevSync", kAclInnerCodes, [&] {
    hostacl::RequireBlock("hostPtr", hostPtr, MemoryBlock::Place::kPinnedHost);
    hostacl::WaitForDevice(hostacl::RequireContext()->device(), -1);
    hostacl::Free("hostPtr", hostPtr, MemoryBlock::Place::kPinnedHost);
  });
}

aclError aclrtPointerGetAttributes(const void* ptr, aclrtPtrAttributes* attributes) {
  return Guard("aclrtPointerGetAttributes", kAclInnerCodes,
               [&] { hostacl::Describe(ptr, attributes); });
}

aclError aclrtMemFlush(void* devPtr, size_t size) {
  return Guard("aclrtMemFlush", kAclInnerCodes, [&] { hostacl::RequireDeviceRange(devPtr, size); });
}

aclError aclrtMemInvalidate(void* devPtr, size_t size) {
  return Guard("aclrtMemInvalidate", kAclInnerCodes,
               [&] { hostacl::RequireDeviceRange(devPtr, size); });
}

aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t* free, size_t* total) {
  return Guard("aclrtGetMemInfo", kAclInnerCodes, [&] { hostacl::MemoryInfo(attr, free, total); });
}

}  // extern "C"
