// Core limits: how many of a device's cores a process, a stream or a thread may use. CPUs have no
// such cores, so the numbers are kept to be read.
#ifndef HOSTACL_RUNTIME_CORE_LIMIT_H_
#define HOSTACL_RUNTIME_CORE_LIMIT_H_

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>

#include "acl/acl_rt.h"

namespace hostacl {

// What one of them was limited to. Safe to use from any thread.
class CoreLimits {
 public:
  void Set(aclrtDevResLimitType type, uint32_t value);
  void Reset();
  // Empty until it is set.
  std::optional<uint32_t> Get(aclrtDevResLimitType type) const;

 private:
  mutable std::mutex mutex_;
  std::array<std::optional<uint32_t>, 2> values_;  // by type
};

// The limits of a device in this process.
CoreLimits& DeviceCoreLimits(int32_t device);

}  // namespace hostacl

#endif  // HOSTACL_RUNTIME_CORE_LIMIT_H_
