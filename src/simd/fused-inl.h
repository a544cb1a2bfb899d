// Multiplication and addition with one rounding, on every target: with these, and with the same
// operations in the same order, all targets give the same bits.
//
// Per-target: included once for each instruction set, see foreach_target.h.
#if defined(HOSTACL_SIMD_FUSED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HOSTACL_SIMD_FUSED_INL_H_
#undef HOSTACL_SIMD_FUSED_INL_H_
#else
#define HOSTACL_SIMD_FUSED_INL_H_
#endif

#include <hwy/highway.h>

#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace hostacl {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// x y + z.
template <class D>
HWY_INLINE hn::Vec<D> FusedMulAdd(D d, hn::Vec<D> x, hn::Vec<D> y, hn::Vec<D> z) {
  if constexpr (HWY_NATIVE_FMA) {
    return hn::MulAdd(x, y, z);
  } else {
    // Highway would round twice; the C library has the instruction or computes what it would give.
    static_assert(hn::MaxLanes(D()) == 1);
    return hn::Set(d, std::fma(hn::GetLane(x), hn::GetLane(y), hn::GetLane(z)));
  }
}

// z - x y.
template <class D>
HWY_INLINE hn::Vec<D> FusedNegMulAdd(D d, hn::Vec<D> x, hn::Vec<D> y, hn::Vec<D> z) {
  if constexpr (HWY_NATIVE_FMA) {
    return hn::NegMulAdd(x, y, z);
  } else {
    return FusedMulAdd(d, hn::Neg(x), y, z);
  }
}

// x y - z.
template <class D>
HWY_INLINE hn::Vec<D> FusedMulSub(D d, hn::Vec<D> x, hn::Vec<D> y, hn::Vec<D> z) {
  if constexpr (HWY_NATIVE_FMA) {
    return hn::MulSub(x, y, z);
  } else {
    return FusedMulAdd(d, x, y, hn::Neg(z));
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace hostacl
HWY_AFTER_NAMESPACE();

#endif  // HOSTACL_SIMD_FUSED_INL_H_
