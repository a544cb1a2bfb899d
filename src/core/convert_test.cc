// The scalar conversions against exhaustive and exact expectations.
#include "core/convert.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

namespace hostacl {
namespace {

TEST(Convert, EveryFloat16SurvivesTheWayThroughFloat) {
  for (uint32_t bits = 0; bits <= 0xFFFF; ++bits) {
    const Float16Bits value{static_cast<uint16_t>(bits)};
    const float wide = ToFloat(value);
    if (std::isnan(wide)) {
      EXPECT_TRUE(std::isnan(ToFloat(ToFloat16(wide))));
      continue;
    }
    ASSERT_EQ(ToFloat16(wide).bits, value.bits);
  }
}

// Between two neighbouring 16-bit values lies their middle: it goes to the even one, and anything
// beyond it to the nearer one.
template <typename Bits, typename Round>
void ExpectNearestEven(uint32_t largest, Round round) {
  for (uint32_t bits = 0; bits < largest; ++bits) {
    const double low = ToFloat(Bits{static_cast<uint16_t>(bits)});
    const double high = ToFloat(Bits{static_cast<uint16_t>(bits + 1)});
    const double middle = (low + high) / 2;
    const auto even = static_cast<uint16_t>(bits + bits % 2);
    ASSERT_EQ(round(middle).bits, even) << middle;
    ASSERT_EQ(round(std::nextafter(middle, 0.0)).bits, bits) << middle;
    ASSERT_EQ(round(std::nextafter(middle, 1e300)).bits, bits + 1) << middle;
  }
}

TEST(Convert, DoubleToSixteenBitsRoundsOnce) {
  ExpectNearestEven<Float16Bits>(0x7BFF,
                                 [](double value) { return ConvertValue<Float16Bits>(value); });
  ExpectNearestEven<Bfloat16Bits>(0x7F7F,
                                  [](double value) { return ConvertValue<Bfloat16Bits>(value); });
}

TEST(Convert, SixteenBitOverflowGivesInfinity) {
  EXPECT_EQ(ToFloat16(65519.996f).bits, 0x7BFF);
  EXPECT_EQ(ToFloat16(65520.0f).bits, 0x7C00);
  EXPECT_EQ(ToFloat16(-1e30f).bits, 0xFC00);
  EXPECT_EQ(ToBfloat16(std::numeric_limits<float>::max()).bits, 0x7F80);
  EXPECT_EQ(ConvertValue<Float16Bits>(1e300).bits, 0x7C00);
}

template <typename Integer>
void ExpectSaturation() {
  using Limits = std::numeric_limits<Integer>;
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(ConvertValue<Integer>(kInfinity), Limits::max());
  EXPECT_EQ(ConvertValue<Integer>(-kInfinity), Limits::min());
  EXPECT_EQ(ConvertValue<Integer>(std::numeric_limits<float>::quiet_NaN()), 0);
  EXPECT_EQ(ConvertValue<Integer>(2.9f), 2);
  EXPECT_EQ(ConvertValue<Integer>(-0.9f), 0);
  EXPECT_EQ(ConvertValue<Integer>(-2.9f), Limits::is_signed ? static_cast<Integer>(-2) : 0);
  EXPECT_EQ(ConvertValue<Integer>(static_cast<float>(Limits::max()) * 2), Limits::max());
}

// Converts as the machine does: a compiler that knows the value would saturate it by itself.
template <typename Integer, typename Float>
Integer Converted(Float value) {
  const volatile Float unknown = value;
  return ConvertValue<Integer>(Float{unknown});
}

// A limit that the floating type cannot hold rounds up to the first power of two beyond it, which
// no plain conversion may be given.
template <typename Integer, typename Float>
void ExpectEdges() {
  using Limits = std::numeric_limits<Integer>;
  const Float beyond = std::ldexp(Float{1}, Limits::digits);
  const Float before = std::nextafter(beyond, Float{0});
  EXPECT_EQ((Converted<Integer>(beyond)), Limits::max());
  EXPECT_EQ((Converted<Integer>(std::nextafter(beyond, beyond * 2))), Limits::max());
  EXPECT_EQ((Converted<Integer>(before)), static_cast<Integer>(before));
  EXPECT_EQ((Converted<Integer>(-beyond)), Limits::min());
  EXPECT_EQ((Converted<Integer>(std::nextafter(-beyond, -beyond * 2))), Limits::min());
  EXPECT_EQ((Converted<Integer>(-before)),
            Limits::is_signed ? static_cast<Integer>(-before) : Integer{0});
}

TEST(Convert, IntegersSaturateFromTheFirstValueBeyond) {
  ExpectEdges<int32_t, float>();
  ExpectEdges<int64_t, float>();
  ExpectEdges<uint32_t, float>();
  ExpectEdges<uint64_t, float>();
  ExpectEdges<int32_t, double>();
  ExpectEdges<int64_t, double>();
  ExpectEdges<uint32_t, double>();
  ExpectEdges<uint64_t, double>();
}

TEST(Convert, IntegersTruncateAndSaturate) {
  ExpectSaturation<int8_t>();
  ExpectSaturation<int16_t>();
  ExpectSaturation<int32_t>();
  ExpectSaturation<int64_t>();
  ExpectSaturation<uint8_t>();
  ExpectSaturation<uint16_t>();
  ExpectSaturation<uint32_t>();
  ExpectSaturation<uint64_t>();
}

// A double loses the last bits of such integers, a float even more: they must not be lost before
// the one rounding.
TEST(Convert, IntegersToSixteenBitsRoundOnce) {
  const int64_t tie = (int64_t{1} << 62) + (int64_t{1} << 54);
  const uint16_t even = ToBfloat16(0x1p62f).bits;
  EXPECT_EQ(ConvertValue<Bfloat16Bits>(tie).bits, even);
  EXPECT_EQ(ConvertValue<Bfloat16Bits>(tie + 1).bits, even + 1);
  EXPECT_EQ(ConvertValue<Bfloat16Bits>(-tie - 1).bits, 0x8000 | (even + 1));
  EXPECT_EQ(ConvertValue<Bfloat16Bits>(static_cast<uint64_t>(tie) * 2 + 1).bits,
            ToBfloat16(0x1p63f).bits + 1);
  EXPECT_EQ(ConvertValue<Bfloat16Bits>((1 << 30) + (1 << 22) + 1).bits,
            ToBfloat16(0x1p30f).bits + 1);
  EXPECT_EQ(ConvertValue<Float16Bits>(65519).bits, 0x7BFF);
  EXPECT_EQ(ConvertValue<Float16Bits>(uint64_t{65520}).bits, 0x7C00);
  EXPECT_EQ(ConvertValue<Float16Bits>(std::numeric_limits<int64_t>::min()).bits, 0xFC00);
}

TEST(Convert, IntegersBecomeOthersModuloTheirRange) {
  EXPECT_EQ(ConvertValue<int8_t>(int32_t{300}), 44);
  EXPECT_EQ(ConvertValue<uint32_t>(int64_t{-1}), 0xFFFFFFFFu);
  EXPECT_EQ(ConvertValue<int64_t>(UINT64_MAX), -1);
  EXPECT_EQ(ConvertValue<uint64_t>(int8_t{-1}), UINT64_MAX);
  EXPECT_EQ(ConvertValue<int64_t>(INT64_MAX - 1 + int64_t{1}), INT64_MAX);
}

// Below the normal range of FLOAT, where BFLOAT16 still has values.
TEST(Convert, SubnormalDoublesToBfloat16RoundOnce) {
  EXPECT_EQ(ConvertValue<Bfloat16Bits>(0x1.8p-133).bits, 2);
  EXPECT_EQ(ConvertValue<Bfloat16Bits>(0x1p-134).bits, 0);
  EXPECT_EQ(ConvertValue<Bfloat16Bits>(0x1p-134 + 0x1p-180).bits, 1);
  EXPECT_EQ(ConvertValue<Bfloat16Bits>(-0x1p-134 - 0x1p-180).bits, 0x8001);
  EXPECT_EQ(ConvertValue<Bfloat16Bits>(0x1.8p-133 - 0x1p-180).bits, 1);
  EXPECT_EQ(ConvertValue<Bfloat16Bits>(0x1p-1074).bits, 0);
}

TEST(Convert, BoolIsWhetherTheValueDiffersFromZero) {
  EXPECT_EQ(ConvertValue<BoolByte>(-0.0f).byte, 0);
  EXPECT_EQ(ConvertValue<BoolByte>(1e-45f).byte, 1);
  EXPECT_EQ(ConvertValue<BoolByte>(std::numeric_limits<float>::quiet_NaN()).byte, 1);
}

}  // namespace
}  // namespace hostacl
