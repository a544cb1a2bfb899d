// Contexts: the shared one of a device, those that are created, whose stream is whose, parameters.
#include <cstdint>
#include <future>
#include <thread>

#include "fixture.h"

namespace hostacl::testing {
namespace {

class ContextTest : public RuntimeTest {
 protected:
  aclrtContext Current() {
    aclrtContext context = nullptr;
    EXPECT_TRUE(Succeeded(aclrtGetCurrentContext(&context)));
    return context;
  }

  aclrtContext Create(int32_t device) {
    aclrtContext context = nullptr;
    EXPECT_TRUE(Succeeded(aclrtCreateContext(&context, device)));
    return context;
  }

 private:
  const WithVariable devices_{"HOSTACL_DEVICE_COUNT", "2"};
};

TEST_F(ContextTest, ThreadsOfADeviceShareOne) {
  const aclrtContext context = Current();
  ASSERT_NE(context, nullptr);
  OnOtherThread([&] {
    EXPECT_TRUE(Succeeded(aclrtSetDevice(0)));
    EXPECT_EQ(Current(), context);
    EXPECT_TRUE(Succeeded(aclrtSetDevice(1)));
    EXPECT_NE(Current(), context);
  });
  EXPECT_EQ(Current(), context);
}

TEST_F(ContextTest, CreatingMakesCurrentAndSettingSwitches) {
  const aclrtContext shared = Current();
  const aclrtContext mine = Create(1);
  EXPECT_NE(mine, shared);
  EXPECT_EQ(Current(), mine);
  int32_t device = -1;
  EXPECT_TRUE(Succeeded(aclrtGetDevice(&device)));
  EXPECT_EQ(device, 1);
  ASSERT_TRUE(Succeeded(aclrtSetCurrentContext(shared)));
  EXPECT_TRUE(Succeeded(aclrtGetDevice(&device)));
  EXPECT_EQ(device, 0);
}

TEST_F(ContextTest, OtherThreadsKeepTheirs) {
  const aclrtContext shared = Current();
  OnOtherThread([&] { Create(0); });
  EXPECT_EQ(Current(), shared);
}

TEST_F(ContextTest, HasADefaultStreamOfItsOwn) {
  aclrtStream shared = nullptr;
  aclrtStream mine = nullptr;
  ASSERT_TRUE(Succeeded(aclrtCtxGetCurrentDefaultStream(&shared)));
  Create(0);
  ASSERT_TRUE(Succeeded(aclrtCtxGetCurrentDefaultStream(&mine)));
  EXPECT_NE(mine, nullptr);
  EXPECT_NE(mine, shared);
}

TEST_F(ContextTest, CreationIsRefusedWithSentences) {
  aclrtContext context = this;
  EXPECT_TRUE(Refused(aclrtCreateContext(&context, 2), ACL_ERROR_RT_INVALID_DEVICEID,
                      {"deviceId", "[0, 2)", "but is 2"}));
  EXPECT_EQ(context, nullptr);
  EXPECT_TRUE(
      Refused(aclrtCreateContext(nullptr, 0), ACL_ERROR_RT_PARAM_INVALID, {"context", "null"}));
}

TEST_F(ContextTest, DestroyingTakesItFromEveryThread) {
  const aclrtContext shared = Current();
  const aclrtContext mine = Create(0);
  std::promise<void> chosen;
  std::promise<void> destroyed;
  std::thread other([&] {
    EXPECT_TRUE(Succeeded(aclrtSetCurrentContext(mine)));
    chosen.set_value();
    destroyed.get_future().wait();
    aclrtStream stream = nullptr;
    EXPECT_TRUE(Refused(aclrtCreateStream(&stream), ACL_ERROR_RT_CONTEXT_NULL, {"released"}));
  });
  chosen.get_future().wait();
  EXPECT_TRUE(Succeeded(aclrtDestroyContext(mine)));
  destroyed.set_value();
  other.join();
  aclrtContext context = this;
  EXPECT_EQ(aclrtGetCurrentContext(&context), ACL_ERROR_RT_CONTEXT_NULL);
  EXPECT_EQ(context, nullptr);
  EXPECT_TRUE(
      Refused(aclrtSetCurrentContext(mine), ACL_ERROR_RT_INVALID_HANDLE, {"context", "destroyed"}));
  EXPECT_EQ(aclrtDestroyContext(mine), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_TRUE(Succeeded(aclrtSetCurrentContext(shared)));
}

TEST_F(ContextTest, DestroyingWaitsForItsWork) {
  const aclrtContext mine = Create(0);
  const aclrtStream stream = MakeStream();
  for (int i = 0; i < 100; ++i) Mark(stream, i);
  ASSERT_TRUE(Succeeded(aclrtDestroyContext(mine)));
  EXPECT_EQ(marks().size(), 100u);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_INVALID_HANDLE);
}

TEST_F(ContextTest, TheSharedOneCannotBeDestroyed) {
  EXPECT_TRUE(Refused(aclrtDestroyContext(Current()), ACL_ERROR_RT_PARAM_INVALID,
                      {"default", "aclrtResetDevice"}));
  EXPECT_NE(Current(), nullptr);
  EXPECT_TRUE(Refused(aclrtDestroyContext(nullptr), ACL_ERROR_RT_PARAM_INVALID, {"context"}));
}

TEST_F(ContextTest, ForeignHandlesAreNamed) {
  int number = 0;
  EXPECT_TRUE(Refused(aclrtSetCurrentContext(&number), ACL_ERROR_RT_INVALID_HANDLE,
                      {"context", "not a handle"}));
  EXPECT_TRUE(Refused(aclrtSetCurrentContext(MakeStream()), ACL_ERROR_RT_INVALID_HANDLE,
                      {"aclrtStream", "aclrtContext"}));
  EXPECT_EQ(aclrtSetCurrentContext(nullptr), ACL_ERROR_RT_PARAM_INVALID);
}

TEST_F(ContextTest, ResetLeavesCreatedOnes) {
  const aclrtContext mine = Create(0);
  const aclrtStream stream = MakeStream();
  ASSERT_TRUE(Succeeded(aclrtResetDevice(0)));
  EXPECT_EQ(Current(), mine);
  Mark(stream, 1);
  EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
  EXPECT_EQ(marks().size(), 1u);
}

TEST_F(ContextTest, LaunchesToStreamsOfOthersAreRefused) {
  const aclrtStream stream = MakeStream();
  const aclrtEvent event = MakeEvent();
  void* memory = nullptr;
  ASSERT_TRUE(Succeeded(aclrtMalloc(&memory, 8, ACL_MEM_MALLOC_HUGE_FIRST)));
  Create(1);
  EXPECT_TRUE(Refused(aclrtRecordEvent(event, stream), ACL_ERROR_RT_STREAM_CONTEXT,
                      {"stream", "another context"}));
  EXPECT_EQ(aclrtStreamWaitEvent(stream, event), ACL_ERROR_RT_STREAM_CONTEXT);
  EXPECT_EQ(aclrtMemsetAsync(memory, 8, 0, 8, stream), ACL_ERROR_RT_STREAM_CONTEXT);
  EXPECT_EQ(aclrtMemcpyAsync(memory, 8, memory, 8, ACL_MEMCPY_DEVICE_TO_DEVICE, stream),
            ACL_ERROR_RT_STREAM_CONTEXT);
  EXPECT_EQ(aclrtLaunchHostFunc(
                stream, [](void*) {}, nullptr),
            ACL_ERROR_RT_STREAM_CONTEXT);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_ERROR_RT_STREAM_CONTEXT);
  EXPECT_TRUE(Refused(aclrtRecordEvent(event, nullptr), ACL_ERROR_RT_STREAM_CONTEXT,
                      {"event", "device 0", "device 1"}));
  EXPECT_TRUE(Succeeded(aclrtFree(memory)));
}

TEST_F(ContextTest, EventsOfTheDeviceServeItsOtherContexts) {
  const aclrtEvent event = MakeEvent();
  Create(0);
  EXPECT_TRUE(Succeeded(aclrtRecordEvent(event, MakeStream())));
  EXPECT_TRUE(Succeeded(aclrtSynchronizeEvent(event)));
}

TEST_F(ContextTest, WaitingForStreamsAndEventsOfOthersIsAllowed) {
  const aclrtStream stream = MakeStream();
  const aclrtEvent event = MakeEvent();
  ASSERT_TRUE(Succeeded(aclrtRecordEvent(event, stream)));
  Create(1);
  EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
  EXPECT_TRUE(Succeeded(aclrtSynchronizeEvent(event)));
  aclrtEventRecordedStatus status = ACL_EVENT_RECORDED_STATUS_NOT_READY;
  EXPECT_TRUE(Succeeded(aclrtQueryEventStatus(event, &status)));
  EXPECT_EQ(status, ACL_EVENT_RECORDED_STATUS_COMPLETE);
  OnOtherThread([&] { EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(stream))); });
}

