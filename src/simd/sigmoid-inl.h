// The sigmoid and its slope:
//
//   e = exp(-|b|) = g (1 + c)             g a power of two
//   large = 1 / (1 + e)                   sigmoid(|b|)
//   small = e / (1 + e)                   sigmoid(-|b|)
//   slope = small - small^2               sigmoid(b) sigmoid(-b)
//
// Per-target: included once for each instruction set, see foreach_target.h.
#if defined(HOSTACL_SIMD_SIGMOID_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HOSTACL_SIMD_SIGMOID_INL_H_
#undef HOSTACL_SIMD_SIGMOID_INL_H_
#else
#define HOSTACL_SIMD_SIGMOID_INL_H_
#endif

#include <hwy/highway.h>

#include <type_traits>

#include "simd/fused-inl.h"
#include "simd/math-inl.h"
#include "simd/precision.h"

HWY_BEFORE_NAMESPACE();
namespace hostacl {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Up to this |b| Sigmoid holds. Beyond, 1 + exp(-|b|) is 1; see scaled-inl.h.
template <typename T>
inline constexpr T kSigmoidTail = std::is_same_v<T, float> ? T{80} : T{690};

template <class D>
struct SigmoidAndSlope {
  hn::Vec<D> sigmoid;
  hn::Vec<D> slope;
};

template <class D>
HWY_INLINE SigmoidAndSlope<D> ShortSigmoid(D d, hn::Vec<D> b) {
  const auto one = hn::Set(d, hn::TFromD<D>{1});
  const Reduction<D> reduced = ReduceForExp(d, hn::Neg(hn::Abs(b)));
  const auto e = hn::Mul(ShortExpReduced(d, reduced.r), reduced.Pow2N());
  const auto large = hn::Div(one, hn::Add(one, e));
  const auto small = hn::Mul(e, large);
  return {hn::IfNegativeThenElse(b, small, large), hn::Mul(small, large)};
}

// sigmoid(b) and its slope for |b| up to kSigmoidTail<T>, NaN for NaN. The relative errors, in
// units of half an ULP of 1, are at most 1.3 of the sigmoid and 1.45 of the slope; with kShort 5.1
// and 6.9.
template <Precision kPrecision, class D>
HWY_INLINE SigmoidAndSlope<D> Sigmoid(D d, hn::Vec<D> b) {
  if constexpr (kPrecision == Precision::kShort) return ShortSigmoid(d, b);
  using T = hn::TFromD<D>;
  const auto one = hn::Set(d, T{1});
  const Reduction<D> reduced = ReduceForExp(d, hn::Neg(hn::Abs(b)));
  const auto r = reduced.r;
  const auto square = hn::Mul(r, r);
  // 1 + c = one_and_r + rest: 1 + r as rounded, and a rest too small for its own rounding to count.
  const auto one_and_r = hn::Add(one, r);
  const auto lost_r = hn::Sub(r, hn::Sub(one_and_r, one));
  auto rest =
      FusedMulAdd(d, square, Polynomial(d, ExpTraits<T>::kMediumPolynomial, r, square), lost_r);
  const auto one_and_c = hn::Add(one_and_r, rest);
  const auto power = reduced.Pow2N();
  const auto quotient = hn::Div(one, FusedMulAdd(d, power, one_and_c, one));
  const auto g = hn::Mul(quotient, power);
  // 1 - quotient (1 + e) is what the quotient lacks, relatively.
  const auto most = FusedNegMulAdd(d, g, one_and_r, hn::Sub(one, quotient));
  const auto residual = FusedNegMulAdd(d, g, rest, most);
  const auto large = FusedMulAdd(d, quotient, residual, quotient);
  // small = g (1 + c) (1 + residual).
  rest = hn::Mul(g, FusedMulAdd(d, one_and_c, residual, rest));
  const auto small = FusedMulAdd(d, g, one_and_r, rest);
  const auto lost = hn::Add(FusedMulSub(d, g, one_and_r, small), rest);
  const auto lost_slope = hn::Mul(lost, FusedNegMulAdd(d, hn::Set(d, T{2}), small, one));
  const auto slope = hn::Add(small, FusedNegMulAdd(d, small, small, lost_slope));
  return {hn::IfNegativeThenElse(b, small, large), slope};
}

}  // namespace HWY_NAMESPACE
}  // namespace hostacl
HWY_AFTER_NAMESPACE();

#endif  // HOSTACL_SIMD_SIGMOID_INL_H_
