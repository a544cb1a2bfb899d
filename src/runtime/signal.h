// Signal: something that happens once and that threads wait for.
#ifndef HOSTACL_RUNTIME_SIGNAL_H_
#define HOSTACL_RUNTIME_SIGNAL_H_

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace hostacl {

using Clock = std::chrono::steady_clock;
// The moment until which a call waits; empty: forever.
using Deadline = std::optional<Clock::time_point>;

// The deadline of a wait of `timeout_ms` from now: -1 waits forever, 0 looks once.
Deadline DeadlineAfterMs(int32_t timeout_ms);

// Safe to use from any thread.
class Signal {
 public:
  enum class Outcome { kDone, kTimeout, kCancelled };

  void Complete();
  bool done() const noexcept { return done_.load(std::memory_order_acquire); }

  // Waits for Complete, for `deadline`, or for `*cancel`; whoever sets `*cancel` calls Wake after
  // it.
  Outcome Wait(const Deadline& deadline, const std::atomic<bool>* cancel = nullptr);
  void Wake();

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<bool> done_{false};
};

// Completes a signal when the last copy of it goes, so that dropping a task releases its waiters.
class CompletesSignal {
 public:
  explicit CompletesSignal(std::shared_ptr<Signal> signal) : signal_(std::move(signal)) {}
  CompletesSignal(const CompletesSignal&) = delete;
  CompletesSignal& operator=(const CompletesSignal&) = delete;
  ~CompletesSignal() { signal_->Complete(); }

 private:
  const std::shared_ptr<Signal> signal_;
};

}  // namespace hostacl

#endif  // HOSTACL_RUNTIME_SIGNAL_H_
