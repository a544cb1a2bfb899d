// Worker: one thread that runs tasks in the order in which they were pushed.
#ifndef HOSTACL_RUNTIME_WORKER_H_
#define HOSTACL_RUNTIME_WORKER_H_

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "runtime/signal.h"

namespace hostacl {

// A queue of tasks and the thread that empties it. The thread starts at the first Push. When the
// process exits without cleaning up, every worker finishes the task it runs and drops the rest.
class Worker {
 public:
  using Task = std::function<void()>;

  Worker() = default;
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker();

  // Which threads may run a task: only the worker's own, or also one that waits for it.
  enum class Runner { kOwn, kAny };

  // Queues `task`, which must not throw, and returns at once. A task for any thread must not wait
  // for other tasks. One that is dropped is destroyed without being run, so whatever others wait
  // for has to be released by what the task owns. Throws Error{107017} after Close, Error{207008}
  // when no thread can be had, Error{107023} at exit. The result is the task's place in the order,
  // for WaitFor.
  uint64_t Push(Task task, Runner runner);

  // Runs `task`, which must not throw and must not wait, on the calling thread in its place of the
  // order, when nothing is queued or running. False: there is, or the worker takes no tasks;
  // nothing was done.
  bool RunIfIdle(const Task& task);

  // Waits until the task of this place and those before it have run or were dropped, and are
  // destroyed. False: `deadline` passed. Without a deadline it does what it waits for itself, if
  // that is for any thread and nobody has begun: the worker's thread may still be waking up.
  bool WaitFor(uint64_t place, const Deadline& deadline);

  // The same for every task pushed before the call.
  bool WaitForPushed(const Deadline& deadline);

  // Whether nothing is queued or running.
  bool Idle() const;

  // Takes no more tasks, waits for those there are (kDrain) or for the running one only (kDrop),
  // and ends the thread. Not to be called on the worker's own thread.
  enum class Ending { kDrain, kDrop };
  void Close(Ending ending);

  // Waits on the worker's own thread, inside a task. Returns early when the rest is to be dropped.
  Signal::Outcome AwaitInTask(const std::shared_ptr<Signal>& signal, const Deadline& deadline);

 private:
  friend class WorkerRegistry;

  struct Entry {
    Task task;
    Runner runner;
  };

  void Run() noexcept;
  bool NothingRuns() const { return finished_ + queue_.size() == pushed_; }
  // Runs the first of the queue, on whatever thread this is, and drops it.
  void RunFirst(std::unique_lock<std::mutex>& lock) noexcept;
  // After a task that was not run on the worker's thread: lets that go on.
  void EndLoan();
  bool WaitFor(std::unique_lock<std::mutex>& lock, uint64_t place, const Deadline& deadline);
  // Asks for the end of the thread and wakes it, also from AwaitInTask.
  void RequestDrop() noexcept;
  bool WaitForExit(const Deadline& deadline);

  std::mutex start_mutex_;  // taken before mutex_
  bool started_ = false;    // guarded by start_mutex_

  mutable std::mutex mutex_;
  std::condition_variable pushed_changed_;
  std::condition_variable finished_changed_;
  std::deque<Entry> queue_;
  uint64_t pushed_ = 0;
  uint64_t finished_ = 0;
  bool lent_ = false;  // another thread runs a task in the place of the worker's own
  bool closed_ = false;
  bool exited_ = false;
  std::shared_ptr<Signal> awaited_;
  std::atomic<bool> dropping_{false};
  std::thread thread_;  // guarded by the registry's mutex
};

}  // namespace hostacl

#endif  // HOSTACL_RUNTIME_WORKER_H_
