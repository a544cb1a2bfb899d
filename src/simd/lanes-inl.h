// Lanes: vectors loaded from and stored to rows of any dtype, and the loop over a row with its
// remainder.
//
// Kernels compute in float or double; what lies in memory is float, double, float16 or bfloat16.
// Per-target: included once for each instruction set, see foreach_target.h.
#if defined(HOSTACL_SIMD_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HOSTACL_SIMD_LANES_INL_H_
#undef HOSTACL_SIMD_LANES_INL_H_
#else
#define HOSTACL_SIMD_LANES_INL_H_
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "core/tile.h"

HWY_BEFORE_NAMESPACE();
namespace hostacl {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The type in which values that lie in memory as T are computed.
template <typename T>
using ComputeType = std::conditional_t<std::is_same_v<T, double>, double, float>;

// Highway 1.0.3 converts float16 to nearest even, with infinities and NaN, only where the
// instruction set does it.
#if HWY_TARGET == HWY_SCALAR
inline constexpr bool kHasFloat16Conversion = false;
#else
inline constexpr bool kHasFloat16Conversion = true;
#endif

template <class DF, class DU = hn::RebindToUnsigned<DF>>
HWY_INLINE hn::Vec<DF> PromoteFloat16(DF df, const hwy::float16_t* from) {
  if constexpr (kHasFloat16Conversion) {
    return hn::PromoteTo(df, hn::LoadU(hn::Rebind<hwy::float16_t, DF>(), from));
  } else {
    const DU du;
    const auto bits = hn::PromoteTo(
        du, hn::LoadU(hn::Rebind<uint16_t, DF>(), reinterpret_cast<const uint16_t*>(from)));
    const auto magnitude = hn::And(bits, hn::Set(du, 0x7FFFu));
    const auto sign = hn::ShiftLeft<16>(hn::Sub(bits, magnitude));
    // With the mantissa in place the exponent is 112 too small; multiplying mends subnormals too.
    const auto scaled =
        hn::Mul(hn::BitCast(df, hn::ShiftLeft<13>(magnitude)), hn::Set(df, 0x1p112f));
    const auto is_finite = hn::Lt(hn::BitCast(hn::RebindToSigned<DF>(), magnitude),
                                  hn::Set(hn::RebindToSigned<DF>(), 0x7C00));
    const auto special = hn::Or(hn::ShiftLeft<13>(magnitude), hn::Set(du, 0x7F800000u));
    const auto value =
        hn::IfThenElse(hn::RebindMask(df, is_finite), scaled, hn::BitCast(df, special));
    return hn::Or(value, hn::BitCast(df, sign));
  }
}

// To nearest even; overflow gives infinity, NaN stays NaN.
template <class DF, class DI = hn::RebindToSigned<DF>>
HWY_INLINE void DemoteFloat16(DF df, hn::Vec<DF> value, hwy::float16_t* to) {
  if constexpr (kHasFloat16Conversion) {
    const hn::Rebind<hwy::float16_t, DF> dh;
    hn::StoreU(hn::DemoteTo(dh, value), dh, to);
  } else {
    const DI di;
    const auto magnitude = hn::Abs(value);
    const auto bits = hn::BitCast(di, magnitude);
    const auto sign =
        hn::ShiftRight<16>(hn::BitCast(hn::RebindToUnsigned<DF>(), hn::Xor(value, magnitude)));
    // Adding 0.5 leaves a subnormal result's bits, rounded, at the end of the mantissa.
    const auto subnormal =
        hn::Sub(hn::BitCast(di, hn::Add(magnitude, hn::Set(df, 0.5f))), hn::Set(di, 0x3F000000));
    const auto odd = hn::And(hn::ShiftRight<13>(bits), hn::Set(di, 1));
    const auto normal =
        hn::ShiftRight<13>(hn::Add(hn::Add(bits, hn::Set(di, 0xFFF - 0x38000000)), odd));
    auto result = hn::IfThenElse(hn::Lt(bits, hn::Set(di, 0x38800000)), subnormal, normal);
    result = hn::IfThenElse(hn::Gt(bits, hn::Set(di, 0x477FEFFF)), hn::Set(di, 0x7C00), result);
    result = hn::IfThenElse(hn::Gt(bits, hn::Set(di, 0x7F800000)), hn::Set(di, 0x7E00), result);
    const hn::Rebind<uint16_t, DF> du16;
    hn::StoreU(hn::DemoteTo(du16, hn::Or(result, hn::BitCast(di, sign))), du16,
               reinterpret_cast<uint16_t*>(to));
  }
}

// To nearest even. NaN must have a clear lower half, as arithmetic on 16-bit values leaves it.
template <class DF, class DU = hn::RebindToUnsigned<DF>>
HWY_INLINE void DemoteBfloat16(DF /*df*/, hn::Vec<DF> value, hwy::bfloat16_t* to) {
  const DU du;
  const auto bits = hn::BitCast(du, value);
  const auto odd = hn::And(hn::ShiftRight<16>(bits), hn::Set(du, 1u));
  const auto rounded = hn::Add(hn::Add(bits, hn::Set(du, 0x7FFFu)), odd);
  const hn::Rebind<uint16_t, DF> du16;
  // As signed numbers, which is what the conversion takes, the upper halves are in its range.
  const auto upper = hn::BitCast(hn::RebindToSigned<DF>(), hn::ShiftRight<16>(rounded));
  hn::StoreU(hn::DemoteTo(du16, upper), du16, reinterpret_cast<uint16_t*>(to));
}

// Loads as many values as `d` has lanes, as the compute type.
template <class D, typename T>
HWY_INLINE hn::Vec<D> LoadAs(D d, const T* from) {
  if constexpr (std::is_same_v<T, hn::TFromD<D>>) {
    return hn::LoadU(d, from);
  } else if constexpr (std::is_same_v<T, hwy::float16_t>) {
    return PromoteFloat16(d, from);
  } else {
    return hn::PromoteTo(d, hn::LoadU(hn::Rebind<T, D>(), from));
  }
}

// Stores all lanes as T, rounded to nearest even.
template <class D, typename T>
HWY_INLINE void StoreAs(D d, hn::Vec<D> value, T* to) {
  if constexpr (std::is_same_v<T, hn::TFromD<D>>) {
    hn::StoreU(value, d, to);
  } else if constexpr (std::is_same_v<T, hwy::float16_t>) {
    DemoteFloat16(d, value, to);
  } else {
    DemoteBfloat16(d, value, to);
  }
}

// A whole vector of a row, beginning at element `first`. Of vectors taken in turns it is number
// kTurn; the first of those that share a cache line asks for what comes later.
template <class D, int kTurn = 0>
class FullLanes {
 public:
  FullLanes(D d, int64_t first) : d_(d), first_(first) {}

