// Checks of arguments that many C functions share.
#ifndef HOSTACL_RUNTIME_REQUIRE_H_
#define HOSTACL_RUNTIME_REQUIRE_H_

#include <fmt/format.h>

#include <cstdint>

#include "acl/acl_rt.h"
#include "runtime/error.h"

namespace hostacl {

// Throws Error{107000} when `pointer`, the argument called `parameter`, is null.
inline void RequireNotNull(const char* parameter, const void* pointer) {
  if (pointer != nullptr) return;
  throw Error{ACL_ERROR_RT_PARAM_INVALID,
              fmt::format("{} must be a valid pointer, but is null", parameter)};
}

// Throws Error{107000} unless `timeout` is a number of milliseconds or -1.
inline void RequireTimeout(int32_t timeout) {
  if (timeout >= -1) return;
  throw Error{
      ACL_ERROR_RT_PARAM_INVALID,
      fmt::format("timeout must be -1 (forever) or a number of milliseconds, not {}", timeout)};
}

}  // namespace hostacl

#endif  // HOSTACL_RUNTIME_REQUIRE_H_
