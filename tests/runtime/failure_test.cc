// Failures of work on a stream: who is told, when they are forgotten, what ACL_STOP_ON_FAILURE
// does.
#include <cstdint>
#include <stdexcept>

#include "fixture.h"

namespace hostacl::testing {
namespace {

class FailureTest : public RuntimeTest {
 protected:
  void TearDown() override {
    aclrtSetOpWaitTimeout(0);
    RuntimeTest::TearDown();
  }

  // Leaves a failure on `stream`.
  void LetFail(aclrtStream stream) {
    Run(stream, [] { throw std::runtime_error("on purpose"); });
  }

  // Leaves the failure that a wait for an event came to its end on `stream`.
  void LetWaitExpire(aclrtStream stream) {
    const aclrtStream held = MakeStream();
    const aclrtEvent event = MakeEvent();
    HoldNow(held);
    ASSERT_TRUE(Succeeded(aclrtRecordEvent(event, held)));
    ASSERT_TRUE(Succeeded(aclrtStreamWaitEventWithTimeout(stream, event, 1)));
  }
};

TEST_F(FailureTest, NextSynchronizeTellsAndForgets) {
  const aclrtStream stream = MakeStream();
  LetWaitExpire(stream);
  Mark(stream, 1);
  EXPECT_TRUE(Refused(aclrtSynchronizeStream(stream), ACL_ERROR_RT_WAIT_TIMEOUT,
                      {"aclrtSynchronizeStream", "event", "1 s"}));
  EXPECT_EQ(marks().size(), 1u) << "the wait ends and later work runs";
  EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
}

TEST_F(FailureTest, ItIsAlsoTheThreadsLastError) {
  const aclrtStream stream = MakeStream();
  LetFail(stream);
  EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_INTERNAL_ERROR);
  EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_INTERNAL_ERROR);
}

TEST_F(FailureTest, LaterWorkRunsAllTheSame) {
  const aclrtStream stream = MakeStream();
  LetFail(stream);
  Mark(stream, 1);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_INTERNAL_ERROR);
  EXPECT_EQ(marks().size(), 1u);
}

TEST_F(FailureTest, OtherStreamsAreNotTold) {
  const aclrtStream stream = MakeStream();
  const aclrtStream other = MakeStream();
  LetFail(stream);
  Mark(other, 1);
  EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(other)));
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_INTERNAL_ERROR);
}

TEST_F(FailureTest, SynchronizeDeviceTellsAndForgets) {
  const aclrtStream stream = MakeStream();
  LetFail(stream);
  EXPECT_TRUE(Refused(aclrtSynchronizeDevice(), ACL_ERROR_INTERNAL_ERROR,
                      {"aclrtSynchronizeDevice", "on purpose"}));
  EXPECT_TRUE(Succeeded(aclrtSynchronizeDevice()));
  EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
}

TEST_F(FailureTest, ATimeoutOfTheSynchronizeKeepsTheFailure) {
  const aclrtStream stream = MakeStream();
  LetFail(stream);
  Gate& gate = HoldNow(stream);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream, 0), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_INTERNAL_ERROR);
}

TEST_F(FailureTest, DestroyingAFailedStreamSucceeds) {
  const aclrtStream stream = MakeStream();
  LetFail(stream);
  EXPECT_TRUE(Succeeded(aclrtDestroyStream(stream)));
  EXPECT_TRUE(Succeeded(aclrtSynchronizeDevice()));
}

TEST_F(FailureTest, TheProcessesWaitTimeoutAppliesFromThenOn) {
  const aclrtStream held = MakeStream();
  const aclrtStream unbounded = MakeStream();
  const aclrtStream bounded = MakeStream();
  const aclrtEvent event = MakeEvent();
  Gate& gate = HoldNow(held);
  ASSERT_TRUE(Succeeded(aclrtRecordEvent(event, held)));
  ASSERT_TRUE(Succeeded(aclrtStreamWaitEvent(unbounded, event)));
  ASSERT_TRUE(Succeeded(aclrtSetOpWaitTimeout(1)));
  ASSERT_TRUE(Succeeded(aclrtStreamWaitEvent(bounded, event)));
  EXPECT_EQ(aclrtSynchronizeStream(bounded), ACL_ERROR_RT_WAIT_TIMEOUT);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(unbounded, 0), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  gate.Open();
  EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(unbounded)));
}

