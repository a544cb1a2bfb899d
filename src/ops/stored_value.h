// Values as tests of kernels see them: any float dtype of a tile read and written as long double.
#ifndef HOSTACL_OPS_STORED_VALUE_H_
#define HOSTACL_OPS_STORED_VALUE_H_

#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "acl/acl_base.h"
#include "core/convert.h"
#include "core/tile.h"
#include "simd/ulp.h"

namespace hostacl {

// A float dtype: its number, and its mantissa bits (hidden bit included) and smallest normal
// exponent.
template <typename T>
struct StoredTraits;
template <>
struct StoredTraits<float> {
  static constexpr aclDataType kDtype = ACL_FLOAT;
  static constexpr int kDigits = 24;
  static constexpr int kMinExponent = -126;
};
template <>
struct StoredTraits<double> {
  static constexpr aclDataType kDtype = ACL_DOUBLE;
  static constexpr int kDigits = 53;
  static constexpr int kMinExponent = -1022;
};
template <>
struct StoredTraits<Float16Bits> {
  static constexpr aclDataType kDtype = ACL_FLOAT16;
  static constexpr int kDigits = 11;
  static constexpr int kMinExponent = -14;
};
template <>
struct StoredTraits<Bfloat16Bits> {
  static constexpr aclDataType kDtype = ACL_BF16;
  static constexpr int kDigits = 8;
  static constexpr int kMinExponent = -126;
};

template <typename T>
long double Read(T value) {
  if constexpr (std::is_same_v<T, double>) {
    return value;
  } else {
    return ToFloat(value);
  }
}

template <typename T>
T Stored(double value) {
  return ConvertValue<T>(value);
}

// How far `got` is from `exact` in ULP at the size of `scale`. Results below the normal range, and
// those that overflow as they should, count as right: the bounds are for normal results.
template <typename T>
long double StoredUlp(T got, long double exact, long double scale) {
  using Traits = StoredTraits<T>;
  const long double value = Read(got);
  const bool overflows = std::isinf(Read(Stored<T>(static_cast<double>(exact))));
  if (overflows && std::isinf(value) && (value > 0) == (exact > 0)) return 0;
  return UlpDistance(value, exact, scale, Traits::kDigits, Traits::kMinExponent);
}

// `count` random values spread evenly over [low, high].
template <typename T>
std::vector<T> RandomRow(int64_t count, double low, double high, uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(low, high);
  std::vector<T> row(static_cast<size_t>(count));
  for (T& value : row) value = Stored<T>(uniform(random));
  return row;
}

// A tile operand over a whole row-major array.
template <typename T>
Tile::Operand Whole(const std::vector<T>& values, int64_t cols) {
  return {reinterpret_cast<std::byte*>(const_cast<T*>(values.data())), cols, 0};
}

// A table of a reduction, with the rows that its kernels may use behind their results.
class OwnTable {
 public:
  OwnTable(int rows, int64_t slices)
      : stride_((slices + kSliceStride - 1) / kSliceStride * kSliceStride),
        values_(static_cast<size_t>((rows + kSpareRows) * stride_)),
        table_{values_.data(), stride_} {}
  OwnTable(const OwnTable&) = delete;
  OwnTable& operator=(const OwnTable&) = delete;

  const SliceTable& table() const { return table_; }

 private:
  int64_t stride_;
  std::vector<double> values_;
  SliceTable table_;
};

}  // namespace hostacl

#endif  // HOSTACL_OPS_STORED_VALUE_H_