TEST_F(ContextTest, ParametersOfAContext) {
  int64_t value = 7;
  EXPECT_TRUE(Refused(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value),
                      ACL_ERROR_RT_SYSPARAMOPT_NOT_SET, {"never set"}));
  ASSERT_TRUE(Succeeded(aclrtCtxSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1)));
  ASSERT_TRUE(Succeeded(aclrtCtxSetSysParamOpt(ACL_OPT_DETERMINISTIC, 3)));
  EXPECT_TRUE(Succeeded(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value)));
  EXPECT_EQ(value, 3);
  EXPECT_EQ(aclrtCtxGetSysParamOpt(ACL_OPT_ENABLE_DEBUG_KERNEL, &value),
            ACL_ERROR_RT_SYSPARAMOPT_NOT_SET);
  Create(0);
  EXPECT_EQ(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value),
            ACL_ERROR_RT_SYSPARAMOPT_NOT_SET);
}

TEST_F(ContextTest, ParametersOfTheProcess) {
  int64_t value = 7;
  EXPECT_TRUE(Succeeded(aclrtGetSysParamOpt(ACL_OPT_STRONG_CONSISTENCY, &value)));
  EXPECT_EQ(value, 0);
  EXPECT_TRUE(Succeeded(aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, 2)));
  OnOtherThread([] {
    int64_t elsewhere = 7;
    EXPECT_TRUE(Succeeded(aclrtGetSysParamOpt(ACL_OPT_DETERMINISTIC, &elsewhere)));
    EXPECT_EQ(elsewhere, 2);
  });
  EXPECT_TRUE(Succeeded(aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, 0)));
}

