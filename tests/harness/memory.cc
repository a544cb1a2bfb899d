// Guarded, mapped and device memory for tensors under test.
#include "harness/memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "acl/acl.h"

namespace hostacl::testing {
namespace {

constexpr int64_t kPage = 4096;
constexpr int64_t kGuard = 256;
constexpr unsigned char kGuardByte = 0xa5;
constexpr size_t kWatchLimit = size_t{1} << 30;

int64_t RoundUp(int64_t value, int64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

}  // namespace

Memory::Memory(MemoryKind kind, size_t size, size_t misalign) : kind_(kind), size_(size) {
  if (kind == MemoryKind::kDevice || kind == MemoryKind::kHost) {
    AllocateGuarded(misalign);
  } else {
    AllocateMapped();
  }
}

Memory::~Memory() {
  if (kind_ == MemoryKind::kDevice) {
    aclrtFree(block_);
  } else if (kind_ == MemoryKind::kHost) {
    std::free(block_);
  } else {
    munmap(block_, block_size_);
  }
}

void Memory::AllocateGuarded(size_t misalign) {
  block_size_ = size_ + 2 * kGuard + 64;
  if (kind_ == MemoryKind::kDevice) {
    if (aclrtMalloc(&block_, block_size_, ACL_MEM_MALLOC_NORMAL_ONLY) != ACL_SUCCESS) {
      throw std::bad_alloc();
    }
  } else {
    block_ = std::malloc(block_size_);
    if (block_ == nullptr) throw std::bad_alloc();
  }
  std::memset(block_, kGuardByte, block_size_);
  const auto address = reinterpret_cast<uintptr_t>(block_);
  const auto begin = static_cast<uintptr_t>(RoundUp(address + kGuard, 32)) + misalign;
  bytes_ = static_cast<unsigned char*>(block_) + (begin - address);
  const auto size = static_cast<int64_t>(size_);
  if (is_watchable()) {
    watched_ = {{-kGuard, size + kGuard}};
  } else {
    watched_ = {{-kGuard, 0}, {size, size + kGuard}};
  }
}

void Memory::AllocateMapped() {
  const int64_t usable = RoundUp(static_cast<int64_t>(size_), kPage);
  block_size_ = usable + kPage;
  block_ = mmap(nullptr, block_size_, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (block_ == MAP_FAILED) throw std::bad_alloc();
  // A huge page would commit, and so seem to touch, 511 neighbours of the page that is touched.
  madvise(block_, block_size_, MADV_NOHUGEPAGE);
  mprotect(static_cast<char*>(block_) + usable, kPage, PROT_NONE);
  bytes_ = static_cast<unsigned char*>(block_) + (is_lazy() ? 0 : usable - size_);
  if (is_lazy()) return;
  watched_ = {{static_cast<unsigned char*>(block_) - bytes_, size_}};
}

bool Memory::is_watchable() const { return is_lazy() || size_ < kWatchLimit; }

std::vector<int64_t> Memory::CommittedPages() const {
  std::vector<unsigned char> committed(block_size_ / kPage);
  mincore(block_, block_size_, committed.data());
  std::vector<int64_t> positions;
  for (size_t page = 0; page + 1 < committed.size(); ++page) {
    if ((committed[page] & 1) != 0) positions.push_back(page * kPage);
  }
  return positions;
}

void Memory::Remember() {
  remembered_.clear();
  remembered_pages_.clear();
  for (const auto& [first, last] : watched_) {
    remembered_.emplace_back(bytes_ + first, bytes_ + last);
  }
  if (!is_lazy()) return;
  for (const int64_t position : CommittedPages()) {
    remembered_pages_[position].assign(bytes_ + position, bytes_ + position + kPage);
  }
}

std::vector<Memory::Interval> Memory::Changes() const {
  std::vector<Interval> changes;
  for (size_t i = 0; i < watched_.size(); ++i) {
    const auto [first, last] = watched_[i];
    for (int64_t at = first; at < last; at += kPage) {
      const int64_t end = std::min(at + kPage, last);
      if (std::memcmp(bytes_ + at, &remembered_[i][at - first], end - at) != 0) {
        changes.emplace_back(at, end);
      }
    }
  }
  if (!is_lazy()) return changes;
  for (const int64_t position : CommittedPages()) changes.emplace_back(position, position + kPage);
  return changes;
}

unsigned char Memory::Remembered(int64_t position) const {
  for (size_t i = 0; i < watched_.size(); ++i) {
    const auto [first, last] = watched_[i];
    if (first <= position && position < last) return remembered_[i][position - first];
  }
  const auto page = remembered_pages_.find(position / kPage * kPage);
  return page == remembered_pages_.end() ? 0 : page->second[position % kPage];
}

std::optional<int64_t> Memory::FirstStray(const std::vector<int64_t>& may_change,
                                          size_t width) const {
  const auto element_size = static_cast<int64_t>(width);
  for (const auto& [first, last] : Changes()) {
    auto next = std::lower_bound(may_change.begin(), may_change.end(), first - element_size + 1);
    for (int64_t at = first; at < last; ++at) {
      while (next != may_change.end() && *next + element_size <= at) ++next;
      const bool allowed = next != may_change.end() && *next <= at;
      if (!allowed && bytes_[at] != Remembered(at)) return at;
    }
  }
  return std::nullopt;
}

}  // namespace hostacl::testing
