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
  // ln 2 in two parts; the first has few enough bits that its products with exponents are exact.
  static constexpr float kLn2High = 0x1.62e4p-1f;
  static constexpr float kLn2Low = 0x1.7f7d1cp-20f;
  static constexpr float kRounder = 0x1.8p+23f;
  // Beyond these every float times exp(x) is 0 or infinite.
  static constexpr float kLowest = -300.0f;
  static constexpr float kHighest = 300.0f;
  // The largest x whose exp is finite.
  static constexpr float kOverflow = 0x1.62e42ep+6f;
  // (exp(r) - 1 - r) / r^2 for |r| <= ln(2) / 2: the minimax polynomial of least relative error of
  // exp(r), 2^-29, rounded to float.
  static constexpr float kPolynomial[] = {0x1p-1f,       0x1.555554p-3f,  0x1.55548ep-5f,
                                          0x1.11127p-7f, 0x1.6d8d2ep-10f, 0x1.9f0878p-13f};
};

template <>
struct ExpTraits<double> {
  using Signed = int64_t;
  static constexpr int kMantissaBits = 52;
  static constexpr Signed kBias = 1023;
  static constexpr double kLog2E = 0x1.71547652b82fep+0;
  static constexpr double kLn2High = 0x1.62e42fefa0000p-1;
  static constexpr double kLn2Low = 0x1.cf79abc9e3b3ap-40;
  static constexpr double kRounder = 0x1.8p+52;
  static constexpr double kLowest = -2300.0;
  static constexpr double kHighest = 2300.0;
  static constexpr double kOverflow = 0x1.62e42fefa39efp+9;
  // The same by its Taylor series, 1/2!, 1/3!, ..., 1/13!: relative error 2^-58.
  static constexpr double kPolynomial[] = {0x1p-1,
                                           0x1.5555555555555p-3,
                                           0x1.5555555555555p-5,
                                           0x1.1111111111111p-7,
                                           0x1.6c16c16c16c17p-10,
                                           0x1.a01a01a01a01ap-13,
                                           0x1.a01a01a01a01ap-16,
                                           0x1.71de3a556c734p-19,
                                           0x1.27e4fb7789f5cp-22,
                                           0x1.ae64567f544e4p-26,
                                           0x1.1eed8eff8d898p-29,
                                           0x1.6124613a86d09p-33};
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
  const SignedOf<D> di;
  // Comparisons instead of Min and Max, whose way with NaN differs between instruction sets.
  const auto lowest = hn::Set(d, Traits::kLowest);
  const auto highest = hn::Set(d, Traits::kHighest);
  auto bounded = hn::IfThenElse(hn::Gt(x, lowest), x, lowest);
  bounded = hn::IfThenElse(hn::Lt(bounded, highest), bounded, highest);

  // x = n ln 2 + r. Adding the rounder leaves n in the last bits of the sum.
  const auto rounder = hn::Set(d, Traits::kRounder);
  const auto shifted = hn::MulAdd(bounded, hn::Set(d, Traits::kLog2E), rounder);
  const auto n = hn::Sub(shifted, rounder);
  const auto exponent = hn::Sub(hn::BitCast(di, shifted), hn::BitCast(di, rounder));
  const auto r_high = hn::NegMulAdd(n, hn::Set(d, Traits::kLn2High), bounded);
  const auto n_low = hn::Mul(n, hn::Set(d, Traits::kLn2Low));
  const auto r = hn::Sub(r_high, n_low);
  // What r lost in rounding, with what x itself had lost.
  const auto r_low = hn::Add(hn::Sub(hn::Sub(r_high, r), n_low), low);

  constexpr int kTerms = sizeof(Traits::kPolynomial) / sizeof(T);
  auto polynomial = hn::Set(d, Traits::kPolynomial[kTerms - 1]);
  for (int i = kTerms - 2; i >= 0; --i) {
    polynomial = hn::MulAdd(polynomial, r, hn::Set(d, Traits::kPolynomial[i]));
  }
  // exp(r) = 1 + r + small: 1 + r is rounded, what it lost goes to the small rest, and only the
  // last addition rounds again.
  const auto one = hn::Set(d, T{1});
  const auto one_and_r = hn::Add(one, r);
  const auto rest = hn::MulAdd(r_low, one_and_r, hn::Sub(r, hn::Sub(one_and_r, one)));
  const auto small = hn::MulAdd(hn::Mul(r, r), polynomial, rest);
  auto mantissa = hn::Add(one_and_r, small);
  const auto lost = hn::Add(hn::Sub(one_and_r, mantissa), small);

  mantissa = hn::IfThenZeroElse(hn::Lt(x, lowest), mantissa);
  mantissa = hn::IfThenElse(hn::Gt(x, hn::Set(d, Traits::kOverflow)),
                            hn::Set(d, std::numeric_limits<T>::infinity()), mantissa);
  mantissa = hn::IfThenElse(hn::Eq(x, x), mantissa, x);
  return {mantissa, hn::IfThenZeroElse(hn::Lt(x, lowest), lost), exponent};
}

// exp(x + low) for x <= 0, low as for SplitExp: the rounded value, with an error of at most 0.65
// ULP (0.76 below the normal range), and what rounding took from it. NaN stays NaN.
template <class D>
struct RoundedExp {
  hn::Vec<D> value;
  hn::Vec<D> lost;
};

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

// sigmoid(x) and sigmoid(-x) = 1 - sigmoid(x), neither by subtraction, so that both keep their
// relative
// accuracy: error at most 2 ULP for |x| up to kSigmoidTail<T>. Beyond, use SigmoidTail.
template <class D>
struct SigmoidPair {
  hn::Vec<D> of_x;
  hn::Vec<D> of_minus_x;
};

template <class D>
HWY_INLINE SigmoidPair<D> Sigmoids(D d, hn::Vec<D> x) {
  const auto one = hn::Set(d, hn::TFromD<D>{1});
  const auto e = ExpNonPositive(d, hn::Neg(hn::Abs(x)), hn::Zero(d)).value;
  const auto sum = hn::Add(one, e);
  const auto lost = hn::Sub(e, hn::Sub(sum, one));
  const auto quotient = hn::Div(one, sum);
  // One step of Newton's iteration for 1 / (sum + lost).
  const auto residual = hn::NegMulAdd(lost, quotient, hn::NegMulAdd(sum, quotient, one));
  const auto large = hn::MulAdd(quotient, residual, quotient);
  const auto small = hn::Mul(e, large);
  const auto is_negative = hn::Lt(x, hn::Zero(d));
  return {hn::IfThenElse(is_negative, small, large), hn::IfThenElse(is_negative, large, small)};
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
