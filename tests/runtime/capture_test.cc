// Capture of streams: the truth about it, and refusals.
#include <functional>
#include <utility>
#include <vector>

#include "fixture.h"

namespace hostacl::testing {
namespace {

class CaptureTest : public RuntimeTest {};

TEST_F(CaptureTest, NoStreamIsBeingCaptured) {
  for (const aclrtStream stream : {MakeStream(), aclrtStream{nullptr}}) {
    auto status = ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE;
    aclmdlRI model = this;
    EXPECT_TRUE(Succeeded(aclmdlRICaptureGetInfo(stream, &status, &model)));
    EXPECT_EQ(status, ACL_MODEL_RI_CAPTURE_STATUS_NONE);
    EXPECT_EQ(model, nullptr);
    EXPECT_TRUE(Succeeded(aclmdlRICaptureGetInfo(stream, &status, nullptr)));
  }
  auto status = ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE;
  EXPECT_TRUE(Refused(aclmdlRICaptureGetInfo(&status, &status, nullptr),
                      ACL_ERROR_RT_INVALID_HANDLE, {"stream"}));
  EXPECT_EQ(status, ACL_MODEL_RI_CAPTURE_STATUS_NONE);
  EXPECT_EQ(aclmdlRICaptureGetInfo(nullptr, nullptr, nullptr), ACL_ERROR_RT_PARAM_INVALID);
}

TEST_F(CaptureTest, TheModeIsTheThreads) {
  auto mode = ACL_MODEL_RI_CAPTURE_MODE_RELAXED;
  EXPECT_TRUE(Succeeded(aclmdlRICaptureThreadExchangeMode(&mode)));
  EXPECT_EQ(mode, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL);
  OnOtherThread([] {
    auto other = ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL;
    EXPECT_TRUE(Succeeded(aclmdlRICaptureThreadExchangeMode(&other)));
    EXPECT_EQ(other, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL);
  });
  EXPECT_TRUE(Succeeded(aclmdlRICaptureThreadExchangeMode(&mode)));
  EXPECT_EQ(mode, ACL_MODEL_RI_CAPTURE_MODE_RELAXED);
  mode = static_cast<aclmdlRICaptureMode>(3);
  EXPECT_TRUE(
      Refused(aclmdlRICaptureThreadExchangeMode(&mode), ACL_ERROR_RT_PARAM_INVALID, {"mode", "3"}));
  EXPECT_EQ(mode, 3);
}

TEST_F(CaptureTest, TheRestIsRefusedByName) {
  void* result = this;
  uint32_t id = 1;
  uint64_t* condition = nullptr;
  const std::vector<std::pair<const char*, std::function<aclError()>>> calls{
      {"aclmdlRICaptureBegin",
       [] { return aclmdlRICaptureBegin(nullptr, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL); }},
      {"aclmdlRICaptureToModelRIBegin",
       [] {
         return aclmdlRICaptureToModelRIBegin(nullptr, nullptr, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL);
       }},
      {"aclmdlRICaptureEnd", [&] { return aclmdlRICaptureEnd(nullptr, &result); }},
      {"aclmdlRICaptureTaskGrpBegin", [] { return aclmdlRICaptureTaskGrpBegin(nullptr); }},
      {"aclmdlRICaptureTaskGrpEnd", [&] { return aclmdlRICaptureTaskGrpEnd(nullptr, &result); }},
      {"aclmdlRICaptureTaskUpdateBegin",
       [] { return aclmdlRICaptureTaskUpdateBegin(nullptr, nullptr); }},
      {"aclmdlRICaptureTaskUpdateEnd", [] { return aclmdlRICaptureTaskUpdateEnd(nullptr); }},
      {"aclmdlRIExecuteAsync", [] { return aclmdlRIExecuteAsync(nullptr, nullptr); }},
      {"aclmdlRIDestroy", [] { return aclmdlRIDestroy(nullptr); }},
      {"aclmdlRIGetId", [&] { return aclmdlRIGetId(nullptr, &id); }},
      {"aclmdlRIDebugPrint", [] { return aclmdlRIDebugPrint(nullptr); }},
      {"aclmdlRIDebugJsonPrint", [] { return aclmdlRIDebugJsonPrint(nullptr, "", 0); }},
      {"aclmdlRICondHandleCreate",
       [&] {
         return aclmdlRICondHandleCreate(nullptr, 0, ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT,
                                         &result);
       }},
      {"aclmdlRICondHandleGetCondPtr",
       [&] { return aclmdlRICondHandleGetCondPtr(nullptr, &condition); }},
  };
  for (const auto& [name, call] : calls) {
    result = this;
    EXPECT_TRUE(Refused(call(), ACL_ERROR_API_NOT_SUPPORT, {name, "cannot be captured"}));
  }
  EXPECT_EQ(aclmdlRICaptureEnd(nullptr, &result), ACL_ERROR_API_NOT_SUPPORT);
  EXPECT_EQ(result, nullptr);
  EXPECT_EQ(id, 0u);
}

}  // namespace
}  // namespace hostacl::testing