TEST_F(ContextTest, ParametersAreChecked) {
  int64_t value = 7;
  EXPECT_TRUE(Refused(aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, 4), ACL_ERROR_RT_PARAM_INVALID,
                      {"value", "4"}));
  EXPECT_EQ(aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, -1), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_TRUE(Refused(aclrtSetSysParamOpt(static_cast<aclSysParamOpt>(4), 0),
                      ACL_ERROR_RT_PARAM_INVALID, {"opt"}));
  EXPECT_EQ(aclrtGetSysParamOpt(static_cast<aclSysParamOpt>(-1), &value),
            ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtGetSysParamOpt(ACL_OPT_DETERMINISTIC, nullptr), ACL_ERROR_RT_PARAM_INVALID);
}

TEST_F(ContextTest, SynchronizeDeviceDoesNotWaitForOtherDevices) {
  HoldNow(MakeStream());
  EXPECT_TRUE(Refused(aclrtSynchronizeDeviceWithTimeout(0), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT,
                      {"timeout", "0 ms"}));
  ASSERT_TRUE(Succeeded(aclrtSetDevice(1)));
  EXPECT_TRUE(Succeeded(aclrtSynchronizeDevice()));
  EXPECT_EQ(aclrtSynchronizeDeviceWithTimeout(-2), ACL_ERROR_RT_PARAM_INVALID);
}

}  // namespace
}  // namespace hostacl::testing
