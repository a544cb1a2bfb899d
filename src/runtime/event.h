// Event: a mark in a stream that other streams and threads wait for and that tells the time.
#ifndef HOSTACL_RUNTIME_EVENT_H_
#define HOSTACL_RUNTIME_EVENT_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "acl/acl_rt.h"
#include "runtime/quota.h"
#include "runtime/signal.h"

namespace hostacl {

class Stream;

// Flags that let streams wait for an event: ACL_EVENT_SYNC, and the bit that older headers had for
// it, since programs still pass their 0xE.
inline constexpr uint32_t kOlderEventSync = 0x4;
inline constexpr uint32_t kEventSyncBits = ACL_EVENT_SYNC | kOlderEventSync;

// One record of an event. Each aclrtRecordEvent makes its own, so that waits which are queued keep
// the one they were bound to.
class EventRecord {
 public:
  // The task was reached: takes the time and releases the waiters.
  void Reach();

  bool done() const noexcept { return signal_->done(); }
  const std::shared_ptr<Signal>& signal() const { return signal_; }
  // Empty until it is done, and forever when the task was dropped.
  std::optional<Clock::time_point> time() const;

 private:
  const std::shared_ptr<Signal> signal_ = std::make_shared<Signal>();
  std::optional<Clock::time_point> time_;  // written before the signal is completed
};

// Safe to use from any thread.
class Event {
 public:
  // Which function made it.
  enum class Kind { kPlain, kWithFlag, kExWithFlag };

  Event(Kind kind, uint32_t flags, int32_t device, QuotaShare share);

  Kind kind() const { return kind_; }
  int32_t device() const { return device_; }
  uint32_t id() const { return id_; }
  bool syncs() const;
  bool keeps_time() const;

  // The latest record, or null.
  std::shared_ptr<EventRecord> latest() const;

  // Queue on `stream`; throw what Stream::Push throws and then change nothing.
  void Record(Stream* stream);
  static void Reset(const std::shared_ptr<Event>& event, Stream* stream);
  // `timeout_s`: seconds, 0 for none.
  static void Wait(const std::shared_ptr<Event>& event, Stream* stream, uint32_t timeout_s);

  // How many waits by streams are queued or going on.
  int64_t waits() const { return waits_.load(); }

 private:
  const Kind kind_;
  const uint32_t flags_;
  const int32_t device_;
  const uint32_t id_;
  const QuotaShare share_;
  std::atomic<int64_t> waits_{0};

  mutable std::mutex mutex_;
  std::shared_ptr<EventRecord> latest_;
};

}  // namespace hostacl

#endif  // HOSTACL_RUNTIME_EVENT_H_
