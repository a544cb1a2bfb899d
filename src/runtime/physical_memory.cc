// Physical memory: taking it, giving it back, and handing it on by number.
#include "runtime/physical_memory.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <utility>

#include "runtime/context.h"
#include "runtime/device.h"
#include "runtime/error.h"
#include "runtime/handle.h"
#include "runtime/memory.h"
#include "runtime/memory_request.h"
#include "runtime/require.h"
#include "runtime/settings.h"

namespace hostacl {
namespace {

HandleTable<PhysicalMemory>& Handles() {
  static auto& handles = *new HandleTable<PhysicalMemory>(HandleKind::kPhysicalMemory);
  return handles;
}

// What a shareable handle stands for. It keeps no memory.
using Shared = std::weak_ptr<PhysicalMemory>;

HandleTable<Shared>& SharedHandles() {
  static auto& handles = *new HandleTable<Shared>(HandleKind::kSharedMemory);
  return handles;
}

void* TakePages(size_t size) {
  void* const pages = mmap(nullptr, RoundUp(size, kNormalPage), PROT_READ | PROT_WRITE,
                           MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED) {
    throw Error{ACL_ERROR_RT_MEMORY_ALLOCATION,
                fmt::format("Failed to allocate {} bytes: the host's memory ran out", size)};
  }
  // Only a wish: without huge pages the memory is as good.
  madvise(pages, RoundUp(size, kNormalPage), MADV_HUGEPAGE);
  return pages;
}

QuotaShare TakeShare(int32_t device, size_t size) {
  // Before rounding, which could overflow.
  if (size > CurrentSettings()->device_memory) RefuseDeviceMemory(device, size);
  return TakeDeviceMemory(device, size, RoundUp(size, kNormalPage));
}

}  // namespace

PhysicalMemory::PhysicalMemory(int32_t device, size_t size)
    : device_(device), size_(size), share_(TakeShare(device, size)), pages_(TakePages(size)) {}

PhysicalMemory::~PhysicalMemory() { munmap(pages_, RoundUp(size_, kNormalPage)); }

std::shared_ptr<PhysicalMemory> PhysicalMemory::Require(aclrtDrvMemHandle handle) {
  RequireNotNull("handle", handle);
  std::shared_ptr<PhysicalMemory> memory = Handles().Find(handle);
  if (memory != nullptr) return memory;
  throw Error{ACL_ERROR_RT_INVALID_HANDLE,
              fmt::format("handle {} {}", handle, Handles().DescribeDead(handle))};
}

bool PhysicalMemory::MapAt(void* address, size_t bytes) const noexcept {
  // Of shared pages, nothing at the old place moves: they are mapped a second time.
  return mremap(pages_, 0, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, address) != MAP_FAILED;
}

namespace {

void RequireProperties(const aclrtPhysicalMemProp* properties, uint64_t flags) {
  RequireNotNull("prop", properties);
  if (flags != 0) {
    throw Error{ACL_ERROR_RT_PARAM_INVALID, fmt::format("flags must be 0, not {}", flags)};
  }
  if (properties->allocationType != ACL_MEM_ALLOCATION_TYPE_PINNED) {
    throw Error{ACL_ERROR_RT_PARAM_INVALID,
                fmt::format("prop->allocationType must be ACL_MEM_ALLOCATION_TYPE_PINNED (0), "
                            "not {}",
                            static_cast<int>(properties->allocationType))};
  }
  if (properties->location.type != ACL_MEM_LOCATION_TYPE_DEVICE) {
    throw Error{
        ACL_ERROR_FEATURE_UNSUPPORTED,
        fmt::format("prop->location.type must be ACL_MEM_LOCATION_TYPE_DEVICE (1), the only "
                    "place for such memory here, but is {}",
                    static_cast<int>(properties->location.type))};
  }
  RequireDevice("prop->location.id", properties->location.id);
}

void Allocate(aclrtDrvMemHandle* handle, size_t size, const aclrtPhysicalMemProp* properties,
              uint64_t flags) {
  RequireNotNull("handle", handle);
  *handle = nullptr;
  RequireProperties(properties, flags);
  if (size == 0) throw Error{ACL_ERROR_RT_PARAM_INVALID, "size must be above 0, but is 0"};
  RequireContext();
  const auto device = static_cast<int32_t>(properties->location.id);
  *handle = Handles().Insert(std::make_shared<PhysicalMemory>(device, size));
}

void* AsHandle(uint64_t shareable) { return reinterpret_cast<void*>(shareable); }

std::shared_ptr<PhysicalMemory> RequireShared(uint64_t shareable) {
  const std::shared_ptr<Shared> shared = SharedHandles().Find(AsHandle(shareable));
  if (shared == nullptr) {
    throw Error{ACL_ERROR_RT_INVALID_HANDLE,
                fmt::format("shareableHandle {:#x} is not one of this process, inside which alone "
                            "memory is shared",
                            shareable)};
  }
  std::shared_ptr<PhysicalMemory> memory = shared->lock();
  if (memory != nullptr) return memory;
  SharedHandles().Remove(AsHandle(shareable));
  throw Error{ACL_ERROR_RT_INVALID_HANDLE,
              fmt::format("shareableHandle {:#x}: its memory was freed", shareable)};
}

void Export(aclrtDrvMemHandle handle, uint64_t flags, uint64_t* shareable) {
  constexpr uint64_t kKnown = ACL_RT_VMM_EXPORT_FLAG_DISABLE_PID_VALIDATION;
  RequireNotNull("shareableHandle", shareable);
  *shareable = 0;
  if ((flags & ~kKnown) != 0) {
    throw Error{ACL_ERROR_RT_PARAM_INVALID, fmt::format("flags must be 0 or 1, not {}", flags)};
  }
  auto shared = std::make_shared<Shared>(PhysicalMemory::Require(handle));
  *shareable = reinterpret_cast<uint64_t>(SharedHandles().Insert(std::move(shared)));
}

void AllowProcesses(uint64_t shareable, const int32_t* pids, size_t count) {
  RequireShared(shareable);
  RequireNotNull("pid", pids);
  for (size_t i = 0; i < count; ++i) {
    if (pids[i] == getpid()) continue;
    throw Error{ACL_ERROR_FEATURE_UNSUPPORTED,
                fmt::format("pid[{}] is {}, another process than this one, {}: memory is shared "
                            "inside one process only",
                            i, pids[i], getpid())};
  }
}

}  // namespace
}  // namespace hostacl

