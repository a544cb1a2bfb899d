// Conversions of single values between data types.
#ifndef HOSTACL_CORE_CONVERT_H_
#define HOSTACL_CORE_CONVERT_H_

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "core/dtype.h"

namespace hostacl {

template <typename To, typename From>
To BitCopy(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof(to));
  return to;
}

inline float ToFloat(float value) { return value; }

inline float ToFloat(Bfloat16Bits value) { return BitCopy<float>(uint32_t{value.bits} << 16); }

inline float ToFloat(Float16Bits value) {
  const uint32_t sign = uint32_t{value.bits & 0x8000u} << 16;
  const uint32_t exponent = (value.bits >> 10) & 0x1Fu;
  const uint32_t mantissa = value.bits & 0x3FFu;
  if (exponent == 0x1F) return BitCopy<float>(sign | 0x7F800000u | (mantissa << 13));
  if (exponent == 0) {
    const float magnitude = static_cast<float>(mantissa) * 0x1p-24f;
    return sign != 0 ? -magnitude : magnitude;
  }
  return BitCopy<float>(sign | ((exponent + 112) << 23) | (mantissa << 13));
}

// Rounds the bits of a float, given as sign and magnitude, to `kept` of its 23 mantissa bits, to
// nearest even, and returns the magnitude shifted down to its last kept bit.
inline uint32_t RoundMagnitude(uint32_t magnitude, int dropped) {
  const uint32_t half = (1u << (dropped - 1)) - 1;
  return (magnitude + half + ((magnitude >> dropped) & 1)) >> dropped;
}

inline Bfloat16Bits ToBfloat16(float value) {
  const uint32_t bits = BitCopy<uint32_t>(value);
  if (std::isnan(value)) return {static_cast<uint16_t>((bits >> 16) | 0x40u)};
  return {static_cast<uint16_t>(RoundMagnitude(bits & 0x7FFFFFFFu, 16) | ((bits >> 16) & 0x8000u))};
}

inline Float16Bits ToFloat16(float value) {
  const uint32_t bits = BitCopy<uint32_t>(value);
  const uint32_t sign = (bits >> 16) & 0x8000u;
  const uint32_t magnitude = bits & 0x7FFFFFFFu;
  if (magnitude > 0x7F800000u) return {static_cast<uint16_t>(sign | 0x7E00u)};
  // From half a unit above the largest finite value on, the nearest value is infinity.
  if (magnitude >= 0x477FF000u) return {static_cast<uint16_t>(sign | 0x7C00u)};
  if (magnitude < 0x38800000u) {
    // Adding 0.5 leaves a subnormal result's bits at the end of the mantissa, rounded by the FPU.
    const float shifted = BitCopy<float>(magnitude) + 0.5f;
    return {static_cast<uint16_t>(sign | (BitCopy<uint32_t>(shifted) - 0x3F000000u))};
  }
  return {static_cast<uint16_t>(sign | RoundMagnitude(magnitude - 0x38000000u, 13))};
}

// The float next to `value` whose last bit is odd wherever something was cut off: rounding it again
// to fewer bits gives what rounding `value` at once would.
inline float ToOddFloat(double value) {
  const float nearest = static_cast<float>(value);
  if (std::isnan(value) || static_cast<double>(nearest) == value || std::isinf(value)) {
    return nearest;
  }
  const uint32_t bits = BitCopy<uint32_t>(nearest);
  const bool too_far = std::abs(static_cast<double>(nearest)) > std::abs(value);
  return BitCopy<float>((too_far ? bits - 1 : bits) | 1u);
}

// Truncates toward zero and saturates; NaN gives 0.
template <typename Integer, typename Float>
Integer ToInteger(Float value) {
  constexpr Integer kLowest = std::numeric_limits<Integer>::min();
  constexpr Integer kHighest = std::numeric_limits<Integer>::max();
  if (std::isnan(value)) return 0;
  if (value <= static_cast<Float>(kLowest)) return kLowest;
  if (value >= static_cast<Float>(kHighest)) return kHighest;
  return static_cast<Integer>(value);
}

// `from` (a value of an operator's tile) as a value of type To, rounded once.
template <typename To, typename From>
To ConvertValue(From from) {
  if constexpr (std::is_same_v<To, From>) {
    return from;
  } else if constexpr (std::is_same_v<To, Float16Bits>) {
    if constexpr (std::is_same_v<From, double>)
      return ToFloat16(ToOddFloat(from));
    else
      return ToFloat16(from);
  } else if constexpr (std::is_same_v<To, Bfloat16Bits>) {
    if constexpr (std::is_same_v<From, double>)
      return ToBfloat16(ToOddFloat(from));
    else
      return ToBfloat16(from);
  } else if constexpr (std::is_same_v<From, Float16Bits> || std::is_same_v<From, Bfloat16Bits>) {
    return static_cast<To>(ToFloat(from));
  } else if constexpr (std::is_same_v<To, bool>) {
    return from != 0;
  } else if constexpr (std::is_integral_v<To>) {
    return ToInteger<To>(from);
  } else {
    return static_cast<To>(from);
  }
}

}  // namespace hostacl

#endif  // HOSTACL_CORE_CONVERT_H_
