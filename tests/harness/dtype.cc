// Conversions between long double and the element types, written plainly and without their
// hardware.
#include "harness/dtype.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

namespace hostacl::testing {
namespace {

// A binary floating-point format with an implicit leading digit and subnormals.
struct Precision {
  int digits;        // of the significand, the leading one included
  int min_exponent;  // of the smallest normal number
  int max_exponent;  // of the largest finite number
};

constexpr Precision kFloat16{11, -14, 15};
constexpr Precision kBfloat16{8, -126, 127};
constexpr Precision kFloat{24, -126, 127};
constexpr Precision kDouble{53, -1022, 1023};

const Precision& PrecisionOf(aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT16:
      return kFloat16;
    case ACL_BF16:
      return kBfloat16;
    case ACL_DOUBLE:
      return kDouble;
    default:
      return kFloat;
  }
}

Real Unit(const Precision& precision, Real magnitude) {
  const int exponent = std::max(std::ilogb(magnitude), precision.min_exponent);
  return std::ldexp(Real{1}, exponent - precision.digits + 1);
}

// The double nearest to `value`, its last bit set when that is not exact: a narrower rounding of it
// then goes where one of `value` would.
double RoundToOdd(Real value) {
  const double nearest = static_cast<double>(value);
  uint64_t bits;
  std::memcpy(&bits, &nearest, sizeof bits);
  if (static_cast<Real>(nearest) == value || (bits & 1) != 0) return nearest;
  return std::nextafter(nearest, value > static_cast<Real>(nearest) ? HUGE_VAL : -HUGE_VAL);
}

// The bits of the 16-bit format's nearest value, ties to even.
uint16_t Encode16(const Precision& precision, Real value) {
  const int fraction_bits = precision.digits - 1;
  const uint16_t infinity = static_cast<uint16_t>(0x7fff >> fraction_bits << fraction_bits);
  const uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value)) return sign | infinity | (1 << (fraction_bits - 1));
  const double rounded = RoundToOdd(value);
  uint64_t bits;
  std::memcpy(&bits, &rounded, sizeof bits);
  const int own_exponent = static_cast<int>(bits >> 52 & 0x7ff) - 1023;
  if (own_exponent > precision.max_exponent) return sign | infinity;
  const int exponent = std::max(own_exponent, precision.min_exponent);
  const int dropped = 53 - precision.digits + exponent - own_exponent;
  if (dropped > 54) return sign;
  const uint64_t significand = (bits & ((uint64_t{1} << 52) - 1)) | (uint64_t{1} << 52);
  const uint64_t is_odd = dropped > 53 ? 0 : significand >> dropped & 1;
  const uint64_t kept = (significand + (uint64_t{1} << (dropped - 1)) - 1 + is_odd) >> dropped;
  return sign |
         static_cast<uint16_t>(
             (static_cast<uint64_t>(exponent - precision.min_exponent) << fraction_bits) + kept);
}

float Decode16(const Precision& precision, uint16_t bits) {
  const int fraction_bits = precision.digits - 1;
  const int fraction = bits & ((1 << fraction_bits) - 1);
  const int exponent = (bits & 0x7fff) >> fraction_bits;
  const float sign = (bits & 0x8000) != 0 ? -1 : 1;
  if (exponent == 0x7fff >> fraction_bits) {
    return fraction != 0 ? std::numeric_limits<float>::quiet_NaN()
                         : sign * std::numeric_limits<float>::infinity();
  }
  const int significand = exponent == 0 ? fraction : fraction + (1 << fraction_bits);
  return sign * std::ldexp(static_cast<float>(significand),
                           std::max(exponent, 1) - 1 + precision.min_exponent - fraction_bits);
}

// Every value of a 16-bit format, by its bits.
std::vector<float> ValuesOf16(const Precision& precision) {
  std::vector<float> values;
  for (int bits = 0; bits < 0x10000; ++bits) values.push_back(Decode16(precision, bits));
  return values;
}

float ValueOf16(aclDataType dtype, uint16_t bits) {
  static const std::vector<float> float16 = ValuesOf16(kFloat16), bfloat16 = ValuesOf16(kBfloat16);
  return (dtype == ACL_FLOAT16 ? float16 : bfloat16)[bits];
}

template <typename T>
Real Truncate(Real value) {
  if (std::isnan(value)) return 0;
  return std::clamp(std::trunc(value), static_cast<Real>(std::numeric_limits<T>::min()),
                    static_cast<Real>(std::numeric_limits<T>::max()));
}

template <typename T>
Real LoadAs(const void* element) {
  T value;
  std::memcpy(&value, element, sizeof value);
  return static_cast<Real>(value);
}

template <typename T>
void StoreAs(Real value, void* element) {
  const T converted = static_cast<T>(value);
  std::memcpy(element, &converted, sizeof converted);
}

