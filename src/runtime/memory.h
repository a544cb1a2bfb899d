// Memory: the blocks that the library gave out, so that an address tells where it lies and how far
// it reaches.
#ifndef HOSTACL_RUNTIME_MEMORY_H_
#define HOSTACL_RUNTIME_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <memory>

#include "runtime/quota.h"

namespace hostacl {

// A block of aclrtMalloc and its siblings. Its memory lives as long as someone holds it: work that
// is queued does, so that freeing a block too early leaves that work without effect instead of
// unsafe.
class MemoryBlock {
 public:
  enum class Place { kDevice, kPinnedHost };

  // Takes over `start`, which has `capacity` bytes and is given back at the end.
  MemoryBlock(Place place, int32_t device, void* start, size_t size, size_t capacity,
              QuotaShare share);
  MemoryBlock(const MemoryBlock&) = delete;
  MemoryBlock& operator=(const MemoryBlock&) = delete;
  ~MemoryBlock();

  Place place() const { return place_; }
  int32_t device() const { return device_; }  // 0 for host memory
  std::byte* start() const { return start_; }
  size_t size() const { return size_; }          // bytes that were asked for
  size_t rounded_size() const;                   // bytes that the caller may use
  size_t capacity() const { return capacity_; }  // bytes that were taken
  size_t page_size() const;

 private:
  const Place place_;
  const int32_t device_;
  std::byte* const start_;
  const size_t size_;
  const size_t capacity_;
  const QuotaShare share_;
};

// The block that an address lies in, or null for memory that is not the library's.
std::shared_ptr<MemoryBlock> FindBlock(const void* address);

// Throws Error{107000} when `bytes` bytes from `address` reach past the rounded size of `block`,
// which the address lies in; null passes. `parameter` is the argument's name.
void RequireInside(const char* parameter, const MemoryBlock* block, const void* address,
                   size_t bytes);

}  // namespace hostacl

#endif  // HOSTACL_RUNTIME_MEMORY_H_
