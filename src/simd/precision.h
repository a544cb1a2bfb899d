// How exact the maths of a kernel must be.
#ifndef HOSTACL_SIMD_PRECISION_H_
#define HOSTACL_SIMD_PRECISION_H_

namespace hostacl {

// To the type it is computed in, or to 16 bits.
enum class Precision { kFull, kShort };

// What values that lie in memory as T need.
template <typename T>
inline constexpr Precision kPrecision = sizeof(T) == 2 ? Precision::kShort : Precision::kFull;

}  // namespace hostacl

#endif  // HOSTACL_SIMD_PRECISION_H_
