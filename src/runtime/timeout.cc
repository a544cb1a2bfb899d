// The time limit of operators, which is kept for reading only.
#include <algorithm>
#include <cstdint>
#include <mutex>
#include <optional>

#include "acl/acl_rt.h"
#include "runtime/error.h"
#include "runtime/require.h"
#include "runtime/soc.h"

namespace hostacl {
namespace {

constexpr uint64_t kUsPerMs = 1000;
constexpr uint64_t kUsPerS = 1000000;

struct Limit {
  std::mutex mutex;
  std::optional<uint64_t> us;  // empty until it is set
};

Limit& TheLimit() {
  static Limit& limit = *new Limit;
  return limit;
}

// Sets the limit to `wanted_us`, 0 for the longest, and returns what it became.
uint64_t SetLimit(uint64_t wanted_us) {
  constexpr uint64_t kMostIntervals = 254;
  const uint64_t interval = CurrentSocTraits().op_timeout_interval_us;
  const uint64_t needed = wanted_us / interval + (wanted_us % interval != 0 ? 1 : 0);
  const uint64_t intervals = wanted_us == 0 ? kMostIntervals : std::min(needed, kMostIntervals);
  std::lock_guard<std::mutex> lock(TheLimit().mutex);
  TheLimit().us = intervals * interval;
  return *TheLimit().us;
}

uint64_t LimitMs() {
  const uint64_t at_first = CurrentSocTraits().op_timeout_ms;
  std::lock_guard<std::mutex> lock(TheLimit().mutex);
  return TheLimit().us ? *TheLimit().us / kUsPerMs : at_first;
}

}  // namespace
}  // namespace hostacl

using hostacl::Guard;
using hostacl::kAclInnerCodes;

extern "C" {

aclError aclrtSetOpExecuteTimeOut(uint32_t timeout) {
  return Guard("aclrtSetOpExecuteTimeOut", kAclInnerCodes,
               [&] { hostacl::SetLimit(timeout * hostacl::kUsPerS); });
}

aclError aclrtSetOpExecuteTimeOutWithMs(uint32_t timeout) {
  return Guard("aclrtSetOpExecuteTimeOutWithMs", kAclInnerCodes,
               [&] { hostacl::SetLimit(timeout * hostacl::kUsPerMs); });
}

aclError aclrtSetOpExecuteTimeOutV2(uint64_t timeout, uint64_t* actualTimeout) {
  return Guard("aclrtSetOpExecuteTimeOutV2", kAclInnerCodes, [&] {
    if (actualTimeout != nullptr) *actualTimeout = 0;
    const uint64_t actual = hostacl::SetLimit(timeout);
    if (actualTimeout != nullptr) *actualTimeout = actual;
  });
}

aclError aclrtGetOpExecuteTimeout(uint32_t* const timeoutMs) {
  return Guard("aclrtGetOpExecuteTimeout", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("timeoutMs", timeoutMs);
    *timeoutMs = 0;
    *timeoutMs = static_cast<uint32_t>(hostacl::LimitMs());
  });
}

aclError aclrtGetOpTimeOutInterval(uint64_t* interval) {
  return Guard("aclrtGetOpTimeOutInterval", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("interval", interval);
    *interval = 0;
    *interval = hostacl::CurrentSocTraits().op_timeout_interval_us;
  });
}

}  // extern "C"
