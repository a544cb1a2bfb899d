// What a CPU has nothing for: kernels, dumps, a profiler, communication between devices.
#include <cstring>
#include <string>

#include "acl/acl_op_compiler.h"
#include "acl/acl_prof.h"
#include "driver/ascend_hal.h"
#include "fixture.h"
#include "hccl/hccl.h"
#include "runtime/rt.h"
#include "toolchain/prof_api.h"

namespace hostacl::testing {
namespace {

TEST(Unsupported, Kernels) {
  const aclError code = ACL_ERROR_API_NOT_SUPPORT;
  aclrtBinHandle binary = &binary;
  aclrtFuncHandle function = &function;
  void* address = &address;
  const auto refused = [&](aclError answer, const char* name) {
    return Refused(answer, code, {name, ": not supported: kernels"});
  };
  EXPECT_TRUE(
      refused(aclrtBinaryLoadFromData("x", 1, nullptr, &binary), "aclrtBinaryLoadFromData"));
  EXPECT_TRUE(refused(aclrtBinaryGetFunction(binary, "x", &function), "aclrtBinaryGetFunction"));
  EXPECT_TRUE(refused(aclrtGetFunctionAddr(function, &address, &address), "aclrtGetFunctionAddr"));
  EXPECT_EQ(binary, nullptr);
  EXPECT_EQ(function, nullptr);
  EXPECT_EQ(address, nullptr);
  EXPECT_TRUE(
      refused(aclrtLaunchKernelWithHostArgs(function, 1, nullptr, nullptr, nullptr, 0, nullptr, 0),
              "aclrtLaunchKernelWithHostArgs"));
  EXPECT_TRUE(refused(rtDevBinaryRegister(nullptr, &address), "rtDevBinaryRegister"));
  EXPECT_TRUE(refused(rtFunctionRegister(nullptr, nullptr, "x", nullptr, 0), "rtFunctionRegister"));
  EXPECT_TRUE(refused(rtKernelLaunch(nullptr, 1, nullptr, 0, nullptr, nullptr), "rtKernelLaunch"));
  uint64_t control = 1;
  uint32_t length = 1;
  EXPECT_TRUE(refused(rtGetC2cCtrlAddr(&control, &length), "rtGetC2cCtrlAddr"));
  EXPECT_EQ(control, 0u);
  EXPECT_EQ(length, 0u);
}

TEST(Unsupported, Dumps) {
  const aclError code = ACL_ERROR_API_NOT_SUPPORT;
  EXPECT_TRUE(Refused(aclmdlInitDump(), code, {"aclmdlInitDump: not supported"}));
  EXPECT_TRUE(Refused(aclmdlSetDump("x.json"), code, {"aclmdlSetDump: not supported"}));
  EXPECT_TRUE(Refused(aclmdlFinalizeDump(), code, {"aclmdlFinalizeDump: not supported"}));
  EXPECT_EQ(aclCreateGraphDumpOpt(), nullptr);
  EXPECT_NE(TakeSentence().find("aclCreateGraphDumpOpt: not supported"), std::string::npos);
  EXPECT_TRUE(Refused(aclGenGraphAndDumpForOp("Add", 0, nullptr, nullptr, 0, nullptr, nullptr,
                                              nullptr, ACL_ENGINE_SYS, "x", nullptr),
                      code, {"aclGenGraphAndDumpForOp: not supported"}));
  EXPECT_EQ(aclDestroyGraphDumpOpt(nullptr), code);
  TakeSentence();
}

TEST(Unsupported, Profiler) {
  const aclError code = ACL_ERROR_API_NOT_SUPPORT;
  uint32_t device = 0;
  EXPECT_TRUE(Refused(aclprofInit("x", 1), code, {"aclprofInit: not supported"}));
  EXPECT_TRUE(Refused(aclprofStart(nullptr), code, {"aclprofStart: not supported"}));
  EXPECT_EQ(aclprofCreateConfig(&device, 1, ACL_AICORE_NONE, nullptr, 0), nullptr);
  EXPECT_NE(TakeSentence().find("aclprofCreateConfig: not supported"), std::string::npos);
  EXPECT_EQ(aclprofCreateStepInfo(), nullptr);
  EXPECT_EQ(aclprofGetStepTimestamp(nullptr, ACL_STEP_START, nullptr), code);
  EXPECT_EQ(aclprofStop(nullptr), code);
  EXPECT_EQ(aclprofDestroyConfig(nullptr), code);
  aclprofDestroyStepInfo(nullptr);
  TakeSentence();
  EXPECT_TRUE(Refused(aclprofWarmup(nullptr), code, {"aclprofWarmup: not supported"}));
  size_t size = 1;
  void* features = &size;
  EXPECT_TRUE(Refused(aclprofGetSupportedFeatures(&size, &features), code,
                      {"aclprofGetSupportedFeatures: not supported"}));
  EXPECT_EQ(size, 0u);
  EXPECT_EQ(features, nullptr);
  EXPECT_EQ(aclprofGetSupportedFeaturesV2(nullptr, nullptr), code);
  EXPECT_EQ(aclprofSetConfig(0, "1", 1), code);
  EXPECT_EQ(aclprofMarkEx("x", 1, nullptr), code);
  EXPECT_EQ(aclprofRegisterDeviceCallback(), code);
  TakeSentence();
  EXPECT_TRUE(Refused(aclprofFinalize(), code, {"aclprofFinalize: not supported"}));
}

TEST(Profiling, ReportsThatNobodyHears) {
  const auto never = [](uint32_t, void*, uint32_t) -> int32_t {
    ADD_FAILURE() << "called";
    return 0;
  };
  EXPECT_EQ(MsprofRegisterCallback(1, never), 0);
  EXPECT_EQ(MsprofReportApi(0, nullptr), 0);
  EXPECT_EQ(MsprofReportCompactInfo(0, "x", 1), 0);
  EXPECT_EQ(MsprofReportAdditionalInfo(0, "x", 1), 0);
  EXPECT_EQ(TakeSentence(), "");
}

TEST(Profiling, ClockGoesForward) {
  const uint64_t before = MsprofSysCycleTime();
  uint64_t after = before;
  while (after == before) after = MsprofSysCycleTime();
  EXPECT_GT(after, before);
}

// The first three are of the hash's published examples.
TEST(Profiling, HashIsOfTheBytes) {
  EXPECT_EQ(MsprofGetHashId("a", 1), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(MsprofGetHashId("foobar", 6), 0x85944171f73967e8u);
  EXPECT_EQ(MsprofGetHashId("\xff\0\0\x01", 4), 0x6961196491cc682du);
  EXPECT_EQ(MsprofGetHashId("foobar", 3), MsprofGetHashId("foo", 3));
  EXPECT_EQ(MsprofGetHashId("", 0), 0xcbf29ce484222325u);
  EXPECT_EQ(MsprofGetHashId(nullptr, 5), 0xcbf29ce484222325u);
}

TEST(Unsupported, Driver) {
  int version = 1;
  int64_t value = 1;
  EXPECT_TRUE(Refused(halGetAPIVersion(&version), DRV_ERROR_NOT_SUPPORT,
                      {"halGetAPIVersion: not supported: there is no driver"}));
  EXPECT_TRUE(Refused(halGetDeviceInfo(0, 0, 0, &value), DRV_ERROR_NOT_SUPPORT,
                      {"halGetDeviceInfo: not supported: there is no driver"}));
  EXPECT_EQ(version, 0);
  EXPECT_EQ(value, 0);
}

TEST(Unsupported, Communication) {
  HcclRootInfo root;
  std::memset(&root, 'x', sizeof root);
  const HcclRootInfo before = root;
  HcclComm comm = &root;
  const auto refused = [](HcclResult answer, const char* name) {
    return Refused(answer, HCCL_E_NOT_SUPPORT, {name, ": not supported", "(error 5)"});
  };
  EXPECT_TRUE(refused(HcclGetRootInfo(&root), "HcclGetRootInfo"));
  EXPECT_EQ(std::memcmp(&root, &before, sizeof root), 0);
  EXPECT_TRUE(refused(HcclCommInitRootInfo(1, &root, 0, &comm), "HcclCommInitRootInfo"));
  EXPECT_TRUE(refused(HcclCommInitRootInfoConfig(1, &root, 0, nullptr, &comm),
                      "HcclCommInitRootInfoConfig"));
  int32_t devices[1] = {0};
  EXPECT_TRUE(refused(HcclCommInitAll(1, devices, &comm), "HcclCommInitAll"));
  EXPECT_EQ(comm, &root);
  float value = 1.0f;
  EXPECT_TRUE(
      refused(HcclAllReduce(&value, &value, 1, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, comm, nullptr),
              "HcclAllReduce"));
  EXPECT_EQ(value, 1.0f);
  EXPECT_TRUE(refused(HcclCommDestroy(comm), "HcclCommDestroy"));
}

TEST(Communication, SettingsAndNamesAreReal) {
  HcclConfigValue value{7};
  EXPECT_TRUE(Succeeded(HcclGetConfig(HCCL_DETERMINISTIC, &value)));
  EXPECT_EQ(value.value, 0);
  EXPECT_TRUE(Succeeded(HcclSetConfig(HCCL_DETERMINISTIC, HcclConfigValue{1})));
  EXPECT_TRUE(Succeeded(HcclGetConfig(HCCL_DETERMINISTIC, &value)));
  EXPECT_EQ(value.value, 1);
  EXPECT_TRUE(Refused(HcclSetConfig(HCCL_CONFIG_RESERVED, value), HCCL_E_PARA, {"config", "1"}));
  EXPECT_TRUE(
      Refused(HcclGetConfig(HCCL_DETERMINISTIC, nullptr), HCCL_E_PTR, {"configValue", "null"}));
  EXPECT_STREQ(HcclGetErrorString(HCCL_E_NOT_SUPPORT), "HCCL_E_NOT_SUPPORT");
  EXPECT_STREQ(HcclGetErrorString(static_cast<HcclResult>(77)), "unknown");
  EXPECT_EQ(HcclGetCommConfigCapability(), 0u);
}

}  // namespace
}  // namespace hostacl::testing
