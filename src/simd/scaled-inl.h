// Values apart from their power of two, for products whose factors, or whose parts, leave the range
// of the type: the tails of the sigmoid, and large operands.
//
// Per-target: included once for each instruction set, see foreach_target.h.
#if defined(HOSTACL_SIMD_SCALED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HOSTACL_SIMD_SCALED_INL_H_
#undef HOSTACL_SIMD_SCALED_INL_H_
#else
#define HOSTACL_SIMD_SCALED_INL_H_
#endif

#include <hwy/highway.h>

#include <limits>

#include "simd/fused-inl.h"
#include "simd/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hostacl {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// (mantissa + lost) 2^exponent.
template <class D>
struct Scaled {
  // Of magnitude in [0.7, 6), or 0, infinite or NaN.
  hn::Vec<D> mantissa;
  hn::Vec<D> lost;
  hn::Vec<SignedOf<D>> exponent;
};

template <class D>
HWY_INLINE hn::Mask<D> IsFinite(D d, hn::Vec<D> x) {
  return hn::Lt(hn::Abs(x), hn::Set(d, std::numeric_limits<hn::TFromD<D>>::infinity()));
}

template <class D>
HWY_INLINE Scaled<D> ScaledOf(D d, hn::Vec<D> x) {
  using T = hn::TFromD<D>;
  using Traits = ExpTraits<T>;
  constexpr int kLift = 64;
  const SignedOf<D> di;
  const auto zero = hn::Zero(d);
  // Subnormal values are made normal first.
  const auto is_small = hn::Lt(hn::Abs(x), hn::Set(d, std::numeric_limits<T>::min()));
  const auto normal = hn::IfThenElse(is_small, hn::Mul(x, hn::Set(d, T{0x1p64})), x);
  const auto power_bits = hn::Set(di, (2 * Traits::kBias + 1) << Traits::kMantissaBits);
  const auto bits = hn::BitCast(di, normal);
  const auto lift = hn::IfThenElse(hn::RebindMask(di, is_small), hn::Set(di, Traits::kBias + kLift),
                                   hn::Set(di, Traits::kBias));
  const auto exponent =
      hn::Sub(hn::ShiftRight<Traits::kMantissaBits>(hn::And(bits, power_bits)), lift);
  const auto mantissa =
      hn::BitCast(d, hn::Or(hn::AndNot(power_bits, bits), hn::BitCast(di, hn::Set(d, T{1}))));
  const auto is_ordinary = hn::And(hn::Ne(x, zero), IsFinite(d, x));
  return {hn::IfThenElse(is_ordinary, mantissa, x), zero,
          hn::IfThenElseZero(hn::RebindMask(di, is_ordinary), exponent)};
}

// exp(-|b|) where 1 + exp(-|b|) is 1. Positive for every finite b, so that its product with an
// infinity is one, and 0 for an infinite b.
template <class D>
HWY_INLINE Scaled<D> ScaledTail(D d, hn::Vec<D> b) {
  const auto x = hn::Neg(hn::Abs(b));
  const auto lowest = hn::Set(d, ExpTraits<hn::TFromD<D>>::kLowest);
  const auto is_below = hn::And(hn::Lt(x, lowest), IsFinite(d, x));
  const ExpParts<D> exp = SplitExp(d, hn::IfThenElse(is_below, lowest, x), hn::Zero(d));
  return {exp.mantissa, exp.lost, exp.exponent};
}

// `yes` in the lanes of the mask, `no` in the others.
template <class D>
HWY_INLINE Scaled<D> Choose(D /*d*/, hn::Mask<D> mask, const Scaled<D>& yes, const Scaled<D>& no) {
  return {hn::IfThenElse(mask, yes.mantissa, no.mantissa), hn::IfThenElse(mask, yes.lost, no.lost),
          hn::IfThenElse(hn::RebindMask(SignedOf<D>(), mask), yes.exponent, no.exponent)};
}

// The product, nearly exact. What is lost where a factor is not finite means nothing.
template <class D>
HWY_INLINE Scaled<D> Product(D d, const Scaled<D>& x, const Scaled<D>& y) {
  const auto mantissa = hn::Mul(x.mantissa, y.mantissa);
  auto lost = FusedMulSub(d, x.mantissa, y.mantissa, mantissa);
  lost = FusedMulAdd(d, x.lost, y.mantissa, lost);
  lost = FusedMulAdd(d, x.mantissa, y.lost, lost);
  return {mantissa, hn::IfThenElseZero(IsFinite(d, mantissa), lost),
          hn::Add(x.exponent, y.exponent)};
}

// The nearest value of the type, but for subnormal ones, which are rounded twice.
template <class D>
HWY_INLINE hn::Vec<D> Unscaled(D d, const Scaled<D>& x) {
  using Traits = ExpTraits<hn::TFromD<D>>;
  const SignedOf<D> di;
  // Beyond these the value is 0 or infinite in any case; two factors, each normal, reach them.
  const auto lowest = hn::Set(di, 2 - 2 * Traits::kBias);
  const auto highest = hn::Set(di, 2 * Traits::kBias);
  auto k = hn::IfThenElse(hn::Gt(x.exponent, lowest), x.exponent, lowest);
  k = hn::IfThenElse(hn::Lt(k, highest), k, highest);
  const auto half_k = hn::ShiftRight<1>(k);
  const auto rounded = hn::Add(x.mantissa, x.lost);
  return hn::Mul(hn::Mul(rounded, Pow2(d, half_k)), Pow2(d, hn::Sub(k, half_k)));
}

}  // namespace HWY_NAMESPACE
}  // namespace hostacl
HWY_AFTER_NAMESPACE();

#endif  // HOSTACL_SIMD_SCALED_INL_H_
