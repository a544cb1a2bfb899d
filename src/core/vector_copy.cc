// Copies and fills with vectors: past the caches, and across a transposition.
#include "core/vector_copy.h"

#include <algorithm>
#include <cstring>

#include "core/tile.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/vector_copy.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h, which includes this file anew for each target.
#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace hostacl {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// As many elements as one 16-byte vector holds.
template <typename T>
inline constexpr size_t kBlockSide = HWY_TARGET == HWY_SCALAR ? 1 : 16 / sizeof(T);

// A line that is not written whole at once costs a read of it, so the ends go through the caches.
HWY_INLINE void StreamRow(const std::byte* from, std::byte* to, int64_t bytes) {
  const hn::ScalableTag<uint8_t> d;
  constexpr int64_t kLanes = hn::MaxLanes(decltype(d)());
  const int64_t past = static_cast<int64_t>(reinterpret_cast<size_t>(to) % kCacheLine);
  const int64_t head = std::min(past == 0 ? 0 : kCacheLine - past, bytes);
  std::memcpy(to, from, static_cast<size_t>(head));
  int64_t i = head;
  for (; i + kCacheLine <= bytes; i += kCacheLine) {
    for (int64_t j = 0; j < kCacheLine; j += kLanes) {
      hn::Stream(hn::LoadU(d, reinterpret_cast<const uint8_t*>(from) + i + j), d,
                 reinterpret_cast<uint8_t*>(to) + i + j);
    }
  }
  std::memcpy(to + i, from + i, static_cast<size_t>(bytes - i));
}

HWY_NOINLINE void StreamEachRow(const std::byte* from, int64_t from_pitch, std::byte* to,
                                int64_t to_pitch, int64_t rows, int64_t row_bytes) {
  for (int64_t row = 0; row < rows; ++row)
    StreamRow(from + row * from_pitch, to + row * to_pitch, row_bytes);
}

HWY_NOINLINE void Fill(uint64_t pattern, std::byte* to, int64_t bytes) {
  const hn::ScalableTag<uint64_t> d;
  const auto lanes_bytes = static_cast<int64_t>(hn::Lanes(d) * sizeof(uint64_t));
  const auto patterns = hn::Set(d, pattern);
  int64_t i = 0;
  for (; i + lanes_bytes <= bytes; i += lanes_bytes) {
    hn::StoreU(patterns, d, reinterpret_cast<uint64_t*>(to + i));
  }
  HWY_ALIGN uint64_t last[hn::MaxLanes(d)];
  hn::Store(patterns, d, last);
  std::memcpy(to + i, last, static_cast<size_t>(bytes - i));
}

// Transposes kSide x kSide elements, kSide as many as there are in 16 bytes.
template <typename T>
HWY_INLINE void TransposeBlock(const T* from, int64_t from_pitch, T* to, int64_t to_pitch) {
#if HWY_TARGET == HWY_SCALAR
  to[0] = from[0];
  static_cast<void>(from_pitch);
  static_cast<void>(to_pitch);
#else
  constexpr size_t kSide = kBlockSide<T>;
  const hn::FixedTag<T, kSide> d;
  hn::Vec<decltype(d)> rows[kSide];
  hn::Vec<decltype(d)> shuffled[kSide];
  for (size_t i = 0; i < kSide; ++i) {
    rows[i] = hn::LoadU(d, from + static_cast<int64_t>(i) * from_pitch);
  }
  // Each shuffle of all elements moves one bit of the row's number into the column's.
  for (size_t bit = 1; bit < kSide; bit *= 2) {
    for (size_t i = 0; i < kSide / 2; ++i) {
      shuffled[2 * i] = hn::InterleaveLower(d, rows[i], rows[i + kSide / 2]);
      shuffled[2 * i + 1] = hn::InterleaveUpper(d, rows[i], rows[i + kSide / 2]);
    }
    for (size_t i = 0; i < kSide; ++i) rows[i] = shuffled[i];
  }
  for (size_t i = 0; i < kSide; ++i) {
    hn::StoreU(rows[i], d, to + static_cast<int64_t>(i) * to_pitch);
  }
#endif
}

