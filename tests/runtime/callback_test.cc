// Host functions and callbacks: their thread, their order, subscriptions, timeouts.
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <deque>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "fixture.h"

namespace hostacl::testing {
namespace {

uint64_t ThisThread() { return static_cast<uint64_t>(pthread_self()); }

class CallbackTest : public RuntimeTest {
 protected:
  // A stream whose callbacks run on the test's thread.
  aclrtStream MakeSubscribed() {
    const aclrtStream stream = MakeStream();
    EXPECT_TRUE(Succeeded(aclrtSubscribeReport(ThisThread(), stream)));
    return stream;
  }

  // Queues a callback that adds `number` to `called_`.
  void Call(aclrtStream stream, int number, aclrtCallbackBlockType block) {
    Addition& addition = additions_.emplace_back(Addition{this, number});
    EXPECT_TRUE(Succeeded(aclrtLaunchCallback(
        [](void* data) {
          auto* const self = static_cast<Addition*>(data);
          self->test->called_.push_back(self->number);
        },
        &addition, block, stream)));
  }

  bool IsComplete(aclrtEvent event) {
    aclrtEventRecordedStatus status = ACL_EVENT_RECORDED_STATUS_NOT_READY;
    EXPECT_TRUE(Succeeded(aclrtQueryEventStatus(event, &status)));
    return status == ACL_EVENT_RECORDED_STATUS_COMPLETE;
  }

  std::vector<int> called_;  // touched by the subscribed thread only

