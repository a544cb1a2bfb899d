// The logarithm of softmax:
//
//   M = the maximum of x along the axis, n = how often it occurs
//   R = sum of exp(x - M) along the axis over the other elements, in double; for double with what
//       rounding takes from each exp
//   y = (x - M) - log(n + R) = (x - M) - log1p(n - 1 + R)
//
// R alone keeps its relative accuracy where it is next to nothing beside 1, and with it y at the
// maximum, as long as the rounding of x - M is taken into account.
// A slice that holds NaN or +infinity, or nothing but -infinity, makes some x - M and with it R
// NaN, and so all of y.
#include "ops/log_softmax/log_softmax_kernel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>

#include "simd/log1p.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/log_softmax/log_softmax_kernel.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h, which includes this file anew for each target.
#include <hwy/highway.h>

#include "simd/lanes-inl.h"
#include "simd/math-inl.h"
#include "simd/sum-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hostacl {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// One value per slice of a tile, in the compute type.
template <typename C>
using SliceArray = std::array<C, kMaxTileSlices>;

template <typename C>
SliceArray<C> FromDoubles(const double* values, int64_t count) {
  SliceArray<C> converted;
  std::transform(values, values + count, converted.begin(),
                 [](double value) { return static_cast<C>(value); });
  return converted;
}

template <typename T>
void MaximumTile(const Tile& tile, SliceLayout layout, double* maxima) {
  using C = ComputeType<T>;
  const hn::ScalableTag<C> d;
  constexpr C kNone = -std::numeric_limits<C>::infinity();
  const auto none = hn::Set(d, kNone);
  if (layout == SliceLayout::kRow) {
    for (int64_t row = 0; row < tile.rows; ++row) {
      const auto x = tile.Source<T>(0, row);
      auto maximum = none;
      ForEachVector(d, tile.cols, [&](const auto& lanes) HWY_ATTR {
        maximum = hn::Max(lanes.Keep(lanes.Load(x), none), maximum);
      });
      maxima[row] = hn::GetLane(hn::MaxOfLanes(d, maximum));
    }
    return;
  }
  SliceArray<C> columns;
  std::fill_n(columns.begin(), tile.cols, kNone);
  for (int64_t row = 0; row < tile.rows; ++row) {
    const auto x = tile.Source<T>(0, row);
    ForEachVector(d, tile.cols, [&](const auto& lanes) HWY_ATTR {
      lanes.Store(hn::Max(lanes.Load(x), lanes.Load(columns.data())), columns.data());
    });
  }
  std::copy_n(columns.begin(), tile.cols, maxima);
}

template <typename T>
void SumTile(const Tile& tile, SliceLayout layout, const double* maxima, const SliceTable& sums) {
  using C = ComputeType<T>;
  const hn::ScalableTag<C> d;
  const int64_t slices = layout == SliceLayout::kRow ? tile.rows : tile.cols;
  const SliceArray<C> maximum = FromDoubles<C>(maxima, slices);
  const bool row_layout = layout == SliceLayout::kRow;
  const auto zero = hn::Zero(d);
  const auto one = hn::Set(d, C{1});
  const auto load_shifted = [&](int64_t row, const auto& lanes) HWY_ATTR {
    const auto shift =
        row_layout ? hn::Set(d, maximum[static_cast<size_t>(row)]) : lanes.Load(maximum.data());
    return ExactDifference(d, lanes.Load(tile.Source<T>(0, row)), shift);
  };
  SumSlices(d, tile, layout, sums, 0, [&](int64_t row, const auto& lanes) HWY_ATTR {
    const auto shifted = load_shifted(row, lanes);
    return hn::IfThenZeroElse(hn::Eq(shifted.rounded, zero),
                              ExpNonPositive(d, shifted.rounded, shifted.low).value);
  });
  SumSlices(d, tile, layout, sums, 1, [&](int64_t row, const auto& lanes) HWY_ATTR {
    return hn::IfThenElseZero(hn::Eq(load_shifted(row, lanes).rounded, zero), one);
  });
  if constexpr (std::is_same_v<C, double>) {
    SumSlices(d, tile, layout, sums, 2, [&](int64_t row, const auto& lanes) HWY_ATTR {
      const auto shifted = load_shifted(row, lanes);
      return hn::IfThenZeroElse(hn::Eq(shifted.rounded, zero),
                                ExpNonPositive(d, shifted.rounded, shifted.low).lost);
    });
  } else {
    // Double holds the exps of floats and their sum with room to spare.
    std::fill_n(sums.Row(2), slices, 0.0);
  }
}

