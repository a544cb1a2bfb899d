// What needs no device: halves, sizes of data types, data buffers, versions, time limits.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "fixture.h"

namespace hostacl::testing {
namespace {

TEST(Half, ToFloat) {
  const std::vector<std::pair<aclFloat16, float>> values{
      {0x0000, 0.0f},
      {0x0001, std::ldexp(1.0f, -24)},
      {0x03FF, std::ldexp(1023.0f, -24)},
      {0x0400, std::ldexp(1.0f, -14)},
      {0x3555, 0.333251953125f},
      {0x3C00, 1.0f},
      {0x3C01, 1.0009765625f},
      {0x4248, 3.140625f},
      {0x7BFF, 65504.0f},
      {0x7C00, 65536.0f},
      {0x7E00, 98304.0f},
      {0x7FFF, 131008.0f},
  };
  for (const auto& [half, value] : values) {
    EXPECT_EQ(aclFloat16ToFloat(half), value) << std::hex << half;
    EXPECT_EQ(aclFloat16ToFloat(half | 0x8000), -value) << std::hex << half;
  }
  EXPECT_TRUE(std::signbit(aclFloat16ToFloat(0x8000)));
}

TEST(Half, FromFloatRoundsToNearestEven) {
  const float tiny = std::ldexp(1.0f, -25);
  const std::vector<std::pair<float, aclFloat16>> values{
      {0.0f, 0x0000},
      {tiny, 0x0000},
      {std::nextafter(tiny, 1.0f), 0x0001},
      {3 * tiny, 0x0002},
      {5 * tiny, 0x0002},
      {std::ldexp(1.0f, -14) - tiny, 0x0400},
      {std::numeric_limits<float>::denorm_min(), 0x0000},
      {1.0f, 0x3C00},
      {1.0f + std::ldexp(1.0f, -11), 0x3C00},
      {1.0f + std::ldexp(3.0f, -11), 0x3C02},
      {std::nextafter(1.0f + std::ldexp(1.0f, -11), 2.0f), 0x3C01},
      {0.1f, 0x2E66},
      {2047.5f, 0x6800},
      {65504.0f, 0x7BFF},
  };
  for (const auto& [value, half] : values) {
    EXPECT_EQ(aclFloatToFloat16(value), half) << value;
    EXPECT_EQ(aclFloatToFloat16(-value), half | 0x8000) << value;
  }
}

TEST(Half, FromFloatSaturates) {
  const float infinity = std::numeric_limits<float>::infinity();
  for (const float value : {65505.0f, 65519.0f, 65520.0f, 65536.0f, 1e30f, infinity}) {
    EXPECT_EQ(aclFloatToFloat16(value), 0x7BFF) << value;
    EXPECT_EQ(aclFloatToFloat16(-value), 0xFBFF) << value;
  }
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(aclFloatToFloat16(std::copysign(nan, 1.0f)), 0x7BFF);
  EXPECT_EQ(aclFloatToFloat16(std::copysign(nan, -1.0f)), 0xFBFF);
}

TEST(Half, EveryFiniteOneComesBack) {
  for (uint32_t half = 0; half <= 0x7BFF; ++half) {
    ASSERT_EQ(aclFloatToFloat16(aclFloat16ToFloat(half)), half);
    ASSERT_EQ(aclFloatToFloat16(aclFloat16ToFloat(half | 0x8000)), half | 0x8000);
  }
}

TEST(DataType, Sizes) {
  const std::vector<std::pair<aclDataType, size_t>> sizes{
      {ACL_BOOL, 1},         {ACL_INT8, 1},        {ACL_UINT8, 1},         {ACL_INT16, 2},
      {ACL_UINT16, 2},       {ACL_FLOAT16, 2},     {ACL_BF16, 2},          {ACL_INT32, 4},
      {ACL_UINT32, 4},       {ACL_FLOAT, 4},       {ACL_COMPLEX32, 4},     {ACL_INT64, 8},
      {ACL_UINT64, 8},       {ACL_DOUBLE, 8},      {ACL_COMPLEX64, 8},     {ACL_COMPLEX128, 16},
      {ACL_HIFLOAT8, 1},     {ACL_FLOAT8_E5M2, 1}, {ACL_FLOAT8_E4M3FN, 1}, {ACL_FLOAT8_E8M0, 1},
      {ACL_DT_UNDEFINED, 0}, {ACL_STRING, 0},      {ACL_INT4, 0},          {ACL_UINT1, 0},
      {ACL_FLOAT6_E3M2, 0},  {ACL_FLOAT6_E2M3, 0}, {ACL_FLOAT4_E2M1, 0},   {ACL_FLOAT4_E1M2, 0},
  };
  for (const auto& [type, size] : sizes) EXPECT_EQ(aclDataTypeSize(type), size) << type;
  for (const int number : {-2, 5, 14, 15, 18, 26, 28, 31, 32, 42, 1000000}) {
    EXPECT_EQ(aclDataTypeSize(static_cast<aclDataType>(number)), 0u) << number;
  }
}

TEST(DataBuffer, KeepsAddressAndSize) {
  int number = 0;
  aclDataBuffer* const buffer = aclCreateDataBuffer(&number, sizeof number);
  ASSERT_NE(buffer, nullptr);
  EXPECT_EQ(aclGetDataBufferAddr(buffer), &number);
  EXPECT_EQ(aclGetDataBufferSizeV2(buffer), sizeof number);
  EXPECT_EQ(aclGetDataBufferSize(buffer), sizeof number);
  EXPECT_TRUE(Succeeded(aclUpdateDataBuffer(buffer, nullptr, (size_t{1} << 32) + 7)));
  EXPECT_EQ(aclGetDataBufferAddr(buffer), nullptr);
  EXPECT_EQ(aclGetDataBufferSizeV2(buffer), (size_t{1} << 32) + 7);
  EXPECT_EQ(aclGetDataBufferSize(buffer), 7u);
  EXPECT_TRUE(Succeeded(aclDestroyDataBuffer(buffer)));
}

TEST(DataBuffer, DeadOnesAreRecognised) {
  aclDataBuffer* const buffer = aclCreateDataBuffer(nullptr, 0);
  ASSERT_TRUE(Succeeded(aclDestroyDataBuffer(buffer)));
  EXPECT_TRUE(Refused(aclDestroyDataBuffer(buffer), ACL_ERROR_INVALID_PARAM,
                      {"dataBuffer", "was destroyed"}));
  EXPECT_EQ(aclUpdateDataBuffer(buffer, nullptr, 0), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclGetDataBufferAddr(buffer), nullptr);
  EXPECT_EQ(aclGetDataBufferSizeV2(buffer), 0u);
  EXPECT_TRUE(
      Refused(aclDestroyDataBuffer(nullptr), ACL_ERROR_INVALID_PARAM, {"dataBuffer", "null"}));
  int number = 0;
  EXPECT_EQ(aclDestroyDataBuffer(reinterpret_cast<aclDataBuffer*>(&number)),
            ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclGetDataBufferSize(reinterpret_cast<aclDataBuffer*>(&number)), 0u);
}

TEST(Version, OfTheInterface) {
  int32_t major = -1;
  int32_t minor = -1;
  int32_t patch = -1;
  EXPECT_TRUE(Succeeded(aclrtGetVersion(&major, &minor, &patch)));
  EXPECT_EQ(major, ACL_MAJOR_VERSION);
  EXPECT_EQ(minor, ACL_MINOR_VERSION);
  EXPECT_EQ(patch, ACL_PATCH_VERSION);
  EXPECT_TRUE(Refused(aclrtGetVersion(&major, nullptr, &patch), ACL_ERROR_RT_PARAM_INVALID,
                      {"minorVersion", "null"}));
}

TEST(Version, OfPackagesInThreeForms) {
  aclCANNPackageVersion version;
  std::memset(&version, 'x', sizeof version);
  ASSERT_TRUE(Succeeded(aclsysGetCANNVersion(ACL_PKG_NAME_CANN, &version)));
  std::string joined =
      std::string(version.majorVersion) + "." + version.minorVersion + "." + version.releaseVersion;
  EXPECT_EQ(joined, version.version);

  char runtime[] = "runtime";
  char text[ACL_PKG_VERSION_MAX_SIZE];
  std::memset(text, 'x', sizeof text);
  ASSERT_TRUE(Succeeded(aclsysGetVersionStr(runtime, text)));
  EXPECT_STREQ(text, version.version);

  int32_t number = 0;
  ASSERT_TRUE(Succeeded(aclsysGetVersionNum(runtime, &number)));
  EXPECT_EQ(number, std::stoi(version.majorVersion) * 10000000 +
                        std::stoi(version.minorVersion) * 100000 +
                        std::stoi(version.releaseVersion) * 1000);
}

TEST(Version, OfUnknownPackagesIsRefused) {
  aclCANNPackageVersion version;
  EXPECT_TRUE(Refused(aclsysGetCANNVersion(static_cast<aclCANNPackageName>(8), &version),
                      ACL_ERROR_INVALID_PARAM, {"name", "8"}));
  EXPECT_EQ(aclsysGetCANNVersion(ACL_PKG_NAME_CANN, nullptr), ACL_ERROR_INVALID_PARAM);
  char unknown[] = "nothing";
  char text[ACL_PKG_VERSION_MAX_SIZE] = "x";
  int32_t number = 1;
  EXPECT_TRUE(Refused(aclsysGetVersionStr(unknown, text), ACL_ERROR_INVALID_PARAM,
                      {"pkgName", "\"nothing\""}));
  EXPECT_STREQ(text, "");
  EXPECT_EQ(aclsysGetVersionNum(unknown, &number), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(number, 0);
  EXPECT_EQ(aclsysGetVersionStr(nullptr, text), ACL_ERROR_INVALID_PARAM);
}

TEST(Version, PackagesOfLaterReleasesAreNotThere) {
  aclGetRecentErrMsg();
  char later[] = "ops_nn";
  char text[ACL_PKG_VERSION_MAX_SIZE] = "x";
  EXPECT_EQ(aclsysGetVersionStr(later, text), ACL_ERROR_INVALID_PARAM);
  EXPECT_STREQ(text, "");
  EXPECT_EQ(aclGetRecentErrMsg(), nullptr) << "an answer, not a failure";
}

// The defaults and intervals of the products' documents.
TEST(TimeLimit, DefaultsBelongToTheProduct) {
  const std::vector<std::pair<const char*, uint32_t>> products{
      {"Ascend910B1", 1091000}, {"Ascend310P3", 547000}, {"Ascend910A", 68000}};
  for (const auto& [name, limit_ms] : products) {
    const WithVariable soc("HOSTACL_SOC", name);
    ASSERT_TRUE(Succeeded(aclInit(nullptr)));
    uint32_t timeout_ms = 0;
    EXPECT_TRUE(Succeeded(aclrtGetOpExecuteTimeout(&timeout_ms)));
    EXPECT_EQ(timeout_ms, limit_ms) << name;
    ASSERT_TRUE(Succeeded(aclFinalize()));
  }
}

TEST(TimeLimit, IsRoundedUpToTheInterval) {
  ASSERT_TRUE(Succeeded(aclInit(nullptr)));
  uint64_t interval = 0;
  ASSERT_TRUE(Succeeded(aclrtGetOpTimeOutInterval(&interval)));
  ASSERT_GT(interval, 0u);
  const std::vector<std::pair<uint64_t, uint64_t>> limits{
      {1, 1},   {interval, 1},     {interval + 1, 2}, {254 * interval, 254}, {300 * interval, 254},
      {0, 254}, {UINT64_MAX, 254},
  };
  uint64_t actual = 0;
  for (const auto& [asked, intervals] : limits) {
    EXPECT_TRUE(Succeeded(aclrtSetOpExecuteTimeOutV2(asked, &actual)));
    EXPECT_EQ(actual, intervals * interval) << asked;
  }
  EXPECT_TRUE(Succeeded(aclrtSetOpExecuteTimeOutV2(1, nullptr)));
  uint32_t timeout_ms = 0;
  EXPECT_TRUE(Succeeded(aclrtSetOpExecuteTimeOut(UINT32_MAX)));
  EXPECT_TRUE(Succeeded(aclrtGetOpExecuteTimeout(&timeout_ms)));
  EXPECT_EQ(timeout_ms, 254 * interval / 1000);
  EXPECT_TRUE(Succeeded(aclrtSetOpExecuteTimeOutWithMs(10)));
  EXPECT_TRUE(Succeeded(aclrtGetOpExecuteTimeout(&timeout_ms)));
  EXPECT_EQ(timeout_ms, interval / 1000);
  ASSERT_TRUE(Succeeded(aclFinalize()));
}

}  // namespace
}  // namespace hostacl::testing
