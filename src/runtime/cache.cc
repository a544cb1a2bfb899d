// Caches: they are coherent here, so that only prefetching is more than a check.
#include <fmt/format.h>

#include <cstddef>
#include <utility>

#include "acl/acl_rt.h"
#include "runtime/error.h"
#include "runtime/memory.h"
#include "runtime/stream.h"

namespace hostacl {
namespace {

void Prefetch(const void* start, size_t size) {
  constexpr size_t kLine = 64;
  const auto* const bytes = static_cast<const std::byte*>(start);
  for (size_t offset = 0; offset < size; offset += kLine) __builtin_prefetch(bytes + offset);
}

void Maintain(void* start, size_t size, aclrtCmoType type, aclrtStream handle) {
  if (type < ACL_RT_CMO_TYPE_PREFETCH || type > ACL_RT_CMO_TYPE_FLUSH) {
    throw Error{
        ACL_ERROR_RT_PARAM_INVALID,
        fmt::format("cmoType must be an aclrtCmoType from 0 to 3, not {}", static_cast<int>(type))};
  }
  HeldRange held = HoldDeviceRange("src", start, size);
  const auto stream = ResolveLaunchStream(handle);
  if (type != ACL_RT_CMO_TYPE_PREFETCH) return;
  stream->Push([start, size, held = std::move(held)] {
    Prefetch(start, size);
    return Error{ACL_SUCCESS, ""};
  });
}

}  // namespace
}  // namespace hostacl

using hostacl::Guard;
using hostacl::kAclInnerCodes;

extern "C" {

aclError aclrtMemFlush(void* devPtr, size_t size) {
  return Guard("aclrtMemFlush", kAclInnerCodes,
               [&] { hostacl::HoldDeviceRange("devPtr", devPtr, size); });
}

aclError aclrtMemInvalidate(void* devPtr, size_t size) {
  return Guard("aclrtMemInvalidate", kAclInnerCodes,
               [&] { hostacl::HoldDeviceRange("devPtr", devPtr, size); });
}

aclError aclrtCmoAsync(void* src, size_t size, aclrtCmoType cmoType, aclrtStream stream) {
  return Guard("aclrtCmoAsync", kAclInnerCodes,
               [&] { hostacl::Maintain(src, size, cmoType, stream); });
}

}  // extern "C"