template <typename T>
void WriteTile(const Tile& tile, SliceLayout layout, const SliceTable& constants,
               int64_t first_slice) {
  using C = ComputeType<T>;
  const hn::ScalableTag<C> d;
  const C* maxima = constants.RowOf<C>(kMaximum) + first_slice;
  const C* log_sums = constants.RowOf<C>(kLogSum) + first_slice;
  const bool row_layout = layout == SliceLayout::kRow;
  for (int64_t row = 0; row < tile.rows; ++row) {
    const auto x = tile.Source<T>(0, row);
    T* y = tile.Row<T>(1, row);
    const int64_t slice = row_layout ? row : 0;
    const auto row_maximum = hn::Set(d, maxima[slice]);
    const auto row_log_sum = hn::Set(d, log_sums[slice]);
    ForEachVector(d, tile.cols, [&](const auto& lanes) HWY_ATTR {
      const auto shift = row_layout ? row_maximum : lanes.Load(maxima);
      const auto log = row_layout ? row_log_sum : lanes.Load(log_sums);
      lanes.Store(hn::Sub(hn::Sub(lanes.Load(x), shift), log), y);
    });
  }
}

HWY_NOINLINE void LogSoftmaxMaximum(const Tile& tile, SliceLayout layout, double* maxima) {
  switch (tile.dtype) {
    case ACL_FLOAT:
      return MaximumTile<float>(tile, layout, maxima);
    case ACL_DOUBLE:
      return MaximumTile<double>(tile, layout, maxima);
    case ACL_FLOAT16:
      return MaximumTile<hwy::float16_t>(tile, layout, maxima);
    default:
      return MaximumTile<hwy::bfloat16_t>(tile, layout, maxima);
  }
}

HWY_NOINLINE void LogSoftmaxSum(const Tile& tile, SliceLayout layout, const double* maxima,
                                const SliceTable& sums) {
  switch (tile.dtype) {
    case ACL_FLOAT:
      return SumTile<float>(tile, layout, maxima, sums);
    case ACL_DOUBLE:
      return SumTile<double>(tile, layout, maxima, sums);
    case ACL_FLOAT16:
      return SumTile<hwy::float16_t>(tile, layout, maxima, sums);
    default:
      return SumTile<hwy::bfloat16_t>(tile, layout, maxima, sums);
  }
}

HWY_NOINLINE void LogSoftmaxWrite(const Tile& tile, SliceLayout layout, const SliceTable& constants,
                                  int64_t first_slice) {
  switch (tile.dtype) {
    case ACL_FLOAT:
      return WriteTile<float>(tile, layout, constants, first_slice);
    case ACL_DOUBLE:
      return WriteTile<double>(tile, layout, constants, first_slice);
    case ACL_FLOAT16:
      return WriteTile<hwy::float16_t>(tile, layout, constants, first_slice);
    default:
      return WriteTile<hwy::bfloat16_t>(tile, layout, constants, first_slice);
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace hostacl
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hostacl {
namespace {

HWY_EXPORT(LogSoftmaxMaximum);
HWY_EXPORT(LogSoftmaxSum);
HWY_EXPORT(LogSoftmaxWrite);

void Maximum(const Tile& tile, SliceLayout layout, const SliceTable* /*earlier*/,
             const SliceTable& maxima) noexcept {
  HWY_DYNAMIC_DISPATCH(LogSoftmaxMaximum)(tile, layout, maxima.data);
}

void Sum(const Tile& tile, SliceLayout layout, const SliceTable* earlier,
         const SliceTable& sums) noexcept {
  HWY_DYNAMIC_DISPATCH(LogSoftmaxSum)(tile, layout, earlier[0].data, sums);
}

template <typename C>
void PrepareAs(int64_t slices, const SliceTable* results, const SliceTable& constants) {
  const SliceTable& maxima = results[0];
  const SliceTable& sums = results[1];
  for (int64_t i = 0; i < slices; ++i) {
    const double other_maxima = sums.Row(1)[i] - 1;
    const double sum = other_maxima + sums.Row(0)[i];
    // What double lost of the others beside the maxima.
    const double lost = sums.Row(0)[i] - (sum - other_maxima);
    constants.RowOf<C>(kMaximum)[i] = static_cast<C>(maxima.data[i]);
    constants.RowOf<C>(kLogSum)[i] = static_cast<C>(Log1p(sum, lost + sums.Row(2)[i]));
  }
}

void Prepare(aclDataType dtype, int64_t slices, const SliceTable* results,
             const SliceTable& constants) noexcept {
  if (dtype == ACL_DOUBLE) {
    PrepareAs<double>(slices, results, constants);
  } else {
    PrepareAs<float>(slices, results, constants);
  }
}

void Write(const Tile& tile, SliceLayout layout, const SliceTable& constants,
           int64_t first_slice) noexcept {
  HWY_DYNAMIC_DISPATCH(LogSoftmaxWrite)(tile, layout, constants, first_slice);
}

}  // namespace

SliceProgram LogSoftmaxProgram() {
  return {2, {{{Maximum, Combine::kMax, 1}, {Sum, Combine::kSum, 3}}}, Prepare, Write};
}

}  // namespace hostacl
#endif  // HWY_ONCE
