// The gradient of log-softmax:
//
//   S = sum of dy along the axis, in double
//   dx = dy - exp(y) S
//
// With exp(y) = m 2^k and S = M 2^E, the product is m M 2^(k + E): exp(y) may be far below the
// smallest float and the product still right. What rounding M to a float takes from S, S = M 2^E (1
// + r), goes into the exponent: exp(y) S = exp(y + r) M 2^E.
#include "ops/log_softmax_backward/log_softmax_backward_kernel.h"

#include <algorithm>
#include <array>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/log_softmax_backward/log_softmax_backward_kernel.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h, which includes this file anew for each target.
#include <hwy/highway.h>

#include "simd/lanes-inl.h"
#include "simd/math-inl.h"
#include "simd/sum-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hostacl {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using FloatTag = hn::ScalableTag<float>;
using IntTag = hn::ScalableTag<int32_t>;

// S = mantissa 2^exponent (1 + rest), one value per lane.
struct SplitSums {
  hn::Vec<FloatTag> mantissa;
  hn::Vec<FloatTag> rest;
  hn::Vec<IntTag> exponent;
};

// dy - exp(y) S.
HWY_INLINE hn::Vec<FloatTag> Gradient(hn::Vec<FloatTag> dy, hn::Vec<FloatTag> y,
                                      const SplitSums& sums) {
  const FloatTag d;
  const IntTag di;
  const auto exp = SplitExp(d, y, sums.rest);
  // Beyond these the product is 0 or infinite in any case, and two factors reach them.
  auto k = hn::Add(exp.exponent, sums.exponent);
  k = hn::Max(hn::Min(k, hn::Set(di, 254)), hn::Set(di, -252));
  const auto half_k = hn::ShiftRight<1>(k);
  const auto left = hn::Mul(exp.mantissa, Pow2(d, half_k));
  const auto right = hn::Mul(sums.mantissa, Pow2(d, hn::Sub(k, half_k)));
  return hn::NegMulAdd(left, right, dy);
}

template <typename T>
void SumTile(const Tile& tile, SliceLayout layout, double* sums) {
  const FloatTag d;
  SumSlices(d, tile, layout, sums, [&](int64_t row, const auto& lanes) HWY_ATTR {
    return lanes.Load(tile.Row<T>(0, row));
  });
}

// The split of one sum. The mantissa carries infinities and NaN.
struct SplitSum {
  explicit SplitSum(double sum) : mantissa(static_cast<float>(sum)) {
    if (!std::isfinite(sum) || sum == 0) return;
    int power = 0;
    const double exact = std::frexp(sum, &power);
    mantissa = static_cast<float>(exact);
    rest = static_cast<float>((exact - mantissa) / mantissa);
    exponent = power;
  }

  float mantissa;
  float rest = 0;
  int32_t exponent = 0;
};

template <typename T>
void WriteRows(const Tile& tile, const double* sums) {
  const FloatTag d;
  for (int64_t row = 0; row < tile.rows; ++row) {
    const SplitSum sum(sums[row]);
    const SplitSums split{hn::Set(d, sum.mantissa), hn::Set(d, sum.rest),
                          hn::Set(IntTag(), sum.exponent)};
    const T* dy = tile.Row<T>(0, row);
    const T* y = tile.Row<T>(1, row);
    T* dx = tile.Row<T>(2, row);
    ForEachVector(d, tile.cols, [&](const auto& lanes) HWY_ATTR {
      lanes.Store(Gradient(lanes.Load(dy), lanes.Load(y), split), dx);
    });
  }
}

template <typename T>
void WriteColumns(const Tile& tile, const double* sums) {
  const FloatTag d;
  std::array<float, kMaxTileSlices> mantissas;
  std::array<float, kMaxTileSlices> rests;
  std::array<int32_t, kMaxTileSlices> exponents;
  for (size_t col = 0; col < static_cast<size_t>(tile.cols); ++col) {
    const SplitSum sum(sums[col]);
    mantissas[col] = sum.mantissa;
    rests[col] = sum.rest;
    exponents[col] = sum.exponent;
  }
  // Loaded as floats by their bits, which the lanes know how to load.
  const auto* exponent_bits = reinterpret_cast<const float*>(exponents.data());
  for (int64_t row = 0; row < tile.rows; ++row) {
    const T* dy = tile.Row<T>(0, row);
    const T* y = tile.Row<T>(1, row);
    T* dx = tile.Row<T>(2, row);
    ForEachVector(d, tile.cols, [&](const auto& lanes) HWY_ATTR {
      const SplitSums split{lanes.Load(mantissas.data()), lanes.Load(rests.data()),
                            hn::BitCast(IntTag(), lanes.Load(exponent_bits))};
      lanes.Store(Gradient(lanes.Load(dy), lanes.Load(y), split), dx);
    });
  }
}

template <typename T>
void WriteTile(const Tile& tile, SliceLayout layout, const double* sums) {
  if (layout == SliceLayout::kRow) {
    WriteRows<T>(tile, sums);
  } else {
    WriteColumns<T>(tile, sums);
  }
}

HWY_NOINLINE void LogSoftmaxBackwardSum(const Tile& tile, SliceLayout layout, double* sums) {
  switch (tile.dtype) {
    case ACL_FLOAT:
      return SumTile<float>(tile, layout, sums);
    case ACL_FLOAT16:
      return SumTile<hwy::float16_t>(tile, layout, sums);
    default:
      return SumTile<hwy::bfloat16_t>(tile, layout, sums);
  }
}

HWY_NOINLINE void LogSoftmaxBackwardWrite(const Tile& tile, SliceLayout layout,
                                          const double* sums) {
  switch (tile.dtype) {
    case ACL_FLOAT:
      return WriteTile<float>(tile, layout, sums);
    case ACL_FLOAT16:
      return WriteTile<hwy::float16_t>(tile, layout, sums);
    default:
      return WriteTile<hwy::bfloat16_t>(tile, layout, sums);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace hostacl
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hostacl {
namespace {

HWY_EXPORT(LogSoftmaxBackwardSum);
HWY_EXPORT(LogSoftmaxBackwardWrite);

void Sum(const Tile& tile, SliceLayout layout, const double* const* /*earlier*/,
         double* sums) noexcept {
  HWY_DYNAMIC_DISPATCH(LogSoftmaxBackwardSum)(tile, layout, sums);
}

void Write(const Tile& tile, SliceLayout layout, const double* const* results) noexcept {
  HWY_DYNAMIC_DISPATCH(LogSoftmaxBackwardWrite)(tile, layout, results[0]);
}

}  // namespace

SliceProgram LogSoftmaxBackwardProgram() { return {1, {{{Sum, Combine::kSum, 1}}}, Write}; }

}  // namespace hostacl
#endif  // HWY_ONCE
