// The C functions on events.
#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <utility>

#include "acl/acl_rt.h"
#include "runtime/callback.h"
#include "runtime/context.h"
#include "runtime/device.h"
#include "runtime/error.h"
#include "runtime/event.h"
#include "runtime/handle.h"
#include "runtime/require.h"
#include "runtime/soc.h"
#include "runtime/stream.h"

namespace hostacl {
namespace {

HandleTable<Event>& Events() {
  static HandleTable<Event>& events = *new HandleTable<Event>(HandleKind::kEvent);
  return events;
}

// aclrtSetOpWaitTimeout, in seconds; 0: none.
std::atomic<uint32_t> wait_timeout{0};

std::shared_ptr<Event> RequireEvent(const char* parameter, aclrtEvent handle) {
  RequireNotNull(parameter, handle);
  std::shared_ptr<Event> event = Events().Find(handle);
  if (event == nullptr) {
    throw Error{ACL_ERROR_RT_INVALID_HANDLE,
                fmt::format("{} {} {}", parameter, handle, Events().DescribeDead(handle))};
  }
  return event;
}

void RefuseEx(const Event& event, const char* what) {
  if (event.kind() != Event::Kind::kExWithFlag) return;
  throw Error{
      ACL_ERROR_RT_PARAM_INVALID,
      fmt::format("event was made by aclrtCreateEventExWithFlag, and such an event cannot be "
                  "{}",
                  what)};
}

void RequireSync(const Event& event, const char* what) {
  if (event.syncs()) return;
  throw Error{
      ACL_ERROR_RT_PARAM_INVALID,
      fmt::format("event was made without ACL_EVENT_SYNC, and such an event cannot be {}", what)};
}

void RequireSameDevice(const Event& event, const Stream& stream) {
  if (event.device() == stream.device()) return;
  throw Error{ACL_ERROR_RT_STREAM_CONTEXT,
              fmt::format("event belongs to device {} and the stream to device {}", event.device(),
                          stream.device())};
}

void RequireFlags(uint32_t flags) {
  constexpr uint32_t kKnown = kEventSyncBits | ACL_EVENT_CAPTURE_STREAM_PROGRESS |
                              ACL_EVENT_TIME_LINE | ACL_EVENT_DEVICE_USE_ONLY;
  constexpr uint32_t kMissing = ACL_EVENT_EXTERNAL | ACL_EVENT_IPC;
  if ((flags & kMissing) != 0) {
    throw Error{ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                fmt::format("flag {:#x} holds ACL_EVENT_EXTERNAL (0x20) or ACL_EVENT_IPC (0x40), "
                            "which this library does not have",
                            flags)};
  }
  if (flags == 0 || (flags & ~kKnown) != 0) {
    throw Error{
        ACL_ERROR_RT_PARAM_INVALID,
        fmt::format("flag must combine ACL_EVENT_SYNC (0x1), "
                    "ACL_EVENT_CAPTURE_STREAM_PROGRESS (0x2), ACL_EVENT_TIME_LINE (0x8) and "
                    "ACL_EVENT_DEVICE_USE_ONLY (0x10), but is {:#x}",
                    flags)};
  }
}

void CreateEvent(aclrtEvent* event, Event::Kind kind, uint32_t flags) {
  RequireNotNull("event", event);
  *event = nullptr;
  if (kind != Event::Kind::kPlain) RequireFlags(flags);
  const int32_t device = RequireContext()->device();
  // The device's counters are for events that others wait for; Ex events do without them.
  const bool counted = kind == Event::Kind::kPlain ||
                       (kind == Event::Kind::kWithFlag && (flags & kEventSyncBits) != 0);
  const uint64_t amount = counted ? 1 : 0;
  const uint32_t limit = CurrentSocTraits().max_events;
  Quota& quota = EventQuota(device);
  if (!quota.Take(amount, limit)) {
    throw Error{ACL_ERROR_RT_NO_EVENT_RESOURCE,
                fmt::format("device {} has {} events and none is left", device, limit)};
  }
  *event =
      Events().Insert(std::make_shared<Event>(kind, flags, device, QuotaShare(&quota, amount)));
}

void DestroyEvent(aclrtEvent handle) {
  // Removed first, so that of two threads that destroy the event one is refused.
  if (Events().Remove(handle) == nullptr) RequireEvent("event", handle);
}

void RecordEvent(aclrtEvent handle, aclrtStream stream_handle) {
  const auto event = RequireEvent("event", handle);
  const auto stream = ResolveLaunchStream(stream_handle);
  RequireSameDevice(*event, *stream);
  event->Record(stream.get());
}

void ResetEvent(aclrtEvent handle, aclrtStream stream_handle) {
  const auto event = RequireEvent("event", handle);
  RefuseEx(*event, "reset");
  if (event->kind() == Event::Kind::kPlain) {
    throw Error{ACL_ERROR_RT_PARAM_INVALID,
                "event was made by aclrtCreateEvent; only one of aclrtCreateEventWithFlag with "
                "ACL_EVENT_SYNC can be reset"};
  }
  RequireSync(*event, "reset");
  const auto stream = ResolveLaunchStream(stream_handle);
  RequireSameDevice(*event, *stream);
  Event::Reset(event, stream.get());
}

void StreamWait(aclrtStream stream_handle, aclrtEvent handle, uint32_t timeout_s) {
  const auto event = RequireEvent("event", handle);
  RequireSync(*event, "waited for by a stream");
  const auto stream = ResolveLaunchStream(stream_handle);
  RequireSameDevice(*event, *stream);
  Event::Wait(event, stream.get(), timeout_s);
}

bool IsComplete(const Event& event) {
  const auto latest = event.latest();
  if (latest == nullptr) return event.kind() == Event::Kind::kExWithFlag;
  return latest->done();
}

void Synchronize(aclrtEvent handle, int32_t timeout) {
  RefuseInCallback("synchronizing an event");
  const auto event = RequireEvent("event", handle);
  RequireTimeout(timeout);
  const auto latest = event->latest();
  if (latest == nullptr) return;
  if (latest->signal()->Wait(DeadlineAfterMs(timeout)) == Signal::Outcome::kTimeout) {
    throw Error{ACL_ERROR_RT_EVENT_SYNC_TIMEOUT,
                fmt::format("event was not complete within the timeout of {} ms", timeout)};
  }
}

Clock::time_point RequireTime(const char* parameter, aclrtEvent handle) {
  const auto event = RequireEvent(parameter, handle);
  const auto latest = event->latest();
  const char* why = nullptr;
  std::optional<Clock::time_point> time;
  if (!event->keeps_time()) {
    why = "was made without ACL_EVENT_TIME_LINE";
  } else if (latest == nullptr) {
    why = "was never recorded";
  } else if (!latest->done()) {
    why = "is not complete: synchronize its stream first";
  } else {
    time = latest->time();
    if (!time) why = "was dropped with its stream";
  }
  if (why != nullptr) {
    throw Error{ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID,
                fmt::format("{} has no timestamp: it {}", parameter, why)};
  }
  return *time;
}

float ElapsedMs(aclrtEvent start_handle, aclrtEvent end_handle) {
  const Clock::time_point start = RequireTime("startEvent", start_handle);
  const Clock::time_point end = RequireTime("endEvent", end_handle);
  const std::chrono::duration<double, std::milli> elapsed = end - start;
  if (elapsed.count() < 0) {
    throw Error{ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL,
                fmt::format("endEvent is {} ms older than startEvent", -elapsed.count())};
  }
  return static_cast<float>(elapsed.count());
}

}  // namespace
}  // namespace hostacl

