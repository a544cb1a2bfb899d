// Copies and fills, at once and in the order of a stream.
#include "runtime/copy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

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

}  // namespace

void Copy::Run() const {
  auto* const to_start = static_cast<std::byte*>(to.start);
  auto* const from_start = static_cast<const std::byte*>(from.start);
  for (size_t row = 0; row < height; ++row) {
    // Programs may copy between overlapping ranges.
    std::memmove(to_start + row * to.pitch, from_start + row * from.pitch, width);
  }
}

Copy CheckCopy(void* dst, size_t dest_max, const void* src, size_t count) {
  if (count > dest_max) {
    throw Error{
        ACL_ERROR_RT_PARAM_INVALID,
        fmt::format("count must not exceed destMax, which is {}, but is {}", dest_max, count)};
  }
  return {MakeRows("dst", dst, count, count, 1), MakeRows("src", src, count, count, 1), count, 1};
}

void Launch(std::vector<Copy> copies, aclrtStream handle) {
  const std::shared_ptr<Stream> stream = ResolveLaunchStream(handle);
  const auto run = [](const std::vector<Copy>& all) {
    for (const Copy& copy : all) copy.Run();
    return Error{ACL_SUCCESS, ""};
  };
  const auto pageable = [](const Copy& copy) { return copy.HasPageableSide(); };
  if (std::none_of(copies.begin(), copies.end(), pageable)) {
    stream->Push([run, copies = std::move(copies)] { return run(copies); });
    return;
  }
  RefuseInCallback("copying to or from pageable host memory");
  bool ran = false;
  // Waits for the task's end and not for the copies': until then the task holds the blocks, and the
  // caller may count on their memory as soon as they are freed.
  stream->PushAndWait([run, copies = std::move(copies), &ran] {
    ran = true;
    return run(copies);
  });
  if (!ran) {
    throw Error{ACL_ERROR_RT_STREAM_ABORT,
                "the stream dropped its work, this copy included, before it was done"};
  }
}

namespace {

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

// A list of one, which an initializer list would copy.
std::vector<Copy> One(Copy copy) {
  std::vector<Copy> copies;
  copies.push_back(std::move(copy));
  return copies;
}

void CopyAsync(void* dst, size_t dest_max, const void* src, size_t count, aclrtMemcpyKind kind,
               aclrtStream stream) {
  if (kind == ACL_MEMCPY_HOST_TO_HOST) {
    throw Error{ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                "kind ACL_MEMCPY_HOST_TO_HOST (0) cannot be copied in a stream; use aclrtMemcpy"};
  }
  RequireKind(kind);
  Launch(One(CheckCopy(dst, dest_max, src, count)), stream);
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
    hostacl::RequireKind(kind);
    const auto copy = hostacl::CheckCopy(dst, destMax, src, count);
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
    auto copy = hostacl::CheckCopy2d(dst, dpitch, src, spitch, width, height, kind);
    hostacl::Launch(hostacl::One(std::move(copy)), stream);
  });
}

}  // extern "C"
