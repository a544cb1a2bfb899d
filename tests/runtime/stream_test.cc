// Streams: order, independence, waiting, destruction, handles.
#include "runtime/stream.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <future>
#include <memory>
#include <new>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "fixture.h"

namespace hostacl::testing {
namespace {

class StreamTest : public RuntimeTest {
 protected:
  aclrtStreamStatus Query(aclrtStream stream) {
    aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
    EXPECT_TRUE(Succeeded(aclrtStreamQuery(stream, &status)));
    return status;
  }

  // Returns when the handle is dead; the destruction may still go on.
  void AwaitDeath(aclrtStream stream) {
    aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
    while (aclrtStreamQuery(stream, &status) == ACL_SUCCESS) std::this_thread::yield();
    EXPECT_NE(TakeSentence().find("was destroyed"), std::string::npos);
  }
};

std::vector<int> CountTo(int end) {
  std::vector<int> numbers(end);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

TEST_F(StreamTest, RunsItsWorkInOrder) {
  const aclrtStream stream = MakeStream();
  for (int i = 0; i < 500; ++i) Mark(stream, i);
  ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
  EXPECT_EQ(marks(), CountTo(500));
}

TEST_F(StreamTest, RunsOneTaskAtATime) {
  const aclrtStream stream = MakeStream();
  int running = 0;
  int most = 0;
  for (int i = 0; i < 100; ++i) {
    Run(stream, [&] {
      most = std::max(most, ++running);
      --running;
    });
  }
  ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
  EXPECT_EQ(most, 1);
}

TEST_F(StreamTest, DoesNotKeepTheCallerWaiting) {
  const aclrtStream stream = MakeStream();
  Gate& gate = HoldNow(stream);
  Mark(stream, 1);
  EXPECT_EQ(Query(stream), ACL_STREAM_STATUS_NOT_READY);
  EXPECT_TRUE(marks().empty());
  gate.Open();
  ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
  EXPECT_EQ(Query(stream), ACL_STREAM_STATUS_COMPLETE);
  EXPECT_EQ(marks(), std::vector<int>{1});
}

TEST_F(StreamTest, RunsOnAnotherThread) {
  const aclrtStream stream = MakeStream();
  std::thread::id worker;
  Run(stream, [&] { worker = std::this_thread::get_id(); });
  ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
  EXPECT_NE(worker, std::thread::id());
  EXPECT_NE(worker, std::this_thread::get_id());
}

TEST_F(StreamTest, ManyRunAtTheSameTime) {
  constexpr int kStreams = 16;
  std::vector<Gate*> gates;
  for (int i = 0; i < kStreams; ++i) gates.push_back(&Hold(MakeStream()));
  // Returns only if no stream waits for another.
  for (Gate* gate : gates) gate->AwaitArrival();
  for (Gate* gate : gates) gate->Open();
  EXPECT_TRUE(Succeeded(aclrtSynchronizeDevice()));
}

TEST_F(StreamTest, AHeldDefaultStreamHoldsNoOther) {
  const aclrtStream stream = MakeStream();
  HoldNow(nullptr);
  Mark(stream, 1);
  EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
  EXPECT_EQ(marks().size(), 1u);
  EXPECT_EQ(Query(nullptr), ACL_STREAM_STATUS_NOT_READY);
}

TEST_F(StreamTest, NullIsTheDefaultStream) {
  aclrtStream default_stream = nullptr;
  ASSERT_TRUE(Succeeded(aclrtCtxGetCurrentDefaultStream(&default_stream)));
  int32_t by_null = -1;
  int32_t by_handle = -2;
  EXPECT_TRUE(Succeeded(aclrtStreamGetId(nullptr, &by_null)));
  EXPECT_TRUE(Succeeded(aclrtStreamGetId(default_stream, &by_handle)));
  EXPECT_EQ(by_null, by_handle);
  Gate& gate = HoldNow(nullptr);
  EXPECT_EQ(Query(default_stream), ACL_STREAM_STATUS_NOT_READY);
  gate.Open();
  EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(default_stream)));
}

TEST_F(StreamTest, TheDefaultStreamCannotBeDestroyed) {
  aclrtStream default_stream = nullptr;
  ASSERT_TRUE(Succeeded(aclrtCtxGetCurrentDefaultStream(&default_stream)));
  EXPECT_TRUE(
      Refused(aclrtDestroyStream(default_stream), ACL_ERROR_RT_PARAM_INVALID, {"default stream"}));
  EXPECT_EQ(aclrtDestroyStreamForce(default_stream), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_TRUE(Refused(aclrtDestroyStream(nullptr), ACL_ERROR_RT_PARAM_INVALID, {"stream", "null"}));
  EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(nullptr)));
}