TEST_F(FailureTest, ATimeoutOfZeroIsNone) {
  ASSERT_TRUE(Succeeded(aclrtSetOpWaitTimeout(1)));
  const aclrtStream held = MakeStream();
  const aclrtStream waiting = MakeStream();
  const aclrtStream bounded = MakeStream();
  const aclrtEvent event = MakeEvent();
  Gate& gate = HoldNow(held);
  ASSERT_TRUE(Succeeded(aclrtRecordEvent(event, held)));
  ASSERT_TRUE(Succeeded(aclrtStreamWaitEventWithTimeout(waiting, event, 0)));
  ASSERT_TRUE(Succeeded(aclrtStreamWaitEvent(bounded, event)));
  // By now the second that the process allows is over.
  ASSERT_EQ(aclrtSynchronizeStream(bounded), ACL_ERROR_RT_WAIT_TIMEOUT);
  gate.Open();
  EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(waiting)));
  EXPECT_TRUE(Refused(aclrtStreamWaitEventWithTimeout(waiting, event, -1),
                      ACL_ERROR_RT_PARAM_INVALID, {"timeout", "-1"}));
}

TEST_F(FailureTest, WhatAHostFunctionThrowsStaysInside) {
  const aclrtStream stream = MakeStream();
  Run(stream, [] { throw std::runtime_error("the application's own trouble"); });
  EXPECT_TRUE(Refused(aclrtSynchronizeStream(stream), ACL_ERROR_INTERNAL_ERROR,
                      {"host function", "the application's own trouble"}));
  Run(stream, [] { throw 1; });
  EXPECT_TRUE(Refused(aclrtSynchronizeStream(stream), ACL_ERROR_INTERNAL_ERROR, {"host function"}));
  Mark(stream, 1);
  EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
}

TEST_F(FailureTest, TheFirstOfTwoIsTold) {
  const aclrtStream stream = MakeStream();
  Run(stream, [] { throw std::runtime_error("the first"); });
  Run(stream, [] { throw std::runtime_error("the second"); });
  EXPECT_TRUE(Refused(aclrtSynchronizeStream(stream), ACL_ERROR_INTERNAL_ERROR, {"the first"}));
  EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
}

class StopTest : public FailureTest {
 protected:
  aclrtStream MakeStopping() {
    const aclrtStream stream = MakeStream();
    EXPECT_TRUE(Succeeded(aclrtSetStreamFailureMode(stream, ACL_STOP_ON_FAILURE)));
    return stream;
  }

  void Stop(aclrtStream stream) {
    Run(stream, [] { throw std::runtime_error("stop"); });
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_INTERNAL_ERROR);
  }

  static aclError Launch(aclrtStream stream) {
    return aclrtLaunchHostFunc(
        stream, [](void*) {}, nullptr);
  }
};

TEST_F(StopTest, TheFailureStays) {
  const aclrtStream stream = MakeStopping();
  Stop(stream);
  EXPECT_TRUE(Refused(aclrtSynchronizeStream(stream), ACL_ERROR_INTERNAL_ERROR, {"stop"}));
  EXPECT_TRUE(Refused(aclrtSynchronizeDevice(), ACL_ERROR_INTERNAL_ERROR, {"stop"}));
}

