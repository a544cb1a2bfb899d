// Sums along a row in a fixed order, whatever the width of the vectors.
//
// Per-target: included once for each instruction set, see foreach_target.h.
#if defined(HOSTACL_SIMD_SUM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HOSTACL_SIMD_SUM_INL_H_
#undef HOSTACL_SIMD_SUM_INL_H_
#else
#define HOSTACL_SIMD_SUM_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "core/tile.h"
#include "simd/lanes-inl.h"
#include "simd/sum_tree.h"

HWY_BEFORE_NAMESPACE();
namespace hostacl {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using DoubleTag = hn::ScalableTag<double>;

// Sums of floats in double lose next to nothing; sums of doubles are worth the care.
template <class D>
inline constexpr bool kKeepLost = std::is_same_v<hn::TFromD<D>, double>;

// Adds the lanes of `value` to as many doubles.
template <class D>
HWY_INLINE void AddToDoubles(D /*d*/, hn::Vec<D> value, double* HWY_RESTRICT sums) {
  const DoubleTag dd;
  if constexpr (std::is_same_v<hn::TFromD<D>, double>) {
    hn::StoreU(hn::Add(hn::LoadU(dd, sums), value), dd, sums);
  } else if constexpr (hn::MaxLanes(D()) == 1) {
    hn::StoreU(hn::Add(hn::LoadU(dd, sums), hn::PromoteTo(dd, value)), dd, sums);
  } else {
    const hn::Half<D> half;
    const auto low = hn::PromoteTo(dd, hn::LowerHalf(half, value));
    // Found by its arguments: the one-lane target, which never comes here, has no UpperHalf to
    // name.
    const auto high = hn::PromoteTo(dd, UpperHalf(half, value));
    double* upper = sums + hn::Lanes(dd);
    hn::StoreU(hn::Add(hn::LoadU(dd, sums), low), dd, sums);
    hn::StoreU(hn::Add(hn::LoadU(dd, upper), high), dd, upper);
  }
}

// The sum of value(lanes) over `count` elements from `first` on, at most a block, in double:
// element i is added to virtual lane i % kSumLanes, and the lanes are added in a fixed tree.
template <class D, class Value>
HWY_INLINE double SumBlock(D d, int64_t first, int64_t count, const Value& value) {
  constexpr auto kLanes = static_cast<int64_t>(hn::MaxLanes(D()));
  static_assert(kSumLanes % kLanes == 0);
  HWY_ALIGN double sums[kSumLanes] = {};
  int64_t i = 0;
  for (; i + kSumLanes <= count; i += kSumLanes) {
    for (int64_t lane = 0; lane < kSumLanes; lane += kLanes) {
      AddToDoubles(d, value(FullLanes<D>(d, first + i + lane)), sums + lane);
    }
  }
  for (int64_t lane = 0; i + lane < count; lane += kLanes) {
    const int64_t rest = std::min(kLanes, count - i - lane);
    const PartLanes<D> lanes(d, first + i + lane, static_cast<size_t>(rest));
    AddToDoubles(d, lanes.Keep(value(lanes), hn::Zero(d)), sums + lane);
  }
  return SumOfLanes<kKeepLost<D>>(sums, 1);
}

// For each row of a tile, a piece of one slice, the sum of value(row, lanes) over its elements.
template <class D, class Value>
HWY_INLINE void SumRows(D d, const Tile& tile, double* results, const Value& value) {
  HWY_ALIGN double blocks[kMaxTileBlocks] = {};
  for (int64_t row = 0; row < tile.rows; ++row) {
    int64_t count = 0;
    for (int64_t first = 0; first < tile.cols; first += kSumBlock) {
      blocks[count++] = SumBlock(d, first, std::min(kSumBlock, tile.cols - first),
                                 [&](const auto& lanes) HWY_ATTR { return value(row, lanes); });
    }
    results[row] = SumOfNeighbours(blocks, count);
  }
}

// For each column of a tile, one block of one slice, the sum of value(row, lanes) over its
// elements: the same sum, in the same order, as SumRows would give.
template <class D, class Value>
HWY_INLINE void SumColumns(D d, const Tile& tile, double* results, const Value& value) {
  HWY_ALIGN double sums[kSumLanes * kMaxTileSlices];
  // Whole vectors, so that the last one may add lanes that no one reads.
  const int64_t stride = (tile.cols + kSumLanes - 1) / kSumLanes * kSumLanes;
  std::fill_n(sums, kSumLanes * stride, 0.0);
  for (int64_t row = 0; row < tile.rows; ++row) {
    double* lane_sums = sums + row % kSumLanes * stride;
    int64_t col = 0;
    ForEachVector(d, tile.cols, [&](const auto& lanes) HWY_ATTR {
      AddToDoubles(d, value(row, lanes), lane_sums + col);
      col += static_cast<int64_t>(hn::Lanes(d));
    });
  }
  for (int64_t col = 0; col < tile.cols; ++col)
    results[col] = SumOfLanes<kKeepLost<D>>(sums + col, stride);
}

// SumRows or SumColumns, as the slices lie.
template <class D, class Value>
HWY_INLINE void SumSlices(D d, const Tile& tile, SliceLayout layout, double* results,
                          const Value& value) {
  if (layout == SliceLayout::kRow) {
    SumRows(d, tile, results, value);
  } else {
    SumColumns(d, tile, results, value);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace hostacl
HWY_AFTER_NAMESPACE();

#endif  // HOSTACL_SIMD_SUM_INL_H_
