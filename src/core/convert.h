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
  if (exponent == 0x1F) {
    const uint32_t quiet = mantissa != 0 ? 0x400000u : 0;
    return BitCopy<float>(sign | 0x7F800000u | quiet | (mantissa << 13));
  }
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
  // NaN keeps the upper bits of its payload, as it does where the instruction set converts.
  if (magnitude > 0x7F800000u) {
    return {static_cast<uint16_t>(sign | 0x7E00u | ((magnitude >> 13) & 0x3FFu))};
  }
  // From half a unit above the largest finite value on, the nearest value is infinity.
  if (magnitude >= 0x477FF000u) return {static_cast<uint16_t>(sign | 0x7C00u)};
  if (magnitude < 0x38800000u) {
    // Adding 0.5 leaves a subnormal result's bits at the end of the mantissa, rounded by the FPU.
    const float shifted = BitCopy<float>(magnitude) + 0.5f;
    return {static_cast<uint16_t>(sign | (BitCopy<uint32_t>(shifted) - 0x3F000000u))};
  }
  return {static_cast<uint16_t>(sign | RoundMagnitude(magnitude - 0x38000000u, 13))};
}

// A float from which rounding to 16 bits gives what rounding `value` at once would: `value` itself,
// or the float next to it whose last bit is odd wherever something was cut off.
inline float ToOddFloat(float value) { return value; }
inline float ToOddFloat(Float16Bits value) { return ToFloat(value); }
inline float ToOddFloat(Bfloat16Bits value) { return ToFloat(value); }
inline float ToOddFloat(BoolByte value) { return value.byte != 0 ? 1.0f : 0.0f; }

// Without branches, so that compilers make vectors of it.
inline float ToOddFloat(double value) {
  const float nearest = static_cast<float>(value);
  const uint32_t bits = BitCopy<uint32_t>(nearest);
  // What was cut off, large enough for a float next to any value that does not vanish in one; NaN
  // next to infinity and NaN. Positive where it lies away from zero.
  const auto lost = static_cast<float>((value - static_cast<double>(nearest)) * 0x1p200);
  const float outward = BitCopy<float>(BitCopy<uint32_t>(lost) ^ (bits & 0x80000000u));
  const uint32_t step = static_cast<uint32_t>(outward > 0) - static_cast<uint32_t>(outward < 0);
  return BitCopy<float>(bits + (step & ((bits & 1u) - 1u)));
}

template <typename Integer>
float ToOddFloat(Integer value) {
  if constexpr (sizeof(Integer) == 8) {
    // A double holds what is left when the last 11 bits of large values become one.
    constexpr uint64_t kLast = 0x7FF;
    const bool is_negative = value < 0;
    const auto bits = static_cast<uint64_t>(value);
    const uint64_t magnitude = is_negative ? ~bits + 1 : bits;
    const uint64_t joined = (magnitude & ~kLast) | ((magnitude & kLast) != 0 ? kLast + 1 : 0);
    const uint64_t kept = magnitude >> 53 != 0 ? joined : magnitude;
    const auto exact = static_cast<double>(kept);
    return ToOddFloat(is_negative ? -exact : exact);
  } else if constexpr (sizeof(Integer) == 4) {
    return ToOddFloat(static_cast<double>(value));
  } else {
    return static_cast<float>(value);
  }
}

// Truncates toward zero and saturates; NaN gives 0.
template <typename Integer, typename Float>
Integer ToInteger(Float value) {
  constexpr Integer kLowest = std::numeric_limits<Integer>::min();
  constexpr Integer kHighest = std::numeric_limits<Integer>::max();
  // Where Float cannot hold kHighest this is the power of two beyond.
  constexpr auto kLimit = static_cast<Float>(kHighest);
  constexpr auto kStart = static_cast<Float>(kLowest);
  // Few instruction sets have vectors for these.
  if constexpr (sizeof(Integer) == sizeof(int64_t)) {
    if (value >= kStart && value < kLimit) return static_cast<Integer>(value);
  }
  const Float from_lowest = value > kStart ? value : kStart;
  // Without branches, so that compilers make vectors of it: what is converted is always in range.
  const auto inside = static_cast<Integer>(from_lowest < kLimit ? from_lowest : Float{0});
  const Integer saturated = from_lowest < kLimit ? inside : kHighest;
  return value == value ? saturated : Integer{0};
}

// `from` as a value of type To. Floats are rounded once, to nearest even; integers become others
// modulo 2^n.
template <typename To, typename From>
To ConvertValue(From from) {
  if constexpr (std::is_same_v<To, From>) {
    return from;
  } else if constexpr (std::is_same_v<To, Float16Bits>) {
    return ToFloat16(ToOddFloat(from));
  } else if constexpr (std::is_same_v<To, Bfloat16Bits>) {
    return ToBfloat16(ToOddFloat(from));
  } else if constexpr (std::is_same_v<From, BoolByte>) {
    return from.byte != 0 ? To{1} : To{0};
  } else if constexpr (std::is_same_v<From, Float16Bits> || std::is_same_v<From, Bfloat16Bits>) {
    return ConvertValue<To>(ToFloat(from));
  } else if constexpr (std::is_same_v<To, BoolByte>) {
    return {static_cast<uint8_t>(from != 0 ? 1 : 0)};
  } else if constexpr (std::is_integral_v<To> && std::is_floating_point_v<From>) {
    return ToInteger<To>(from);
  } else {
    return static_cast<To>(from);
  }
}

}  // namespace hostacl

#endif  // HOSTACL_CORE_CONVERT_H_
