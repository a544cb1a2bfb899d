// Virtual memory: addresses without memory, memory without addresses, the one mapped at the other.
#include "runtime/virtual_memory.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <cstddef>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <utility>

#include "acl/acl_rt.h"
#include "runtime/callback.h"
#include "runtime/context.h"
#include "runtime/device.h"
#include "runtime/error.h"
#include "runtime/memory.h"
#include "runtime/memory_request.h"
#include "runtime/physical_memory.h"
#include "runtime/require.h"
#include "runtime/signal.h"

namespace hostacl {
namespace {

// A range of addresses that nothing else in the process gets. Safe to use from any thread.
class Reservation {
 public:
  explicit Reservation(size_t size) : size_(size), start_(TakeAligned(size)) {}
  Reservation(const Reservation&) = delete;
  Reservation& operator=(const Reservation&) = delete;
  ~Reservation() { munmap(start_, size_); }

  std::byte* start() const { return start_; }
  std::byte* end() const { return start_ + size_; }

  // Maps the first `bytes` of `memory` at `to`; throws Error{107000} when something is there.
  void Map(std::byte* to, size_t bytes, const PhysicalMemory& memory);
  void Unmap(std::byte* from) noexcept;
  size_t mapped_count() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return mapped_.size();
  }

 private:
  static std::byte* TakeAligned(size_t size);

  const size_t size_;
  std::byte* const start_;
  mutable std::mutex mutex_;
  std::map<std::byte*, size_t> mapped_;  // bytes by their start
};

std::byte* Reservation::TakeAligned(size_t size) {
  std::byte* const start = MapAtHugePage(size, PROT_NONE);
  if (start != nullptr) return start;
  throw Error{
      ACL_ERROR_RT_MEMORY_ALLOCATION,
      fmt::format("Failed to reserve {} addresses: the process has no such range left", size)};
}

void Reservation::Map(std::byte* to, size_t bytes, const PhysicalMemory& memory) {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto next = mapped_.lower_bound(to);
  const bool reaches_next = next != mapped_.end() && next->first < to + bytes;
  const bool in_previous =
      next != mapped_.begin() && std::prev(next)->first + std::prev(next)->second > to;
  if (reaches_next || in_previous) {
    throw Error{ACL_ERROR_RT_PARAM_INVALID,
                fmt::format("virPtr {}: something is mapped in the {} bytes from there on",
                            static_cast<void*>(to), bytes)};
  }
  const auto entry = mapped_.emplace(to, bytes).first;
  if (memory.MapAt(to, bytes)) return;
  mapped_.erase(entry);
  throw Error{ACL_ERROR_RT_MEMORY_ALLOCATION, "the system has no room for another mapping"};
}

void Reservation::Unmap(std::byte* from) noexcept {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto found = mapped_.find(from);
  // In one step, so that nobody else gets the addresses meanwhile.
  mmap(from, found->second, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
       0);
  mapped_.erase(found);
}

// A part of a reservation that shows memory for as long as this lives.
class Mapping {
 public:
  Mapping(std::shared_ptr<Reservation> reservation, std::shared_ptr<PhysicalMemory> memory,
          std::byte* start, size_t bytes, std::shared_ptr<Signal> ended)
      : ended_(std::move(ended)),
        reservation_(std::move(reservation)),
        memory_(std::move(memory)),
        start_(start) {
    reservation_->Map(start, bytes, *memory_);
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping() { reservation_->Unmap(start_); }

 private:
  const CompletesSignal ended_;  // first: it is completed last
  const std::shared_ptr<Reservation> reservation_;
  const std::shared_ptr<PhysicalMemory> memory_;
  std::byte* const start_;
};

struct AddressSpace {
  std::mutex mutex;
  std::map<const std::byte*, std::shared_ptr<Reservation>> reservations;  // by their start
  std::map<const std::byte*, std::shared_ptr<Signal>> mapped;             // when they end, by start

