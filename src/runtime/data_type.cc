// Data types: their sizes, and CANN's conversions between half and float.
#include <cmath>
#include <cstdint>

#include "acl/acl_rt.h"

extern "C" {

size_t aclDataTypeSize(aclDataType dataType) {
  switch (dataType) {
    case ACL_INT8:
    case ACL_UINT8:
    case ACL_BOOL:
    case ACL_HIFLOAT8:
    case ACL_FLOAT8_E5M2:
    case ACL_FLOAT8_E4M3FN:
    case ACL_FLOAT8_E8M0:
      return 1;
    case ACL_FLOAT16:
    case ACL_BF16:
    case ACL_INT16:
    case ACL_UINT16:
      return 2;
    case ACL_FLOAT:
    case ACL_INT32:
    case ACL_UINT32:
    case ACL_COMPLEX32:
      return 4;
    case ACL_DOUBLE:
    case ACL_INT64:
    case ACL_UINT64:
    case ACL_COMPLEX64:
      return 8;
    case ACL_COMPLEX128:
      return 16;
    case ACL_DT_UNDEFINED:
    case ACL_STRING:
    case ACL_INT4:
    case ACL_UINT1:
    case ACL_FLOAT6_E3M2:
    case ACL_FLOAT6_E2M3:
    case ACL_FLOAT4_E2M1:
    case ACL_FLOAT4_E1M2:
      break;
  }
  return 0;
}

float aclFloat16ToFloat(aclFloat16 value) {
  constexpr int kSignificandBits = 10;
  constexpr int kBias = 15;
  const int exponent = value >> kSignificandBits & 0x1F;
  const int fraction = value & 0x3FF;
  // Subnormals share the smallest exponent and lack the leading bit. The largest exponent is like
  // any other, see the header.
  const int significand = exponent == 0 ? fraction : fraction | 0x400;
  const int power = (exponent == 0 ? 1 : exponent) - kBias - kSignificandBits;
  const float magnitude = std::ldexp(static_cast<float>(significand), power);
  return (value & 0x8000) != 0 ? -magnitude : magnitude;
}

aclFloat16 aclFloatToFloat16(float value) {
  constexpr float kLargest = 65504.0f;
  constexpr int kSmallestPower = -24;  // of a subnormal's last bit
  const aclFloat16 sign = std::signbit(value) ? 0x8000 : 0;
  const float magnitude = std::fabs(value);
  // Written so that NaN takes this way too.
  if (!(magnitude <= kLargest)) return sign | 0x7BFF;
  int power = 0;
  std::frexp(magnitude, &power);
  // The power of the last bit that a half of this size has: 11 bits, or those of a subnormal.
  const int last = magnitude == 0.0f || power - 11 < kSmallestPower ? kSmallestPower : power - 11;
  // At most 2048 whole units, so the rounding is exact; 2048 is the next power's first.
  const auto units = static_cast<uint32_t>(std::nearbyint(std::ldexp(magnitude, -last)));
  // Below 1024 units is a subnormal. Above, the leading bit adds one to the exponent field, which
  // is what makes the field right in either case, also after a carry.
  const uint32_t bits = (static_cast<uint32_t>(last - kSmallestPower) << 10) + units;
  return static_cast<aclFloat16>(sign | bits);
}

}  // extern "C"
