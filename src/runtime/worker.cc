// Worker: the queue, its thread, and what happens to both when the process exits.
#include "runtime/worker.h"

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "acl/acl_rt.h"
#include "runtime/error.h"

namespace hostacl {

// The workers whose thread runs. Never destroyed: threads use it until the process is gone.
class WorkerRegistry {
 public:
  static WorkerRegistry& Instance() {
    static WorkerRegistry& registry = *new WorkerRegistry;
    return registry;
  }

  void Start(Worker* worker);
  // Joins the thread, which has left Worker::Run, unless that was done at exit.
  void Join(Worker* worker);

 private:
  static void StopAllAtExit() { Instance().StopAll(); }
  void StopAll();

  std::mutex mutex_;
  std::atomic<bool> exiting_{false};
  bool at_exit_registered_ = false;
  std::vector<Worker*> running_;
};

void WorkerRegistry::Start(Worker* worker) {
  std::unique_lock<std::mutex> lock(mutex_, std::defer_lock);
  // StopAll holds the lock while it waits for tasks, one of which may be in here.
  while (!exiting_ && !lock.try_lock()) std::this_thread::yield();
  if (exiting_) throw Error{ACL_ERROR_RT_STREAM_ABORT, "the process is exiting, no work is taken"};
  if (!at_exit_registered_) {
    // At the first start and not at loading: what is registered later runs earlier, before the
    // objects that tasks use are gone.
    at_exit_registered_ = std::atexit(&WorkerRegistry::StopAllAtExit) == 0;
  }
  running_.reserve(running_.size() + 1);
  const Error failure = Attempt(
      kAclInnerCodes, [worker] { worker->thread_ = std::thread([worker] { worker->Run(); }); });
  if (failure.code != ACL_SUCCESS) {
    throw Error{ACL_ERROR_RT_NO_STREAM_RESOURCE, "no thread for the stream can be started"};
  }
  running_.push_back(worker);
}

void WorkerRegistry::Join(Worker* worker) {
  std::lock_guard<std::mutex> lock(mutex_);
  running_.erase(std::remove(running_.begin(), running_.end(), worker), running_.end());
  if (worker->thread_.joinable()) worker->thread_.join();
}

void WorkerRegistry::StopAll() {
  // A task that never ends must not keep the process from ending.
  constexpr std::chrono::seconds kBound{5};
  exiting_ = true;
  std::lock_guard<std::mutex> lock(mutex_);
  for (Worker* worker : running_) worker->RequestDrop();
  const Deadline deadline = Clock::now() + kBound;
  for (Worker* worker : running_) {
    const bool own = worker->thread_.get_id() == std::this_thread::get_id();
    if (!own && worker->WaitForExit(deadline)) worker->thread_.join();
  }
}

Worker::~Worker() { Close(Ending::kDrop); }

uint64_t Worker::Push(Task task, Runner runner) {
  {
    std::lock_guard<std::mutex> lock(start_mutex_);
    if (!started_) {
      WorkerRegistry::Instance().Start(this);
      started_ = true;
    }
  }
  std::lock_guard<std::mutex> lock(mutex_);
  if (closed_) {
    throw Error{ACL_ERROR_RT_INVALID_HANDLE, "the stream is being destroyed and takes no work"};
  }
  if (dropping_) {
    throw Error{ACL_ERROR_RT_STREAM_ABORT, "the process is exiting, no work is taken"};
  }
  queue_.push_back({std::move(task), runner});
  pushed_changed_.notify_one();
  return ++pushed_;
}

bool Worker::RunIfIdle(const Task& task) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (finished_ != pushed_ || closed_ || dropping_) return false;
    ++pushed_;
    lent_ = true;
  }
  task();
  std::lock_guard<std::mutex> lock(mutex_);
  ++finished_;
  EndLoan();
  return true;
}

void Worker::EndLoan() {
  lent_ = false;
  // Nothing else keeps the thread from its queue; waking it for an empty one costs more than a
  // short task did.
  if (!queue_.empty() || closed_ || dropping_) pushed_changed_.notify_all();
  finished_changed_.notify_all();
}

bool Worker::WaitFor(uint64_t place, const Deadline& deadline) {
  std::unique_lock<std::mutex> lock(mutex_);
  return WaitFor(lock, place, deadline);
}

bool Worker::WaitForPushed(const Deadline& deadline) {
  std::unique_lock<std::mutex> lock(mutex_);
  return WaitFor(lock, pushed_, deadline);
}

bool Worker::WaitFor(std::unique_lock<std::mutex>& lock, uint64_t place, const Deadline& deadline) {
  const auto reached = [this, place] { return finished_ >= place; };
  if (deadline) return finished_changed_.wait_until(lock, *deadline, reached);
  const auto can_borrow = [this] {
    return NothingRuns() && !queue_.empty() && queue_.front().runner == Runner::kAny && !dropping_;
  };
  for (;;) {
    finished_changed_.wait(lock, [&] { return reached() || can_borrow(); });
    if (reached()) return true;
    lent_ = true;
    RunFirst(lock);
    EndLoan();
  }
}

bool Worker::Idle() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return finished_ == pushed_;
}

void Worker::Close(Ending ending) {
  {
    std::lock_guard<std::mutex> lock(start_mutex_);
    // From here on no thread is started any more, so that the one to join is known.
    std::unique_lock<std::mutex> queue_lock(mutex_);
    closed_ = true;
    pushed_changed_.notify_all();
    finished_changed_.wait(queue_lock, [this] { return !lent_; });
    if (!started_) return;
  }
  if (ending == Ending::kDrop) RequestDrop();
  WaitForExit(std::nullopt);
  WorkerRegistry::Instance().Join(this);
}

void Worker::RequestDrop() noexcept {
  std::shared_ptr<Signal> awaited;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    dropping_ = true;
    awaited = awaited_;
    pushed_changed_.notify_all();
  }
  if (awaited != nullptr) awaited->Wake();
}

bool Worker::WaitForExit(const Deadline& deadline) {
  std::unique_lock<std::mutex> lock(mutex_);
  const auto exited = [this] { return exited_; };
  if (deadline) return finished_changed_.wait_until(lock, *deadline, exited);
  finished_changed_.wait(lock, exited);
  return true;
}

Signal::Outcome Worker::AwaitInTask(const std::shared_ptr<Signal>& signal,
                                    const Deadline& deadline) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    awaited_ = signal;
  }
  const Signal::Outcome outcome = signal->Wait(deadline, &dropping_);
  std::lock_guard<std::mutex> lock(mutex_);
  awaited_ = nullptr;
  return outcome;
}

void Worker::Run() noexcept {
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    pushed_changed_.wait(lock,
                         [this] { return !lent_ && (!queue_.empty() || closed_ || dropping_); });
    if (queue_.empty()) break;
    RunFirst(lock);
    finished_changed_.notify_all();
  }
  exited_ = true;
  finished_changed_.notify_all();
}

void Worker::RunFirst(std::unique_lock<std::mutex>& lock) noexcept {
  Task task = std::move(queue_.front().task);
  queue_.pop_front();
  const bool drop = dropping_;
  lock.unlock();
  if (!drop) task();
  // Destroyed before it counts as finished: its destructor releases what others wait for, and it
  // must not run under the lock.
  task = nullptr;
  lock.lock();
  ++finished_;
}

}  // namespace hostacl
