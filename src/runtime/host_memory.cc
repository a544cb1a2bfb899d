// Host memory that the program has and the library is told of.
#include <fmt/format.h>

#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "acl/acl_rt.h"
#include "runtime/context.h"
#include "runtime/error.h"
#include "runtime/memory.h"
#include "runtime/require.h"

namespace hostacl {
namespace {

struct Registration {
  size_t size;
  bool mapped;
  bool own_block;                    // else the range is inside one of aclrtMallocHost
  std::weak_ptr<MemoryBlock> block;  // dead when that was freed
};

struct Registrations {
  std::mutex mutex;
  std::map<const std::byte*, Registration> by_start;

  // To be called with the mutex held.
  void ForgetFreed() {
    for (auto at = by_start.begin(); at != by_start.end();) {
      at = at->second.block.expired() ? by_start.erase(at) : std::next(at);
    }
  }
};

Registrations& All() {
  static Registrations& registrations = *new Registrations;
  return registrations;
}

// Whether a range ends behind `start` that begins before `end`. To be called with the mutex held.
bool AnyRegisteredIn(const std::byte* start, const std::byte* end) {
  const auto next = All().by_start.lower_bound(start);
  if (next != All().by_start.end() && next->first < end) return true;
  if (next == All().by_start.begin()) return false;
  const auto previous = std::prev(next);
  return previous->first + previous->second.size > start;
}

[[noreturn]] void RefuseRegistered(const void* start, size_t size) {
  throw Error{ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED,
              fmt::format("ptr {}: some of the {} bytes from there on are registered, or belong to "
                          "a block of the library",
                          start, size)};
}

void RequireRange(const void* start, uint64_t size) {
  RequireNotNull("ptr", start);
  const auto address = reinterpret_cast<uintptr_t>(start);
  if (address % kNormalPage != 0) {
    throw Error{ACL_ERROR_RT_PARAM_INVALID,
                fmt::format("ptr must be a multiple of {}, but is {}", kNormalPage, start)};
  }
  if (size == 0 || size > UINTPTR_MAX - address) {
    throw Error{ACL_ERROR_RT_PARAM_INVALID,
                fmt::format("size must be above 0 and inside the address space, but is {}", size)};
  }
}

void RegisterRange(void* start, uint64_t size, bool mapped) {
  RequireRange(start, size);
  RequireContext();
  auto* const begin = static_cast<std::byte*>(start);
  std::lock_guard<std::mutex> lock(All().mutex);
  All().ForgetFreed();
  if (AnyRegisteredIn(begin, begin + size)) RefuseRegistered(start, size);
  std::shared_ptr<MemoryBlock> block = FindBlock(start);
  const bool own_block = !AnyBlockIn(start, size);
  if (own_block) {
    // The program's own memory: nothing to give back.
    block = std::make_shared<MemoryBlock>(MemoryBlock::Origin::kRegisteredHost, 0, start, size,
                                          size, kNormalPage, nullptr);
    Register(block);
  } else if (block == nullptr || block->origin() != MemoryBlock::Origin::kPinnedHost ||
             begin + size > block->start() + block->reach()) {
    RefuseRegistered(start, size);
  }
  All().by_start.emplace(begin, Registration{size, mapped, own_block, block});
}

void UnregisterRange(const void* start) {
  RequireNotNull("ptr", start);
  std::lock_guard<std::mutex> lock(All().mutex);
  All().ForgetFreed();
  const auto found = All().by_start.find(static_cast<const std::byte*>(start));
  if (found == All().by_start.end()) {
    throw Error{ACL_ERROR_HOST_MEMORY_NOT_REGISTERED,
                fmt::format("ptr {} is not where registered host memory starts", start)};
  }
  if (found->second.own_block) {
    Unregister("ptr", start, MemoryBlock::Origin::kRegisteredHost);
  }
  All().by_start.erase(found);
}

void RequireType(aclrtHostRegisterType type) {
  if (type == ACL_HOST_REGISTER_MAPPED) return;
  const bool known = type == ACL_HOST_REGISTER_IOMEMORY || type == ACL_HOST_REGISTER_READONLY;
  throw Error{
      known ? ACL_ERROR_FEATURE_UNSUPPORTED : ACL_ERROR_RT_PARAM_INVALID,
      fmt::format("type must be ACL_HOST_REGISTER_MAPPED (0), not {}", static_cast<int>(type))};
}

void RequireFlags(uint32_t flags) {
  constexpr uint32_t kKnown = ACL_HOST_REG_MAPPED | ACL_HOST_REG_PINNED;
  constexpr uint32_t kMissing = ACL_HOST_REG_IOMEMORY | ACL_HOST_REG_READONLY;
  if (flags != 0 && (flags & ~kKnown) == 0) return;
  const bool missing = flags != 0 && (flags & ~(kKnown | kMissing)) == 0;
  throw Error{missing ? ACL_ERROR_FEATURE_UNSUPPORTED : ACL_ERROR_RT_PARAM_INVALID,
              fmt::format("flag must combine ACL_HOST_REG_MAPPED (0x2) and ACL_HOST_REG_PINNED "
                          "(0x10000000), but is {:#x}",
                          flags)};
}

void* DeviceAddress(void* address, uint32_t flags) {
  RequireNotNull("pHost", address);
  if (flags != 0) {
    throw Error{ACL_ERROR_RT_PARAM_INVALID, fmt::format("flag must be 0, not {}", flags)};
  }
  auto* const wanted = static_cast<std::byte*>(address);
  std::lock_guard<std::mutex> lock(All().mutex);
  All().ForgetFreed();
  auto found = All().by_start.upper_bound(wanted);
  if (found != All().by_start.begin()) {
    --found;
    if (found->second.mapped && wanted < found->first + found->second.size) return address;
  }
  throw Error{ACL_ERROR_HOST_MEMORY_NOT_REGISTERED,
              fmt::format("pHost {} is not in host memory registered as mapped", address)};
}

}  // namespace
}  // namespace hostacl

using hostacl::Guard;
using hostacl::kAclInnerCodes;

extern "C" {

aclError aclrtHostRegister(void* ptr, uint64_t size, aclrtHostRegisterType type, void** devPtr) {
  return Guard("aclrtHostRegister", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("devPtr", devPtr);
    *devPtr = nullptr;
    hostacl::RequireType(type);
    hostacl::RegisterRange(ptr, size, true);
    // Devices use the host's addresses.
    *devPtr = ptr;
  });
}

aclError aclrtHostRegisterV2(void* ptr, uint64_t size, uint32_t flag) {
  return Guard("aclrtHostRegisterV2", kAclInnerCodes, [&] {
    hostacl::RequireFlags(flag);
    hostacl::RegisterRange(ptr, size, (flag & ACL_HOST_REG_MAPPED) != 0);
  });
}

aclError aclrtHostGetDevicePointer(void* pHost, void** pDevice, uint32_t flag) {
  return Guard("aclrtHostGetDevicePointer", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("pDevice", pDevice);
    *pDevice = nullptr;
    *pDevice = hostacl::DeviceAddress(pHost, flag);
  });
}

aclError aclrtHostUnregister(void* ptr) {
  return Guard("aclrtHostUnregister", kAclInnerCodes, [&] { hostacl::UnregisterRange(ptr); });
}

}  // extern "C"
