// Data types: their names and sizes, and CANN's conversions between half and float.
#include "runtime/data_type.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include "acl/acl_rt.h"

namespace hostacl {
namespace {

constexpr std::array<std::pair<aclDataType, const char*>, 28> kElementTypes{{
    {ACL_DT_UNDEFINED, "undefined"},
    {ACL_FLOAT, "float32"},
    {ACL_FLOAT16, "float16"},
    {ACL_INT8, "int8"},
    {ACL_INT32, "int32"},
    {ACL_UINT8, "uint8"},
    {ACL_INT16, "int16"},
    {ACL_UINT16, "uint16"},
    {ACL_UINT32, "uint32"},
    {ACL_INT64, "int64"},
    {ACL_UINT64, "uint64"},
    {ACL_DOUBLE, "float64"},
    {ACL_BOOL, "bool"},
    {ACL_STRING, "string"},
    {ACL_COMPLEX64, "complex64"},
    {ACL_COMPLEX128, "complex128"},
    {ACL_BF16, "bfloat16"},
    {ACL_INT4, "int4"},
    {ACL_UINT1, "uint1"},
    {ACL_COMPLEX32, "complex32"},
    {ACL_HIFLOAT8, "hifloat8"},
    {ACL_FLOAT8_E5M2, "float8_e5m2"},
    {ACL_FLOAT8_E4M3FN, "float8_e4m3fn"},
    {ACL_FLOAT8_E8M0, "float8_e8m0"},
    {ACL_FLOAT6_E3M2, "float6_e3m2"},
    {ACL_FLOAT6_E2M3, "float6_e2m3"},
    {ACL_FLOAT4_E2M1, "float4_e2m1"},
    {ACL_FLOAT4_E1M2, "float4_e1m2"},
}};

}  // namespace

const char* ElementTypeName(aclDataType dtype) {
  for (const auto& [known, name] : kElementTypes) {
    if (known == dtype) return name;
  }
  return nullptr;
}

}  // namespace hostacl

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
