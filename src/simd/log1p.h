// log(1 + x) for x >= 0, from operations that give the same bits on every machine:
//
//   1 + x = 2^k m,  m in [1 / sqrt 2, sqrt 2],  f = m - 1,  s = f / (2 + f)
//   log(1 + x) = k ln 2 + 2 (s + s^3 / 3 + s^5 / 5 + ...)
#ifndef HOSTACL_SIMD_LOG1P_H_
#define HOSTACL_SIMD_LOG1P_H_

#include <cmath>

namespace hostacl {

// s + s^3 / 3 + ... less its first term; the term left out is 2^-60 of it.
inline double AtanhRest(double s) {
  constexpr int kLastPower = 23;
  const double square = s * s;
  double sum = 0;
  for (int power = kLastPower; power > 1; power -= 2) sum = sum * square + 1.0 / power;
  return sum * square * s;
}

// log(1 + x + low) for x >= 0 and a `low` of at most a few ULP of 1 + x: error at most 0.6 ULP.
inline double Log1p(double x, double low) {
  if (x < 0x1p-30) return x + (low - x * x / 2);
  constexpr double kSqrt2 = 0x1.6a09e667f3bcdp+0;
  // ln 2 in two parts; the products of the first with exponents are exact.
  constexpr double kLn2High = 0x1.62e42fefa0000p-1;
  constexpr double kLn2Low = 0x1.cf79abc9e3b3ap-40;
  const double sum = 1 + x;
  if (!std::isfinite(sum)) return sum;
  // What 1 + x lost; the larger of the two first.
  const double lost = (x < 1 ? x - (sum - 1) : 1 - (sum - x)) + low;
  int k = 0;
  double m = 2 * std::frexp(sum, &k);
  k -= 1;
  if (m > kSqrt2) {
    m /= 2;
    k += 1;
  }
  const double f = m - 1;
  const double divisor = 2 + f;
  const double s = f / divisor;
  const double lost_s = (std::fma(-s, divisor, f) - s * (f - (divisor - 2))) / divisor;
  const double rest = 2 * (lost_s + AtanhRest(s)) + lost / sum + k * kLn2Low;
  const double whole = k * kLn2High;
  const double total = whole + 2 * s;
  return total + ((whole - total) + 2 * s + rest);
}

}  // namespace hostacl

#endif  // HOSTACL_SIMD_LOG1P_H_
