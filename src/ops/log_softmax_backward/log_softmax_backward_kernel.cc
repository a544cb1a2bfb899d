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
#include <cmath>
#include <limits>

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

// S = value 2^exponent (1 + rest). Up to the limit of |y| exp(y) is normal and the exponent 0; the
// limit is negative where the exponent is not.
template <SliceLayout kLayout>
struct SplitSums {
  const float* values;
  const float* rests;
  const float* limits;
  const float* exponents;

  // Those of one slice in all lanes, or of one slice per lane.
  template <class Lanes>
  HWY_INLINE hn::Vec<FloatTag> Load(const Lanes& lanes, const float* from) const {
    if constexpr (kLayout == SliceLayout::kRow) return hn::Set(FloatTag(), *from);
    return lanes.Load(from);
  }
  template <class Lanes>
  HWY_INLINE hn::Vec<FloatTag> Value(const Lanes& lanes) const {
    return Load(lanes, values);
  }
  template <class Lanes>
  HWY_INLINE hn::Vec<FloatTag> Rest(const Lanes& lanes) const {
    return Load(lanes, rests);
  }
  template <class Lanes>
  HWY_INLINE hn::Vec<FloatTag> Limit(const Lanes& lanes) const {
    return Load(lanes, limits);
  }
  template <class Lanes>
  HWY_INLINE hn::Vec<IntTag> Exponent(const Lanes& lanes) const {
    return hn::BitCast(IntTag(), Load(lanes, exponents));
  }
  // Those of the slices from `first` on, where each lane has its own.
  SplitSums From(int64_t first) const {
    if (kLayout == SliceLayout::kRow) return *this;
    return {values + first, rests + first, limits + first, exponents + first};
  }
};

// dy - exp(y) S for every y and S.
HWY_NOINLINE hn::Vec<FloatTag> GradientOfAny(hn::Vec<FloatTag> dy, hn::Vec<FloatTag> y,
                                             hn::Vec<FloatTag> sum, hn::Vec<FloatTag> rest,
                                             hn::Vec<IntTag> exponent) {
  const FloatTag d;
  const IntTag di;
  const auto exp = SplitExp(d, y, rest);
  const auto value = ScaledOf(d, sum);
  // Beyond these the product is 0 or infinite in any case, and two factors reach them.
  auto k = hn::Add(hn::Add(exp.exponent, value.exponent), exponent);
  k = hn::Max(hn::Min(k, hn::Set(di, 254)), hn::Set(di, -252));
  const auto half_k = hn::ShiftRight<1>(k);
  const auto left = hn::Mul(exp.mantissa, Pow2(d, half_k));
  const auto right = hn::Mul(value.mantissa, Pow2(d, hn::Sub(k, half_k)));
  return FusedNegMulAdd(d, left, right, dy);
}

// exp(y + rest) where exp(y) is normal: at most one unit of 2^-24 off, relatively.
template <Precision kPrecision>
HWY_INLINE hn::Vec<FloatTag> NearExp(hn::Vec<FloatTag> y, hn::Vec<FloatTag> rest) {
  const FloatTag d;
  const auto reduced = ReduceForExp(d, y);
  const auto mantissa = kPrecision == Precision::kShort
                            ? ShortExpReduced(d, reduced.r)
                            : ExpReduced(d, reduced.r, hn::Add(reduced.r_low, rest)).value;
  return hn::Mul(mantissa, reduced.Pow2N());
}

template <typename T>
void SumTile(const Tile& tile, SliceLayout layout, const SliceTable& sums) {
  const FloatTag d;
  SumSlices(d, tile, layout, sums, 0, [&](int64_t row, const auto& lanes) HWY_ATTR {
    return lanes.Load(tile.Source<T>(0, row));
  });
}

// A piece of a row, in two steps.
template <typename T, SliceLayout kLayout>
HWY_INLINE void WritePiece(SourceRow<T> dys, SourceRow<T> ys, T* dxs, int64_t count,
                           const SplitSums<kLayout>& sums) {
  const FloatTag d;
  HWY_ALIGN float exps[kStepElements];
  auto are_near = hn::Eq(hn::Zero(d), hn::Zero(d));
  ForEachVector(d, count, [&](const auto& lanes) HWY_ATTR {
    const auto y = lanes.Load(ys);
    are_near = hn::And(are_near, hn::Le(hn::Abs(y), sums.Limit(lanes)));
    lanes.Store(NearExp<kPrecision<T>>(y, sums.Rest(lanes)), exps);
  });
  if (HWY_LIKELY(hn::AllTrue(d, are_near))) {
    ForEachVector(d, count, [&](const auto& lanes) HWY_ATTR {
      lanes.Store(FusedNegMulAdd(d, lanes.Load(exps), sums.Value(lanes), lanes.Load(dys)), dxs);
    });
    return;
  }
  ForEachVector(d, count, [&](const auto& lanes) HWY_ATTR {
    const auto dy = lanes.Load(dys);
    const auto y = lanes.Load(ys.data);
    const auto value = sums.Value(lanes);
    const auto dx = FusedNegMulAdd(d, lanes.Load(exps), value, dy);
    const auto any = GradientOfAny(dy, y, value, sums.Rest(lanes), sums.Exponent(lanes));
    lanes.Store(hn::IfThenElse(hn::Le(hn::Abs(y), sums.Limit(lanes)), dx, any), dxs);
  });
}

