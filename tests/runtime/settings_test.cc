// The environment variables: what they change, what is refused, when they are read.
#include "runtime/settings.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "fixture.h"

namespace hostacl::testing {
namespace {

class SettingsTest : public ::testing::Test {
 protected:
  void TearDown() override {
    aclFinalize();
    aclGetRecentErrMsg();
  }
};

// Whether aclInit refuses `value` for `name` with a sentence that names both and `expected`.
::testing::AssertionResult RefusesValue(const char* name, const char* value, const char* expected) {
  const WithVariable variable(name, value);
  const std::string quoted = std::string("\"") + value + "\"";
  const auto result =
      Refused(aclInit(nullptr), ACL_ERROR_INVALID_PARAM, {name, expected, quoted.c_str()});
  if (!result) return result;
  if (aclFinalize() != ACL_ERROR_REPEAT_FINALIZE) {
    return ::testing::AssertionFailure() << "the library is initialised all the same";
  }
  return ::testing::AssertionSuccess();
}

uint32_t DeviceCount() {
  uint32_t count = 0;
  EXPECT_TRUE(Succeeded(aclrtGetDeviceCount(&count)));
  return count;
}

size_t TotalMemory() {
  size_t free = 0;
  size_t total = 0;
  EXPECT_TRUE(Succeeded(aclrtSetDevice(0)));
  EXPECT_TRUE(Succeeded(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total)));
  return total;
}

TEST_F(SettingsTest, Defaults) {
  const WithVariable soc("HOSTACL_SOC", nullptr);
  const WithVariable devices("HOSTACL_DEVICE_COUNT", nullptr);
  const WithVariable visible("ASCEND_RT_VISIBLE_DEVICES", nullptr);
  ASSERT_TRUE(Succeeded(aclInit(nullptr)));
  EXPECT_STREQ(aclrtGetSocName(), "Ascend910B1");
  EXPECT_EQ(DeviceCount(), 1u);
}

TEST_F(SettingsTest, TakesEverySocName) {
  for (const char* name :
       {"Ascend910A",        "Ascend910B",       "Ascend910ProA",   "Ascend910ProB",
        "Ascend910PremiumA", "Ascend910B1",      "Ascend910B2",     "Ascend910B2C",
        "Ascend910B3",       "Ascend910B4",      "Ascend910B4-1",   "Ascend910_9391",
        "Ascend910_9392",    "Ascend910_9381",   "Ascend910_9382",  "Ascend910_9372",
        "Ascend910_9362",    "Ascend310P1",      "Ascend310P3",     "Ascend310P5",
        "Ascend310P7",       "Ascend310B1",      "Ascend310B2",     "Ascend310B3",
        "Ascend310B4",       "Ascend950PR_9599", "Ascend950DT_9582"}) {
    const WithVariable variable("HOSTACL_SOC", name);
    ASSERT_TRUE(Succeeded(aclInit(nullptr)));
    EXPECT_STREQ(aclrtGetSocName(), name);
    ASSERT_TRUE(Succeeded(aclFinalize()));
  }
}

TEST_F(SettingsTest, RefusesOtherSocNames) {
  for (const char* name : {"", "Ascend", "Ascend910", "Ascend910B5", "ascend910b1", "Ascend910B1 ",
                           "Ascend310", "Ascend910_93", "Ascend910_939x", "Ascend910_93911"}) {
    EXPECT_TRUE(RefusesValue("HOSTACL_SOC", name, "Ascend910B1")) << name;
  }
}

TEST_F(SettingsTest, DeviceCount) {
  for (const char* count : {"1", "2", "8", "64"}) {
    const WithVariable variable("HOSTACL_DEVICE_COUNT", count);
    ASSERT_TRUE(Succeeded(aclInit(nullptr)));
    EXPECT_EQ(DeviceCount(), std::stoul(count));
    const int32_t last = std::stoi(count) - 1;
    EXPECT_TRUE(Succeeded(aclrtSetDevice(last)));
    EXPECT_EQ(aclrtSetDevice(last + 1), ACL_ERROR_RT_INVALID_DEVICEID);
    ASSERT_TRUE(Succeeded(aclFinalize()));
  }
  for (const char* count :
       {"", "0", "-1", "65", "two", "2x", " 2", "1.5", "18446744073709551617"}) {
    EXPECT_TRUE(RefusesValue("HOSTACL_DEVICE_COUNT", count, "from 1 to 64")) << count;
  }
}

TEST_F(SettingsTest, DeviceMemory) {
  const std::vector<std::pair<const char*, size_t>> values{
      {"1", 1},
      {"1000000", 1000000},
      {"3K", size_t{3} << 10},
      {"5M", size_t{5} << 20},
      {"32G", size_t{32} << 30},
      {"2T", size_t{2} << 40},
  };
  for (const auto& [text, bytes] : values) {
    const WithVariable variable("HOSTACL_DEVICE_MEMORY", text);
    ASSERT_TRUE(Succeeded(aclInit(nullptr)));
    EXPECT_EQ(TotalMemory(), bytes);
    ASSERT_TRUE(Succeeded(aclFinalize()));
  }
  for (const char* text : {"", "0", "0G", "G", "-1", "1g", "1GB", "1.5G", "1 G", "0x10",
                           "9223372036854775808", "8388608T", "18446744073709551616"}) {
    EXPECT_TRUE(RefusesValue("HOSTACL_DEVICE_MEMORY", text, "32G")) << text;
  }
}

TEST_F(SettingsTest, LargestDeviceMemory) {
  const WithVariable variable("HOSTACL_DEVICE_MEMORY", "8388607T");
  ASSERT_TRUE(Succeeded(aclInit(nullptr)));
  EXPECT_EQ(TotalMemory(), size_t{8388607} << 40);
}

TEST_F(SettingsTest, DeviceMemoryIsTheMachinesOrTheContainers) {
  const WithVariable variable("HOSTACL_DEVICE_MEMORY", nullptr);
  ASSERT_TRUE(Succeeded(aclInit(nullptr)));
  const auto machine =
      static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  EXPECT_EQ(TotalMemory(), std::min(machine, ContainerMemory("/sys/fs/cgroup").value_or(machine)));
}

// A folder that looks like the kernel's control groups.
class ContainerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(mkdir(root_.c_str(), 0700), 0);
    ASSERT_EQ(mkdir((root_ + "/memory").c_str(), 0700), 0);
  }
  void TearDown() override {
    std::remove(second_.c_str());
    std::remove(first_.c_str());
    rmdir((root_ + "/memory").c_str());
    rmdir(root_.c_str());
  }

  static void Write(const std::string& path, const char* content) {
    std::ofstream(path) << content;
  }

  const std::string root_ = ::testing::TempDir() + "hostacl_cgroup_" + std::to_string(getpid());
  const std::string first_ = root_ + "/memory/memory.limit_in_bytes";
  const std::string second_ = root_ + "/memory.max";
};

