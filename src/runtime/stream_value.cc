// Numbers in device memory that streams write and wait for.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <utility>

#include "acl/acl_rt.h"
#include "runtime/error.h"
#include "runtime/memory.h"
#include "runtime/require.h"
#include "runtime/signal.h"
#include "runtime/stream.h"

namespace hostacl {
namespace {

struct Number {
  uint64_t* address;
  HeldRange held;
};

Number RequireNumber(void* address) {
  HeldRange held = HoldDeviceRange("devAddr", address, sizeof(uint64_t));
  if (reinterpret_cast<uintptr_t>(address) % sizeof(uint64_t) != 0) {
    throw Error{ACL_ERROR_RT_PARAM_INVALID,
                fmt::format("devAddr must be a multiple of 8, but is {}", address)};
  }
  return {static_cast<uint64_t*>(address), std::move(held)};
}

bool Holds(uint64_t current, uint64_t value, uint32_t condition) noexcept {
  switch (condition) {
    case ACL_STREAM_WAIT_VALUE_GEQ:
      // Counters may wrap around.
      return static_cast<int64_t>(current - value) >= 0;
    case ACL_STREAM_WAIT_VALUE_EQ:
      return current == value;
    case ACL_STREAM_WAIT_VALUE_AND:
      return (current & value) != 0;
    default:
      return ~(current | value) != 0;
  }
}

void Write(void* address, uint64_t value, uint32_t flag, aclrtStream handle) {
  if (flag != 0) {
    throw Error{ACL_ERROR_RT_PARAM_INVALID, fmt::format("flag must be 0, not {}", flag)};
  }
  ResolveLaunchStream(handle)->Push([number = RequireNumber(address), value] {
    __atomic_store_n(number.address, value, __ATOMIC_RELEASE);
    return Error{ACL_SUCCESS, ""};
  });
}

// Looks at the number again and again, in the stream's thread: anything may write it.
void AwaitValue(Stream* stream, const uint64_t* address, uint64_t value, uint32_t condition) {
  constexpr std::chrono::microseconds kLongest{1000};
  std::chrono::microseconds pause{10};
  const auto never = std::make_shared<Signal>();
  while (!Holds(__atomic_load_n(address, __ATOMIC_ACQUIRE), value, condition)) {
    if (stream->AwaitInTask(never, Clock::now() + pause) == Signal::Outcome::kCancelled) return;
    pause = std::min(2 * pause, kLongest);
  }
}

void Wait(void* address, uint64_t value, uint32_t condition, aclrtStream handle) {
  if (condition > ACL_STREAM_WAIT_VALUE_NOR) {
    throw Error{ACL_ERROR_RT_PARAM_INVALID,
                fmt::format("flag must be ACL_STREAM_WAIT_VALUE_GEQ (0), _EQ (1), _AND (2) or _NOR "
                            "(3), not {}",
                            condition)};
  }
  const std::shared_ptr<Stream> stream = ResolveLaunchStream(handle);
  stream->Push([number = RequireNumber(address), value, condition, on = stream.get()] {
    AwaitValue(on, number.address, value, condition);
    return Error{ACL_SUCCESS, ""};
  });
}

}  // namespace
}  // namespace hostacl

using hostacl::Guard;
using hostacl::kAclInnerCodes;

extern "C" {

aclError aclrtValueWrite(void* devAddr, uint64_t value, uint32_t flag, aclrtStream stream) {
  return Guard("aclrtValueWrite", kAclInnerCodes,
               [&] { hostacl::Write(devAddr, value, flag, stream); });
}

aclError aclrtValueWait(void* devAddr, uint64_t value, uint32_t flag, aclrtStream stream) {
  return Guard("aclrtValueWait", kAclInnerCodes,
               [&] { hostacl::Wait(devAddr, value, flag, stream); });
}

}  // extern "C"
