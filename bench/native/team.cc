// A fixed team of threads that wait for each round on a condition variable.
#include "native/team.h"

namespace hostacl {

Team::Team(int size) {
  for (int i = 1; i < size; ++i) workers_.emplace_back([this, i] { Work(i); });
}

Team::~Team() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void Team::Run(const std::function<void(int)>& share) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    share_ = &share;
    busy_ = static_cast<int>(workers_.size());
    ++round_;
  }
  changed_.notify_all();
  share(0);
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [this] { return busy_ == 0; });
}

void Team::Work(int index) {
  int seen = 0;
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return ending_ || round_ != seen; });
    if (ending_) return;
    seen = round_;
    const std::function<void(int)>& share = *share_;
    lock.unlock();
    share(index);
    lock.lock();
    if (--busy_ == 0) changed_.notify_all();
  }
}

}  // namespace hostacl
