// Requests for memory: a device's budget, and the refusal when it does not suffice.
#ifndef HOSTACL_RUNTIME_MEMORY_REQUEST_H_
#define HOSTACL_RUNTIME_MEMORY_REQUEST_H_

#include <cstddef>
#include <cstdint>

#include "runtime/quota.h"

namespace hostacl {

// Takes `capacity` bytes of a device's memory for a program that asked for `size`. Throws
// Error{207001} when fewer are left.
QuotaShare TakeDeviceMemory(int32_t device, size_t size, size_t capacity);

// Throws that error, whose sentence begins "Failed to allocate".
[[noreturn]] void RefuseDeviceMemory(int32_t device, size_t size);

// Maps `bytes`, whole pages, from the start of a huge page on; the system sets no memory aside for
// them. `protection` is mmap's. Null when the process has no such range left.
std::byte* MapAtHugePage(size_t bytes, int protection) noexcept;

}  // namespace hostacl

#endif  // HOSTACL_RUNTIME_MEMORY_REQUEST_H_
