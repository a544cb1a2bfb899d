// Elementary functions on vectors: exp and what is made of it. Each states its largest error.
//
// Per-target: included once for each instruction set, see foreach_target.h.
#if defined(HOSTACL_SIMD_MATH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HOSTACL_SIMD_MATH_INL_H_
#undef HOSTACL_SIMD_MATH_INL_H_
#else
#define HOSTACL_SIMD_MATH_INL_H_
#endif

#include <hwy/highway.h>

#include <limits>
#include <type_traits>

#include "simd/fused-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hostacl {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// What exp needs to know of a type.
template <typename T>
struct ExpTraits;

template <>
struct ExpTraits<float> {
  using Signed = int32_t;
  static constexpr int kMantissaBits = 23;
  static constexpr Signed kBias = 127;
  static constexpr float kLog2E = 0x1.715476p+0f;
  // ln 2 to twice the precision. Fused, x - n kLn2High is exact.
  static constexpr float kLn2High = 0x1.62e43p-1f;
  static constexpr float kLn2Low = -0x1.05c61p-29f;
  // Added to n it leaves n + kBias in the last bits.
  static constexpr float kRounder = 0x1.8p+23f + 127;
  // Beyond these every product of exp(x) and two floats is 0 or infinite.
  static constexpr float kLowest = -300.0f;
  static constexpr float kHighest = 300.0f;
  // The largest x whose exp is finite.
  static constexpr float kOverflow = 0x1.62e42ep+6f;
  // (exp(r) - 1 - r) / r^2 for |r| <= ln(2) / 2: the minimax polynomial of least relative error of
  // exp(r), 2^-34, rounded to float; the same to 2^-28, and to 2^-23 for what is rounded to 16
  // bits.
  static constexpr float kPolynomial[] = {0x1p-1f,        0x1.555554p-3f,  0x1.55548ep-5f,
                                          0x1.111272p-7f, 0x1.6d8d52p-10f, 0x1.9f085ap-13f};
  static constexpr float kMediumPolynomial[] = {0x1.fffffcp-2f, 0x1.555492p-3f, 0x1.5558f2p-5f,
                                                0x1.123a2p-7f, 0x1.6a23dp-10f};
  static constexpr float kShortPolynomial[] = {0x1.fffdfcp-2f, 0x1.5557bp-3f, 0x1.572a64p-5f,
                                               0x1.10625p-7f};
};

template <>
struct ExpTraits<double> {
  using Signed = int64_t;
  static constexpr int kMantissaBits = 52;
  static constexpr Signed kBias = 1023;
  static constexpr double kLog2E = 0x1.71547652b82fep+0;
  static constexpr double kLn2High = 0x1.62e42fefa39efp-1;
  static constexpr double kLn2Low = 0x1.abc9e3b39803fp-56;
  static constexpr double kRounder = 0x1.8p+52 + 1023;
  static constexpr double kLowest = -2300.0;
  static constexpr double kHighest = 2300.0;
  static constexpr double kOverflow = 0x1.62e42fefa39efp+9;
  // The same to 2^-64 and to 2^-57.
  static constexpr double kPolynomial[] = {0x1p-1,
                                           0x1.555555555555bp-3,
                                           0x1.5555555555503p-5,
                                           0x1.111111110ec3fp-7,
                                           0x1.6c16c16c305ddp-10,
                                           0x1.a01a01b38a170p-13,
                                           0x1.a01a01364e066p-16,
                                           0x1.71ddf002824dfp-19,
                                           0x1.27e5b49341957p-22,
                                           0x1.af6c1db8179ebp-26,
                                           0x1.1e3d06feb704ap-29};
  static constexpr double kMediumPolynomial[] = {
      0x1.000000000000ap-1,  0x1.55555555554f9p-3,  0x1.555555555083ep-5,  0x1.1111111127d0ep-7,
      0x1.6c16c18438b11p-10, 0x1.a01a012a0f35cp-13, 0x1.a01999e26209fp-16, 0x1.71df25b30d420p-19,
      0x1.28ad9b8648615p-22, 0x1.ad7f3ee5d2f80p-26};
};

template <class D>
using SignedOf = hn::RebindToSigned<D>;