using hostacl::Guard;
using hostacl::kAclInnerCodes;

extern "C" {

aclError aclrtMallocPhysical(aclrtDrvMemHandle* handle, size_t size,
                             const aclrtPhysicalMemProp* prop, uint64_t flags) {
  return Guard("aclrtMallocPhysical", kAclInnerCodes,
               [&] { hostacl::Allocate(handle, size, prop, flags); });
}

aclError aclrtFreePhysical(aclrtDrvMemHandle handle) {
  return Guard("aclrtFreePhysical", kAclInnerCodes, [&] {
    // Removed first, so that of two threads that free the memory one is refused.
    if (hostacl::Handles().Remove(handle) == nullptr) hostacl::PhysicalMemory::Require(handle);
  });
}

aclError aclrtMemExportToShareableHandle(aclrtDrvMemHandle handle, aclrtMemHandleType,
                                         uint64_t flags, uint64_t* shareableHandle) {
  return Guard("aclrtMemExportToShareableHandle", kAclInnerCodes,
               [&] { hostacl::Export(handle, flags, shareableHandle); });
}

aclError aclrtMemImportFromShareableHandle(uint64_t shareableHandle, int32_t deviceId,
                                           aclrtDrvMemHandle* handle) {
  return Guard("aclrtMemImportFromShareableHandle", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("handle", handle);
    *handle = nullptr;
    hostacl::RequireDevice("deviceId", deviceId);
    *handle = hostacl::Handles().Insert(hostacl::RequireShared(shareableHandle));
  });
}

aclError aclrtMemSetPidToShareableHandle(uint64_t shareableHandle, int32_t* pid, size_t pidNum) {
  return Guard("aclrtMemSetPidToShareableHandle", kAclInnerCodes,
               [&] { hostacl::AllowProcesses(shareableHandle, pid, pidNum); });
}

}  // extern "C"
