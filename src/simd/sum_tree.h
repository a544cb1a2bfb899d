// The fixed trees in which partial sums are added.
#ifndef HOSTACL_SIMD_SUM_TREE_H_
#define HOSTACL_SIMD_SUM_TREE_H_

#include <cmath>
#include <cstdint>

namespace hostacl {

// How many elements side by side along an axis go to different partial sums: a multiple of the
// lanes of every instruction set.
inline constexpr int64_t kSumLanes = 16;

// Adds `count` values, a power of two: halves onto each other until one is left, which is returned.
// Overwrites them. With kKeepLost, what the additions lose in rounding is added at the end: for
// values that are themselves no more precise than double.
template <bool kKeepLost>
double SumOfLanes(double* lanes, int64_t count) {
  double lost = 0;
  for (int64_t half = count / 2; half > 0; half /= 2) {
    for (int64_t i = 0; i < half; ++i) {
      const double left = lanes[i];
      const double right = lanes[i + half];
      lanes[i] = left + right;
      if constexpr (kKeepLost) {
        const double left_part = lanes[i] - right;
        lost += (left - left_part) + (right - (lanes[i] - left_part));
      }
    }
  }
  // An infinite sum has lost nothing that could be told.
  return kKeepLost && std::isfinite(lanes[0]) ? lanes[0] + lost : lanes[0];
}

// Adds `count` values, neighbours first. An aligned power of two of them is summed as if it stood
// alone. Overwrites them.
inline double SumOfNeighbours(double* values, int64_t count) {
  while (count > 1) {
    const int64_t pairs = count / 2;
    for (int64_t i = 0; i < pairs; ++i) values[i] = values[2 * i] + values[2 * i + 1];
    if (count % 2 != 0) values[pairs] = values[count - 1];
    count = pairs + count % 2;
  }
  return values[0];
}

}  // namespace hostacl

#endif  // HOSTACL_SIMD_SUM_TREE_H_
