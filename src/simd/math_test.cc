// The vector functions and conversions on every target of this machine, against long double and the
// scalar conversions.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/convert.h"
#include "runtime/error.h"
#include "simd/each_target.h"
#include "simd/log1p.h"
#include "simd/target.h"
#include "simd/ulp.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/math_test.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h, which includes this file anew for each target.
#include <hwy/highway.h>

#include "simd/lanes-inl.h"
#include "simd/math-inl.h"
#include "simd/sigmoid-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hostacl {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <typename T>
void ExpRow(const T* x, T* y, int64_t count) {
  const hn::ScalableTag<T> d;
  ForEachVector(d, count, [&](const auto& lanes) HWY_ATTR {
    lanes.Store(ExpNonPositive(d, lanes.Load(x), hn::Zero(d)).value, y);
  });
}

// What rounding took from each value of ExpRow.
template <typename T>
void LostRow(const T* x, T* lost, int64_t count) {
  const hn::ScalableTag<T> d;
  ForEachVector(d, count, [&](const auto& lanes) HWY_ATTR {
    lanes.Store(ExpNonPositive(d, lanes.Load(x), hn::Zero(d)).lost, lost);
  });
}

// exp(x) put together from its parts, for any x.
template <typename T>
void SplitExpRow(const T* x, T* y, int64_t count) {
  const hn::ScalableTag<T> d;
  constexpr size_t kLanes = hn::MaxLanes(hn::ScalableTag<T>());
  ForEachVector(d, count, [&](const auto& lanes) HWY_ATTR {
    const auto parts = SplitExp(d, lanes.Load(x), hn::Zero(d));
    HWY_ALIGN T mantissa[kLanes];
    HWY_ALIGN typename ExpTraits<T>::Signed exponent[kLanes];
    hn::Store(parts.mantissa, d, mantissa);
    hn::Store(parts.exponent, hn::RebindToSigned<hn::ScalableTag<T>>(), exponent);
    for (size_t i = 0; i < kLanes; ++i) {
      mantissa[i] = std::ldexp(mantissa[i], static_cast<int>(exponent[i]));
    }
    lanes.Store(hn::Load(d, mantissa), y);
  });
}

template <Precision kPrecision, typename T>
void SigmoidRow(const T* b, T* sigmoid, T* slope, int64_t count) {
  const hn::ScalableTag<T> d;
  ForEachVector(d, count, [&](const auto& lanes) HWY_ATTR {
    const auto gate = lanes.Load(b);
    const auto both = SigmoidOf(d, gate, ExpOfGate<kPrecision>(d, gate));
    lanes.Store(both.sigmoid, sigmoid);
    lanes.Store(both.slope, slope);
  });
}

template <typename T>
void ConvertRow(const float* x, T* y, float* back, int64_t count) {
  const hn::ScalableTag<float> d;
  ForEachVector(d, count, [&](const auto& lanes) HWY_ATTR { lanes.Store(lanes.Load(x), y); });
  const T* stored = y;
  ForEachVector(d, count,
                [&](const auto& lanes) HWY_ATTR { lanes.Store(lanes.Load(stored), back); });
}

