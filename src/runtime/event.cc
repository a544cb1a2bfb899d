// Event: records, waits and resets in streams.
#include "runtime/event.h"

#include <fmt/format.h>

#include <utility>

#include "runtime/error.h"
#include "runtime/stream.h"

namespace hostacl {
namespace {

uint32_t NextEventId() noexcept {
  static std::atomic<uint32_t> next{0};
  return next.fetch_add(1);
}

// Counts a wait of a stream from the launch until its task has run or was dropped.
class CountsWait {
 public:
  CountsWait(std::shared_ptr<Event> event, std::atomic<int64_t>* waits)
      : event_(std::move(event)), waits_(waits) {
    waits_->fetch_add(1);
  }
  CountsWait(const CountsWait&) = delete;
  CountsWait& operator=(const CountsWait&) = delete;
  ~CountsWait() { waits_->fetch_sub(1); }

 private:
  const std::shared_ptr<Event> event_;  // owns the counter
  std::atomic<int64_t>* const waits_;
};

}  // namespace

void EventRecord::Reach() {
  time_ = Clock::now();
  signal_->Complete();
}

std::optional<Clock::time_point> EventRecord::time() const {
  if (!done()) return std::nullopt;
  return time_;
}

Event::Event(Kind kind, uint32_t flags, int32_t device, QuotaShare share)
    : kind_(kind), flags_(flags), device_(device), id_(NextEventId()), share_(std::move(share)) {}

bool Event::syncs() const { return kind_ == Kind::kPlain || (flags_ & kEventSyncBits) != 0; }

bool Event::keeps_time() const {
  return kind_ == Kind::kPlain || (flags_ & ACL_EVENT_TIME_LINE) != 0;
}

std::shared_ptr<EventRecord> Event::latest() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return latest_;
}

void Event::Record(Stream* stream) {
  const auto record = std::make_shared<EventRecord>();
  const auto released = std::make_shared<CompletesSignal>(record->signal());
  // Under the lock, so that the latest record is the one that was queued last.
  std::lock_guard<std::mutex> lock(mutex_);
  stream->Push([record, released] {
    record->Reach();
    return Error{ACL_SUCCESS, ""};
  });
  latest_ = record;
}

void Event::Reset(const std::shared_ptr<Event>& event, Stream* stream) {
  stream->Push([event, record = event->latest()] {
    std::lock_guard<std::mutex> lock(event->mutex_);
    if (event->latest_ == record) event->latest_ = nullptr;
    return Error{ACL_SUCCESS, ""};
  });
}

void Event::Wait(const std::shared_ptr<Event>& event, Stream* stream, uint32_t timeout_s) {
  const std::shared_ptr<EventRecord> record = event->latest();
  if (record == nullptr) return;
  const auto counts = std::make_shared<CountsWait>(event, &event->waits_);
  stream->Push([record, counts, stream, timeout_s, id = event->id()] {
    Deadline deadline;
    if (timeout_s > 0) deadline = Clock::now() + std::chrono::seconds(timeout_s);
    if (stream->AwaitInTask(record->signal(), deadline) != Signal::Outcome::kTimeout) {
      return Error{ACL_SUCCESS, ""};
    }
    return Error{ACL_ERROR_RT_WAIT_TIMEOUT,
                 fmt::format("stream {} waited for event {} for {} s, its timeout, and the event "
                             "was not complete",
                             stream->id(), id, timeout_s)};
  });
}

}  // namespace hostacl