TEST_F(ContainerTest, WithoutFilesThereIsNoLimit) {
  EXPECT_EQ(ContainerMemory(root_), std::nullopt);
  EXPECT_EQ(ContainerMemory("/nowhere"), std::nullopt);
}

TEST_F(ContainerTest, BothVersionsOfTheFilesAreRead) {
  Write(first_, "4096\n");
  EXPECT_EQ(ContainerMemory(root_), 4096u);
  Write(second_, "2147483648\n");
  EXPECT_EQ(ContainerMemory(root_), 2147483648u);
}

TEST_F(ContainerTest, WhatIsNoNumberIsNoLimit) {
  for (const char* content : {"max\n", "", "\n", "-1\n", "99999999999999999999999\n"}) {
    Write(second_, content);
    EXPECT_EQ(ContainerMemory(root_), std::nullopt) << content;
  }
}

TEST_F(SettingsTest, Threads) {
  for (const char* threads : {"1", "2", "1024"}) {
    const WithVariable variable("HOSTACL_THREADS", threads);
    EXPECT_TRUE(Succeeded(aclInit(nullptr)));
    ASSERT_TRUE(Succeeded(aclFinalize()));
  }
  for (const char* threads : {"", "0", "-1", "all", "1025", "2147483648"}) {
    EXPECT_TRUE(RefusesValue("HOSTACL_THREADS", threads, "from 1 to 1024")) << threads;
  }
}

TEST_F(SettingsTest, LogLevels) {
  for (const char* level : {"off", "error", "warning", "info", "debug", "trace"}) {
    const WithVariable variable("HOSTACL_LOG", level);
    EXPECT_TRUE(Succeeded(aclInit(nullptr))) << level;
    ASSERT_TRUE(Succeeded(aclFinalize()));
  }
  for (const char* level : {"", "on", "OFF", "1", "warn"}) {
    EXPECT_TRUE(RefusesValue("HOSTACL_LOG", level, "off, error, warning, info, debug or trace"))
        << level;
  }
}

TEST_F(SettingsTest, LogIsOffUnlessAskedFor) {
  const WithVariable variable("HOSTACL_LOG", nullptr);
  ::testing::internal::CaptureStderr();
  ::testing::internal::CaptureStdout();
  ASSERT_TRUE(Succeeded(aclInit(nullptr)));
  EXPECT_EQ(aclrtSetDevice(5), ACL_ERROR_RT_INVALID_DEVICEID);
  ACL_APP_LOG(ACL_ERROR, "%s", "hidden");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
}