 private:
  struct Addition {
    CallbackTest* test;
    int number;
  };
  std::deque<Addition> additions_;
};

TEST_F(CallbackTest, HostFunctionsRunInTheStreamsOrder) {
  const aclrtStream stream = MakeStream();
  void* memory = nullptr;
  ASSERT_TRUE(Succeeded(aclrtMallocHost(&memory, 1)));
  auto* const byte = static_cast<uint8_t*>(memory);
  int seen = 0;
  EXPECT_TRUE(Succeeded(aclrtMemsetAsync(byte, 1, 1, 1, stream)));
  Run(stream, [&] { seen = *byte; });
  EXPECT_TRUE(Succeeded(aclrtMemsetAsync(byte, 1, 2, 1, stream)));
  ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
  EXPECT_EQ(seen, 1);
  EXPECT_EQ(*byte, 2);
  EXPECT_TRUE(Succeeded(aclrtFreeHost(memory)));
}

TEST_F(CallbackTest, FunctionsAreRequired) {
  const aclrtStream stream = MakeSubscribed();
  EXPECT_TRUE(Refused(aclrtLaunchHostFunc(nullptr, nullptr, nullptr), ACL_ERROR_RT_PARAM_INVALID,
                      {"aclrtLaunchHostFunc", "fn", "null"}));
  EXPECT_TRUE(Refused(aclrtLaunchCallback(nullptr, nullptr, ACL_CALLBACK_BLOCK, stream),
                      ACL_ERROR_RT_PARAM_INVALID, {"fn", "null"}));
  EXPECT_TRUE(Refused(
      aclrtLaunchCallback([](void*) {}, nullptr, static_cast<aclrtCallbackBlockType>(2), stream),
      ACL_ERROR_RT_PARAM_INVALID, {"blockType", "2"}));
}

TEST_F(CallbackTest, HostFunctionsMustNotWait) {
  const aclrtStream stream = MakeStream();
  const aclrtEvent event = MakeEvent();
  aclrtContext context = nullptr;
  ASSERT_TRUE(Succeeded(aclrtGetCurrentContext(&context)));
  std::vector<aclError> codes;
  std::string sentence;
  Run(stream, [&] {
    aclrtSetDevice(0);
    codes = {aclrtSynchronizeStream(stream), aclrtSynchronizeStreamWithTimeout(nullptr, 0),
             aclrtSynchronizeEvent(event),   aclrtSynchronizeDevice(),
             aclrtDestroyStream(stream),     aclrtDestroyStreamForce(stream),
             aclrtDestroyContext(context),   aclrtResetDevice(0),
             aclrtResetDeviceForce(0),       aclFinalize(),
             aclFinalizeReference(nullptr),  aclrtProcessReport(0)};
    sentence = TakeSentence();
  });
  ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
  EXPECT_EQ(codes, std::vector<aclError>(12, ACL_ERROR_RT_PARAM_INVALID));
  EXPECT_NE(sentence.find("host function"), std::string::npos) << sentence;
}

TEST_F(CallbackTest, CallbacksNeedASubscription) {
  const aclrtStream stream = MakeStream();
  EXPECT_TRUE(Refused(aclrtLaunchCallback([](void*) {}, nullptr, ACL_CALLBACK_BLOCK, stream),
                      ACL_ERROR_RT_STREAM_NO_CB_REG,
                      {"aclrtLaunchCallback", "stream", "aclrtSubscribeReport"}));
  EXPECT_TRUE(Refused(aclrtProcessReport(0), ACL_ERROR_RT_THREAD_SUBSCRIBE,
                      {"aclrtProcessReport", "aclrtSubscribeReport"}));
}

TEST_F(CallbackTest, CallbacksRunInsideProcessReportOnItsThread) {
  const aclrtStream stream = MakeSubscribed();
  Call(stream, 1, ACL_CALLBACK_NO_BLOCK);
  Call(stream, 2, ACL_CALLBACK_NO_BLOCK);
  ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
  EXPECT_TRUE(called_.empty());
  EXPECT_TRUE(Succeeded(aclrtProcessReport(0)));
  EXPECT_EQ(called_, (std::vector<int>{1, 2}));
}

TEST_F(CallbackTest, ThreadsMayBeNamedByTheirKernelId) {
  const aclrtStream stream = MakeStream();
  ASSERT_TRUE(Succeeded(aclrtSubscribeReport(static_cast<uint64_t>(syscall(SYS_gettid)), stream)));
  Call(stream, 1, ACL_CALLBACK_BLOCK);
  EXPECT_TRUE(Succeeded(aclrtProcessReport(-1)));
  EXPECT_EQ(called_.size(), 1u);
}

TEST_F(CallbackTest, ReportTimeouts) {
  MakeSubscribed();
  EXPECT_TRUE(Refused(aclrtProcessReport(0), ACL_ERROR_RT_REPORT_TIMEOUT, {"0 ms"}));
  EXPECT_TRUE(Refused(aclrtProcessReport(10), ACL_ERROR_RT_REPORT_TIMEOUT,
                      {"aclrtProcessReport", "10 ms"}));
  EXPECT_TRUE(Refused(aclrtProcessReport(-2), ACL_ERROR_RT_PARAM_INVALID, {"timeout", "-2"}));
}

TEST_F(CallbackTest, ABlockingCallbackHoldsLaterWork) {
  const aclrtStream stream = MakeSubscribed();
  const aclrtEvent event = MakeEvent();
  Call(stream, 1, ACL_CALLBACK_BLOCK);
  ASSERT_TRUE(Succeeded(aclrtRecordEvent(event, stream)));
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream, 20), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  EXPECT_FALSE(IsComplete(event));
  EXPECT_TRUE(Succeeded(aclrtProcessReport(-1)));
  EXPECT_TRUE(Succeeded(aclrtSynchronizeEvent(event)));
  EXPECT_EQ(called_.size(), 1u);
}

TEST_F(CallbackTest, OneThatDoesNotBlockHoldsNothing) {
  const aclrtStream stream = MakeSubscribed();
  const aclrtEvent event = MakeEvent();
  Call(stream, 1, ACL_CALLBACK_NO_BLOCK);
  ASSERT_TRUE(Succeeded(aclrtRecordEvent(event, stream)));
  EXPECT_TRUE(Succeeded(aclrtSynchronizeEvent(event)));
  EXPECT_TRUE(called_.empty());
  EXPECT_TRUE(Succeeded(aclrtProcessReport(0)));
}

TEST_F(CallbackTest, CallbacksMayLaunchButMustNotWait) {
  const aclrtStream stream = MakeSubscribed();
  struct Codes {
    aclrtStream stream;
    aclError launch;
    aclError wait;
  } codes{stream, ACL_ERROR_FAILURE, ACL_SUCCESS};
  const auto callback = [](void* data) {
    auto* const to = static_cast<Codes*>(data);
    to->launch = aclrtLaunchHostFunc(
        to->stream, [](void*) {}, nullptr);
    to->wait = aclrtSynchronizeStream(to->stream);
  };
  ASSERT_TRUE(Succeeded(aclrtLaunchCallback(callback, &codes, ACL_CALLBACK_BLOCK, stream)));
  EXPECT_TRUE(Succeeded(aclrtProcessReport(-1)));
  EXPECT_EQ(codes.launch, ACL_SUCCESS);
  EXPECT_EQ(codes.wait, ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(stream))) << "allowed again after the callback";
}

TEST_F(CallbackTest, AThreadServesSeveralStreams) {
  const aclrtStream first = MakeSubscribed();
  const aclrtStream second = MakeSubscribed();
  Call(first, 1, ACL_CALLBACK_BLOCK);
  Call(second, 2, ACL_CALLBACK_BLOCK);
  while (called_.size() < 2) ASSERT_TRUE(Succeeded(aclrtProcessReport(-1)));
  EXPECT_TRUE(Succeeded(aclrtUnSubscribeReport(ThisThread(), first)));
  Call(second, 3, ACL_CALLBACK_BLOCK);
  EXPECT_TRUE(Succeeded(aclrtProcessReport(-1)));
  EXPECT_EQ(called_.back(), 3);
}

