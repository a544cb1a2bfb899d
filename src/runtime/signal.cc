// Signal: waiting for something that happens once.
#include "runtime/signal.h"

namespace hostacl {

Deadline DeadlineAfterMs(int32_t timeout_ms) {
  if (timeout_ms < 0) return std::nullopt;
  return Clock::now() + std::chrono::milliseconds(timeout_ms);
}

void Signal::Complete() {
  // Notified under the lock: a waiter may destroy the signal as soon as it sees that it is done.
  std::lock_guard<std::mutex> lock(mutex_);
  done_.store(true, std::memory_order_release);
  changed_.notify_all();
}

Signal::Outcome Signal::Wait(const Deadline& deadline, const std::atomic<bool>* cancel) {
  const auto settled = [&] { return done() || (cancel != nullptr && cancel->load()); };
  std::unique_lock<std::mutex> lock(mutex_);
  if (deadline) {
    if (!changed_.wait_until(lock, *deadline, settled)) return Outcome::kTimeout;
  } else {
    changed_.wait(lock, settled);
  }
  return done() ? Outcome::kDone : Outcome::kCancelled;
}

void Signal::Wake() {
  std::lock_guard<std::mutex> lock(mutex_);
  changed_.notify_all();
}

}  // namespace hostacl