using hostacl::Event;
using hostacl::Guard;
using hostacl::kAclInnerCodes;

extern "C" {

aclError aclrtCreateEvent(aclrtEvent* event) {
  return Guard("aclrtCreateEvent", kAclInnerCodes,
               [&] { hostacl::CreateEvent(event, Event::Kind::kPlain, 0); });
}

aclError aclrtCreateEventWithFlag(aclrtEvent* event, uint32_t flag) {
  return Guard("aclrtCreateEventWithFlag", kAclInnerCodes,
               [&] { hostacl::CreateEvent(event, Event::Kind::kWithFlag, flag); });
}

aclError aclrtCreateEventExWithFlag(aclrtEvent* event, uint32_t flag) {
  return Guard("aclrtCreateEventExWithFlag", kAclInnerCodes,
               [&] { hostacl::CreateEvent(event, Event::Kind::kExWithFlag, flag); });
}

aclError aclrtDestroyEvent(aclrtEvent event) {
  return Guard("aclrtDestroyEvent", kAclInnerCodes, [&] { hostacl::DestroyEvent(event); });
}

aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream) {
  return Guard("aclrtRecordEvent", kAclInnerCodes, [&] { hostacl::RecordEvent(event, stream); });
}

aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream) {
  return Guard("aclrtResetEvent", kAclInnerCodes, [&] { hostacl::ResetEvent(event, stream); });
}

aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event) {
  return Guard("aclrtStreamWaitEvent", kAclInnerCodes,
               [&] { hostacl::StreamWait(stream, event, hostacl::wait_timeout); });
}

aclError aclrtStreamWaitEventWithTimeout(aclrtStream stream, aclrtEvent event, int32_t timeout) {
  return Guard("aclrtStreamWaitEventWithTimeout", kAclInnerCodes, [&] {
    if (timeout < 0) {
      throw hostacl::Error{
          ACL_ERROR_RT_PARAM_INVALID,
          fmt::format("timeout must be a number of seconds or 0 for none, not {}", timeout)};
    }
    hostacl::StreamWait(stream, event, static_cast<uint32_t>(timeout));
  });
}

aclError aclrtSetOpWaitTimeout(uint32_t timeout) {
  return Guard("aclrtSetOpWaitTimeout", kAclInnerCodes, [&] { hostacl::wait_timeout = timeout; });
}

aclError aclrtQueryEvent(aclrtEvent event, aclrtEventStatus* status) {
  return Guard("aclrtQueryEvent", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("status", status);
    const auto found = hostacl::RequireEvent("event", event);
    hostacl::RefuseEx(*found, "asked for by aclrtQueryEvent");
    *status = hostacl::IsComplete(*found) ? ACL_EVENT_STATUS_COMPLETE : ACL_EVENT_STATUS_NOT_READY;
  });
}

aclError aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus* status) {
  return Guard("aclrtQueryEventStatus", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("status", status);
    const auto found = hostacl::RequireEvent("event", event);
    *status = hostacl::IsComplete(*found) ? ACL_EVENT_RECORDED_STATUS_COMPLETE
                                          : ACL_EVENT_RECORDED_STATUS_NOT_READY;
  });
}

aclError aclrtQueryEventWaitStatus(aclrtEvent event, aclrtEventWaitStatus* status) {
  return Guard("aclrtQueryEventWaitStatus", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("status", status);
    const auto found = hostacl::RequireEvent("event", event);
    hostacl::RefuseEx(*found, "asked for by aclrtQueryEventWaitStatus");
    *status =
        found->waits() == 0 ? ACL_EVENT_WAIT_STATUS_COMPLETE : ACL_EVENT_WAIT_STATUS_NOT_READY;
  });
}

aclError aclrtSynchronizeEvent(aclrtEvent event) {
  return Guard("aclrtSynchronizeEvent", kAclInnerCodes, [&] { hostacl::Synchronize(event, -1); });
}

aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout) {
  return Guard("aclrtSynchronizeEventWithTimeout", kAclInnerCodes,
               [&] { hostacl::Synchronize(event, timeout); });
}

aclError aclrtEventElapsedTime(float* ms, aclrtEvent startEvent, aclrtEvent endEvent) {
  return Guard("aclrtEventElapsedTime", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("ms", ms);
    *ms = 0;
    *ms = hostacl::ElapsedMs(startEvent, endEvent);
  });
}

aclError aclrtEventGetTimestamp(aclrtEvent event, uint64_t* timestamp) {
  return Guard("aclrtEventGetTimestamp", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("timestamp", timestamp);
    *timestamp = 0;
    const auto since = hostacl::RequireTime("event", event).time_since_epoch();
    *timestamp =
        static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(since).count());
  });
}

aclError aclrtGetEventId(aclrtEvent event, uint32_t* eventId) {
  return Guard("aclrtGetEventId", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("eventId", eventId);
    *eventId = hostacl::RequireEvent("event", event)->id();
  });
}

aclError aclrtGetEventAvailNum(uint32_t* eventCount) {
  return Guard("aclrtGetEventAvailNum", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("eventCount", eventCount);
    *eventCount = 0;
    const uint64_t used = hostacl::EventQuota(hostacl::RequireContext()->device()).used();
    const uint32_t limit = hostacl::CurrentSocTraits().max_events;
    *eventCount = used >= limit ? 0 : limit - static_cast<uint32_t>(used);
  });
}

}  // extern "C"
