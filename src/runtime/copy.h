// Copies: their checks, and running them at once or in a stream.
#ifndef HOSTACL_RUNTIME_COPY_H_
#define HOSTACL_RUNTIME_COPY_H_

#include <cstddef>
#include <vector>

#include "acl/acl_rt.h"
#include "runtime/memory.h"

namespace hostacl {

// Rows of bytes in memory. A plain range is one row.
struct Rows {
  void* start;
  size_t pitch;
  HeldRange held;  // empty when it is not the library's memory
};

// A copy whose arguments are checked.
struct Copy {
  Rows to;
  Rows from;
  size_t width;
  size_t height;

  void Run() const;

  // Memory that the device of an NPU could not reach by itself.
  bool HasPageableSide() const { return to.held.empty() || from.held.empty(); }
};

// A copy of `count` bytes; throws Error{107000} when they do not fit `dest_max` or the blocks.
Copy CheckCopy(void* dst, size_t dest_max, const void* src, size_t count);

// Queues copies as one piece of work. With a pageable side the call ends after them, as on an NPU,
// where the caller may reuse that memory at once.
void Launch(std::vector<Copy> copies, aclrtStream handle);

}  // namespace hostacl

#endif  // HOSTACL_RUNTIME_COPY_H_
