// Data buffers: an address and a size behind a handle.
#ifndef HOSTACL_RUNTIME_DATA_BUFFER_H_
#define HOSTACL_RUNTIME_DATA_BUFFER_H_

#include <cstddef>
#include <string_view>

#include "acl/acl_base.h"

namespace hostacl {

struct BufferRange {
  void* start;
  size_t size;  // bytes
};

// What the buffer object `handle` refers to now. Throws Error{100000} when it is not live;
// `parameter` is the argument's name.
BufferRange RequireBufferRange(std::string_view parameter, const aclDataBuffer* handle);

}  // namespace hostacl

#endif  // HOSTACL_RUNTIME_DATA_BUFFER_H_
