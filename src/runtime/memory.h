// Memory: the blocks that the library gave out, so that an address tells where it lies and how far
// it reaches.
#ifndef HOSTACL_RUNTIME_MEMORY_H_
#define HOSTACL_RUNTIME_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace hostacl {

inline constexpr size_t kNormalPage = 4096;
inline constexpr size_t kHugePage = size_t{2} << 20;

// `bytes` rounded up to a multiple of `unit`.
constexpr size_t RoundUp(size_t bytes, size_t unit) { return (bytes + unit - 1) / unit * unit; }

// Addresses with memory that programs got from the library: of aclrtMalloc and its siblings, of
// aclrtMapMem, or the program's own that it registered. The memory lives as long as someone holds
// it: work that is queued does, so that freeing a block too early leaves that work without effect
// instead of unsafe.
class MemoryBlock {
 public:
  // What a block was made by, and hence what ends it.
  enum class Origin { kDevice, kPinnedHost, kRegisteredHost, kMapped };

  // `memory` keeps the `capacity` bytes from `start` on and gives them back; the program asked for
  // `size` of them.
  MemoryBlock(Origin origin, int32_t device, void* start, size_t size, size_t capacity,
              size_t page_size, std::shared_ptr<const void> memory);
  MemoryBlock(const MemoryBlock&) = delete;
  MemoryBlock& operator=(const MemoryBlock&) = delete;

  Origin origin() const { return origin_; }
  bool on_device() const { return origin_ == Origin::kDevice || origin_ == Origin::kMapped; }
  int32_t device() const { return device_; }  // 0 for host memory
  std::byte* start() const { return start_; }
  size_t size() const { return size_; }          // bytes that were asked for
  size_t reach() const;                          // bytes that the caller may use
  size_t capacity() const { return capacity_; }  // bytes that were taken
  size_t page_size() const { return page_size_; }

 private:
  const Origin origin_;
  const int32_t device_;
  std::byte* const start_;
  const size_t size_;
  const size_t capacity_;
  const size_t page_size_;
  const std::shared_ptr<const void> memory_;
};

// Makes a block known by its addresses, which are no other block's, and returns its start.
void* Register(std::shared_ptr<MemoryBlock> block);

// Forgets the block that starts at `address` and returns it; throws Error{107000} when there is
// none of this origin. `parameter` is the argument's name.
std::shared_ptr<MemoryBlock> Unregister(const char* parameter, const void* address,
                                        MemoryBlock::Origin origin);

// The block that an address lies in, or null for memory that is not the library's.
std::shared_ptr<MemoryBlock> FindBlock(const void* address);

// Whether some block has one of these addresses.
bool AnyBlockIn(const void* start, size_t bytes);

// What keeps a range of addresses usable: the block it lies in, or several ones that are mapped
// side by side. Empty for memory that is not the library's.
using HeldRange = std::vector<std::shared_ptr<MemoryBlock>>;

// Holds the range. Throws Error{107000} when `address` is null, when it lies in a block that the
// range reaches past the end of, or in reserved addresses where nothing is mapped.
HeldRange HoldRange(const char* parameter, const void* address, size_t bytes);

// The same for memory of a device, and throws Error{107000} for any other.
HeldRange HoldDeviceRange(const char* parameter, const void* address, size_t bytes);

}  // namespace hostacl

#endif  // HOSTACL_RUNTIME_MEMORY_H_
