// The sigmoid where its smaller value leaves the normal range of a type.
#ifndef HOSTACL_SIMD_SIGMOID_TAIL_H_
#define HOSTACL_SIMD_SIGMOID_TAIL_H_

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "simd/wider_type.h"

namespace hostacl {

// Up to this |x| both sigmoid(x) and its products with sigmoid(-x) are normal values of T.
template <typename T>
inline constexpr T kSigmoidTail = std::is_same_v<T, float> ? T{86} : T{707};

// sigmoid(-|x|) for |x| above kSigmoidTail<T>, where 1 + exp(-|x|) is 1. Positive for every finite
// x, so that its product with an infinity is one, and 0 for an infinite x.
template <typename T>
WiderType<T> SigmoidTail(T x) {
  using Wide = WiderType<T>;
  constexpr Wide kSmallest = std::is_same_v<T, float> ? Wide{-700} : Wide{-11000};
  if (std::isinf(x)) return 0;
  return std::exp(std::max(-static_cast<Wide>(std::abs(x)), kSmallest));
}

}  // namespace hostacl

#endif  // HOSTACL_SIMD_SIGMOID_TAIL_H_
