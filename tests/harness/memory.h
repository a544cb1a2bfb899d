// Blocks of memory that notice writes to where nobody may write.
#ifndef HOSTACL_TESTS_HARNESS_MEMORY_H_
#define HOSTACL_TESTS_HARNESS_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace hostacl::testing {

enum class MemoryKind {
  kDevice,   // aclrtMalloc, guard bytes on both sides
  kHost,     // plain memory that outlives the device, guard bytes on both sides
  kPageEnd,  // ends where an inaccessible page begins, so that a read past the end faults
  kLazy,     // mapped without being committed: costs only the pages that are touched
};

class Memory {
 public:
  // `size` usable bytes whose first lies `misalign` bytes after a multiple of 32 (kPageEnd takes
  // the alignment that its end leaves). Throws std::bad_alloc when there is none.
  Memory(MemoryKind kind, size_t size, size_t misalign = 0);
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  unsigned char* bytes() const { return bytes_; }
  size_t size() const { return size_; }
  bool is_lazy() const { return kind_ == MemoryKind::kLazy; }

  // Whether Remember keeps all of the contents; blocks of 1 GiB and more keep their guards only.
  bool is_watchable() const;

  // Keeps the contents and the guards for FirstStray.
  void Remember();

  // The position of the first byte that differs from what was remembered, relative to bytes() and
  // so negative in the guard before it. The `width` bytes from each of `may_change`, which is
  // sorted, may differ.
  std::optional<int64_t> FirstStray(const std::vector<int64_t>& may_change, size_t width) const;

 private:
  using Interval = std::pair<int64_t, int64_t>;  // the bytes [first, second)

  void AllocateGuarded(size_t misalign);
  void AllocateMapped();
  // The stretches that differ from what was remembered, a page at most each.
  std::vector<Interval> Changes() const;
  unsigned char Remembered(int64_t position) const;
  std::vector<int64_t> CommittedPages() const;

  const MemoryKind kind_;
  const size_t size_;
  unsigned char* bytes_ = nullptr;
  void* block_ = nullptr;
  size_t block_size_ = 0;
  std::vector<Interval> watched_;  // what is remembered of memory that is not lazy
  std::vector<std::vector<unsigned char>> remembered_;              // the bytes of each of watched_
  std::map<int64_t, std::vector<unsigned char>> remembered_pages_;  // of lazy memory, by position
};

}  // namespace hostacl::testing

#endif  // HOSTACL_TESTS_HARNESS_MEMORY_H_
