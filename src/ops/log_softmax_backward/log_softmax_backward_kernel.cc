// The gradient of log-softmax:
//
//   S = sum of dy along the axis, in double
//   dx = dy - exp(y) S
//
// What rounding S to a float takes from it, S = V (1 + r), goes into the exponent: exp(y) S = exp(y
// + r) V. Where exp(y) or V is not normal, exp(y) = m 2^k and S = M 2^E give the product m M 2^(k +
// E): exp(y) may be far below the smallest float and the product still right.
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
#include "simd/precision.h"
#include "simd/scaled-inl.h"
#include "simd/sum-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hostacl {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using FloatTag = hn::ScalableTag<float>;
using IntTag = hn::ScalableTag<int32_t>;

// S = value 2^exponent (1 + rest), one S per lane.
struct SplitSums {
  hn::Vec<FloatTag> value;
  hn::Vec<FloatTag> rest;
  // Up to this |y| exp(y) is normal and the exponent 0; negative where the exponent is not.
  hn::Vec<FloatTag> limit;
  hn::Vec<IntTag> exponent;
};

// dy - exp(y) S for every y and S.
HWY_NOINLINE hn::Vec<FloatTag> GradientOfAny(hn::Vec<FloatTag> dy, hn::Vec<FloatTag> y,
                                             const SplitSums& sums) {
  const FloatTag d;
  const IntTag di;
  const auto exp = SplitExp(d, y, sums.rest);
  const auto value = ScaledOf(d, sums.value);
  // Beyond these the product is 0 or infinite in any case, and two factors reach them.
  auto k = hn::Add(hn::Add(exp.exponent, value.exponent), sums.exponent);
  k = hn::Max(hn::Min(k, hn::Set(di, 254)), hn::Set(di, -252));
  const auto half_k = hn::ShiftRight<1>(k);
  const auto left = hn::Mul(exp.mantissa, Pow2(d, half_k));
  const auto right = hn::Mul(value.mantissa, Pow2(d, hn::Sub(k, half_k)));
  return FusedNegMulAdd(d, left, right, dy);
}

// dy - exp(y) S: one rounding of exp, at most half an ULP of 1 relatively, and one of the result.
template <Precision kPrecision>
HWY_INLINE hn::Vec<FloatTag> Gradient(hn::Vec<FloatTag> dy, hn::Vec<FloatTag> y,
                                      const SplitSums& sums) {
  const FloatTag d;
  const auto reduced = ReduceForExp(d, y);
  const auto mantissa = kPrecision == Precision::kShort
                            ? ShortExpReduced(d, reduced.r)
                            : ExpReduced(d, reduced.r, hn::Add(reduced.r_low, sums.rest)).value;
  const auto dx = FusedNegMulAdd(d, hn::Mul(mantissa, reduced.Pow2N()), sums.value, dy);
  const auto is_near = hn::Le(hn::Abs(y), sums.limit);
  if (HWY_LIKELY(hn::AllTrue(d, is_near))) return dx;
  return hn::IfThenElse(is_near, dx, GradientOfAny(dy, y, sums));
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
  const float* values = constants.Of<float>(kValue) + first_slice;
  const float* rests = constants.Of<float>(kRest) + first_slice;
  const float* limits = constants.Of<float>(kLimit) + first_slice;
  const float* exponents = constants.Of<float>(kExponent) + first_slice;
  for (int64_t row = 0; row < tile.rows; ++row) {
    const auto dy = tile.Source<T>(0, row);
    const auto y = tile.Source<T>(1, row);
    T* dx = tile.Row<T>(2, row);
    if (layout == SliceLayout::kRow) {
      const SplitSums sums{hn::Set(d, values[row]), hn::Set(d, rests[row]), hn::Set(d, limits[row]),
                           hn::BitCast(IntTag(), hn::Set(d, exponents[row]))};
      ForEachVector(d, tile.cols, [&](const auto& lanes) HWY_ATTR {
        lanes.Store(Gradient<kPrecision<T>>(lanes.Load(dy), lanes.Load(y), sums), dx);
      });
    } else {
      ForEachVector(d, tile.cols, [&](const auto& lanes) HWY_ATTR {
        const SplitSums sums{lanes.Load(values), lanes.Load(rests), lanes.Load(limits),
                             hn::BitCast(IntTag(), lanes.Load(exponents))};
        lanes.Store(Gradient<kPrecision<T>>(lanes.Load(dy), lanes.Load(y), sums), dx);
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

// The split of one sum. The value carries infinities and NaN.
struct SplitSum {
  explicit SplitSum(double sum) : value(static_cast<float>(sum)) {
    if (!std::isfinite(sum) || sum == 0) return;
    if (std::isnormal(value)) {
      limit = 80;
      rest = static_cast<float>((sum - value) / value);
      return;
    }
    const double mantissa = std::frexp(sum, &exponent);
    value = static_cast<float>(mantissa);
    rest = static_cast<float>((mantissa - value) / value);
  }

  float value;
  float rest = 0;
  float limit = -1;
  int32_t exponent = 0;
};

void Prepare(aclDataType /*dtype*/, int64_t slices, const double* const* results,
             SliceConstants& constants) noexcept {
  for (int64_t i = 0; i < slices; ++i) {
    const SplitSum sum(results[0][i]);
    constants.Of<float>(kValue)[i] = sum.value;
    constants.Of<float>(kRest)[i] = sum.rest;
    constants.Of<float>(kLimit)[i] = sum.limit;
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
