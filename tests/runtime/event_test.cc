// Events: what a record captures, what a wait binds to, queries, times, resets.
#include <cstdint>
#include <vector>

#include "fixture.h"

namespace hostacl::testing {
namespace {

class EventTest : public RuntimeTest {
 protected:
  // An event of aclrtCreateEventExWithFlag.
  aclrtEvent MakeExEvent(uint32_t flags) {
    aclrtEvent event = nullptr;
    EXPECT_TRUE(Succeeded(aclrtCreateEventExWithFlag(&event, flags)));
    return event;
  }

  bool IsRecorded(aclrtEvent event) {
    aclrtEventRecordedStatus status = ACL_EVENT_RECORDED_STATUS_NOT_READY;
    EXPECT_TRUE(Succeeded(aclrtQueryEventStatus(event, &status)));
    return status == ACL_EVENT_RECORDED_STATUS_COMPLETE;
  }

  void Record(aclrtEvent event, aclrtStream stream) {
    EXPECT_TRUE(Succeeded(aclrtRecordEvent(event, stream)));
  }
  void Wait(aclrtStream stream, aclrtEvent event) {
    EXPECT_TRUE(Succeeded(aclrtStreamWaitEvent(stream, event)));
  }
  void Synchronize(aclrtStream stream) { EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(stream))); }
};

TEST_F(EventTest, RecordCapturesWhatIsQueued) {
  const aclrtStream stream = MakeStream();
  const aclrtEvent event = MakeEvent();
  Gate& before = HoldNow(stream);
  Mark(stream, 1);
  Record(event, stream);
  Gate& after = Hold(stream);
  EXPECT_FALSE(IsRecorded(event));
  before.Open();
  EXPECT_TRUE(Succeeded(aclrtSynchronizeEvent(event)));
  EXPECT_TRUE(IsRecorded(event));
  EXPECT_EQ(marks(), std::vector<int>{1});
  after.Open();
}

TEST_F(EventTest, TheTwoQueriesNumberTheirStatesTheOtherWayRound) {
  const aclrtStream stream = MakeStream();
  const aclrtEvent event = MakeEvent();
  Gate& gate = HoldNow(stream);
  Record(event, stream);
  int older = -1;
  int newer = -1;
  EXPECT_TRUE(Succeeded(aclrtQueryEvent(event, reinterpret_cast<aclrtEventStatus*>(&older))));
  EXPECT_TRUE(
      Succeeded(aclrtQueryEventStatus(event, reinterpret_cast<aclrtEventRecordedStatus*>(&newer))));
  EXPECT_EQ(older, 1);
  EXPECT_EQ(newer, 0);
  gate.Open();
  Synchronize(stream);
  EXPECT_TRUE(Succeeded(aclrtQueryEvent(event, reinterpret_cast<aclrtEventStatus*>(&older))));
  EXPECT_TRUE(
      Succeeded(aclrtQueryEventStatus(event, reinterpret_cast<aclrtEventRecordedStatus*>(&newer))));
  EXPECT_EQ(older, 0);
  EXPECT_EQ(newer, 1);
}

TEST_F(EventTest, OrdersStreams) {
  const aclrtStream producer = MakeStream();
  const aclrtStream consumer = MakeStream();
  const aclrtEvent event = MakeEvent();
  Gate& gate = HoldNow(producer);
  Mark(producer, 1);
  Record(event, producer);
  Wait(consumer, event);
  Mark(consumer, 2);
  gate.Open();
  Synchronize(consumer);
  EXPECT_EQ(marks(), (std::vector<int>{1, 2}));
}

TEST_F(EventTest, AWaitHoldsOnlyLaterWork) {
  const aclrtStream held = MakeStream();
  const aclrtStream stream = MakeStream();
  const aclrtEvent event = MakeEvent();
  const aclrtEvent passed = MakeEvent();
  HoldNow(held);
  Record(event, held);
  Mark(stream, 1);
  Record(passed, stream);
  Wait(stream, event);
  EXPECT_TRUE(Succeeded(aclrtSynchronizeEvent(passed)));
  EXPECT_EQ(marks().size(), 1u);
}

TEST_F(EventTest, AWaitDoesNotHoldTheCaller) {
  const aclrtStream held = MakeStream();
  const aclrtStream stream = MakeStream();
  const aclrtEvent event = MakeEvent();
  Gate& gate = HoldNow(held);
  Record(event, held);
  Wait(stream, event);
  Mark(stream, 1);
  EXPECT_TRUE(marks().empty());
  gate.Open();
  Synchronize(stream);
  EXPECT_EQ(marks().size(), 1u);
}