TEST_F(SettingsTest, LogGoesToStderrFromItsLevelOn) {
  const WithVariable variable("HOSTACL_LOG", "warning");
  ::testing::internal::CaptureStderr();
  ::testing::internal::CaptureStdout();
  ASSERT_TRUE(Succeeded(aclInit(nullptr)));
  EXPECT_EQ(aclrtSetDevice(5), ACL_ERROR_RT_INVALID_DEVICEID);
  aclAppLog(ACL_WARNING, "Compute", "model.cc", 42, "loss is %d", 17);
  aclAppLog(ACL_INFO, "Compute", "model.cc", 43, "too quiet");
  aclAppLog(ACL_ERROR, nullptr, nullptr, 1, nullptr);
  const std::string log = ::testing::internal::GetCapturedStderr();
  EXPECT_NE(log.find("aclrtSetDevice"), std::string::npos) << log;
  EXPECT_NE(log.find("model.cc:42"), std::string::npos) << log;
  EXPECT_NE(log.find("Compute: loss is 17"), std::string::npos) << log;
  EXPECT_EQ(log.find("too quiet"), std::string::npos) << log;
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
}

TEST_F(SettingsTest, LogLinesOfTheApplicationAreCut) {
  const WithVariable variable("HOSTACL_LOG", "info");
  ASSERT_TRUE(Succeeded(aclInit(nullptr)));
  ::testing::internal::CaptureStderr();
  aclAppLog(ACL_INFO, "f", "g.cc", 1, "%s", std::string(5000, 'x').c_str());
  const std::string log = ::testing::internal::GetCapturedStderr();
  EXPECT_NE(log.find(std::string(1024, 'x')), std::string::npos);
  EXPECT_EQ(log.find(std::string(1025, 'x')), std::string::npos);
}

TEST_F(SettingsTest, VisibleDevicesRenumber) {
  const WithVariable devices("HOSTACL_DEVICE_COUNT", "4");
  const WithVariable visible("ASCEND_RT_VISIBLE_DEVICES", "1,3");
  ASSERT_TRUE(Succeeded(aclInit(nullptr)));
  EXPECT_EQ(DeviceCount(), 2u);
  int64_t physical = 0;
  EXPECT_TRUE(Succeeded(aclrtGetDeviceInfo(1, ACL_DEV_ATTR_PHY_CHIP_ID, &physical)));
  EXPECT_EQ(physical, 3);
  EXPECT_TRUE(Succeeded(aclrtSetDevice(1)));
  EXPECT_EQ(aclrtSetDevice(2), ACL_ERROR_RT_INVALID_DEVICEID);
}

TEST_F(SettingsTest, VisibleDevicesEndAtTheFirstUnusableId) {
  const WithVariable devices("HOSTACL_DEVICE_COUNT", "4");
  const std::vector<std::pair<const char*, uint32_t>> values{
      {"0,1,2,3", 4}, {"0,2,4,3", 2}, {"1,x,2", 1}, {"2,1", 1},  {"0,0", 1},
      {"9", 0},       {"", 0},        {"-1", 0},    {"0,,1", 1}, {"0,", 1},
  };
  for (const auto& [text, count] : values) {
    const WithVariable visible("ASCEND_RT_VISIBLE_DEVICES", text);
    ASSERT_TRUE(Succeeded(aclInit(nullptr)));
    EXPECT_EQ(DeviceCount(), count) << text;
    ASSERT_TRUE(Succeeded(aclFinalize()));
  }
}

TEST_F(SettingsTest, NoVisibleDeviceCanBeSet) {
  const WithVariable visible("ASCEND_RT_VISIBLE_DEVICES", "");
  ASSERT_TRUE(Succeeded(aclInit(nullptr)));
  EXPECT_TRUE(Refused(aclrtSetDevice(0), ACL_ERROR_RT_INVALID_DEVICEID, {"deviceId"}));
}

TEST_F(SettingsTest, AreReadAtInitAndNotBetween) {
  const WithVariable before("HOSTACL_SOC", "Ascend310P3");
  ASSERT_TRUE(Succeeded(aclInit(nullptr)));
  const char* const name = aclrtGetSocName();
  const WithVariable after("HOSTACL_SOC", "Ascend910A");
  EXPECT_STREQ(aclrtGetSocName(), "Ascend310P3");
  EXPECT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
  EXPECT_STREQ(aclrtGetSocName(), "Ascend310P3");
  ASSERT_TRUE(Succeeded(aclFinalize()));
  ASSERT_TRUE(Succeeded(aclInit(nullptr)));
  EXPECT_STREQ(aclrtGetSocName(), "Ascend910A");
  EXPECT_STREQ(name, "Ascend310P3") << "the text must stay valid";
}

TEST_F(SettingsTest, ARefusedValueCanBeMended) {
  {
    const WithVariable variable("HOSTACL_DEVICE_COUNT", "none");
    EXPECT_EQ(aclInit(nullptr), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclInit(nullptr), ACL_ERROR_INVALID_PARAM) << "the refusal must not count as a start";
  }
  EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
}

}  // namespace
}  // namespace hostacl::testing
