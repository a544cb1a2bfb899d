// Conversions of rows of values between data types, with vectors.
#include "core/vector_convert.h"

#include <algorithm>
#include <type_traits>

#include "core/convert.h"
#include "core/dtype.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/vector_convert.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h, which includes this file anew for each target.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace hostacl {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// The compiler makes vectors of this loop where the conversion has no branches.
template <typename From, typename To>
HWY_INLINE void ConvertEach(const From* from, To* to, int64_t count) {
  for (int64_t i = 0; i < count; ++i) to[i] = ConvertValue<To>(from[i]);
}

HWY_INLINE void WidenFloat16(const Float16Bits* from, float* to, int64_t count) {
  int64_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::ScalableTag<float> df;
  const hn::Rebind<hwy::float16_t, decltype(df)> dh;
  const auto lanes = static_cast<int64_t>(hn::Lanes(df));
  for (; i + lanes <= count; i += lanes) {
    const auto* halves = reinterpret_cast<const hwy::float16_t*>(from + i);
    hn::StoreU(hn::PromoteTo(df, hn::LoadU(dh, halves)), df, to + i);
  }
#endif
  ConvertEach(from + i, to + i, count - i);
}

HWY_INLINE void NarrowToFloat16(const float* from, Float16Bits* to, int64_t count) {
  int64_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::ScalableTag<float> df;
  const hn::Rebind<hwy::float16_t, decltype(df)> dh;
  const auto lanes = static_cast<int64_t>(hn::Lanes(df));
  for (; i + lanes <= count; i += lanes) {
    auto* halves = reinterpret_cast<hwy::float16_t*>(to + i);
    hn::StoreU(hn::DemoteTo(dh, hn::LoadU(df, from + i)), dh, halves);
  }
#endif
  ConvertEach(from + i, to + i, count - i);
}

// Values on their way from or to FLOAT16 are FLOAT, a piece of a row at a time.
constexpr int64_t kPiece = 256;

template <typename From>
HWY_INLINE void ConvertToFloat16(const From* from, Float16Bits* to, int64_t count) {
  HWY_ALIGN float floats[kPiece];
  for (int64_t first = 0; first < count; first += kPiece) {
    const int64_t size = std::min(kPiece, count - first);
    for (int64_t i = 0; i < size; ++i) floats[i] = ToOddFloat(from[first + i]);
    NarrowToFloat16(floats, to + first, size);
  }
}

template <typename To>
HWY_INLINE void ConvertFromFloat16(const Float16Bits* from, To* to, int64_t count) {
  HWY_ALIGN float floats[kPiece];
  for (int64_t first = 0; first < count; first += kPiece) {
    const int64_t size = std::min(kPiece, count - first);
    WidenFloat16(from + first, floats, size);
    ConvertEach(floats, to + first, size);
  }
}

template <typename FromType, typename ToType>
void ConvertRow(const std::byte* from_bytes, std::byte* to_bytes, int64_t count) {
  const auto* from = reinterpret_cast<const FromType*>(from_bytes);
  auto* to = reinterpret_cast<ToType*>(to_bytes);
  constexpr bool kToFloat16 = std::is_same_v<ToType, Float16Bits>;
  if constexpr (std::is_same_v<FromType, ToType>) {
    return;
  } else if constexpr (std::is_same_v<FromType, float> && kToFloat16) {
    NarrowToFloat16(from, to, count);
  } else if constexpr (kToFloat16) {
    ConvertToFloat16(from, to, count);
  } else if constexpr (!std::is_same_v<FromType, Float16Bits>) {
    ConvertEach(from, to, count);
  } else if constexpr (std::is_same_v<ToType, float>) {
    WidenFloat16(from, to, count);
  } else {
    ConvertFromFloat16(from, to, count);
  }
}

// Calls visit with a value of the type that `dtype` has in memory.
template <typename Visit>
RowConversion WithTypeOf(aclDataType dtype, const Visit& visit) {
  switch (dtype) {
    case ACL_FLOAT:
      return visit(float{});
    case ACL_DOUBLE:
      return visit(double{});
    case ACL_FLOAT16:
      return visit(Float16Bits{});
    case ACL_BF16:
      return visit(Bfloat16Bits{});
    case ACL_INT8:
      return visit(int8_t{});
    case ACL_INT16:
      return visit(int16_t{});
    case ACL_INT32:
      return visit(int32_t{});
    case ACL_INT64:
      return visit(int64_t{});
    case ACL_UINT8:
      return visit(uint8_t{});
    case ACL_UINT16:
      return visit(uint16_t{});
    case ACL_UINT32:
      return visit(uint32_t{});
    case ACL_UINT64:
      return visit(uint64_t{});
    default:
      return visit(BoolByte{});
  }
}

RowConversion FindConversion(aclDataType from_dtype, aclDataType to_dtype) {
  return WithTypeOf(from_dtype, [to_dtype](auto from) {
    return WithTypeOf(to_dtype, [from](auto to) -> RowConversion {
      return ConvertRow<std::remove_const_t<decltype(from)>, decltype(to)>;
    });
  });
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace hostacl
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hostacl {

namespace {
HWY_EXPORT(FindConversion);
}  // namespace

RowConversion ConversionOf(aclDataType from, aclDataType to) noexcept {
  return HWY_DYNAMIC_DISPATCH(FindConversion)(from, to);
}

}  // namespace hostacl
#endif  // HWY_ONCE