// Asks for what lies `ahead` of an element of each of some rows.
template <typename T>
HWY_INLINE void AskAhead(const T* from, int64_t pitch, int64_t ahead, int64_t rows) {
  for (int64_t i = 0; i < rows; ++i) hwy::Prefetch(from + i * pitch + ahead);
}

template <typename T>
HWY_INLINE void TransposePart(const T* from, int64_t from_pitch, T* to, int64_t to_pitch,
                              int64_t row_begin, int64_t row_end, int64_t col_begin,
                              int64_t col_end) {
  for (int64_t j = col_begin; j < col_end; ++j) {
    for (int64_t i = row_begin; i < row_end; ++i) to[j * to_pitch + i] = from[i * from_pitch + j];
  }
}

template <typename T>
HWY_NOINLINE void TransposeAs(const T* from, int64_t from_pitch, int64_t ahead, T* to,
                              int64_t to_pitch, int64_t rows, int64_t cols) {
  constexpr int64_t kSide = kBlockSide<T>;
  const int64_t whole_rows = rows / kSide * kSide;
  const int64_t whole_cols = cols / kSide * kSide;
  for (int64_t j = 0; j < whole_cols; j += kSide) {
    const bool asks = ahead != 0 && j % static_cast<int64_t>(kCacheLine / sizeof(T)) == 0;
    for (int64_t i = 0; i < whole_rows; i += kSide) {
      const T* block = from + i * from_pitch + j;
      if (asks) AskAhead(block, from_pitch, ahead, kSide);
      TransposeBlock(block, from_pitch, to + j * to_pitch + i, to_pitch);
    }
  }
  TransposePart(from, from_pitch, to, to_pitch, 0, whole_rows, whole_cols, cols);
  TransposePart(from, from_pitch, to, to_pitch, whole_rows, rows, 0, cols);
}

void Transpose(const std::byte* from, int64_t from_pitch, int64_t ahead, std::byte* to,
               int64_t to_pitch, int64_t rows, int64_t cols, size_t element_bytes) {
  const auto transpose_as = [&](auto element) {
    using T = decltype(element);
    TransposeAs(reinterpret_cast<const T*>(from), from_pitch, ahead, reinterpret_cast<T*>(to),
                to_pitch, rows, cols);
  };
  if (element_bytes == 1) return transpose_as(uint8_t{});
  if (element_bytes == 2) return transpose_as(uint16_t{});
  if (element_bytes == 4) return transpose_as(uint32_t{});
  transpose_as(uint64_t{});
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace hostacl
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hostacl {

namespace {
HWY_EXPORT(StreamEachRow);
HWY_EXPORT(Fill);
HWY_EXPORT(Transpose);
}  // namespace

void StreamRows(const std::byte* from, int64_t from_pitch, std::byte* to, int64_t to_pitch,
                int64_t rows, int64_t row_bytes) noexcept {
  if (from_pitch == row_bytes && to_pitch == row_bytes) {
    row_bytes *= rows;
    rows = 1;
  }
  HWY_DYNAMIC_DISPATCH(StreamEachRow)(from, from_pitch, to, to_pitch, rows, row_bytes);
}

void FillRow(uint64_t pattern, std::byte* to, int64_t bytes) noexcept {
  HWY_DYNAMIC_DISPATCH(Fill)(pattern, to, bytes);
}

void TransposeCopy(const std::byte* from, int64_t from_pitch, int64_t ahead, std::byte* to,
                   int64_t to_pitch, int64_t rows, int64_t cols, size_t element_bytes) noexcept {
  HWY_DYNAMIC_DISPATCH(Transpose)
  (from, from_pitch, ahead, to, to_pitch, rows, cols, element_bytes);
}

void FinishStreams() noexcept { hwy::FlushStream(); }

}  // namespace hostacl
#endif  // HWY_ONCE