// Calls `visit` with a value of the C++ type that an integer dtype has.
template <typename Visit>
auto VisitInteger(aclDataType dtype, Visit visit) {
  switch (dtype) {
    case ACL_INT8:
      return visit(int8_t{});
    case ACL_INT16:
      return visit(int16_t{});
    case ACL_INT32:
      return visit(int32_t{});
    case ACL_INT64:
      return visit(int64_t{});
    case ACL_UINT16:
      return visit(uint16_t{});
    case ACL_UINT32:
      return visit(uint32_t{});
    case ACL_UINT64:
      return visit(uint64_t{});
    default:
      return visit(uint8_t{});
  }
}

}  // namespace

size_t ElementSize(aclDataType dtype) {
  switch (dtype) {
    case ACL_INT8:
    case ACL_UINT8:
    case ACL_BOOL:
      return 1;
    case ACL_FLOAT16:
    case ACL_BF16:
    case ACL_INT16:
    case ACL_UINT16:
      return 2;
    case ACL_FLOAT:
    case ACL_INT32:
    case ACL_UINT32:
      return 4;
    case ACL_DOUBLE:
    case ACL_INT64:
    case ACL_UINT64:
    case ACL_COMPLEX64:
      return 8;
    default:
      return 0;
  }
}

std::string DtypeName(aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT:
      return "FLOAT";
    case ACL_FLOAT16:
      return "FLOAT16";
    case ACL_BF16:
      return "BFLOAT16";
    case ACL_DOUBLE:
      return "DOUBLE";
    case ACL_BOOL:
      return "BOOL";
    case ACL_COMPLEX64:
      return "COMPLEX64";
    default:
      return VisitInteger(dtype, [](auto zero) {
        return (std::numeric_limits<decltype(zero)>::is_signed ? "INT" : "UINT") +
               std::to_string(8 * sizeof zero);
      });
  }
}

bool IsFloating(aclDataType dtype) {
  return dtype == ACL_FLOAT || dtype == ACL_FLOAT16 || dtype == ACL_BF16 || dtype == ACL_DOUBLE;
}

aclDataType ComputeDtype(aclDataType dtype) { return dtype == ACL_DOUBLE ? ACL_DOUBLE : ACL_FLOAT; }

Real Round(aclDataType dtype, Real value) {
  if (dtype == ACL_FLOAT) return static_cast<float>(value);
  if (dtype == ACL_DOUBLE) return static_cast<double>(value);
  if (IsFloating(dtype)) return ValueOf16(dtype, Encode16(PrecisionOf(dtype), value));
  if (dtype == ACL_BOOL) return value != 0 ? 1 : 0;
  return VisitInteger(dtype, [&](auto zero) { return Truncate<decltype(zero)>(value); });
}

Real Load(aclDataType dtype, const void* element) {
  switch (dtype) {
    case ACL_FLOAT:
      return LoadAs<float>(element);
    case ACL_DOUBLE:
      return LoadAs<double>(element);
    case ACL_FLOAT16:
    case ACL_BF16: {
      uint16_t bits;
      std::memcpy(&bits, element, sizeof bits);
      return ValueOf16(dtype, bits);
    }
    default:
      return VisitInteger(dtype, [&](auto zero) { return LoadAs<decltype(zero)>(element); });
  }
}

void Store(aclDataType dtype, Real value, void* element) {
  switch (dtype) {
    case ACL_FLOAT:
      return StoreAs<float>(value, element);
    case ACL_DOUBLE:
      return StoreAs<double>(value, element);
    case ACL_FLOAT16:
    case ACL_BF16: {
      const uint16_t bits = Encode16(PrecisionOf(dtype), value);
      std::memcpy(element, &bits, sizeof bits);
      return;
    }
    default: {
      const Real rounded = Round(dtype, value);
      VisitInteger(dtype, [&](auto zero) { StoreAs<decltype(zero)>(rounded, element); });
    }
  }
}

Real UlpAt(aclDataType dtype, Real magnitude) {
  if (!IsFloating(dtype)) return 1;
  if (!std::isfinite(magnitude)) return std::numeric_limits<Real>::infinity();
  const Precision& precision = PrecisionOf(dtype);
  return magnitude == 0 ? std::ldexp(Real{1}, precision.min_exponent - precision.digits + 1)
                        : Unit(precision, magnitude);
}

Real ErrorInUlps(aclDataType dtype, Real got, Real want) {
  if (std::isnan(got) && std::isnan(want)) return 0;
  if (got == want) return 0;
  if (!std::isfinite(got) || !std::isfinite(want)) return std::numeric_limits<Real>::infinity();
  return std::abs(got - want) / UlpAt(dtype, want);
}

}  // namespace hostacl::testing
