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

inline constexpr size_t kDoublesPerVector = hn::MaxLanes(DoubleTag());

// The sums of as many virtual lanes as a vector of D has lanes.
template <class D>
class DoubleSums {
 public:
  static constexpr size_t kVectors = std::max<size_t>(hn::MaxLanes(D()) / kDoublesPerVector, 1);

  HWY_INLINE DoubleSums() {
    for (auto& sum : sums_) sum = hn::Zero(DoubleTag());
  }

  HWY_INLINE void Add(D /*d*/, hn::Vec<D> value) {
    const DoubleTag dd;
    if constexpr (std::is_same_v<hn::TFromD<D>, double>) {
      sums_[0] = hn::Add(sums_[0], value);
    } else if constexpr (hn::MaxLanes(D()) == 1) {
      sums_[0] = hn::Add(sums_[0], hn::PromoteTo(dd, value));
    } else {
      const hn::Half<D> half;
      sums_[0] = hn::Add(sums_[0], hn::PromoteTo(dd, hn::LowerHalf(half, value)));
      // Found by its arguments: the one-lane target, which never comes here, has no UpperHalf to
      // name.
      sums_[1] = hn::Add(sums_[1], hn::PromoteTo(dd, UpperHalf(half, value)));
    }
  }

  HWY_INLINE void Add(const DoubleSums& other) {
    for (size_t i = 0; i < kVectors; ++i) sums_[i] = hn::Add(sums_[i], other.sums_[i]);
  }

  // All of them: halves onto each other until one is left.
  HWY_INLINE double Sum() {
    for (size_t half = kVectors / 2; half > 0; half /= 2) {
      for (size_t i = 0; i < half; ++i) sums_[i] = hn::Add(sums_[i], sums_[i + half]);
    }
    HWY_ALIGN double lanes[kDoublesPerVector];
    hn::Store(sums_[0], DoubleTag(), lanes);
    return SumOfLanes<false>(lanes, kDoublesPerVector);
  }

  HWY_INLINE void Store(double* to) const {
    for (size_t i = 0; i < kVectors; ++i) {
      hn::StoreU(sums_[i], DoubleTag(), to + i * kDoublesPerVector);
    }
  }

 private:
  hn::Vec<DoubleTag> sums_[kVectors];
};

// The sum of value(lanes) over `count` elements from `first` on, at most a block, in double:
// element i is added to virtual lane i % kSumLanes, and the lanes are added in a fixed tree.
template <class D, class Value>
HWY_INLINE double SumBlock(D d, int64_t first, int64_t count, const Value& value) {
  constexpr auto kLanes = static_cast<int64_t>(hn::MaxLanes(D()));
  constexpr int64_t kParts = kSumLanes / kLanes;
  static_assert(kSumLanes % kLanes == 0);
  DoubleSums<D> sums[kParts];
  int64_t i = 0;
  for (; i + kSumLanes <= count; i += kSumLanes) {
    for (int64_t part = 0; part < kParts; ++part) {
      sums[part].Add(d, value(FullLanes<D>(d, first + i + part * kLanes)));
    }
  }
  for (int64_t part = 0; part < kParts; ++part) {
    const int64_t at = i + part * kLanes;
    if (at >= count) break;
    const PartLanes<D> lanes(d, first + at, static_cast<size_t>(std::min(kLanes, count - at)));
    sums[part].Add(d, lanes.Keep(value(lanes), hn::Zero(d)));
  }
  if constexpr (!kKeepLost<D>) {
    // The first halvings of SumOfLanes.
    for (int64_t half = kParts / 2; half > 0; half /= 2) {
      for (int64_t part = 0; part < half; ++part) sums[part].Add(sums[part + half]);
    }
    return sums[0].Sum();
  }
  HWY_ALIGN double lane_sums[kSumLanes];
  for (int64_t part = 0; part < kParts; ++part) sums[part].Store(lane_sums + part * kLanes);
  return SumOfLanes<kKeepLost<D>>(lane_sums, kSumLanes);
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

// SumOfLanes for each column of [kSumLanes, stride] sums, whose first row takes the results. Lanes
// from `live` on hold nothing, which would change nothing.
template <bool kKeepLost>
HWY_INLINE void SumColumnsOfLanes(double* sums, int64_t live, int64_t stride) {
  const DoubleTag dd;
  for (int64_t col = 0; col < stride; col += static_cast<int64_t>(hn::Lanes(dd))) {
    auto lost = hn::Zero(dd);
    int64_t rest = live;
    for (int64_t half = kSumLanes / 2; half > 0; half /= 2) {
      for (int64_t i = 0; i < half && i + half < rest; ++i) {
        double* left_sum = sums + i * stride + col;
        const auto left = hn::LoadU(dd, left_sum);
        const auto right = hn::LoadU(dd, sums + (i + half) * stride + col);
        const auto sum = hn::Add(left, right);
        if constexpr (kKeepLost) {
          const auto left_part = hn::Sub(sum, right);
          lost = hn::Add(
              lost, hn::Add(hn::Sub(left, left_part), hn::Sub(right, hn::Sub(sum, left_part))));
        }
        hn::StoreU(sum, dd, left_sum);
      }
      rest = std::min(rest, half);
    }
    if constexpr (kKeepLost) {
      const auto sum = hn::LoadU(dd, sums + col);
      const auto kept = hn::IfThenElse(hn::IsFinite(sum), hn::Add(sum, lost), sum);
      hn::StoreU(kept, dd, sums + col);
    }
  }
}

// For each column of a tile, one block of one slice, the sum of value(row, lanes) over its
// elements: the same sum, in the same order, as SumRows would give.
template <class D, class Value>
HWY_INLINE void SumColumns(D d, const Tile& tile, double* results, const Value& value) {
  HWY_ALIGN double sums[kSumLanes * kMaxTileSlices];
  // Whole vectors, so that the last one may add lanes that no one reads.
  const int64_t stride = (tile.cols + kSumLanes - 1) / kSumLanes * kSumLanes;
  const int64_t live = std::min(tile.rows, kSumLanes);
  for (int64_t lane = 0; lane < live; ++lane) {
    double* lane_sums = sums + lane * stride;
    ForEachVector(d, tile.cols, [&](const auto& lanes) HWY_ATTR {
      DoubleSums<D> sum;
      for (int64_t row = lane; row < tile.rows; row += kSumLanes) sum.Add(d, value(row, lanes));
      sum.Store(lane_sums);
      lane_sums += hn::Lanes(d);
    });
  }
  SumColumnsOfLanes<kKeepLost<D>>(sums, live, stride);
  std::copy_n(sums, tile.cols, results);
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
