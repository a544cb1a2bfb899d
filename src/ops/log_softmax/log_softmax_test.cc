// The kernels of aclnnLogSoftmax against their formula in long double, on every target.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "ops/log_softmax/log_softmax_kernel.h"
#include "ops/stored_value.h"
#include "simd/each_target.h"

namespace hostacl {
namespace {

class LogSoftmax : public EachTarget {};
INSTANTIATE_TEST_SUITE_P(Kernel, LogSoftmax, AllTargets(), TargetTestName);

// The documented bound: in ULP of the larger of |y| and |x - max|; the 16-bit types round once.
template <typename T>
constexpr long double kBound = StoredTraits<T>::kDigits > 20 ? 2.0L : 0.51L;

// Runs a slice as the rows or the columns of a tile that repeats it.
template <typename T>
std::vector<T> RunSlice(const std::vector<T>& x, SliceLayout layout) {
  const auto count = static_cast<int64_t>(x.size());
  constexpr int64_t kSlices = 21;
  const bool row_layout = layout == SliceLayout::kRow;
  std::vector<T> xs;
  for (int64_t i = 0; i < kSlices * count; ++i) {
    xs.push_back(x[static_cast<size_t>(row_layout ? i % count : i / kSlices)]);
  }
  std::vector<T> ys(xs.size());
  const int64_t cols = row_layout ? count : kSlices;
  const Tile tile{StoredTraits<T>::kDtype,
                  row_layout ? kSlices : count,
                  cols,
                  {Whole(xs, cols), Whole(ys, cols)}};
  const SliceProgram program = LogSoftmaxProgram();
  const OwnTable maxima(1, kSlices);
  const OwnTable sums(3, kSlices);
  const std::array<SliceTable, 2> results{maxima.table(), sums.table()};
  program.pass[0].reduce(tile, layout, results.data(), maxima.table());
  program.pass[1].reduce(tile, layout, results.data(), sums.table());
  const OwnTable constants(kMaxSliceConstants, kSlices);
  program.prepare(tile.dtype, kSlices, results.data(), constants.table());
  program.write(tile, layout, constants.table(), 0);
  std::vector<T> y;
  for (int64_t i = 0; i < count; ++i) {
    const int64_t last = row_layout ? (kSlices - 1) * count + i : i * kSlices + kSlices - 1;
    y.push_back(ys[static_cast<size_t>(last)]);
  }
  return y;
}

template <typename T>
void ExpectLogSoftmax(const std::vector<T>& x, const std::vector<T>& y) {
  long double maximum = -std::numeric_limits<long double>::infinity();
  for (const T value : x) maximum = std::max(maximum, Read(value));
  // Without one of the maxima's own 1, which would swallow a small rest.
  long double rest = -1;
  for (const T value : x) rest += Read(value) == maximum ? 1 : 0;
  for (const T value : x) rest += Read(value) == maximum ? 0 : std::exp(Read(value) - maximum);
  for (size_t i = 0; i < x.size(); ++i) {
    const long double shifted = Read(x[i]) - maximum;
    const long double exact = shifted - std::log1p(rest);
    const long double scale = std::max(std::abs(exact), std::abs(shifted));
    ASSERT_LE(StoredUlp(y[i], exact, scale), kBound<T>)
        << "log_softmax of " << Read(x[i]) << " is " << Read(y[i]) << ", not " << exact;
  }
}

template <typename T>
void ExpectEverySize(double limit) {
  for (int64_t count = 1; count < 257; count += count < 70 ? 1 : 31) {
    const std::vector<T> x = RandomRow<T>(count, -limit, limit, static_cast<uint32_t>(count));
    const std::vector<T> rows = RunSlice(x, SliceLayout::kRow);
    const std::vector<T> columns = RunSlice(x, SliceLayout::kColumn);
    ExpectLogSoftmax(x, rows);
    for (size_t i = 0; i < x.size(); ++i) ASSERT_EQ(Read(rows[i]), Read(columns[i]));
  }
}

TEST_P(LogSoftmax, MatchesTheFormulaInRowsAndColumnsAlike) {
  for (const double limit : {1e-3, 3.0, 1000.0}) {
    ExpectEverySize<float>(limit);
    ExpectEverySize<double>(limit);
    ExpectEverySize<Float16Bits>(limit);
    ExpectEverySize<Bfloat16Bits>(limit);
  }
}

TEST_P(LogSoftmax, InfinitiesAndNanFollowTheFormula) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  for (const SliceLayout layout : {SliceLayout::kRow, SliceLayout::kColumn}) {
    const std::vector<float> impossible = RunSlice<float>({0, -kInfinity, 0}, layout);
    EXPECT_EQ(impossible[1], -kInfinity);
    EXPECT_FLOAT_EQ(impossible[0], -std::log(2.0f));
    for (const std::vector<float>& slice :
         {std::vector<float>{-kInfinity, -kInfinity}, {1, kInfinity, 2}, {1, kNan, 2}, {kNan}}) {
      for (const float value : RunSlice(slice, layout)) EXPECT_TRUE(std::isnan(value));
    }
    EXPECT_EQ(RunSlice<float>({-3e38f}, layout)[0], 0);
  }
}

}  // namespace
}  // namespace hostacl
