// Physical memory: memory of a device without an address, to be mapped at reserved ones.
#ifndef HOSTACL_RUNTIME_PHYSICAL_MEMORY_H_
#define HOSTACL_RUNTIME_PHYSICAL_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <memory>

#include "acl/acl_rt.h"
#include "runtime/quota.h"

namespace hostacl {

// Safe to use from any thread.
class PhysicalMemory {
 public:
  // Takes its share of the device's memory; throws Error{207001} when it is not there.
  PhysicalMemory(int32_t device, size_t size);
  PhysicalMemory(const PhysicalMemory&) = delete;
  PhysicalMemory& operator=(const PhysicalMemory&) = delete;
  ~PhysicalMemory();

  // The memory of a handle; throws Error{107017} when the handle is not live.
  static std::shared_ptr<PhysicalMemory> Require(aclrtDrvMemHandle handle);

  int32_t device() const { return device_; }
  size_t size() const { return size_; }

  // Shows its first `bytes` at `address` too, in place of what is mapped there. False: the system
  // has no room for another mapping.
  bool MapAt(void* address, size_t bytes) const noexcept;

 private:
  const int32_t device_;
  const size_t size_;
  const QuotaShare share_;
  void* const pages_;  // where it lies for itself, so that it lives while nothing is mapped
};

}  // namespace hostacl

#endif  // HOSTACL_RUNTIME_PHYSICAL_MEMORY_H_
