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

// What of a gate b the sigmoid is made of: e = exp(-|b|), or NaN beyond the tail, so that one look
// at the end finds both what is far and what is not finite.
template <Precision kPrecision, class D>
struct GateExp;

template <class D>
struct GateExp<Precision::kShort, D> {
  static constexpr int kParts = 1;
  hn::Vec<D> e;

  template <class Lanes, class Buffers>
  HWY_INLINE void Store(const Lanes& lanes, Buffers& buffers) const {
    lanes.Store(e, buffers[0]);
  }
  template <class Lanes, class Buffers>
  static HWY_INLINE GateExp Load(const Lanes& lanes, const Buffers& buffers) {
    return {lanes.Load(buffers[0])};
  }
};

// 1 + c = one_and_r + rest: 1 + r as rounded, and a rest too small for its own rounding to count.
template <class D>
struct GateExp<Precision::kFull, D> {
  static constexpr int kParts = 3;
  hn::Vec<D> one_and_r;
  hn::Vec<D> rest;
  hn::Vec<D> power;

  template <class Lanes, class Buffers>
  HWY_INLINE void Store(const Lanes& lanes, Buffers& buffers) const {
    lanes.Store(one_and_r, buffers[0]);
    lanes.Store(rest, buffers[1]);
    lanes.Store(power, buffers[2]);
  }
  template <class Lanes, class Buffers>
  static HWY_INLINE GateExp Load(const Lanes& lanes, const Buffers& buffers) {
    return {lanes.Load(buffers[0]), lanes.Load(buffers[1]), lanes.Load(buffers[2])};
  }
};

template <Precision kPrecision, class D>
HWY_INLINE GateExp<kPrecision, D> ExpOfGate(D d, hn::Vec<D> b) {
  using T = hn::TFromD<D>;
  const auto x = hn::Or(b, hn::SignBit(d));
  const auto nan_if_far = hn::VecFromMask(d, hn::Lt(x, hn::Set(d, -kSigmoidTail<T>)));
  const Reduction<D> reduced = ReduceForExp(d, x);
  const auto r = reduced.r;
  if constexpr (kPrecision == Precision::kShort) {
    return {hn::Or(hn::Mul(ShortExpReduced(d, r), reduced.Pow2N()), nan_if_far)};
  } else {
    const auto one = hn::Set(d, T{1});
    const auto square = hn::Mul(r, r);
    const auto one_and_r = hn::Add(one, r);
    const auto lost_r = hn::Sub(r, hn::Sub(one_and_r, one));
    const auto rest =
        FusedMulAdd(d, square, Polynomial(d, ExpTraits<T>::kMediumPolynomial, r, square), lost_r);
    return {one_and_r, hn::Or(rest, nan_if_far), reduced.Pow2N()};
  }
}

template <class D>
struct SigmoidAndSlope {
  hn::Vec<D> sigmoid;
  hn::Vec<D> slope;
};

template <class D>
HWY_INLINE SigmoidAndSlope<D> SigmoidOf(D d, hn::Vec<D> b, const GateExp<Precision::kShort, D>& g) {
  const auto one = hn::Set(d, hn::TFromD<D>{1});
  const auto large = hn::Div(one, hn::Add(one, g.e));
  const auto small = hn::Mul(g.e, large);
  return {hn::IfNegativeThenElse(b, small, large), hn::Mul(small, large)};
}

// sigmoid(b) and its slope for |b| up to kSigmoidTail<T>, NaN for NaN and beyond. The relative
// errors, in units of half an ULP of 1, are at most 1.3 of the sigmoid and 1.45 of the slope; with
// kShort 5.1 and 6.9.
template <class D>
HWY_INLINE SigmoidAndSlope<D> SigmoidOf(D d, hn::Vec<D> b, const GateExp<Precision::kFull, D>& e) {
  using T = hn::TFromD<D>;
  const auto one = hn::Set(d, T{1});
  const auto one_and_c = hn::Add(e.one_and_r, e.rest);
  const auto quotient = hn::Div(one, FusedMulAdd(d, e.power, one_and_c, one));
  const auto g = hn::Mul(quotient, e.power);
  // 1 - quotient (1 + e) is what the quotient lacks, relatively.
  const auto most = FusedNegMulAdd(d, g, e.one_and_r, hn::Sub(one, quotient));
  const auto residual = FusedNegMulAdd(d, g, e.rest, most);
  const auto large = FusedMulAdd(d, quotient, residual, quotient);
  // small = g (1 + c) (1 + residual).
  const auto rest = hn::Mul(g, FusedMulAdd(d, one_and_c, residual, e.rest));
  const auto small = FusedMulAdd(d, g, e.one_and_r, rest);
  const auto lost = hn::Add(FusedMulSub(d, g, e.one_and_r, small), rest);
  const auto lost_slope = hn::Mul(lost, FusedNegMulAdd(d, hn::Set(d, T{2}), small, one));
  const auto slope = hn::Add(small, FusedNegMulAdd(d, small, small, lost_slope));
  return {hn::IfNegativeThenElse(b, small, large), slope};
}

}  // namespace HWY_NAMESPACE
}  // namespace hostacl
HWY_AFTER_NAMESPACE();

#endif  // HOSTACL_SIMD_SIGMOID_INL_H_
