// Distances between a computed value and the exact one, for tests.
#ifndef HOSTACL_SIMD_ULP_H_
#define HOSTACL_SIMD_ULP_H_

#include <algorithm>
#include <cmath>
#include <limits>

namespace hostacl {

// |got - exact| in units of the last place of a float of `mantissa_bits` (hidden bit included) and
// smallest normal exponent `min_exponent`, at the size of `scale`. Equal infinities and NaN are at
// distance 0, others infinitely far.
inline long double UlpDistance(long double got, long double exact, long double scale,
                               int mantissa_bits, int min_exponent) {
  if (std::isnan(got) && std::isnan(exact)) return 0;
  if (got == exact) return 0;
  if (!std::isfinite(got) || !std::isfinite(exact)) {
    return std::numeric_limits<long double>::infinity();
  }
  int exponent = 0;
  std::frexp(scale, &exponent);
  exponent = std::max(exponent - 1, min_exponent);
  return std::abs(got - exact) / std::ldexp(1.0L, exponent - mantissa_bits + 1);
}

// For float and double. An exact value that rounds to infinity counts as that infinity.
template <typename T>
long double UlpDistance(T got, long double exact) {
  using Limits = std::numeric_limits<T>;
  if (std::isinf(static_cast<T>(exact))) exact = static_cast<T>(exact);
  return UlpDistance(got, exact, exact, Limits::digits, Limits::min_exponent - 1);
}

}  // namespace hostacl

#endif  // HOSTACL_SIMD_ULP_H_