  // The reservation that an address lies in, or null. To be called with the mutex held.
  std::shared_ptr<Reservation> Find(const void* address) const {
    const auto* const wanted = static_cast<const std::byte*>(address);
    auto found = reservations.upper_bound(wanted);
    if (found == reservations.begin()) return nullptr;
    --found;
    return wanted < found->second->end() ? found->second : nullptr;
  }
};

AddressSpace& Addresses() {
  static AddressSpace& addresses = *new AddressSpace;
  return addresses;
}

void Reserve(void** address, size_t size, size_t alignment, const void* expected) {
  RequireNotNull("virPtr", address);
  *address = nullptr;
  if (size == 0 || size > static_cast<size_t>(PTRDIFF_MAX) - 2 * kHugePage) {
    throw Error{ACL_ERROR_RT_PARAM_INVALID,
                fmt::format("size must be above 0 and below 2^63, but is {}", size)};
  }
  if (alignment != 0) {
    throw Error{ACL_ERROR_RT_PARAM_INVALID, fmt::format("alignment must be 0, not {}", alignment)};
  }
  if (expected != nullptr) {
    throw Error{ACL_ERROR_FEATURE_UNSUPPORTED,
                fmt::format("expectPtr must be null, since addresses cannot be chosen, but is {}",
                            expected)};
  }
  RequireContext();
  auto reservation = std::make_shared<Reservation>(RoundUp(size, kHugePage));
  std::lock_guard<std::mutex> lock(Addresses().mutex);
  *address = reservation->start();
  Addresses().reservations.emplace(reservation->start(), std::move(reservation));
}

void Release(const void* address) {
  RequireNotNull("virPtr", address);
  AddressSpace& addresses = Addresses();
  std::lock_guard<std::mutex> lock(addresses.mutex);
  const auto found = addresses.reservations.find(static_cast<const std::byte*>(address));
  if (found == addresses.reservations.end()) {
    throw Error{ACL_ERROR_RT_PARAM_INVALID,
                fmt::format("virPtr {} is not the start of addresses that aclrtReserveMemAddress "
                            "gave out, or they were released before",
                            address)};
  }
  const size_t mapped = found->second->mapped_count();
  if (mapped > 0) {
    throw Error{ACL_ERROR_RT_PARAM_INVALID,
                fmt::format("virPtr {}: {} ranges are mapped there; call aclrtUnmapMem first",
                            address, mapped)};
  }
  addresses.reservations.erase(found);
}

void RequireZero(const char* parameter, uint64_t value) {
  if (value == 0) return;
  throw Error{ACL_ERROR_RT_PARAM_INVALID, fmt::format("{} must be 0, not {}", parameter, value)};
}

void Map(void* address, size_t size, const std::shared_ptr<PhysicalMemory>& memory) {
  RequireNotNull("virPtr", address);
  if (size != memory->size()) {
    throw Error{ACL_ERROR_RT_PARAM_INVALID,
                fmt::format("size must be the size of the memory, which is {}, but is {}",
                            memory->size(), size)};
  }
  auto* const start = static_cast<std::byte*>(address);
  const size_t bytes = RoundUp(size, kNormalPage);
  AddressSpace& addresses = Addresses();
  std::lock_guard<std::mutex> lock(addresses.mutex);
  const std::shared_ptr<Reservation> reservation = addresses.Find(address);
  if (reservation == nullptr || static_cast<size_t>(reservation->end() - start) < bytes ||
      reinterpret_cast<uintptr_t>(address) % kNormalPage != 0) {
    throw Error{ACL_ERROR_RT_PARAM_INVALID,
                fmt::format("virPtr {} must be a multiple of {}, with {} bytes of one "
                            "aclrtReserveMemAddress from there on",
                            address, kNormalPage, bytes)};
  }
  const auto ended = std::make_shared<Signal>();
  auto mapping = std::make_shared<const Mapping>(reservation, memory, start, bytes, ended);
  addresses.mapped.emplace(start, ended);
  Register(std::make_shared<MemoryBlock>(MemoryBlock::Origin::kMapped, memory->device(), start,
                                         size, bytes, kNormalPage, std::move(mapping)));
}

void Unmap(const void* address) {
  RefuseInCallback("unmapping memory");
  AddressSpace& addresses = Addresses();
  std::shared_ptr<Signal> ended;
  {
    std::lock_guard<std::mutex> lock(addresses.mutex);
    // Its reference goes here; work that is queued may have others.
    Unregister("virPtr", address, MemoryBlock::Origin::kMapped);
    const auto found = addresses.mapped.find(static_cast<const std::byte*>(address));
    ended = std::move(found->second);
    addresses.mapped.erase(found);
  }
  ended->Wait(std::nullopt);
}

}  // namespace

void RefuseUnmapped(const char* parameter, const void* address) {
  AddressSpace& addresses = Addresses();
  std::lock_guard<std::mutex> lock(addresses.mutex);
  if (addresses.Find(address) == nullptr) return;
  throw Error{
      ACL_ERROR_RT_PARAM_INVALID,
      fmt::format("{} {} is a reserved address where no memory is mapped", parameter, address)};
}

}  // namespace hostacl

using hostacl::Guard;
using hostacl::kAclInnerCodes;

extern "C" {

aclError aclrtReserveMemAddress(void** virPtr, size_t size, size_t alignment, void* expectPtr,
                                uint64_t) {
  return Guard("aclrtReserveMemAddress", kAclInnerCodes,
               [&] { hostacl::Reserve(virPtr, size, alignment, expectPtr); });
}

aclError aclrtReleaseMemAddress(void* virPtr) {
  return Guard("aclrtReleaseMemAddress", kAclInnerCodes, [&] { hostacl::Release(virPtr); });
}

aclError aclrtMapMem(void* virPtr, size_t size, size_t offset, aclrtDrvMemHandle handle,
                     uint64_t flags) {
  return Guard("aclrtMapMem", kAclInnerCodes, [&] {
    hostacl::RequireZero("offset", offset);
    hostacl::RequireZero("flags", flags);
    hostacl::Map(virPtr, size, hostacl::PhysicalMemory::Require(handle));
  });
}

aclError aclrtUnmapMem(void* virPtr) {
  return Guard("aclrtUnmapMem", kAclInnerCodes, [&] { hostacl::Unmap(virPtr); });
}

}  // extern "C"
