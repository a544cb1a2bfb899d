// Stream: a queue of work on a device, run in order by one thread, and what became of that work.
#ifndef HOSTACL_RUNTIME_STREAM_H_
#define HOSTACL_RUNTIME_STREAM_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "acl/acl_rt.h"
#include "runtime/core_limit.h"
#include "runtime/error.h"
#include "runtime/quota.h"
#include "runtime/signal.h"
#include "runtime/worker.h"

namespace hostacl {

class Context;
class FailureStop;
class Reporter;

inline constexpr uint32_t kLeastStreamPriority = 7;  // the highest is 0

// Numbers of a stream that programs set and read and that have no effect.
struct StreamNumbers {
  std::atomic<uint32_t> priority;
  std::atomic<uint32_t> overflow_switch{0};
  std::atomic<uint32_t> tag{0};
  std::atomic<uint32_t> cache_switch{0};
};

// Safe to use from any thread. No member function holds a lock while a task runs.
class Stream {
 public:
  // Work of a stream. Returns Error{0, ""} when all is well; what it throws instead is a failure as
  // well, 207001 for memory. It is destroyed before it counts as done. A task that is dropped
  // (aclrtDestroyStreamForce, a stream stopped by a failure, process exit) is destroyed without
  // being run: what others wait for is released by the destructor of what the task owns.
  using Task = std::function<Error()>;

  // The stream of a handle, or null when the handle is not live. Null is not a handle: see
  // ResolveLaunchStream for the default stream.
  static std::shared_ptr<Stream> Find(aclrtStream handle);
  // What a handle that is not live is instead, as the end of a sentence: "was destroyed".
  static std::string DescribeDead(aclrtStream handle);

  // Makes a stream of `context` and its handle. Context::CreateStream is what calls this.
  static std::shared_ptr<Stream> Create(const std::shared_ptr<Context>& context, uint32_t flags,
                                        uint32_t priority, bool is_default);

  // Queues `task` and returns at once, whatever the stream is doing. Throws Error when the stream
  // takes no more tasks: with the failure's code after one under ACL_STOP_ON_FAILURE, 107017 when
  // it is being destroyed, 107023 when the process exits, 207008 when its thread cannot be started.
  void Push(Task task);

  // The same, but waits until the task is done or was dropped.
  void PushAndWait(Task task);

  // As Push, for work that does not wait: a thread that synchronizes the stream may do it.
  void PushWork(Task task);

  // Does `task`, which must be short and must not wait, at once on the calling thread when the
  // stream is idle: waking the stream's thread would take longer. Otherwise, and in its refusals,
  // as PushWork.
  void RunOrPush(Task task);

  // Waits until everything pushed before the call is done, then throws the failure that a task left
  // behind, if any, and forgets it. `timeout_ms`: -1 forever, 0 looks once, else milliseconds,
  // after which it throws Error{507046}. Refused with 107000 inside a callback or host function.
  void Synchronize(int32_t timeout_ms = -1);

  // Waits as Synchronize does, and leaves the failure where it is. False: `deadline` passed.
  bool WaitForPushed(const Deadline& deadline) { return worker_.WaitForPushed(deadline); }
  // Throws the failure that is kept here, if any, and forgets it unless the stream is stopped by
  // it.
  void ThrowFailure();

  // Waits inside one of this stream's tasks.
  Signal::Outcome AwaitInTask(const std::shared_ptr<Signal>& signal, const Deadline& deadline) {
    return worker_.AwaitInTask(signal, deadline);
  }

  bool Idle() const { return worker_.Idle(); }

  // Makes the handle dead. False: it was before.
  bool Retire();
  // Takes no more tasks and waits for the queued ones (kDrain) or for the running one only (kDrop).
  void Close(Worker::Ending ending);

  // Once per stream, else Error{107000}.
  void SetFailureMode(uint64_t mode);
  uint64_t failure_mode() const;

  StreamNumbers& numbers() { return numbers_; }
  CoreLimits& core_limits() { return core_limits_; }
  const CoreLimits& core_limits() const { return core_limits_; }

  // The thread that runs this stream's callbacks (aclrtSubscribeReport), or null.
  std::shared_ptr<Reporter> reporter() const;
  // Returns the one before.
  std::shared_ptr<Reporter> exchange_reporter(std::shared_ptr<Reporter> reporter);

  // The context the stream belongs to; null once that was released.
  std::shared_ptr<Context> context() const { return context_.lock(); }
  aclrtStream handle() const { return handle_; }
  int32_t device() const { return device_; }
  int32_t id() const { return id_; }
  uint32_t flags() const { return flags_; }
  bool is_default() const { return is_default_; }

  Stream(const std::shared_ptr<Context>& context, uint32_t flags, uint32_t priority,
         bool is_default, QuotaShare share);
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream();

 private:
  void RefuseAfterFailure() const;
  // Returns the task's place in the order.
  uint64_t Queue(Task task, Worker::Runner runner);
  void RunTask(const Task& task) noexcept;
  void KeepFailure(Error error) noexcept;

  const std::weak_ptr<Context> context_;
  const std::shared_ptr<FailureStop> failure_stop_;  // shared by the streams of the context
  const int32_t device_;
  const int32_t id_;
  const uint32_t flags_;
  const bool is_default_;
  const QuotaShare share_;
  const aclrtStream handle_;
  StreamNumbers numbers_;
  CoreLimits core_limits_;

  mutable std::mutex mutex_;
  std::optional<Error> failure_;
  std::optional<uint64_t> failure_mode_;
  std::shared_ptr<Reporter> reporter_;

  Worker worker_;  // last: its thread uses the members above
};

// The stream that a launch with `handle` goes to. Null is the current context's default stream.
// Throws Error: 107002 without a current context, 107017 for a handle that is not live, 107003 for
// a stream of another context than the current one.
std::shared_ptr<Stream> ResolveLaunchStream(aclrtStream handle);

// The stream that a query or a synchronize with `handle` means: as above, but a live handle of any
// context will do, and only null needs a current context.
std::shared_ptr<Stream> ResolveStream(aclrtStream handle);

}  // namespace hostacl

#endif  // HOSTACL_RUNTIME_STREAM_H_
