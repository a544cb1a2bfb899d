// Callbacks and host functions: code of the application that runs in a stream's order.
#ifndef HOSTACL_RUNTIME_CALLBACK_H_
#define HOSTACL_RUNTIME_CALLBACK_H_

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>

#include "runtime/error.h"
#include "runtime/signal.h"

namespace hostacl {

class Stream;

// Throws Error{107000} on a thread that is running a callback or host function: a wait in there
// could be one for itself. `what` is what was asked for, for the sentence.
void RefuseInCallback(std::string_view what);

// Runs code of the application as a callback. What it throws ends here and becomes the result;
// throws only when there is no memory for that.
Error RunCallback(const std::function<void()>& body);

// A thread of the application that runs callbacks (aclrtProcessReport) and the streams it does so
// for. Safe to use from any thread.
class Reporter {
 public:
  Reporter(uint64_t thread, int32_t device) : thread_(thread), device_(device) {}

  uint64_t thread() const { return thread_; }
  int32_t device() const { return device_; }

  void AddStream(const Stream* stream);
  // Drops the stream's callbacks that did not run. True: no stream is left.
  bool RemoveStream(const Stream* stream);

  // Hands a callback over to the thread; `finished` goes when it has run or was dropped.
  void Add(const Stream* stream, std::function<void()> body,
           std::shared_ptr<CompletesSignal> finished);

  enum class Outcome { kRan, kTimeout, kUnsubscribed };
  // Runs what is there, on the calling thread, or waits for the first until `deadline`.
  Outcome RunPending(const Deadline& deadline);

 private:
  struct Pending {
    const Stream* stream;
    std::function<void()> body;
    std::shared_ptr<CompletesSignal> finished;
  };

  const uint64_t thread_;
  const int32_t device_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::set<const Stream*> streams_;
  std::deque<Pending> pending_;
};

// Ends a stream's subscription, if it has one.
void Unsubscribe(Stream* stream);

}  // namespace hostacl

#endif  // HOSTACL_RUNTIME_CALLBACK_H_
