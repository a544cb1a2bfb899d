// Work split over the threads inside an operator.
#include "core/parallel.h"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <map>
#include <memory>
#include <mutex>

namespace hostacl {
namespace {

// One arena per number of threads that was ever asked for; in practice one. Never destroyed:
// streams may still run when the process exits.
class Arenas {
 public:
  tbb::task_arena& For(int threads) {
    std::lock_guard<std::mutex> lock(mutex_);
    std::unique_ptr<tbb::task_arena>& arena = arenas_[threads];
    if (arena == nullptr) {
      // oneTBB makes no more workers than the machine has cores unless it is told to, and the
      // lowest of several limits holds, so there is one.
      if (threads > limit_threads_) {
        limit_.reset();
        limit_ = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism,
                                                       static_cast<size_t>(threads));
        limit_threads_ = threads;
      }
      arena = std::make_unique<tbb::task_arena>(threads);
    }
    return *arena;
  }

 private:
  std::mutex mutex_;
  int limit_threads_ = 0;
  std::unique_ptr<tbb::global_control> limit_;
  std::map<int, std::unique_ptr<tbb::task_arena>> arenas_;
};

tbb::task_arena& ArenaFor(int threads) {
  static Arenas& arenas = *new Arenas;
  return arenas.For(threads);
}

}  // namespace

void ParallelFor(int threads, int64_t count, int64_t grain,
                 const std::function<void(int64_t begin, int64_t end, int slot)>& body) {
  if (count <= 0) return;
  if (threads == 1 || count <= grain) {
    body(0, count, 0);
    return;
  }
  // Says to a race detector, which cannot see into libtbb, what oneTBB guarantees: what was written
  // before is seen by the bodies, and what they write is seen after.
  std::atomic<int> order{0};
  ArenaFor(threads).execute([&] {
    order.fetch_add(1, std::memory_order_acq_rel);
    tbb::parallel_for(
        tbb::blocked_range<int64_t>(0, count, static_cast<size_t>(grain)),
        [&](const tbb::blocked_range<int64_t>& range) {
          order.fetch_add(1, std::memory_order_acq_rel);
          body(range.begin(), range.end(), tbb::this_task_arena::current_thread_index());
          order.fetch_add(1, std::memory_order_acq_rel);
        },
        tbb::simple_partitioner());
    order.fetch_add(1, std::memory_order_acq_rel);
  });
}

}  // namespace hostacl
