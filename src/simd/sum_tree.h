// The fixed trees in which partial sums are added.
#ifndef HOSTACL_SIMD_SUM_TREE_H_
#define HOSTACL_SIMD_SUM_TREE_H_

#include <cmath>
#include <cstdint>

namespace hostacl {

// A block is summed by groups of this many elements side by side along the axis, a multiple of the
// lanes of every instruction set. Halves of a group are added onto each other until kSumLanes
// values are left, which are added to as many partial sums.
inline constexpr int64_t kSumGroup = 16;
inline constexpr int64_t kSumLanes = 4;

// Adds the partial sums of a block, halves onto each other until one is left, which is returned.
// Overwrites them. `lost` holds what rounding took from each, which is kept and added at the end;
// null for values that double adds with room to spare.
inline double SumOfLanes(double* sums, double* lost) {
  for (int64_t half = kSumLanes / 2; half > 0; half /= 2) {
    for (int64_t i = 0; i < half; ++i) {
      const double left = sums[i];
      const double right = sums[i + half];
      sums[i] = left + right;
      if (lost == nullptr) continue;
      const double left_part = sums[i] - right;
      lost[i] += lost[i + half];
      lost[i] += (left - left_part) + (right - (sums[i] - left_part));
    }
  }
  // An infinite sum has lost nothing that could be told.
  return lost != nullptr && std::isfinite(sums[0]) ? sums[0] + lost[0] : sums[0];
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
