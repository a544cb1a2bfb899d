// Threads that run one function at once, each on its own share, the caller being the first.
#ifndef HOSTACL_BENCH_NATIVE_TEAM_H_
#define HOSTACL_BENCH_NATIVE_TEAM_H_

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace hostacl {

class Team {
 public:
  explicit Team(int size);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int size() const { return static_cast<int>(workers_.size()) + 1; }
  // Runs share(0), ..., share(size - 1) at once and returns when all are done. A share always runs
  // on the same thread.
  void Run(const std::function<void(int)>& share);

 private:
  void Work(int index);

  std::mutex mutex_;
  std::condition_variable changed_;
  const std::function<void(int)>* share_ = nullptr;
  int round_ = 0;
  int busy_ = 0;
  bool ending_ = false;
  std::vector<std::thread> workers_;
};

}  // namespace hostacl

#endif  // HOSTACL_BENCH_NATIVE_TEAM_H_
