// Copies and fills, at once and in the order of a stream.
#include <fmt/format.h>

#include <cstring>
#include <memory>
#include <utility>

#include "acl/acl_rt.h"
#include "runtime/callback.h"
#include "runtime/context.h"
#include "runtime/error.h"
#include "runtime/memory.h"
#include "runtime/require.h"
#include "runtime/soc.h"
#include "runtime/stream.h"

namespace hostacl {
namespace {

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

  void Run() const {
    auto* const to_start = static_cast<std::byte*>(to.start);
    auto* const from_start = static_cast<const std::byte*>(from.start);
    for (size_t row = 0; row < height; ++row) {
      // Programs may copy between overlapping ranges.
      std::memmove(to_start + row * to.pitch, from_start + row * from.pitch, width);
    }
  }

  // Memory that the device of an NPU could not reach by itself.
  bool HasPageableSide() const { return to.held.empty() || from.held.empty(); }
};

Rows MakeRows(const char* parameter, const void* start, size_t pitch, size_t width, size_t height) {
  RequireNotNull(parameter, start);
  size_t reach = 0;
  if (width > 0 && height > 0 &&
      (__builtin_mul_overflow(pitch, height - 1, &reach) ||
       __builtin_add_overflow(reach, width, &reach))) {
    throw Error{
        ACL_ERROR_RT_PARAM_INVALID,
        fmt::format("{}: {} rows of pitch {} exceed the address space", parameter, height, pitch)};
  }
  return {const_cast<void*>(start), pitch, HoldRange(parameter, start, reach)};
}

void RequireKind(aclrtMemcpyKind kind) {
  const int number = static_cast<int>(kind);
  if (number >= ACL_MEMCPY_HOST_TO_HOST && number <= ACL_MEMCPY_INTER_DEVICE_TO_DEVICE) return;
  throw Error{ACL_ERROR_RT_PARAM_INVALID,
              fmt::format("kind must be an aclrtMemcpyKind from 0 to {}, not {}",
                          static_cast<int>(ACL_MEMCPY_INTER_DEVICE_TO_DEVICE), number)};
}

Copy CheckCopy(void* dst, size_t dest_max, const void* src, size_t count, aclrtMemcpyKind kind) {
  RequireKind(kind);
  if (count > dest_max) {
    throw Error{
        ACL_ERROR_RT_PARAM_INVALID,
        fmt::format("count must not exceed destMax, which is {}, but is {}", dest_max, count)};
  }
  return {MakeRows("dst", dst, count, count, 1), MakeRows("src", src, count, count, 1), count, 1};
}

void Require2dKind(aclrtMemcpyKind kind) {
  if (kind == ACL_MEMCPY_HOST_TO_DEVICE || kind == ACL_MEMCPY_DEVICE_TO_HOST) return;
  if (kind == ACL_MEMCPY_DEVICE_TO_DEVICE && IsRecent(CurrentSocTraits().soc_class)) return;
  throw Error{ACL_ERROR_INVALID_PARAM,
              fmt::format("kind must be host to device (1), device to host (2) or, on Atlas A2, A3 "
                          "and Ascend 950, device to device (3), not {}",
                          static_cast<int>(kind))};
}

void Require2dExtent(const char* parameter, size_t extent, size_t largest) {
  if (extent >= 1 && extent <= largest) return;
  throw Error{ACL_ERROR_RT_PARAM_INVALID,
              fmt::format("{} must be in [1, {}], but is {}", parameter, largest, extent)};
}

void RequirePitch(const char* parameter, size_t pitch, size_t width) {
  if (pitch >= width) return;
  throw Error{ACL_ERROR_RT_PARAM_INVALID,
              fmt::format("{} must not be smaller than width, which is {}, but is {}", parameter,
                          width, pitch)};
}

Copy CheckCopy2d(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                 size_t height, aclrtMemcpyKind kind) {
  constexpr size_t kMaxWidth = 5000000;
  constexpr size_t kMaxHeight = size_t{5} * 1024 * 1024;
  Require2dKind(kind);
  Require2dExtent("width", width, kMaxWidth);
  Require2dExtent("height", height, kMaxHeight);
  RequirePitch("dpitch", dpitch, width);
  RequirePitch("spitch", spitch, width);
  return {MakeRows("dst", dst, dpitch, width, height), MakeRows("src", src, spitch, width, height),
          width, height};
}

// Queues a copy. With a pageable side the call ends after the copy, as on an NPU, where the caller
// may reuse that memory at once.
void Launch(Copy copy, aclrtStream handle) {
  const std::shared_ptr<Stream> stream = ResolveLaunchStream(handle);
  if (!copy.HasPageableSide()) {
    stream->Push([copy = std::move(copy)] {
      copy.Run();
      return Error{ACL_SUCCESS, ""};
    });
    return;
  }
  RefuseInCallback("copying to or from pageable host memory");
  bool ran = false;
  // Waits for the task's end and not for the copy's: until then the task holds the blocks, and the
  // caller may count on their memory as soon as they are freed.
  stream->PushAndWait([copy = std::move(copy), &ran] {
    copy.Run();
    ran = true;
    return Error{ACL_SUCCESS, ""};
  });
  if (!ran) {
    throw Error{ACL_ERROR_RT_STREAM_ABORT,
                "the stream dropped its work, this copy included, before it was done"};
  }
}

void CopyAsync(void* dst, size_t dest_max, const void* src, size_t count, aclrtMemcpyKind kind,
               aclrtStream stream) {
  if (kind == ACL_MEMCPY_HOST_TO_HOST) {
    throw Error{ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                "kind ACL_MEMCPY_HOST_TO_HOST (0) cannot be copied in a stream; use aclrtMemcpy"};
  }
  Launch(CheckCopy(dst, dest_max, src, count, kind), stream);
}

Rows CheckFill(void* pointer, size_t max_count, size_t count) {
  if (count > max_count) {
    throw Error{
        ACL_ERROR_RT_PARAM_INVALID,
        fmt::format("count must not exceed maxCount, which is {}, but is {}", max_count, count)};
  }
  return MakeRows("devPtr", pointer, count, count, 1);
}

void FillAsync(void* pointer, size_t max_count, int32_t value, size_t count, aclrtStream handle) {
  const Rows rows = CheckFill(pointer, max_count, count);
  ResolveLaunchStream(handle)->Push([rows, value, count] {
    std::memset(rows.start, value, count);
    return Error{ACL_SUCCESS, ""};
  });
}

}  // namespace
}  // namespace hostacl