TEST_F(EventTest, AWaitBindsToTheRecordBeforeIt) {
  const aclrtStream first = MakeStream();
  const aclrtStream second = MakeStream();
  const aclrtStream waiting = MakeStream();
  const aclrtEvent event = MakeEvent();
  Record(event, first);
  Wait(waiting, event);
  HoldNow(second);
  Record(event, second);
  // Would hang if the wait looked at the event again.
  Synchronize(waiting);
  EXPECT_FALSE(IsRecorded(event));
}

TEST_F(EventTest, AWaitSurvivesARecordThatComesLater) {
  const aclrtStream held = MakeStream();
  const aclrtStream waiting = MakeStream();
  const aclrtEvent event = MakeEvent();
  Gate& gate = HoldNow(held);
  Record(event, held);
  Wait(waiting, event);
  Record(event, MakeStream());
  EXPECT_TRUE(Succeeded(aclrtSynchronizeEvent(event)));
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(waiting, 0), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT)
      << "the wait is for the first record, which is still held";
  gate.Open();
  Synchronize(waiting);
}

TEST_F(EventTest, RecordingAgainMakesItUnfinishedAgain) {
  const aclrtStream stream = MakeStream();
  const aclrtEvent event = MakeEvent();
  Record(event, stream);
  EXPECT_TRUE(Succeeded(aclrtSynchronizeEvent(event)));
  EXPECT_TRUE(IsRecorded(event));
  Gate& gate = HoldNow(stream);
  Record(event, stream);
  EXPECT_FALSE(IsRecorded(event));
  gate.Open();
  EXPECT_TRUE(Succeeded(aclrtSynchronizeEvent(event)));
}

TEST_F(EventTest, NeverRecordedIsNotWaitedFor) {
  const aclrtStream stream = MakeStream();
  for (const aclrtEvent event : {MakeEvent(), MakeEvent(ACL_EVENT_SYNC)}) {
    EXPECT_FALSE(IsRecorded(event));
    EXPECT_TRUE(Succeeded(aclrtSynchronizeEvent(event)));
    EXPECT_TRUE(Succeeded(aclrtSynchronizeEventWithTimeout(event, 0)));
    Wait(stream, event);
  }
  Mark(stream, 1);
  Synchronize(stream);
  EXPECT_EQ(marks().size(), 1u);
}

TEST_F(EventTest, AnExEventIsCompleteBeforeItsFirstRecord) {
  const aclrtStream stream = MakeStream();
  const aclrtEvent event = MakeExEvent(ACL_EVENT_SYNC);
  EXPECT_TRUE(IsRecorded(event));
  Gate& gate = HoldNow(stream);
  Record(event, stream);
  EXPECT_FALSE(IsRecorded(event));
  gate.Open();
  Synchronize(stream);
  EXPECT_TRUE(IsRecorded(event));
}

TEST_F(EventTest, ExEventsLackTheOlderFunctions) {
  const aclrtEvent event = MakeExEvent(ACL_EVENT_SYNC);
  aclrtEventStatus status = ACL_EVENT_STATUS_RESERVED;
  EXPECT_TRUE(Refused(aclrtQueryEvent(event, &status), ACL_ERROR_RT_PARAM_INVALID,
                      {"aclrtCreateEventExWithFlag"}));
  aclrtEventWaitStatus wait_status = ACL_EVENT_WAIT_STATUS_RESERVED;
  EXPECT_TRUE(Refused(aclrtQueryEventWaitStatus(event, &wait_status), ACL_ERROR_RT_PARAM_INVALID,
                      {"aclrtCreateEventExWithFlag"}));
  EXPECT_TRUE(Refused(aclrtResetEvent(event, nullptr), ACL_ERROR_RT_PARAM_INVALID,
                      {"aclrtCreateEventExWithFlag"}));
}

TEST_F(EventTest, StreamsWaitOnlyForEventsMadeForIt) {
  const aclrtStream stream = MakeStream();
  for (const aclrtEvent event : {MakeEvent(ACL_EVENT_TIME_LINE), MakeExEvent(ACL_EVENT_TIME_LINE),
                                 MakeEvent(ACL_EVENT_CAPTURE_STREAM_PROGRESS)}) {
    Record(event, stream);
    EXPECT_TRUE(Refused(aclrtStreamWaitEvent(stream, event), ACL_ERROR_RT_PARAM_INVALID,
                        {"aclrtStreamWaitEvent", "ACL_EVENT_SYNC"}));
    EXPECT_TRUE(Succeeded(aclrtSynchronizeEvent(event))) << "threads may wait for any";
  }
  for (const aclrtEvent event : {MakeEvent(), MakeEvent(ACL_EVENT_SYNC | ACL_EVENT_TIME_LINE),
                                 MakeEvent(0xEu), MakeExEvent(ACL_EVENT_SYNC)}) {
    Record(event, stream);
    Wait(stream, event);
  }
}

