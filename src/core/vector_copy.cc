// Copies with vectors: past the caches, and across a transposition.
#include "core/vector_copy.h"

#include <algorithm>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/vector_copy.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h, which includes this file anew for each target.
#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace hostacl {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// A line that is not written whole at once costs a read of it, so the ends go through the caches.
HWY_INLINE void StreamRow(const std::byte* from, std::byte* to, int64_t bytes) {
  constexpr int64_t kLine = 64;
  const hn::ScalableTag<uint8_t> d;
  constexpr int64_t kLanes = hn::MaxLanes(decltype(d)());
  const int64_t past = static_cast<int64_t>(reinterpret_cast<size_t>(to) % kLine);
  const int64_t head = std::min(past == 0 ? 0 : kLine - past, bytes);
  std::memcpy(to, from, static_cast<size_t>(head));
  int64_t i = head;
  for (; i + kLine <= bytes; i += kLine) {
    for (int64_t j = 0; j < kLine; j += kLanes) {
      hn::Stream(hn::LoadU(d, reinterpret_cast<const uint8_t*>(from) + i + j), d,
                 reinterpret_cast<uint8_t*>(to) + i + j);
    }
  }
  std::memcpy(to + i, from + i, static_cast<size_t>(bytes - i));
}

HWY_NOINLINE void StreamEachRow(const std::byte* from, std::byte* to, int64_t rows,
                                int64_t row_bytes, int64_t pitch) {
  for (int64_t row = 0; row < rows; ++row)
    StreamRow(from + row * row_bytes, to + row * pitch, row_bytes);
}

}  // namespace HWY_NAMESPACE
}  // namespace hostacl
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hostacl {

HWY_EXPORT(StreamEachRow);

void StreamRows(const std::byte* from, std::byte* to, int64_t rows, int64_t row_bytes,
                int64_t pitch) noexcept {
  if (pitch == row_bytes) {
    row_bytes *= rows;
    rows = 1;
  }
  HWY_DYNAMIC_DISPATCH(StreamEachRow)(from, to, rows, row_bytes, pitch);
}

void FinishStreams() noexcept { hwy::FlushStream(); }

}  // namespace hostacl
#endif  // HWY_ONCE
