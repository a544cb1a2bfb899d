// Work split over the threads inside an operator.
#ifndef HOSTACL_CORE_PARALLEL_H_
#define HOSTACL_CORE_PARALLEL_H_

#include <cstdint>
#include <functional>

namespace hostacl {

// How many pieces of `size` cover `count`.
inline int64_t CeilDivide(int64_t count, int64_t size) { return (count + size - 1) / size; }

// Calls body(begin, end, slot) on ranges of about `grain` that cover [0, count), on up to `threads`
// threads at once, and returns when all are done. `slot` is below `threads` and belongs to one call
// at a time, so it may pick a scratch area. Which thread does what is not fixed: results must not
// depend on it. What a body throws comes back, when the others are done or dropped.
void ParallelFor(int threads, int64_t count, int64_t grain,
                 const std::function<void(int64_t begin, int64_t end, int slot)>& body);

}  // namespace hostacl

#endif  // HOSTACL_CORE_PARALLEL_H_
