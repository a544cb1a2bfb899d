// Transfers against a plain loop, for each way in which two pieces may lie, on every target.
#include "core/transfer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/convert.h"
#include "simd/each_target.h"

namespace hostacl {
namespace {

class TransferTest : public EachTarget {};
INSTANTIATE_TEST_SUITE_P(Core, TransferTest, AllTargets(), TargetTestName);

struct Strides {
  std::string name;
  int64_t row;
  int64_t col;
};

std::vector<Strides> WritableStrides(int64_t rows, int64_t cols) {
  return {{"dense", cols, 1},           {"rows apart", cols + 3, 1},
          {"turned", 1, rows},          {"turned, apart", 1, rows + 5},
          {"every other", 2 * cols, 2}, {"turned, every other", 2, 2 * rows}};
}

std::vector<Strides> ReadableStrides(int64_t rows, int64_t cols) {
  std::vector<Strides> all = WritableStrides(rows, cols);
  all.push_back({"one value a row", 1, 0});
  all.push_back({"one value a row, apart", 3, 0});
  all.push_back({"one row", 0, 1});
  all.push_back({"every other of one row", 0, 2});
  all.push_back({"one value", 0, 0});
  return all;
}

template <typename T>
struct Stored;
template <>
struct Stored<float> {
  static constexpr aclDataType kDtype = ACL_FLOAT;
};
template <>
struct Stored<double> {
  static constexpr aclDataType kDtype = ACL_DOUBLE;
};
template <>
struct Stored<Float16Bits> {
  static constexpr aclDataType kDtype = ACL_FLOAT16;
};
template <>
struct Stored<Bfloat16Bits> {
  static constexpr aclDataType kDtype = ACL_BF16;
};
template <>
struct Stored<int32_t> {
  static constexpr aclDataType kDtype = ACL_INT32;
};

// A whole number that each of these types holds; no two neighbours are the same.
template <typename T>
T Numbered(size_t i) {
  return ConvertValue<T>(static_cast<float>(i % 127));
}

template <typename T>
std::vector<unsigned char> BytesOf(const std::vector<T>& values) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(values.data());
  return {bytes, bytes + values.size() * sizeof(T)};
}

template <typename From, typename To>
void ExpectTransferred(int64_t rows, int64_t cols, const Strides& read, const Strides& write,
                       int64_t ahead) {
  const auto extent = [&](const Strides& strides) {
    return static_cast<size_t>((rows - 1) * strides.row + (cols - 1) * strides.col + 1);
  };
  std::vector<From> from(extent(read));
  for (size_t i = 0; i < from.size(); ++i) from[i] = Numbered<From>(i);
  // One element more on either side.
  std::vector<To> to(extent(write) + 2, ConvertValue<To>(127.0f));
  std::vector<To> want = to;
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < cols; ++j) {
      want[static_cast<size_t>(1 + i * write.row + j * write.col)] =
          Numbered<To>(static_cast<size_t>(i * read.row + j * read.col));
    }
  }
  Transfer(
      {reinterpret_cast<std::byte*>(from.data()), Stored<From>::kDtype, read.row, read.col, ahead},
      {reinterpret_cast<std::byte*>(to.data() + 1), Stored<To>::kDtype, write.row, write.col}, rows,
      cols);
  ASSERT_TRUE(BytesOf(to) == BytesOf(want))
      << rows << " x " << cols << " of dtype " << Stored<From>::kDtype << " to "
      << Stored<To>::kDtype << ", from " << read.name << " to " << write.name;
}

template <typename From, typename To>
void ExpectEveryTransfer() {
  const std::vector<std::pair<int64_t, int64_t>> shapes = {
      {1, 1}, {1, 2}, {1, 37}, {37, 1}, {2, 2}, {3, 8}, {8, 3}, {16, 4}, {5, 16}, {9, 7}, {34, 70}};
  for (const auto& [rows, cols] : shapes) {
    for (const Strides& read : ReadableStrides(rows, cols)) {
      for (const Strides& write : WritableStrides(rows, cols)) {
        for (const int64_t ahead : {0, 1000}) {
          ExpectTransferred<From, To>(rows, cols, read, write, ahead);
        }
      }
    }
  }
}

TEST_P(TransferTest, MovesEveryElementToItsPlaceAndTouchesNothingElse) {
  ExpectEveryTransfer<Bfloat16Bits, Bfloat16Bits>();
  ExpectEveryTransfer<float, float>();
  ExpectEveryTransfer<double, double>();
}

TEST_P(TransferTest, ConvertsEveryElementOnItsWay) {
  ExpectEveryTransfer<Float16Bits, float>();
  ExpectEveryTransfer<float, Bfloat16Bits>();
  ExpectEveryTransfer<double, float>();
  ExpectEveryTransfer<double, int32_t>();
}

}  // namespace
}  // namespace hostacl