TEST_F(StopTest, WhatIsQueuedBehindItIsDropped) {
  const aclrtStream stream = MakeStopping();
  const aclrtEvent event = MakeEvent();
  Gate& gate = HoldNow(stream);
  Run(stream, [] { throw std::runtime_error("stop"); });
  Mark(stream, 1);
  ASSERT_TRUE(Succeeded(aclrtRecordEvent(event, stream)));
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_INTERNAL_ERROR);
  EXPECT_TRUE(marks().empty());
  EXPECT_TRUE(Succeeded(aclrtSynchronizeEvent(event))) << "dropped records must not block";
  uint64_t time = 1;
  EXPECT_TRUE(Refused(aclrtEventGetTimestamp(event, &time), ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID,
                      {"event", "dropped"}));
}

TEST_F(StopTest, LaunchesOnAllStreamsOfTheContextAreRefused) {
  const aclrtStream stream = MakeStopping();
  const aclrtStream other = MakeStream();
  Stop(stream);
  EXPECT_TRUE(Refused(Launch(stream), ACL_ERROR_INTERNAL_ERROR, {"ACL_STOP_ON_FAILURE", "stop"}));
  EXPECT_EQ(Launch(other), ACL_ERROR_INTERNAL_ERROR);
  EXPECT_EQ(Launch(nullptr), ACL_ERROR_INTERNAL_ERROR);
  EXPECT_EQ(Launch(MakeStream()), ACL_ERROR_INTERNAL_ERROR);
}

TEST_F(StopTest, OtherContextsGoOn) {
  const aclrtStream stream = MakeStopping();
  Stop(stream);
  aclrtContext context = nullptr;
  ASSERT_TRUE(Succeeded(aclrtCreateContext(&context, 0)));
  Mark(nullptr, 1);
  EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(nullptr)));
  EXPECT_EQ(marks().size(), 1u);
}

TEST_F(StopTest, DestroyingTheStreamLiftsIt) {
  const aclrtStream stream = MakeStopping();
  const aclrtStream other = MakeStream();
  Stop(stream);
  EXPECT_TRUE(Succeeded(aclrtDestroyStream(stream)));
  Mark(other, 1);
  EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(other)));
  EXPECT_EQ(marks().size(), 1u);
}

TEST_F(StopTest, ModeIsSetOnceAndChecked) {
  const aclrtStream stream = MakeStream();
  EXPECT_TRUE(Refused(aclrtSetStreamFailureMode(stream, 2), ACL_ERROR_RT_PARAM_INVALID,
                      {"mode", "ACL_STOP_ON_FAILURE", "2"}));
  EXPECT_TRUE(Succeeded(aclrtSetStreamFailureMode(stream, ACL_CONTINUE_ON_FAILURE)));
  EXPECT_TRUE(Refused(aclrtSetStreamFailureMode(stream, ACL_STOP_ON_FAILURE),
                      ACL_ERROR_RT_PARAM_INVALID, {"once"}));
  Stop(stream);
  EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
}

TEST(StopOnDefaultStream, DependsOnTheProduct) {
  for (const char* name : {"Ascend910B1", "Ascend910_9391", "Ascend950PR_9599"}) {
    const WithVariable soc("HOSTACL_SOC", name);
    ASSERT_TRUE(Succeeded(aclInit(nullptr)));
    ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
    EXPECT_TRUE(Succeeded(aclrtSetStreamFailureMode(nullptr, ACL_STOP_ON_FAILURE))) << name;
    ASSERT_TRUE(Succeeded(aclFinalize()));
  }
  for (const char* name : {"Ascend910A", "Ascend310P3", "Ascend310B1"}) {
    const WithVariable soc("HOSTACL_SOC", name);
    ASSERT_TRUE(Succeeded(aclInit(nullptr)));
    ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
    EXPECT_TRUE(Refused(aclrtSetStreamFailureMode(nullptr, ACL_STOP_ON_FAILURE),
                        ACL_ERROR_RT_FEATURE_NOT_SUPPORT, {"stream"}))
        << name;
    ASSERT_TRUE(Succeeded(aclFinalize()));
  }
}

}  // namespace
}  // namespace hostacl::testing
