// The kernels of aclnnLogSoftmaxBackward against their formula in long double, on every target.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "ops/log_softmax_backward/log_softmax_backward_kernel.h"
#include "ops/stored_value.h"
#include "simd/each_target.h"

namespace hostacl {
namespace {

class LogSoftmaxBackward : public EachTarget {};
INSTANTIATE_TEST_SUITE_P(Kernel, LogSoftmaxBackward, AllTargets(), TargetTestName);

// The documented bound: in ULP of the larger of |dy| and |exp(y) S|. The 16-bit types round once;
// the result may be twice as large as either.
template <typename T>
constexpr long double kBound = StoredTraits<T>::kDigits > 20 ? 2.0L : 1.01L;

// One slice as a row of a tile.
template <typename T>
std::vector<T> RunRow(const std::vector<T>& dy, const std::vector<T>& y) {
  const auto count = static_cast<int64_t>(dy.size());
  std::vector<T> dx(dy.size());
  const Tile tile{
      StoredTraits<T>::kDtype, 1, count, {Whole(dy, count), Whole(y, count), Whole(dx, count)}};
  const SliceProgram program = LogSoftmaxBackwardProgram();
  const OwnTable sums(1, 1);
  program.pass[0].reduce(tile, SliceLayout::kRow, nullptr, sums.table());
  const OwnTable constants(kMaxSliceConstants, 1);
  program.prepare(tile.dtype, 1, &sums.table(), constants.table());
  program.write(tile, SliceLayout::kRow, constants.table(), 0);
  return dx;
}

// The same slice as every column of a tile of `cols` columns; the columns must agree.
template <typename T>
std::vector<T> RunColumns(const std::vector<T>& dy, const std::vector<T>& y, int64_t cols) {
  const auto spread = [cols](const std::vector<T>& slice) {
    std::vector<T> tile;
    for (const T value : slice) tile.insert(tile.end(), static_cast<size_t>(cols), value);
    return tile;
  };
  const std::vector<T> dys = spread(dy);
  const std::vector<T> ys = spread(y);
  std::vector<T> dxs(dys.size());
  const Tile tile{StoredTraits<T>::kDtype,
                  static_cast<int64_t>(dy.size()),
                  cols,
                  {Whole(dys, cols), Whole(ys, cols), Whole(dxs, cols)}};
  const SliceProgram program = LogSoftmaxBackwardProgram();
  const OwnTable sums(1, cols);
  program.pass[0].reduce(tile, SliceLayout::kColumn, nullptr, sums.table());
  const OwnTable constants(kMaxSliceConstants, cols);
  program.prepare(tile.dtype, cols, &sums.table(), constants.table());
  program.write(tile, SliceLayout::kColumn, constants.table(), 0);
  std::vector<T> dx;
  for (size_t i = 0; i < dxs.size(); ++i) {
    const auto row = i / static_cast<size_t>(cols);
    if (i % static_cast<size_t>(cols) == 0) dx.push_back(dxs[i]);
    EXPECT_EQ(Read(dxs[i]), Read(dx[row]));
  }
  return dx;
}

template <typename T>
void ExpectGradient(const std::vector<T>& dy, const std::vector<T>& y, const std::vector<T>& dx) {
  long double sum = 0;
  for (const T value : dy) sum += Read(value);
  for (size_t i = 0; i < dy.size(); ++i) {
    const long double product = std::exp(Read(y[i])) * sum;
    const long double scale = std::max(std::abs(Read(dy[i])), std::abs(product));
    ASSERT_LE(StoredUlp(dx[i], Read(dy[i]) - product, scale), kBound<T>)
        << "dy " << Read(dy[i]) << ", y " << Read(y[i]) << ", sum " << sum;
  }
}

template <typename T>
void ExpectGradientsOfEverySize(double dy_limit, double y_lowest) {
  for (int64_t count = 1; count < 300; count += count < 70 ? 1 : 37) {
    const auto seed = static_cast<uint32_t>(count);
    const std::vector<T> dy = RandomRow<T>(count, -dy_limit, dy_limit, seed);
    const std::vector<T> y = RandomRow<T>(count, y_lowest, 0, seed + 1);
    const std::vector<T> dx = RunRow(dy, y);
    ExpectGradient(dy, y, dx);
    if (count > kSumBlock) continue;
    const std::vector<T> by_columns = RunColumns(dy, y, count % 40 + 1);
    for (size_t i = 0; i < dx.size(); ++i) ASSERT_EQ(Read(dx[i]), Read(by_columns[i]));
  }
}

TEST_P(LogSoftmaxBackward, MatchesTheFormulaInRowsAndColumnsAlike) {
  ExpectGradientsOfEverySize<float>(1, -20);
  ExpectGradientsOfEverySize<Float16Bits>(1, -10);
  ExpectGradientsOfEverySize<Bfloat16Bits>(1, -20);
}

TEST_P(LogSoftmaxBackward, IsRightWhereExpIsBelowTheSmallestFloat) {
  ExpectGradientsOfEverySize<float>(1e37, -170);
  ExpectGradientsOfEverySize<Bfloat16Bits>(1e37, -170);
}

TEST_P(LogSoftmaxBackward, ImpossibleProbabilitiesPassTheGradientOn) {
  const std::vector<float> dy{1e38f, -2, 3, 0};
  const std::vector<float> y(4, -std::numeric_limits<float>::infinity());
  EXPECT_EQ(RunRow(dy, y), dy);
}

TEST_P(LogSoftmaxBackward, OverflowOfExpFollowsTheFormula) {
  const std::vector<float> y{200, 0, 0};
  EXPECT_EQ(RunRow({1, 0, 0}, y)[0], -std::numeric_limits<float>::infinity());
  EXPECT_TRUE(std::isnan(RunRow({1, -1, 0}, y)[0]));
}

TEST_P(LogSoftmaxBackward, NanReachesTheWholeSlice) {
  const std::vector<float> dx =
      RunRow({1, std::numeric_limits<float>::quiet_NaN(), 0}, std::vector<float>{-1, -1, -1});
  for (const float value : dx) EXPECT_TRUE(std::isnan(value));
}

}  // namespace
}  // namespace hostacl