TEST_F(StreamTest, ANewStreamIsIdle) {
  const aclrtStream stream = MakeStream();
  EXPECT_EQ(Query(stream), ACL_STREAM_STATUS_COMPLETE);
  EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
  EXPECT_TRUE(Succeeded(aclrtSynchronizeStreamWithTimeout(stream, 0)));
  EXPECT_TRUE(Succeeded(aclrtDestroyStream(stream)));
}

TEST_F(StreamTest, TimeoutsOfSynchronize) {
  const aclrtStream stream = MakeStream();
  Gate& gate = HoldNow(stream);
  EXPECT_TRUE(Refused(aclrtSynchronizeStreamWithTimeout(stream, 0),
                      ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, {"0 ms"}));
  EXPECT_TRUE(Refused(aclrtSynchronizeStreamWithTimeout(stream, 20),
                      ACL_ERROR_RT_STREAM_SYNC_TIMEOUT,
                      {"aclrtSynchronizeStreamWithTimeout", "20 ms"}));
  EXPECT_TRUE(Refused(aclrtSynchronizeStreamWithTimeout(stream, -2), ACL_ERROR_RT_PARAM_INVALID,
                      {"timeout", "-2"}));
  gate.Open();
  EXPECT_TRUE(Succeeded(aclrtSynchronizeStreamWithTimeout(stream, -1)));
  EXPECT_TRUE(Succeeded(aclrtSynchronizeStreamWithTimeout(stream, 60000)));
}

TEST_F(StreamTest, SynchronizeWaitsOnlyForWhatWasQueuedBefore) {
  const aclrtStream stream = MakeStream();
  Gate& first = HoldNow(stream);
  std::promise<void> done;
  std::thread waiter([&] {
    EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
    done.set_value();
  });
  first.Open();
  done.get_future().wait();
  waiter.join();
  Gate& second = HoldNow(stream);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream, 0), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  second.Open();
}

TEST_F(StreamTest, DestroyWaitsForAllWork) {
  const aclrtStream stream = MakeStream();
  for (int i = 0; i < 200; ++i) Mark(stream, i);
  ASSERT_TRUE(Succeeded(aclrtDestroyStream(stream)));
  EXPECT_EQ(marks(), CountTo(200));
}

TEST_F(StreamTest, ForceWaitsForWhatRuns) {
  const aclrtStream stream = MakeStream();
  const aclrtEvent event = MakeEvent();
  std::promise<void> arrived;
  std::promise<void> opened;
  bool ended = false;
  Run(stream, [&] {
    arrived.set_value();
    opened.get_future().wait();
    ended = true;
  });
  ASSERT_TRUE(Succeeded(aclrtRecordEvent(event, stream)));
  arrived.get_future().wait();
  std::thread destroyer([&] {
    EXPECT_TRUE(Succeeded(aclrtSetDevice(0)));
    EXPECT_TRUE(Succeeded(aclrtDestroyStreamForce(stream)));
    EXPECT_TRUE(ended);
  });
  AwaitDeath(stream);
  opened.set_value();
  destroyer.join();
  EXPECT_TRUE(Succeeded(aclrtSynchronizeEvent(event))) << "dropped records must not block";
}

TEST_F(StreamTest, ForceEndsAWaitAndDropsWhatIsQueued) {
  const aclrtStream held = MakeStream();
  const aclrtStream waiting = MakeStream();
  const aclrtEvent event = MakeEvent();
  HoldNow(held);
  ASSERT_TRUE(Succeeded(aclrtRecordEvent(event, held)));
  ASSERT_TRUE(Succeeded(aclrtStreamWaitEvent(waiting, event)));
  Mark(waiting, 1);
  EXPECT_TRUE(Succeeded(aclrtDestroyStreamForce(waiting)));
  EXPECT_TRUE(marks().empty());
}