using hostacl::Guard;
using hostacl::kAclInnerCodes;

extern "C" {

aclError aclrtMemset(void* devPtr, size_t maxCount, int32_t value, size_t count) {
  return Guard("aclrtMemset", kAclInnerCodes, [&] {
    const auto rows = hostacl::CheckFill(devPtr, maxCount, count);
    hostacl::RequireContext();
    std::memset(rows.start, value, count);
  });
}

aclError aclrtMemsetAsync(void* devPtr, size_t maxCount, int32_t value, size_t count,
                          aclrtStream stream) {
  return Guard("aclrtMemsetAsync", kAclInnerCodes,
               [&] { hostacl::FillAsync(devPtr, maxCount, value, count, stream); });
}

aclError aclrtMemcpy(void* dst, size_t destMax, const void* src, size_t count,
                     aclrtMemcpyKind kind) {
  return Guard("aclrtMemcpy", kAclInnerCodes, [&] {
    const auto copy = hostacl::CheckCopy(dst, destMax, src, count, kind);
    hostacl::RequireContext();
    copy.Run();
  });
}

aclError aclrtMemcpyAsync(void* dst, size_t destMax, const void* src, size_t count,
                          aclrtMemcpyKind kind, aclrtStream stream) {
  return Guard("aclrtMemcpyAsync", kAclInnerCodes,
               [&] { hostacl::CopyAsync(dst, destMax, src, count, kind, stream); });
}

aclError aclrtMemcpyAsyncWithCondition(void* dst, size_t destMax, const void* src, size_t count,
                                       aclrtMemcpyKind kind, aclrtStream stream) {
  return Guard("aclrtMemcpyAsyncWithCondition", kAclInnerCodes,
               [&] { hostacl::CopyAsync(dst, destMax, src, count, kind, stream); });
}

aclError aclrtMemcpy2d(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                       size_t height, aclrtMemcpyKind kind) {
  return Guard("aclrtMemcpy2d", kAclInnerCodes, [&] {
    const auto copy = hostacl::CheckCopy2d(dst, dpitch, src, spitch, width, height, kind);
    hostacl::RequireContext();
    copy.Run();
  });
}

aclError aclrtMemcpy2dAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                            size_t height, aclrtMemcpyKind kind, aclrtStream stream) {
  return Guard("aclrtMemcpy2dAsync", kAclInnerCodes, [&] {
    hostacl::Launch(hostacl::CheckCopy2d(dst, dpitch, src, spitch, width, height, kind), stream);
  });
}

}  // extern "C"