template <typename T, SliceLayout kLayout>
HWY_INLINE void WriteRow(const Tile& tile, int64_t row, const SplitSums<kLayout>& sums) {
  ForEachPiece(tile.cols, [&](int64_t first, int64_t count) HWY_ATTR {
    WritePiece(tile.Source<T>(0, row).From(first), tile.Source<T>(1, row).From(first),
               tile.Row<T>(2, row) + first, count, sums.From(first));
  });
}

template <typename T>
void WriteTile(const Tile& tile, SliceLayout layout, const SliceTable& constants,
               int64_t first_slice) {
  const float* values = constants.RowOf<float>(kValue) + first_slice;
  const float* rests = constants.RowOf<float>(kRest) + first_slice;
  const float* limits = constants.RowOf<float>(kLimit) + first_slice;
  const float* exponents = constants.RowOf<float>(kExponent) + first_slice;
  for (int64_t row = 0; row < tile.rows; ++row) {
    if (layout == SliceLayout::kRow) {
      WriteRow<T, SliceLayout::kRow>(tile, row,
                                     {values + row, rests + row, limits + row, exponents + row});
    } else {
      WriteRow<T, SliceLayout::kColumn>(tile, row, {values, rests, limits, exponents});
    }
  }
}

HWY_NOINLINE void LogSoftmaxBackwardSum(const Tile& tile, SliceLayout layout,
                                        const SliceTable& sums) {
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
                                          const SliceTable& constants, int64_t first_slice) {
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

void Sum(const Tile& tile, SliceLayout layout, const SliceTable* /*earlier*/,
         const SliceTable& sums) noexcept {
  HWY_DYNAMIC_DISPATCH(LogSoftmaxBackwardSum)(tile, layout, sums);
}

// Up to this |y| exp(y) is normal.
constexpr float kNear = 80;

// The split of a sum that is no normal float. The value carries infinities and NaN.
void SplitAny(double sum, int64_t i, const SliceTable& constants) {
  int32_t exponent = 0;
  float value = static_cast<float>(sum);
  float rest = 0;
  if (std::isfinite(sum) && sum != 0) {
    const double mantissa = std::frexp(sum, &exponent);
    value = static_cast<float>(mantissa);
    rest = static_cast<float>((mantissa - value) / value);
  }
  constants.RowOf<float>(kValue)[i] = value;
  constants.RowOf<float>(kRest)[i] = rest;
  constants.RowOf<float>(kLimit)[i] = -1;
  constants.RowOf<float>(kExponent)[i] = BitCopy<float>(exponent);
}

void Prepare(aclDataType /*dtype*/, int64_t slices, const SliceTable* sums,
             const SliceTable& constants) noexcept {
  float* values = constants.RowOf<float>(kValue);
  float* rests = constants.RowOf<float>(kRest);
  std::fill_n(constants.RowOf<float>(kLimit), slices, kNear);
  std::fill_n(constants.RowOf<float>(kExponent), slices, 0.0f);
  int all_normal = 1;
  for (int64_t i = 0; i < slices; ++i) {
    const double sum = sums->data[i];
    const auto value = static_cast<float>(sum);
    const float magnitude = std::abs(value);
    values[i] = value;
    rests[i] = static_cast<float>((sum - value) / value);
    all_normal &= static_cast<int>(magnitude >= std::numeric_limits<float>::min()) &
                  static_cast<int>(magnitude <= std::numeric_limits<float>::max());
  }
  if (all_normal != 0) return;
  for (int64_t i = 0; i < slices; ++i) {
    if (!std::isnormal(values[i])) SplitAny(sums->data[i], i, constants);
  }
}

void Write(const Tile& tile, SliceLayout layout, const SliceTable& constants,
           int64_t first_slice) noexcept {
  HWY_DYNAMIC_DISPATCH(LogSoftmaxBackwardWrite)(tile, layout, constants, first_slice);
}

}  // namespace

SliceProgram LogSoftmaxBackwardProgram() {
  return {1, {{{Sum, Combine::kSum, 1}}}, Prepare, Write};
}

}  // namespace hostacl
#endif  // HWY_ONCE
