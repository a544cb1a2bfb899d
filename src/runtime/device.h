// Device: an emulated device, its default context and what it has a limited number of.
#ifndef HOSTACL_RUNTIME_DEVICE_H_
#define HOSTACL_RUNTIME_DEVICE_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/quota.h"

namespace hostacl {

class Context;

// Throws Error{107001} unless there is such a device. `parameter` is the argument's name.
void RequireDevice(const char* parameter, int64_t device);

// The default context of the default device, made if it does not exist; null when aclInit's file
// names no such device.
std::shared_ptr<Context> DefaultDeviceContext();

// A new context of a device. Throws Error{107001} unless there is such a device, Error{100001} when
// the library is not initialised.
std::shared_ptr<Context> CreateContext(int32_t device);

// Forgets all counts and default contexts and returns every context there is; the caller releases
// them. The library must not be initialised any more: no context is made from then on.
std::vector<std::shared_ptr<Context>> TakeAllContexts();

// What is in use on a device. The limits are the SoC's and the settings'.
Quota& StreamQuota(int32_t device);
Quota& EventQuota(int32_t device);
Quota& MemoryQuota(int32_t device);

}  // namespace hostacl

#endif  // HOSTACL_RUNTIME_DEVICE_H_