TEST_F(EventTest, FlagsAreChecked) {
  aclrtEvent event = this;
  EXPECT_TRUE(Refused(aclrtCreateEventWithFlag(&event, 0), ACL_ERROR_RT_PARAM_INVALID,
                      {"flag", "ACL_EVENT_SYNC", "0x0"}));
  EXPECT_EQ(event, nullptr);
  EXPECT_EQ(aclrtCreateEventWithFlag(&event, 0x80), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtCreateEventExWithFlag(&event, 0), ACL_ERROR_RT_PARAM_INVALID);
  for (const uint32_t flag : {ACL_EVENT_EXTERNAL, ACL_EVENT_IPC, ACL_EVENT_IPC | ACL_EVENT_SYNC}) {
    EXPECT_EQ(aclrtCreateEventWithFlag(&event, flag), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    EXPECT_EQ(aclrtCreateEventExWithFlag(&event, flag), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  }
  EXPECT_EQ(aclrtCreateEvent(nullptr), ACL_ERROR_RT_PARAM_INVALID);
}

TEST_F(EventTest, WaitStatusCountsQueuedWaits) {
  const aclrtStream held = MakeStream();
  const aclrtStream waiting = MakeStream();
  const aclrtEvent event = MakeEvent(ACL_EVENT_SYNC);
  aclrtEventWaitStatus status = ACL_EVENT_WAIT_STATUS_RESERVED;
  EXPECT_TRUE(Succeeded(aclrtQueryEventWaitStatus(event, &status)));
  EXPECT_EQ(status, ACL_EVENT_WAIT_STATUS_COMPLETE);
  Gate& gate = HoldNow(held);
  Record(event, held);
  Wait(waiting, event);
  EXPECT_TRUE(Succeeded(aclrtQueryEventWaitStatus(event, &status)));
  EXPECT_EQ(status, ACL_EVENT_WAIT_STATUS_NOT_READY);
  gate.Open();
  Synchronize(waiting);
  EXPECT_TRUE(Succeeded(aclrtQueryEventWaitStatus(event, &status)));
  EXPECT_EQ(status, ACL_EVENT_WAIT_STATUS_COMPLETE);
}

TEST_F(EventTest, SynchronizeTimeouts) {
  const aclrtStream stream = MakeStream();
  const aclrtEvent event = MakeEvent();
  Gate& gate = HoldNow(stream);
  Record(event, stream);
  EXPECT_TRUE(Refused(aclrtSynchronizeEventWithTimeout(event, 0), ACL_ERROR_RT_EVENT_SYNC_TIMEOUT,
                      {"0 ms"}));
  EXPECT_TRUE(Refused(aclrtSynchronizeEventWithTimeout(event, 10), ACL_ERROR_RT_EVENT_SYNC_TIMEOUT,
                      {"aclrtSynchronizeEventWithTimeout", "10 ms"}));
  EXPECT_EQ(aclrtSynchronizeEventWithTimeout(event, -5), ACL_ERROR_RT_PARAM_INVALID);
  gate.Open();
  EXPECT_TRUE(Succeeded(aclrtSynchronizeEventWithTimeout(event, -1)));
}

TEST_F(EventTest, TellsTheTimeBetweenTwo) {
  const aclrtStream stream = MakeStream();
  const aclrtEvent start = MakeEvent();
  const aclrtEvent end = MakeEvent(ACL_EVENT_TIME_LINE);
  Record(start, stream);
  Record(end, stream);
  Synchronize(stream);
  float ms = -1;
  EXPECT_TRUE(Succeeded(aclrtEventElapsedTime(&ms, start, end)));
  EXPECT_GE(ms, 0);
  EXPECT_LT(ms, 60000);
  EXPECT_TRUE(Succeeded(aclrtEventElapsedTime(&ms, start, start)));
  EXPECT_EQ(ms, 0);
  uint64_t first = 0;
  uint64_t second = 0;
  EXPECT_TRUE(Succeeded(aclrtEventGetTimestamp(start, &first)));
  EXPECT_TRUE(Succeeded(aclrtEventGetTimestamp(end, &second)));
  EXPECT_GT(first, 0u);
  EXPECT_LE(first, second);
}

TEST_F(EventTest, ReversedTimesAreRefused) {
  const aclrtStream stream = MakeStream();
  const aclrtEvent start = MakeEvent();
  const aclrtEvent end = MakeEvent();
  Record(end, stream);
  Synchronize(stream);
  uint64_t ended = 0;
  ASSERT_TRUE(Succeeded(aclrtEventGetTimestamp(end, &ended)));
  // Until the clock has moved on.
  for (uint64_t started = ended; started == ended;) {
    Record(start, stream);
    Synchronize(stream);
    ASSERT_TRUE(Succeeded(aclrtEventGetTimestamp(start, &started)));
  }
  float ms = -1;
  EXPECT_TRUE(Refused(aclrtEventElapsedTime(&ms, start, end), ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL,
                      {"endEvent", "startEvent"}));
  EXPECT_EQ(ms, 0);
  EXPECT_TRUE(Succeeded(aclrtEventElapsedTime(&ms, end, start)));
  EXPECT_GT(ms, 0);
}

TEST_F(EventTest, WithoutTimestampThereIsNoTime) {
  const aclrtStream stream = MakeStream();
  const aclrtEvent timed = MakeEvent();
  const aclrtEvent untimed = MakeEvent(ACL_EVENT_SYNC);
  const aclrtEvent held = MakeEvent();
  Record(timed, stream);
  Record(untimed, stream);
  Synchronize(stream);
  float ms = 0;
  uint64_t time = 1;
  EXPECT_TRUE(Refused(aclrtEventElapsedTime(&ms, timed, untimed),
                      ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID, {"endEvent", "ACL_EVENT_TIME_LINE"}));
  EXPECT_TRUE(Refused(aclrtEventElapsedTime(&ms, MakeEvent(), timed),
                      ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID, {"startEvent", "never recorded"}));
  Gate& gate = HoldNow(stream);
  Record(held, stream);
  EXPECT_TRUE(Refused(aclrtEventElapsedTime(&ms, timed, held), ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID,
                      {"endEvent", "not complete"}));
  EXPECT_EQ(aclrtEventGetTimestamp(held, &time), ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID);
  EXPECT_EQ(time, 0u);
  gate.Open();
  EXPECT_EQ(aclrtEventElapsedTime(nullptr, timed, timed), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtEventGetTimestamp(timed, nullptr), ACL_ERROR_RT_PARAM_INVALID);
}

TEST_F(EventTest, ResetMakesItUnrecordedInStreamOrder) {
  const aclrtStream stream = MakeStream();
  const aclrtEvent event = MakeEvent(ACL_EVENT_SYNC);
  Record(event, stream);
  Synchronize(stream);
  Gate& gate = HoldNow(stream);
  EXPECT_TRUE(Succeeded(aclrtResetEvent(event, stream)));
  EXPECT_TRUE(IsRecorded(event)) << "the reset is behind the gate";
  gate.Open();
  Synchronize(stream);
  EXPECT_FALSE(IsRecorded(event));
  EXPECT_TRUE(Succeeded(aclrtSynchronizeEvent(event)));
}

TEST_F(EventTest, ResetAfterAWaitDoesNotUndoIt) {
  const aclrtStream producer = MakeStream();
  const aclrtStream consumer = MakeStream();
  const aclrtEvent event = MakeEvent(ACL_EVENT_SYNC);
  for (int round = 0; round < 20; ++round) {
    Mark(producer, 2 * round);
    Record(event, producer);
    Wait(consumer, event);
    EXPECT_TRUE(Succeeded(aclrtResetEvent(event, consumer)));
    Mark(consumer, 2 * round + 1);
    Synchronize(consumer);
  }
  for (int i = 0; i < 40; ++i) EXPECT_EQ(marks().at(i), i);
}

TEST_F(EventTest, ALaterRecordSurvivesAnEarlierReset) {
  const aclrtStream held = MakeStream();
  const aclrtStream stream = MakeStream();
  const aclrtEvent event = MakeEvent(ACL_EVENT_SYNC);
  Record(event, stream);
  Gate& gate = HoldNow(held);
  EXPECT_TRUE(Succeeded(aclrtResetEvent(event, held)));
  Record(event, stream);
  gate.Open();
  Synchronize(held);
  Synchronize(stream);
  EXPECT_TRUE(IsRecorded(event));
}

TEST_F(EventTest, OnlySyncEventsCanBeReset) {
  EXPECT_TRUE(Refused(aclrtResetEvent(MakeEvent(), nullptr), ACL_ERROR_RT_PARAM_INVALID,
                      {"aclrtResetEvent", "aclrtCreateEventWithFlag"}));
  EXPECT_TRUE(Refused(aclrtResetEvent(MakeEvent(ACL_EVENT_TIME_LINE), nullptr),
                      ACL_ERROR_RT_PARAM_INVALID, {"ACL_EVENT_SYNC"}));
}

TEST_F(EventTest, DestroyedWhileWaitsArePending) {
  const aclrtStream producer = MakeStream();
  const aclrtStream consumer = MakeStream();
  const aclrtEvent event = MakeEvent();
  Gate& gate = HoldNow(producer);
  Mark(producer, 1);
  Record(event, producer);
  Wait(consumer, event);
  Mark(consumer, 2);
  EXPECT_TRUE(Succeeded(aclrtDestroyEvent(event)));
  gate.Open();
  Synchronize(consumer);
  EXPECT_EQ(marks(), (std::vector<int>{1, 2}));
}

TEST_F(EventTest, DestroyedAndForeignHandlesAreNamed) {
  const aclrtEvent event = MakeEvent();
  ASSERT_TRUE(Succeeded(aclrtDestroyEvent(event)));
  EXPECT_TRUE(Refused(aclrtDestroyEvent(event), ACL_ERROR_RT_INVALID_HANDLE,
                      {"aclrtDestroyEvent", "event", "was destroyed"}));
  EXPECT_EQ(aclrtRecordEvent(event, nullptr), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_TRUE(Refused(aclrtStreamWaitEvent(nullptr, MakeStream()), ACL_ERROR_RT_INVALID_HANDLE,
                      {"aclrtStream", "aclrtEvent"}));
  EXPECT_TRUE(
      Refused(aclrtSynchronizeEvent(nullptr), ACL_ERROR_RT_PARAM_INVALID, {"event", "null"}));
  EXPECT_TRUE(Refused(aclrtDestroyEvent(this), ACL_ERROR_RT_INVALID_HANDLE, {"not a handle"}));
}

TEST_F(EventTest, ManyStreamsWaitForOne) {
  const aclrtStream producer = MakeStream();
  const aclrtEvent event = MakeEvent();
  Gate& gate = HoldNow(producer);
  Record(event, producer);
  std::vector<aclrtStream> consumers;
  for (int i = 0; i < 8; ++i) {
    consumers.push_back(MakeStream());
    Wait(consumers.back(), event);
    Mark(consumers.back(), i);
  }
  EXPECT_TRUE(marks().empty());
  gate.Open();
  for (const aclrtStream consumer : consumers) Synchronize(consumer);
  EXPECT_EQ(marks().size(), 8u);
}

TEST_F(EventTest, AreCountedUnlessEx) {
  uint32_t before = 0;
  uint32_t after = 0;
  ASSERT_TRUE(Succeeded(aclrtGetEventAvailNum(&before)));
  const aclrtEvent event = MakeEvent();
  MakeExEvent(ACL_EVENT_SYNC);
  EXPECT_TRUE(Succeeded(aclrtGetEventAvailNum(&after)));
  EXPECT_EQ(after, before - 1);
  ASSERT_TRUE(Succeeded(aclrtDestroyEvent(event)));
  EXPECT_TRUE(Succeeded(aclrtGetEventAvailNum(&after)));
  EXPECT_EQ(after, before);
}

TEST_F(EventTest, NumbersAreUnique) {
  uint32_t a = 0;
  uint32_t b = 0;
  EXPECT_TRUE(Succeeded(aclrtGetEventId(MakeEvent(), &a)));
  EXPECT_TRUE(Succeeded(aclrtGetEventId(MakeEvent(), &b)));
  EXPECT_NE(a, b);
}

TEST(EventLimit, IsTheDevices) {
  const WithVariable soc("HOSTACL_SOC", "Ascend310P3");
  ASSERT_TRUE(Succeeded(aclInit(nullptr)));
  ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
  // Events of the tests before were not destroyed and count.
  uint32_t left = 0;
  ASSERT_TRUE(Succeeded(aclrtGetEventAvailNum(&left)));
  std::vector<aclrtEvent> events(left);
  for (aclrtEvent& event : events) ASSERT_TRUE(Succeeded(aclrtCreateEvent(&event)));
  aclrtEvent more = nullptr;
  EXPECT_TRUE(Refused(aclrtCreateEvent(&more), ACL_ERROR_RT_NO_EVENT_RESOURCE, {"1023", "events"}));
  EXPECT_TRUE(Succeeded(aclrtCreateEventExWithFlag(&more, ACL_EVENT_SYNC)));
  for (const aclrtEvent event : events) EXPECT_TRUE(Succeeded(aclrtDestroyEvent(event)));
  EXPECT_TRUE(Succeeded(aclFinalize()));
}

}  // namespace
}  // namespace hostacl::testing