void ExpFloat(const float* x, float* y, int64_t count) { ExpRow(x, y, count); }
void ExpDouble(const double* x, double* y, int64_t count) { ExpRow(x, y, count); }
void LostFloat(const float* x, float* lost, int64_t count) { LostRow(x, lost, count); }
void LostDouble(const double* x, double* lost, int64_t count) { LostRow(x, lost, count); }
void SplitExpFloat(const float* x, float* y, int64_t count) { SplitExpRow(x, y, count); }
void SplitExpDouble(const double* x, double* y, int64_t count) { SplitExpRow(x, y, count); }
void SigmoidFloat(const float* b, float* sigmoid, float* slope, int64_t count) {
  SigmoidRow<Precision::kFull>(b, sigmoid, slope, count);
}
void SigmoidShort(const float* b, float* sigmoid, float* slope, int64_t count) {
  SigmoidRow<Precision::kShort>(b, sigmoid, slope, count);
}
void SigmoidDouble(const double* b, double* sigmoid, double* slope, int64_t count) {
  SigmoidRow<Precision::kFull>(b, sigmoid, slope, count);
}
void ConvertFloat16(const float* x, hwy::float16_t* y, float* back, int64_t count) {
  ConvertRow(x, y, back, count);
}
void ConvertBfloat16(const float* x, hwy::bfloat16_t* y, float* back, int64_t count) {
  ConvertRow(x, y, back, count);
}

}  // namespace HWY_NAMESPACE
}  // namespace hostacl
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hostacl {
namespace {

HWY_EXPORT(ExpFloat);
HWY_EXPORT(ExpDouble);
HWY_EXPORT(LostFloat);
HWY_EXPORT(LostDouble);
HWY_EXPORT(SplitExpFloat);
HWY_EXPORT(SplitExpDouble);
HWY_EXPORT(SigmoidFloat);
HWY_EXPORT(SigmoidShort);
HWY_EXPORT(SigmoidDouble);
HWY_EXPORT(ConvertFloat16);
HWY_EXPORT(ConvertBfloat16);

// The documented bounds of simd/math-inl.h, in ULP.
constexpr long double kExpBound = 0.65L;
constexpr long double kLostBound = 0.15L;
constexpr long double kSubnormalExpBound = 0.76L;
// Relative errors, in units of half an ULP of 1.
constexpr long double kSigmoidBound = 1.3L;
constexpr long double kSlopeBound = 1.45L;
constexpr long double kShortSigmoidBound = 5.1L;
constexpr long double kShortSlopeBound = 6.9L;

INSTANTIATE_TEST_SUITE_P(Math, EachTarget, AllTargets(), TargetTestName);

// `count` values spread evenly over [low, high].
template <typename T>
std::vector<T> Spread(T low, T high, size_t count) {
  std::vector<T> values(count);
  for (size_t i = 0; i < count; ++i) {
    values[i] = low + (high - low) * static_cast<T>(i) / static_cast<T>(count - 1);
  }
  return values;
}

template <typename T, typename Function>
void ExpectExpWithin(const std::vector<T>& x, Function function, long double bound) {
  std::vector<T> y(x.size());
  function(x.data(), y.data(), static_cast<int64_t>(x.size()));
  for (size_t i = 0; i < x.size(); ++i) {
    ASSERT_LE(UlpDistance(y[i], std::exp(static_cast<long double>(x[i]))), bound)
        << "exp(" << x[i] << ") = " << y[i];
  }
}

TEST_P(EachTarget, ExpIsWithinItsBoundDownToTheSmallestSubnormal) {
  ExpectExpWithin(Spread(-87.0f, 0.0f, 300001), HWY_DYNAMIC_DISPATCH(ExpFloat), kExpBound);
  ExpectExpWithin(Spread(-708.0, 0.0, 300001), HWY_DYNAMIC_DISPATCH(ExpDouble), kExpBound);
  ExpectExpWithin(Spread(-120.0f, -87.0f, 30001), HWY_DYNAMIC_DISPATCH(ExpFloat),
                  kSubnormalExpBound);
  ExpectExpWithin(Spread(-760.0, -708.0, 30001), HWY_DYNAMIC_DISPATCH(ExpDouble),
                  kSubnormalExpBound);
  ExpectExpWithin(Spread(-1e-3f, 0.0f, 1001), HWY_DYNAMIC_DISPATCH(ExpFloat), kExpBound);
}

template <typename T, typename Function>
void ExpectLostWithin(const std::vector<T>& x, Function exp, Function lost_part) {
  const auto count = static_cast<int64_t>(x.size());
  std::vector<T> y(x.size());
  std::vector<T> lost(x.size());
  exp(x.data(), y.data(), count);
  lost_part(x.data(), lost.data(), count);
  for (size_t i = 0; i < x.size(); ++i) {
    const long double exact = std::exp(static_cast<long double>(x[i]));
    const long double error =
        UlpDistance(static_cast<long double>(y[i]) + lost[i], exact, exact,
                    std::numeric_limits<T>::digits, std::numeric_limits<T>::min_exponent - 1);
    ASSERT_LE(error, kLostBound) << "exp(" << x[i] << ") = " << y[i] << " + " << lost[i];
  }
}

TEST_P(EachTarget, ExpKnowsWhatRoundingTook) {
  ExpectLostWithin(Spread(-70.0f, 0.0f, 100001), HWY_DYNAMIC_DISPATCH(ExpFloat),
                   HWY_DYNAMIC_DISPATCH(LostFloat));
  ExpectLostWithin(Spread(-640.0, 0.0, 100001), HWY_DYNAMIC_DISPATCH(ExpDouble),
                   HWY_DYNAMIC_DISPATCH(LostDouble));
}

TEST_P(EachTarget, SplitExpCoversTheWholeRange) {
  ExpectExpWithin(Spread(-87.0f, 88.72283f, 300001), HWY_DYNAMIC_DISPATCH(SplitExpFloat),
                  kExpBound);
  ExpectExpWithin(Spread(-708.0, 709.78, 300001), HWY_DYNAMIC_DISPATCH(SplitExpDouble), kExpBound);
}

TEST_P(EachTarget, ExpOfSpecialValuesIsExact) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> x{-kInfinity, -1e30f, -0.0f, 0.0f, kNan, kInfinity, 88.8f, 1e30f};
  std::vector<float> y(x.size());
  HWY_DYNAMIC_DISPATCH(SplitExpFloat)(x.data(), y.data(), static_cast<int64_t>(x.size()));
  EXPECT_EQ(y[0], 0);
  EXPECT_EQ(y[1], 0);
  EXPECT_EQ(y[2], 1);
  EXPECT_EQ(y[3], 1);
  EXPECT_TRUE(std::isnan(y[4]));
  EXPECT_EQ(y[5], kInfinity);
  EXPECT_EQ(y[6], kInfinity);
  EXPECT_EQ(y[7], kInfinity);
}

template <typename T>
long double RelativeError(T got, long double exact) {
  return std::abs(got - exact) / exact * std::ldexp(1.0L, std::numeric_limits<T>::digits);
}

template <typename T, typename Function>
void ExpectSigmoidWithin(const std::vector<T>& b, Function function, long double bound,
                         long double slope_bound) {
  std::vector<T> sigmoid(b.size());
  std::vector<T> slope(b.size());
  function(b.data(), sigmoid.data(), slope.data(), static_cast<int64_t>(b.size()));
  for (size_t i = 0; i < b.size(); ++i) {
    const long double e = std::exp(-std::abs(static_cast<long double>(b[i])));
    ASSERT_LE(RelativeError(sigmoid[i], (b[i] < 0 ? e : 1) / (1 + e)), bound) << b[i];
    ASSERT_LE(RelativeError(slope[i], e / (1 + e) / (1 + e)), slope_bound) << b[i];
  }
}

// Every kStep-th float of either sign from 2^-20 up to the tail.
std::vector<float> FloatsUpToTheTail(uint32_t step) {
  std::vector<float> values;
  const auto last = BitCopy<uint32_t>(80.0f);
  for (uint32_t bits = BitCopy<uint32_t>(0x1p-20f); bits <= last; bits += step) {
    values.push_back(BitCopy<float>(bits));
    values.push_back(-values.back());
  }
  return values;
}

TEST_P(EachTarget, SigmoidAndSlopeAreWithinTheirBounds) {
  const std::vector<float> b = FloatsUpToTheTail(1009);
  ExpectSigmoidWithin(b, HWY_DYNAMIC_DISPATCH(SigmoidFloat), kSigmoidBound, kSlopeBound);
  ExpectSigmoidWithin(b, HWY_DYNAMIC_DISPATCH(SigmoidShort), kShortSigmoidBound, kShortSlopeBound);
  ExpectSigmoidWithin(Spread(-690.0, 690.0, 200001), HWY_DYNAMIC_DISPATCH(SigmoidDouble),
                      kSigmoidBound, kSlopeBound);
  ExpectSigmoidWithin(Spread(-3.0, 3.0, 200001), HWY_DYNAMIC_DISPATCH(SigmoidDouble), kSigmoidBound,
                      kSlopeBound);
}

// Floats around every boundary of the 16-bit formats: each 16-bit pattern as the upper half of a
// float, with lower halves at, below and above ties.
std::vector<float> RoundingInputs() {
  std::vector<float> values;
  for (uint32_t high = 0; high <= 0xFFFF; ++high) {
    for (const uint32_t low : {0x0000u, 0x0001u, 0x0FFFu, 0x1000u, 0x1001u, 0x2FFFu, 0x3000u,
                               0x7FFFu, 0x8000u, 0x8001u, 0xFFFFu}) {
      values.push_back(BitCopy<float>((high << 16) | low));
    }
  }
  return values;
}

template <typename Bits, typename Stored, typename Function, typename Scalar>
void ExpectSameConversion(Function function, Scalar scalar) {
  const std::vector<float> x = RoundingInputs();
  std::vector<Stored> y(x.size());
  std::vector<float> back(x.size());
  function(x.data(), y.data(), back.data(), static_cast<int64_t>(x.size()));
  for (size_t i = 0; i < x.size(); ++i) {
    const auto bits = BitCopy<Bits>(y[i]);
    const Bits expected = scalar(x[i]);
    // The conversion to bfloat16 asks for NaN with a clear lower half.
    const bool has_lower_half = BitCopy<uint32_t>(x[i]) % 0x10000 != 0;
    if (std::isnan(x[i]) && has_lower_half && std::is_same_v<Stored, hwy::bfloat16_t>) continue;
    if (std::isnan(x[i])) {
      ASSERT_TRUE(std::isnan(ToFloat(bits))) << x[i];
      ASSERT_TRUE(std::isnan(back[i])) << x[i];
      continue;
    }
    ASSERT_EQ(bits.bits, expected.bits) << x[i];
    ASSERT_EQ(BitCopy<uint32_t>(back[i]), BitCopy<uint32_t>(ToFloat(expected))) << x[i];
  }
}

TEST_P(EachTarget, ConversionsRoundToNearestEven) {
  ExpectSameConversion<Float16Bits, hwy::float16_t>(HWY_DYNAMIC_DISPATCH(ConvertFloat16),
                                                    ToFloat16);
  ExpectSameConversion<Bfloat16Bits, hwy::bfloat16_t>(HWY_DYNAMIC_DISPATCH(ConvertBfloat16),
                                                      ToBfloat16);
}

TEST(Log1p, IsWithinItsBoundFromNothingToLargeSums) {
  for (double x = 1e-300; x < 1e12; x *= x < 1e-20 ? 1.7 : 1.0007) {
    for (const double low : {0.0, x < 1e-3 ? x * 0x1p-54 : 0x1p-54}) {
      const long double exact = std::log1p(static_cast<long double>(x) + low);
      ASSERT_LE(UlpDistance(Log1p(x, low), exact), 0.6L) << x << " + " << low;
    }
  }
  EXPECT_EQ(Log1p(0, 0), 0);
  EXPECT_TRUE(std::isnan(Log1p(std::numeric_limits<double>::quiet_NaN(), 0)));
  EXPECT_TRUE(std::isinf(Log1p(std::numeric_limits<double>::infinity(), 0)));
}

TEST(UseTarget, RefusesATargetThatIsNotThere) {
  try {
    UseTarget("AVX9");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code, 361001);
    EXPECT_NE(error.sentence.find("AVX9"), std::string::npos) << error.sentence;
    EXPECT_NE(error.sentence.find(AvailableTargets().front()), std::string::npos);
  }
}

}  // namespace
}  // namespace hostacl
#endif  // HWY_ONCE
