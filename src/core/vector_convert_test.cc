// Conversions of rows against those of single values, bit for bit, on every target.
#include "core/vector_convert.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "core/convert.h"
#include "simd/each_target.h"

namespace hostacl {
namespace {

class VectorConvert : public EachTarget {};
INSTANTIATE_TEST_SUITE_P(Core, VectorConvert, AllTargets(), TargetTestName);

// Calls visit(dtype, value of its type) for every dtype.
template <typename Visit>
void ForEachDtype(const Visit& visit) {
  visit(ACL_FLOAT, float{});
  visit(ACL_DOUBLE, double{});
  visit(ACL_FLOAT16, Float16Bits{});
  visit(ACL_BF16, Bfloat16Bits{});
  visit(ACL_INT8, int8_t{});
  visit(ACL_INT16, int16_t{});
  visit(ACL_INT32, int32_t{});
  visit(ACL_INT64, int64_t{});
  visit(ACL_UINT8, uint8_t{});
  visit(ACL_UINT16, uint16_t{});
  visit(ACL_UINT32, uint32_t{});
  visit(ACL_UINT64, uint64_t{});
  visit(ACL_BOOL, BoolByte{});
}

// Elements of random bits, among them every pattern of 16 bits.
template <typename T>
std::vector<T> RandomElements(size_t count) {
  std::mt19937_64 random(1);
  std::vector<T> elements(count);
  for (size_t i = 0; i < count; ++i) {
    const uint64_t bits = sizeof(T) == 2 ? i : random();
    std::memcpy(&elements[i], &bits, sizeof(T));
  }
  return elements;
}

template <typename From, typename To>
void ExpectConverted(const std::vector<From>& from, aclDataType from_dtype, aclDataType to_dtype,
                     size_t first, size_t count) {
  std::vector<To> got(count + 1);
  std::vector<To> want(count + 1);
  ConversionOf(from_dtype, to_dtype)(reinterpret_cast<const std::byte*>(from.data() + first),
                                     reinterpret_cast<std::byte*>(got.data()),
                                     static_cast<int64_t>(count));
  for (size_t i = 0; i < count; ++i) want[i] = ConvertValue<To>(from[first + i]);
  for (size_t i = 0; i <= count; ++i) {
    ASSERT_EQ(std::memcmp(&got[i], &want[i], sizeof(To)), 0)
        << "element " << i << " of " << count << " from dtype " << from_dtype << " to " << to_dtype;
  }
}

TEST_P(VectorConvert, GivesTheBitsOfSingleConversions) {
  ForEachDtype([](aclDataType from_dtype, auto from) {
    using From = decltype(from);
    const std::vector<From> elements = RandomElements<From>(65536 + 300);
    ForEachDtype([&](aclDataType to_dtype, auto to) {
      using To = decltype(to);
      if (from_dtype == to_dtype) return;
      ExpectConverted<From, To>(elements, from_dtype, to_dtype, 0, 65536);
      for (size_t count = 0; count < 70; ++count) {
        ExpectConverted<From, To>(elements, from_dtype, to_dtype, count, count);
      }
      ExpectConverted<From, To>(elements, from_dtype, to_dtype, 1, 259);
    });
  });
}

}  // namespace
}  // namespace hostacl
