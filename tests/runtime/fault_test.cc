// Questions about faults, which there are none of, and what is refused by name: repairing,
// measuring, abandoning work, sharing between processes.
#include <cstring>
#include <functional>
#include <utility>
#include <vector>

#include "fixture.h"

namespace hostacl::testing {
namespace {

class FaultTest : public RuntimeTest {};

TEST_F(FaultTest, ThereIsNoError) {
  aclrtErrorInfo info;
  std::memset(&info, 0xFF, sizeof info);
  ASSERT_TRUE(Succeeded(aclrtGetErrorVerbose(0, &info)));
  EXPECT_EQ(info.errorType, ACL_RT_NO_ERROR);
  EXPECT_EQ(info.tryRepair, 0);
  EXPECT_EQ(info.hasDetail, 0);
  EXPECT_TRUE(Succeeded(aclrtRepairError(0, &info)));
  info.errorType = ACL_RT_ERROR_MEMORY;
  EXPECT_TRUE(Refused(aclrtRepairError(0, &info), ACL_ERROR_API_NOT_SUPPORT,
                      {"aclrtRepairError", "type 1"}));
  EXPECT_EQ(aclrtGetErrorVerbose(1, &info), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(info.errorType, ACL_RT_NO_ERROR);
  EXPECT_EQ(aclrtGetErrorVerbose(0, nullptr), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtRepairError(0, nullptr), ACL_ERROR_RT_PARAM_INVALID);
}

TEST_F(FaultTest, NoMemoryIsFaulty) {
  aclrtMemUceInfo ranges[2];
  size_t count = 5;
  ASSERT_TRUE(Succeeded(aclrtGetMemUceInfo(0, ranges, 2, &count)));
  EXPECT_EQ(count, 0u);
  EXPECT_EQ(aclrtGetMemUceInfo(1, ranges, 2, &count), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(aclrtGetMemUceInfo(0, ranges, 2, nullptr), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_TRUE(Succeeded(aclrtMemUceRepair(0, ranges, 0)));
  EXPECT_TRUE(
      Refused(aclrtMemUceRepair(0, ranges, 2), ACL_ERROR_API_NOT_SUPPORT, {"arraySize", "2"}));
}

TEST_F(FaultTest, NothingIsMeasured) {
  aclrtUtilizationInfo info{};
  EXPECT_TRUE(Refused(aclrtGetDeviceUtilizationRate(0, &info), ACL_ERROR_API_NOT_SUPPORT,
                      {"aclrtGetDeviceUtilizationRate", "measured"}));
  EXPECT_EQ(info.cubeUtilization, -1);
  EXPECT_EQ(info.memoryUtilization, -1);
  EXPECT_EQ(aclrtGetDeviceUtilizationRate(1, &info), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(aclrtGetDeviceUtilizationRate(0, nullptr), ACL_ERROR_RT_PARAM_INVALID);
}

TEST_F(FaultTest, TheRestIsRefusedByName) {
  void* result = this;
  char key[65] = "x";
  aclrtIpcEventHandle event{};
  const std::vector<std::pair<const char*, std::function<aclError()>>> calls{
      {"aclrtDeviceTaskAbort", [] { return aclrtDeviceTaskAbort(0, 10); }},
      {"aclrtGetHardwareSyncAddr", [&] { return aclrtGetHardwareSyncAddr(&result); }},
      {"aclrtIpcMemGetExportKey",
       [&] { return aclrtIpcMemGetExportKey(result, 1, key, sizeof key, 0); }},
      {"aclrtIpcMemSetImportPid", [&] { return aclrtIpcMemSetImportPid(key, nullptr, 0); }},
      {"aclrtIpcMemImportByKey", [&] { return aclrtIpcMemImportByKey(&result, key, 0); }},
      {"aclrtIpcMemClose", [&] { return aclrtIpcMemClose(key); }},
      {"aclrtIpcGetEventHandle", [&] { return aclrtIpcGetEventHandle(nullptr, &event); }},
      {"aclrtIpcOpenEventHandle", [&] { return aclrtIpcOpenEventHandle(event, &result); }},
  };
  for (const auto& [name, call] : calls) {
    EXPECT_TRUE(Refused(call(), ACL_ERROR_API_NOT_SUPPORT, {name}));
  }
  EXPECT_EQ(result, nullptr);
  EXPECT_STREQ(key, "");
  EXPECT_EQ(aclrtDeviceTaskAbort(1, 10), ACL_ERROR_RT_INVALID_DEVICEID);
}

}  // namespace
}  // namespace hostacl::testing
