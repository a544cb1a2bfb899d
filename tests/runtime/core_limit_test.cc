// Core limits of devices, streams and threads.
#include "fixture.h"

namespace hostacl::testing {
namespace {

constexpr auto kCube = ACL_RT_DEV_RES_CUBE_CORE;
constexpr auto kVector = ACL_RT_DEV_RES_VECTOR_CORE;

uint32_t OfDevice(int32_t device, aclrtDevResLimitType type) {
  uint32_t value = 0;
  EXPECT_TRUE(Succeeded(aclrtGetDeviceResLimit(device, type, &value)));
  return value;
}

uint32_t OfStream(aclrtStream stream, aclrtDevResLimitType type) {
  uint32_t value = 0;
  EXPECT_TRUE(Succeeded(aclrtGetStreamResLimit(stream, type, &value)));
  return value;
}

uint32_t OfThread(aclrtDevResLimitType type) {
  uint32_t value = 0;
  EXPECT_TRUE(Succeeded(aclrtGetResInCurrentThread(type, &value)));
  return value;
}

// Two devices of 24 cube and 48 vector cores.
class CoreLimitTest : public RuntimeTest {
 private:
  const WithVariable soc_{"HOSTACL_SOC", "Ascend910B1"};
  const WithVariable devices_{"HOSTACL_DEVICE_COUNT", "2"};
};

TEST_F(CoreLimitTest, AtFirstItIsTheNumberOfCores) {
  EXPECT_EQ(OfDevice(0, kCube), 24u);
  EXPECT_EQ(OfDevice(1, kVector), 48u);
  EXPECT_EQ(OfStream(nullptr, kCube), 24u);
  EXPECT_EQ(OfThread(kVector), 48u);
}

TEST_F(CoreLimitTest, EachDeviceAndTypeHasItsOwn) {
  ASSERT_TRUE(Succeeded(aclrtSetDeviceResLimit(0, kVector, 5)));
  EXPECT_EQ(OfDevice(0, kVector), 5u);
  EXPECT_EQ(OfDevice(0, kCube), 24u);
  EXPECT_EQ(OfDevice(1, kVector), 48u);
  ASSERT_TRUE(Succeeded(aclrtResetDeviceResLimit(0)));
  EXPECT_EQ(OfDevice(0, kVector), 48u);
}

TEST_F(CoreLimitTest, ResettingTheDeviceTakesThemBack) {
  ASSERT_TRUE(Succeeded(aclrtSetDeviceResLimit(0, kCube, 5)));
  ASSERT_TRUE(Succeeded(aclrtResetDevice(0)));
  EXPECT_EQ(OfDevice(0, kCube), 24u);
  ASSERT_TRUE(Succeeded(aclrtSetDeviceResLimit(0, kCube, 5)));
  ASSERT_TRUE(Succeeded(aclFinalize()));
  ASSERT_TRUE(Succeeded(aclInit(nullptr)));
  EXPECT_EQ(OfDevice(0, kCube), 24u);
}

TEST_F(CoreLimitTest, AStreamHasItsDevicesUntilItHasItsOwn) {
  const aclrtStream stream = MakeStream();
  const aclrtStream other = MakeStream();
  ASSERT_TRUE(Succeeded(aclrtSetDeviceResLimit(0, kCube, 7)));
  EXPECT_EQ(OfStream(stream, kCube), 7u);
  ASSERT_TRUE(Succeeded(aclrtSetStreamResLimit(stream, kCube, 3)));
  EXPECT_EQ(OfStream(stream, kCube), 3u);
  EXPECT_EQ(OfStream(other, kCube), 7u);
  EXPECT_EQ(OfDevice(0, kCube), 7u);
  ASSERT_TRUE(Succeeded(aclrtResetStreamResLimit(stream)));
  EXPECT_EQ(OfStream(stream, kCube), 7u);
}

TEST_F(CoreLimitTest, AThreadUsesAStreamsUntilItStops) {
  const aclrtStream stream = MakeStream();
  ASSERT_TRUE(Succeeded(aclrtSetStreamResLimit(stream, kCube, 3)));
  ASSERT_TRUE(Succeeded(aclrtUseStreamResInCurrentThread(stream)));
  EXPECT_EQ(OfThread(kCube), 3u);
  OnOtherThread([] {
    ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
    EXPECT_EQ(OfThread(kCube), 24u);
    EXPECT_TRUE(Succeeded(aclrtResetDevice(0)));
  });
  EXPECT_TRUE(Refused(aclrtUnuseStreamResInCurrentThread(MakeStream()), ACL_ERROR_RT_PARAM_INVALID,
                      {"stream", "not the one"}));
  ASSERT_TRUE(Succeeded(aclrtUnuseStreamResInCurrentThread(stream)));
  EXPECT_EQ(OfThread(kCube), 24u);
  ASSERT_TRUE(Succeeded(aclrtUseStreamResInCurrentThread(stream)));
  ASSERT_TRUE(Succeeded(aclrtDestroyStream(stream)));
  EXPECT_EQ(OfThread(kCube), 24u) << "the stream is gone";
}

TEST_F(CoreLimitTest, ArgumentsAreChecked) {
  for (const uint32_t value : {0u, 25u}) {
    EXPECT_TRUE(Refused(aclrtSetDeviceResLimit(0, kCube, value), ACL_ERROR_RT_PARAM_INVALID,
                        {"value", "[1, 24]"}));
    EXPECT_EQ(aclrtSetStreamResLimit(nullptr, kCube, value), ACL_ERROR_RT_PARAM_INVALID);
  }
  EXPECT_TRUE(Succeeded(aclrtSetDeviceResLimit(0, kCube, 24)));
  const auto none = static_cast<aclrtDevResLimitType>(2);
  uint32_t value = 9;
  EXPECT_TRUE(
      Refused(aclrtGetDeviceResLimit(0, none, &value), ACL_ERROR_RT_PARAM_INVALID, {"type", "2"}));
  EXPECT_EQ(value, 0u);
  EXPECT_EQ(aclrtSetDeviceResLimit(0, none, 1), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtGetResInCurrentThread(none, &value), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_TRUE(Refused(aclrtGetDeviceResLimit(2, kCube, &value), ACL_ERROR_RT_INVALID_DEVICEID,
                      {"deviceId", "2"}));
  EXPECT_EQ(aclrtSetDeviceResLimit(2, kCube, 1), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(aclrtResetDeviceResLimit(-1), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(aclrtGetDeviceResLimit(0, kCube, nullptr), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtGetStreamResLimit(&value, kCube, &value), ACL_ERROR_RT_INVALID_HANDLE);
}

}  // namespace
}  // namespace hostacl::testing
