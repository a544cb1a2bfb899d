// Device: an emulated device, its default context and what it has a limited number of.
#ifndef HOSTACL_RUNTIME_DEVICE_H_
#define HOSTACL_RUNTIME_DEVICE_H_

#include <cstdint>
#include <memory>

#include "runtime/quota.h"

namespace hostacl {

class Context;

// Throws Error{107001} unless there is such a device. `parameter` is the argument's name.
void RequireDevice(const char* parameter, int64_t device);

// The device's default context; made if it does not exist.
std::shared_ptr<Context> PrimaryContext(int32_t device);

// Forgets all counts and default contexts and releases every context there is.
void ReleaseAllDevices();

// What is in use on a device. The limits are the SoC's and the settings'.
Quota& StreamQuota(int32_t device);
Quota& EventQuota(int32_t device);
Quota& MemoryQuota(int32_t device);

}  // namespace hostacl

#endif  // HOSTACL_RUNTIME_DEVICE_H_