TEST_F(StreamTest, DestroyedHandlesAreRecognised) {
  const aclrtStream stream = MakeStream();
  ASSERT_TRUE(Succeeded(aclrtDestroyStream(stream)));
  EXPECT_TRUE(Refused(aclrtSynchronizeStream(stream), ACL_ERROR_RT_INVALID_HANDLE,
                      {"aclrtSynchronizeStream", "stream", "was destroyed"}));
  EXPECT_TRUE(Refused(aclrtDestroyStream(stream), ACL_ERROR_RT_INVALID_HANDLE, {"was destroyed"}));
  EXPECT_EQ(aclrtLaunchHostFunc(
                stream, [](void*) {}, nullptr),
            ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(aclrtRecordEvent(MakeEvent(), stream), ACL_ERROR_RT_INVALID_HANDLE);
  const aclrtStream next = MakeStream();
  EXPECT_NE(next, stream) << "handles must not be used again";
}

TEST_F(StreamTest, ForeignHandlesAreRecognised) {
  int number = 0;
  EXPECT_TRUE(Refused(aclrtSynchronizeStream(&number), ACL_ERROR_RT_INVALID_HANDLE,
                      {"not a handle of this library"}));
  EXPECT_TRUE(Refused(aclrtSynchronizeStream(reinterpret_cast<aclrtStream>(uintptr_t{1})),
                      ACL_ERROR_RT_INVALID_HANDLE, {"not a handle"}));
  EXPECT_TRUE(Refused(aclrtSynchronizeStream(MakeEvent()), ACL_ERROR_RT_INVALID_HANDLE,
                      {"aclrtEvent", "aclrtStream"}));
}

TEST_F(StreamTest, OutParametersAreRequired) {
  EXPECT_TRUE(Refused(aclrtCreateStream(nullptr), ACL_ERROR_RT_PARAM_INVALID, {"stream", "null"}));
  EXPECT_TRUE(
      Refused(aclrtStreamQuery(nullptr, nullptr), ACL_ERROR_RT_PARAM_INVALID, {"status", "null"}));
  EXPECT_EQ(aclrtStreamGetId(nullptr, nullptr), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtStreamGetFlags(nullptr, nullptr), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtStreamGetPriority(nullptr, nullptr), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtGetStreamAvailableNum(nullptr), ACL_ERROR_RT_PARAM_INVALID);
}

TEST_F(StreamTest, KeepsFlagsAndPriority) {
  aclrtStream stream = nullptr;
  ASSERT_TRUE(Succeeded(
      aclrtCreateStreamWithConfig(&stream, 3, ACL_STREAM_FAST_LAUNCH | ACL_STREAM_FAST_SYNC)));
  uint32_t flags = 0;
  uint32_t priority = 0;
  EXPECT_TRUE(Succeeded(aclrtStreamGetFlags(stream, &flags)));
  EXPECT_EQ(flags, ACL_STREAM_FAST_LAUNCH | ACL_STREAM_FAST_SYNC);
  EXPECT_TRUE(Succeeded(aclrtStreamGetPriority(stream, &priority)));
  EXPECT_EQ(priority, 3u);
  Mark(stream, 1);
  EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
  EXPECT_TRUE(Succeeded(aclrtStreamGetFlags(MakeStream(), &flags)));
  EXPECT_EQ(flags, 0u);
}

TEST_F(StreamTest, RefusesFlagsWhoseStreamsRunNothing) {
  for (const uint32_t flag :
       {ACL_STREAM_PERSISTENT, ACL_STREAM_CPU_SCHEDULE, ACL_STREAM_DEVICE_USE_ONLY}) {
    aclrtStream stream = this;
    EXPECT_TRUE(Refused(aclrtCreateStreamWithConfig(&stream, 0, flag),
                        ACL_ERROR_RT_FEATURE_NOT_SUPPORT, {"flag", "ACL_STREAM_PERSISTENT"}));
    EXPECT_EQ(stream, nullptr);
  }
}

TEST_F(StreamTest, ConfigurationMakesStreams) {
  aclrtStreamConfigHandle* const config = aclrtCreateStreamConfigHandle();
  ASSERT_NE(config, nullptr);
  const size_t flag = ACL_STREAM_FAST_SYNC;
  const uint32_t priority = 5;
  EXPECT_TRUE(Succeeded(aclrtSetStreamConfigOpt(config, ACL_RT_STREAM_FLAG, &flag, sizeof flag)));
  EXPECT_TRUE(Succeeded(
      aclrtSetStreamConfigOpt(config, ACL_RT_STREAM_PRIORITY, &priority, sizeof priority)));
  EXPECT_TRUE(Refused(aclrtSetStreamConfigOpt(config, ACL_RT_STREAM_FLAG, &flag, 4),
                      ACL_ERROR_RT_PARAM_INVALID, {"valueSize", "8", "4"}));
  EXPECT_EQ(aclrtSetStreamConfigOpt(config, static_cast<aclrtStreamConfigAttr>(4), &flag, 8),
            ACL_ERROR_RT_PARAM_INVALID);
  aclrtStream stream = nullptr;
  EXPECT_TRUE(Succeeded(aclrtCreateStreamV2(&stream, config)));
  uint32_t got = 0;
  EXPECT_TRUE(Succeeded(aclrtStreamGetFlags(stream, &got)));
  EXPECT_EQ(got, ACL_STREAM_FAST_SYNC);
  EXPECT_TRUE(Succeeded(aclrtStreamGetPriority(stream, &got)));
  EXPECT_EQ(got, 5u);
  EXPECT_TRUE(Succeeded(aclrtDestroyStreamConfigHandle(config)));
  EXPECT_EQ(aclrtDestroyStreamConfigHandle(config), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(aclrtCreateStreamV2(&stream, config), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(aclrtCreateStreamV2(&stream, nullptr), ACL_ERROR_RT_PARAM_INVALID);
}

TEST_F(StreamTest, NumbersAreUnique) {
  int32_t a = -1;
  int32_t b = -1;
  EXPECT_TRUE(Succeeded(aclrtStreamGetId(MakeStream(), &a)));
  EXPECT_TRUE(Succeeded(aclrtStreamGetId(MakeStream(), &b)));
  EXPECT_NE(a, b);
}

TEST_F(StreamTest, AreCountedAndGivenBack) {
  uint32_t before = 0;
  uint32_t after = 0;
  ASSERT_TRUE(Succeeded(aclrtGetStreamAvailableNum(&before)));
  const aclrtStream stream = MakeStream();
  EXPECT_TRUE(Succeeded(aclrtGetStreamAvailableNum(&after)));
  EXPECT_EQ(after, before - 1);
  ASSERT_TRUE(Succeeded(aclrtDestroyStream(stream)));
  EXPECT_TRUE(Succeeded(aclrtGetStreamAvailableNum(&after)));
  EXPECT_EQ(after, before);
}

TEST(StreamLimit, IsTheDevices) {
  const WithVariable soc("HOSTACL_SOC", "Ascend310B1");
  ASSERT_TRUE(Succeeded(aclInit(nullptr)));
  ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
  aclrtStream stream = nullptr;
  int made = 1;  // the default stream
  while (made <= 512 && aclrtCreateStream(&stream) == ACL_SUCCESS) ++made;
  EXPECT_EQ(made, 512);
  EXPECT_EQ(stream, nullptr);
  EXPECT_EQ(aclrtCreateStream(&stream), ACL_ERROR_RT_NO_STREAM_RESOURCE);
  EXPECT_NE(TakeSentence().find("512"), std::string::npos);
  EXPECT_TRUE(Succeeded(aclFinalize()));
}

TEST_F(StreamTest, WorkMayQueueMoreWork) {
  const aclrtStream stream = MakeStream();
  Run(stream, [&] {
    ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
    Mark(stream, 1);
    Mark(nullptr, 2);
  });
  ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
  ASSERT_TRUE(Succeeded(aclrtSynchronizeDevice()));
  EXPECT_EQ(marks().size(), 2u);
}

TEST_F(StreamTest, ThreadsMayShareOne) {
  const aclrtStream stream = MakeStream();
  constexpr int kThreads = 4;
  constexpr int kEach = 50;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([this, stream] {
      EXPECT_TRUE(Succeeded(aclrtSetDevice(0)));
      for (int j = 0; j < kEach; ++j) Mark(stream, j);
    });
  }
  for (std::thread& thread : threads) thread.join();
  ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
  EXPECT_EQ(marks().size(), static_cast<size_t>(kThreads * kEach));
}

// The two ways in which work comes to a stream.
void PushTask(Stream* stream, Stream::Task task) { stream->Push(std::move(task)); }
void RunOrPushTask(Stream* stream, Stream::Task task) { stream->RunOrPush(std::move(task)); }

// Takes its time to go, and tells then.
struct GoesSlowly {
  explicit GoesSlowly(std::atomic<bool>* gone) : gone(gone) {}
  ~GoesSlowly() {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    *gone = true;
  }
  std::atomic<bool>* const gone;
};

TEST_F(StreamTest, ATaskIsGoneBeforeItCountsAsDone) {
  const std::shared_ptr<Stream> stream = Stream::Find(MakeStream());
  for (const auto& launch : {&PushTask, &RunOrPushTask}) {
    std::atomic<bool> gone{false};
    std::promise<void> running;
    auto kept = std::make_shared<GoesSlowly>(&gone);
    std::thread launcher([&, kept = std::move(kept)]() mutable {
      launch(stream.get(), [&running, kept = std::move(kept)] {
        running.set_value();
        return Error{ACL_SUCCESS, ""};
      });
    });
    running.get_future().wait();
    stream->Synchronize();
    EXPECT_TRUE(gone);
    launcher.join();
  }
}

TEST_F(StreamTest, WhatATaskThrowsIsTheStreamsFailure) {
  const aclrtStream stream = MakeStream();
  const auto found = Stream::Find(stream);
  for (const auto& launch : {&PushTask, &RunOrPushTask}) {
    launch(found.get(), []() -> Error { throw std::bad_alloc(); });
    EXPECT_TRUE(Refused(aclrtSynchronizeStream(stream), ACL_ERROR_RT_MEMORY_ALLOCATION,
                        {"aclrtSynchronizeStream", "memory ran out"}));
    launch(found.get(), []() -> Error { throw std::runtime_error("on purpose"); });
    EXPECT_TRUE(Refused(aclrtSynchronizeStream(stream), ACL_ERROR_INTERNAL_ERROR,
                        {"aclrtSynchronizeStream"}));
    launch(found.get(), []() -> Error { throw Error{ACL_ERROR_RT_PARAM_INVALID, "thrown"}; });
    EXPECT_TRUE(Refused(aclrtSynchronizeStream(stream), ACL_ERROR_RT_PARAM_INVALID, {"thrown"}));
    Mark(stream, 1);
    EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
  }
  EXPECT_EQ(marks().size(), 2u) << "later work runs";
}

TEST_F(StreamTest, WhatATaskThrowsStopsTheContextUnderStopOnFailure) {
  const aclrtStream stream = MakeStream();
  const aclrtStream other = MakeStream();
  ASSERT_TRUE(Succeeded(aclrtSetStreamFailureMode(stream, ACL_STOP_ON_FAILURE)));
  Stream::Find(stream)->Push([]() -> Error { throw std::bad_alloc(); });
  EXPECT_TRUE(
      Refused(aclrtSynchronizeStream(stream), ACL_ERROR_RT_MEMORY_ALLOCATION, {"memory ran out"}));
  EXPECT_TRUE(
      Refused(aclrtSynchronizeStream(other), ACL_ERROR_RT_MEMORY_ALLOCATION, {"memory ran out"}));
  EXPECT_TRUE(Succeeded(aclrtDestroyStream(stream)));
  EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(other)));
}

}  // namespace
}  // namespace hostacl::testing