TEST_F(CallbackTest, AStreamHasOneThread) {
  const aclrtStream stream = MakeSubscribed();
  EXPECT_TRUE(Refused(aclrtSubscribeReport(ThisThread(), stream), ACL_ERROR_RT_STREAM_SUBSCRIBE,
                      {"aclrtSubscribeReport", "already"}));
  EXPECT_EQ(aclrtSubscribeReport(12345, stream), ACL_ERROR_RT_STREAM_SUBSCRIBE);
  EXPECT_TRUE(
      Refused(aclrtUnSubscribeReport(12345, stream), ACL_ERROR_RT_THREAD_SUBSCRIBE, {"12345"}));
  EXPECT_TRUE(Succeeded(aclrtUnSubscribeReport(ThisThread(), stream)));
  EXPECT_TRUE(Refused(aclrtUnSubscribeReport(ThisThread(), stream), ACL_ERROR_RT_STREAM_SUBSCRIBE,
                      {"not subscribed"}));
  EXPECT_EQ(aclrtSubscribeReport(ThisThread(), this), ACL_ERROR_RT_INVALID_HANDLE);
}

TEST_F(CallbackTest, UnsubscribingDropsWhatDidNotRun) {
  const aclrtStream stream = MakeSubscribed();
  Call(stream, 1, ACL_CALLBACK_NO_BLOCK);
  Call(stream, 2, ACL_CALLBACK_BLOCK);
  Call(stream, 3, ACL_CALLBACK_BLOCK);
  Mark(stream, 4);
  EXPECT_TRUE(Succeeded(aclrtUnSubscribeReport(ThisThread(), stream)));
  EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(stream))) << "nobody is left to wait for";
  EXPECT_EQ(marks().size(), 1u);
  EXPECT_TRUE(called_.empty());
}

TEST_F(CallbackTest, UnsubscribingWakesAReportThatWaits) {
  const aclrtStream stream = MakeStream();
  std::promise<uint64_t> thread_id;
  std::promise<void> subscribed;
  std::thread reporter([&] {
    thread_id.set_value(ThisThread());
    subscribed.get_future().wait();
    EXPECT_EQ(aclrtProcessReport(-1), ACL_ERROR_RT_THREAD_SUBSCRIBE);
  });
  const uint64_t id = thread_id.get_future().get();
  ASSERT_TRUE(Succeeded(aclrtSubscribeReport(id, stream)));
  subscribed.set_value();
  EXPECT_TRUE(Succeeded(aclrtUnSubscribeReport(id, stream)));
  reporter.join();
}

TEST_F(CallbackTest, AReportThatWaitsRunsWhatComes) {
  const aclrtStream stream = MakeStream();
  std::promise<uint64_t> thread_id;
  std::promise<void> subscribed;
  std::thread reporter([&] {
    thread_id.set_value(ThisThread());
    subscribed.get_future().wait();
    while (called_.size() < 20) ASSERT_TRUE(Succeeded(aclrtProcessReport(-1)));
  });
  ASSERT_TRUE(Succeeded(aclrtSubscribeReport(thread_id.get_future().get(), stream)));
  subscribed.set_value();
  for (int i = 0; i < 20; ++i) Call(stream, i, ACL_CALLBACK_BLOCK);
  EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
  reporter.join();
  for (int i = 0; i < 20; ++i) EXPECT_EQ(called_[i], i);
}

TEST_F(CallbackTest, DestroyingTheStreamEndsItsSubscription) {
  const aclrtStream stream = MakeSubscribed();
  Call(stream, 1, ACL_CALLBACK_NO_BLOCK);
  ASSERT_TRUE(Succeeded(aclrtDestroyStream(stream)));
  EXPECT_EQ(aclrtProcessReport(0), ACL_ERROR_RT_THREAD_SUBSCRIBE);
  EXPECT_TRUE(called_.empty());
  EXPECT_EQ(aclrtUnSubscribeReport(ThisThread(), stream), ACL_ERROR_RT_INVALID_HANDLE);
}

TEST_F(CallbackTest, ForceDestroyDropsABlockingCallback) {
  const aclrtStream stream = MakeSubscribed();
  Call(stream, 1, ACL_CALLBACK_BLOCK);
  EXPECT_TRUE(Succeeded(aclrtDestroyStreamForce(stream)));
  EXPECT_TRUE(called_.empty());
}

TEST_F(CallbackTest, WhatACallbackThrowsStaysInside) {
  const aclrtStream stream = MakeSubscribed();
  ASSERT_TRUE(
      Succeeded(aclrtLaunchCallback([](void*) { throw 1; }, nullptr, ACL_CALLBACK_BLOCK, stream)));
  EXPECT_TRUE(Refused(aclrtProcessReport(-1), ACL_ERROR_INTERNAL_ERROR, {"callback"}));
  EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
}

TEST(CallbackDevices, AThreadServesOneDevice) {
  const WithVariable devices("HOSTACL_DEVICE_COUNT", "2");
  ASSERT_TRUE(Succeeded(aclInit(nullptr)));
  ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
  ASSERT_TRUE(Succeeded(aclrtSubscribeReport(ThisThread(), nullptr)));
  ASSERT_TRUE(Succeeded(aclrtSetDevice(1)));
  EXPECT_TRUE(Refused(aclrtSubscribeReport(ThisThread(), nullptr), ACL_ERROR_RT_THREAD_SUBSCRIBE,
                      {"device 0", "device 1"}));
  EXPECT_TRUE(Succeeded(aclFinalize()));
}

}  // namespace
}  // namespace hostacl::testing