// 2^k for k in [1 - kBias, kBias].
template <class D>
HWY_INLINE hn::Vec<D> Pow2(D d, hn::Vec<SignedOf<D>> k) {
  using Traits = ExpTraits<hn::TFromD<D>>;
  const SignedOf<D> di;
  return hn::BitCast(d,
                     hn::ShiftLeft<Traits::kMantissaBits>(hn::Add(k, hn::Set(di, Traits::kBias))));
}

// x = n ln 2 + r + r_low with |r| <= ln(2) / 2, for |x| up to kHighest.
template <class D>
struct Reduction {
  hn::Vec<D> r;
  // What rounding took from r.
  hn::Vec<D> r_low;
  // n + kBias in its last bits.
  hn::Vec<SignedOf<D>> biased_n;

  HWY_INLINE hn::Vec<SignedOf<D>> N() const {
    const auto rounder = hn::Set(D(), ExpTraits<hn::TFromD<D>>::kRounder);
    return hn::Sub(biased_n, hn::BitCast(SignedOf<D>(), rounder));
  }
  // 2^n for n in [1 - kBias, kBias]: the shift leaves n + kBias alone.
  HWY_INLINE hn::Vec<D> Pow2N() const {
    return hn::BitCast(D(), hn::ShiftLeft<ExpTraits<hn::TFromD<D>>::kMantissaBits>(biased_n));
  }
};

template <class D>
HWY_INLINE Reduction<D> ReduceForExp(D d, hn::Vec<D> x) {
  using Traits = ExpTraits<hn::TFromD<D>>;
  const auto rounder = hn::Set(d, Traits::kRounder);
  const auto shifted = FusedMulAdd(d, x, hn::Set(d, Traits::kLog2E), rounder);
  const auto n = hn::Sub(shifted, rounder);
  const auto low = hn::Set(d, Traits::kLn2Low);
  const auto r_high = FusedNegMulAdd(d, n, hn::Set(d, Traits::kLn2High), x);
  const auto r = FusedNegMulAdd(d, n, low, r_high);
  const auto r_low = FusedNegMulAdd(d, n, low, hn::Sub(r_high, r));
  return {r, r_low, hn::BitCast(SignedOf<D>(), shifted)};
}

// The polynomial of those coefficients, constant first, at r, whose square is `square`. By pairs,
// which take half as long as one after the other.
template <class D, int kTerms>
HWY_INLINE hn::Vec<D> Polynomial(D d, const hn::TFromD<D> (&coefficients)[kTerms], hn::Vec<D> r,
                                 hn::Vec<D> square) {
  const auto at = [&](int i) HWY_ATTR { return hn::Set(d, coefficients[i]); };
  const auto pair = [&](int i) HWY_ATTR { return FusedMulAdd(d, at(i + 1), r, at(i)); };
  constexpr int kLast = (kTerms - 1) / 2 * 2;
  auto sum = kLast + 1 < kTerms ? pair(kLast) : at(kLast);
  for (int i = kLast - 2; i >= 0; i -= 2) sum = FusedMulAdd(d, sum, square, pair(i));
  return sum;
}

// exp(r + low) for |r| <= ln(2) / 2, and what rounding took from it.
template <class D>
struct RoundedExp {
  hn::Vec<D> value;
  hn::Vec<D> lost;
};

template <class D>
HWY_INLINE RoundedExp<D> ExpReduced(D d, hn::Vec<D> r, hn::Vec<D> low) {
  // exp(r) = 1 + r + small: 1 + r is rounded, what it lost goes to the small rest, and only the
  // last addition rounds again.
  const auto one = hn::Set(d, hn::TFromD<D>{1});
  const auto square = hn::Mul(r, r);
  const auto polynomial = Polynomial(d, ExpTraits<hn::TFromD<D>>::kPolynomial, r, square);
  const auto one_and_r = hn::Add(one, r);
  const auto rest = FusedMulAdd(d, square, polynomial, hn::Sub(r, hn::Sub(one_and_r, one)));
  const auto small = FusedMulAdd(d, low, hn::Add(one_and_r, rest), rest);
  const auto value = hn::Add(one_and_r, small);
  return {value, hn::Add(hn::Sub(one_and_r, value), small)};
}

