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

#include "core/convert.h"

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
namespace {
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
    return lanes.Load(tile.Source<T>(0, row));
  });
}

template <typename T>
void WriteTile(const Tile& tile, SliceLayout layout, const SliceConstants& constants,
               int64_t first_slice) {
  const FloatTag d;
  const IntTag di;
  const float* mantissas = constants.Of<float>(kMantissa) + first_slice;
  const float* rests = constants.Of<float>(kRest) + first_slice;
  const float* exponents = constants.Of<float>(kExponent) + first_slice;
  for (int64_t row = 0; row < tile.rows; ++row) {
    const auto dy = tile.Source<T>(0, row);
    const auto y = tile.Source<T>(1, row);
    T* dx = tile.Row<T>(2, row);
    if (layout == SliceLayout::kRow) {
      const SplitSums sums{hn::Set(d, mantissas[row]), hn::Set(d, rests[row]),
                           hn::BitCast(di, hn::Set(d, exponents[row]))};
      ForEachVector(d, tile.cols, [&](const auto& lanes) HWY_ATTR {
        lanes.Store(Gradient(lanes.Load(dy), lanes.Load(y), sums), dx);
      });
    } else {
      ForEachVector(d, tile.cols, [&](const auto& lanes) HWY_ATTR {
        const SplitSums sums{lanes.Load(mantissas), lanes.Load(rests),
                             hn::BitCast(di, lanes.Load(exponents))};
        lanes.Store(Gradient(lanes.Load(dy), lanes.Load(y), sums), dx);
      });
    }
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
                                          const SliceConstants& constants, int64_t first_slice) {
  switch (tile.dtype) {
    case ACL_FLOAT:
      return WriteTile<float>(tile, layout, constants, first_slice);
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

HWY_EXPORT(LogSoftmaxBackwardSum);
HWY_EXPORT(LogSoftmaxBackwardWrite);

void Sum(const Tile& tile, SliceLayout layout, const double* const* /*earlier*/,
         double* sums) noexcept {
  HWY_DYNAMIC_DISPATCH(LogSoftmaxBackwardSum)(tile, layout, sums);
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

void Prepare(aclDataType /*dtype*/, int64_t slices, const double* const* results,
             SliceConstants& constants) noexcept {
  for (int64_t i = 0; i < slices; ++i) {
    const SplitSum sum(results[0][i]);
    constants.Of<float>(kMantissa)[i] = sum.mantissa;
    constants.Of<float>(kRest)[i] = sum.rest;
    constants.Of<float>(kExponent)[i] = BitCopy<float>(sum.exponent);
  }
}

void Write(const Tile& tile, SliceLayout layout, const SliceConstants& constants,
           int64_t first_slice) noexcept {
  HWY_DYNAMIC_DISPATCH(LogSoftmaxBackwardWrite)(tile, layout, constants, first_slice);
}

}  // namespace

SliceProgram LogSoftmaxBackwardProgram() {
  return {1, {{{Sum, Combine::kSum, 1}}}, Prepare, Write};
}

}  // namespace hostacl
#endif  // HWY_ONCE