  template <typename T>
  HWY_INLINE hn::Vec<D> Load(const T* row) const {
    return LoadAs(d_, row + first_);
  }
  template <typename T>
  HWY_INLINE hn::Vec<D> Load(SourceRow<T> row) const {
    if constexpr (kTurn * hn::MaxLanes(D()) * sizeof(T) % size_t{kCacheLine} == 0) {
      hwy::Prefetch(row.data + first_ + row.ahead);
    }
    return LoadAs(d_, row.data + first_);
  }
  template <typename T>
  HWY_INLINE void Store(hn::Vec<D> value, T* row) const {
    StoreAs(d_, value, row + first_);
  }
  // `value` in the lanes that stand for elements, `fill` in the others.
  HWY_INLINE hn::Vec<D> Keep(hn::Vec<D> value, hn::Vec<D> fill) const {
    static_cast<void>(fill);
    return value;
  }

 private:
  D d_;
  int64_t first_;
};

// The last `count` elements of a row, fewer than a vector. The other lanes are loaded as zero and
// not stored.
template <class D>
class PartLanes {
 public:
  PartLanes(D d, int64_t first, size_t count) : d_(d), first_(first), count_(count) {}

  template <typename T>
  HWY_INLINE hn::Vec<D> Load(const T* row) const {
    HWY_ALIGN T buffer[hn::MaxLanes(D())] = {};
    std::memcpy(buffer, row + first_, count_ * sizeof(T));
    return LoadAs(d_, buffer);
  }
  template <typename T>
  HWY_INLINE hn::Vec<D> Load(SourceRow<T> row) const {
    return Load(row.data);
  }
  template <typename T>
  HWY_INLINE void Store(hn::Vec<D> value, T* row) const {
    HWY_ALIGN T buffer[hn::MaxLanes(D())];
    StoreAs(d_, value, buffer);
    std::memcpy(row + first_, buffer, count_ * sizeof(T));
  }
  HWY_INLINE hn::Vec<D> Keep(hn::Vec<D> value, hn::Vec<D> fill) const {
    return hn::IfThenElse(hn::FirstN(d_, count_), value, fill);
  }

 private:
  D d_;
  int64_t first_;
  size_t count_;
};

// Calls body(lanes) for the vectors of a row of `count` elements, whole ones first.
template <class D, class Body>
HWY_INLINE void ForEachVector(D d, int64_t count, const Body& body) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t i = 0;
  // Two in a turn, which halves the cost of the loop.
  for (; i + 2 * lanes <= count; i += 2 * lanes) {
    body(FullLanes<D, 0>(d, i));
    body(FullLanes<D, 1>(d, i + lanes));
  }
  for (; i + lanes <= count; i += lanes) body(FullLanes<D>(d, i));
  // One lane divides every count; saying so keeps the compiler from warning of the dead branch.
  if constexpr (hn::MaxLanes(D()) > 1) {
    if (i < count) body(PartLanes<D>(d, i, static_cast<size_t>(count - i)));
  }
}

// How many elements of a row go through one step of a kernel before the next step begins. Few
// enough for what lies between the steps to stay in the first-level cache; and a processor looks
// ahead over more elements in two short steps than in one long one.
inline constexpr int64_t kStepElements = 128;

// Calls body(first, count) for the pieces of a row of `count` elements.
template <class Body>
HWY_INLINE void ForEachPiece(int64_t count, const Body& body) {
  for (int64_t first = 0; first < count; first += kStepElements) {
    body(first, std::min(kStepElements, count - first));
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace hostacl
HWY_AFTER_NAMESPACE();

#endif  // HOSTACL_SIMD_LANES_INL_H_