// exp(r) for |r| <= ln(2) / 2 to 2 ULP, for what is rounded to 16 bits.
template <class D>
HWY_INLINE hn::Vec<D> ShortExpReduced(D d, hn::Vec<D> r) {
  const auto square = hn::Mul(r, r);
  const auto polynomial = Polynomial(d, ExpTraits<hn::TFromD<D>>::kShortPolynomial, r, square);
  return hn::Add(hn::Set(d, hn::TFromD<D>{1}), FusedMulAdd(d, square, polynomial, r));
}

// exp as mantissa * 2^exponent.
template <class D>
struct ExpParts {
  // In [0.7, 1.42]; error at most 0.65 ULP. 0 for -infinity and what is as good as it, infinity
  // where exp(x) is not finite, NaN for NaN.
  hn::Vec<D> mantissa;
  // What rounding took from a finite mantissa; with it the error is at most 0.15 ULP.
  hn::Vec<D> lost;
  hn::Vec<SignedOf<D>> exponent;
};

// exp(x + low) for every x; `low` is what an exact x would have had beyond x, at most a few of its
// ULP.
template <class D>
HWY_INLINE ExpParts<D> SplitExp(D d, hn::Vec<D> x, hn::Vec<D> low) {
  using T = hn::TFromD<D>;
  using Traits = ExpTraits<T>;
  // Comparisons instead of Min and Max, whose way with NaN differs between instruction sets.
  const auto lowest = hn::Set(d, Traits::kLowest);
  const auto highest = hn::Set(d, Traits::kHighest);
  auto bounded = hn::IfThenElse(hn::Gt(x, lowest), x, lowest);
  bounded = hn::IfThenElse(hn::Lt(bounded, highest), bounded, highest);

  const Reduction<D> reduced = ReduceForExp(d, bounded);
  const RoundedExp<D> exp = ExpReduced(d, reduced.r, hn::Add(reduced.r_low, low));
  auto mantissa = hn::IfThenZeroElse(hn::Lt(x, lowest), exp.value);
  mantissa = hn::IfThenElse(hn::Gt(x, hn::Set(d, Traits::kOverflow)),
                            hn::Set(d, std::numeric_limits<T>::infinity()), mantissa);
  mantissa = hn::IfThenElse(hn::Eq(x, x), mantissa, x);
  return {mantissa, hn::IfThenZeroElse(hn::Lt(x, lowest), exp.lost), reduced.N()};
}

// exp(x + low) for x <= 0, low as for SplitExp: the rounded value, with an error of at most 0.65
// ULP (0.76 below the normal range), and what rounding took from it. NaN stays NaN.
template <class D>
HWY_INLINE RoundedExp<D> ExpNonPositive(D d, hn::Vec<D> x, hn::Vec<D> low) {
  const SignedOf<D> di;
  const ExpParts<D> parts = SplitExp(d, x, low);
  // Two factors, each normal, reach past the smallest subnormal.
  const auto lowest = hn::Set(di, 2 - 2 * ExpTraits<hn::TFromD<D>>::kBias);
  const auto k = hn::IfThenElse(hn::Gt(parts.exponent, lowest), parts.exponent, lowest);
  const auto half_k = hn::ShiftRight<1>(k);
  const auto left = Pow2(d, half_k);
  const auto right = Pow2(d, hn::Sub(k, half_k));
  return {hn::Mul(hn::Mul(parts.mantissa, left), right), hn::Mul(hn::Mul(parts.lost, left), right)};
}

// x - y as the rounded difference and what rounding took from it; the latter means nothing where
// the difference is not finite.
template <class D>
struct Difference {
  hn::Vec<D> rounded;
  hn::Vec<D> low;
};

template <class D>
HWY_INLINE Difference<D> ExactDifference(D /*d*/, hn::Vec<D> x, hn::Vec<D> y) {
  const auto rounded = hn::Sub(x, y);
  const auto x_part = hn::Add(rounded, y);
  const auto y_part = hn::Sub(x_part, rounded);
  return {rounded, hn::Add(hn::Sub(x, x_part), hn::Sub(y_part, y))};
}

}  // namespace HWY_NAMESPACE
}  // namespace hostacl
HWY_AFTER_NAMESPACE();

#endif  // HOSTACL_SIMD_MATH_INL_H_
