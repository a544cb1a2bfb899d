// What an allocation asks for beyond its size.
#ifndef HOSTACL_RUNTIME_MEMORY_REQUEST_H_
#define HOSTACL_RUNTIME_MEMORY_REQUEST_H_

#include <cstddef>
#include <cstdint>
#include <optional>

namespace hostacl {

struct DeviceRequest {
  std::optional<int32_t> device;  // empty: the current context's
  bool pad = true;                // 32 bytes more, where the SoC adds them
};

// A new block, known to FindBlock. Throw Error{107000} for size 0, Error{107002} without a context,
// Error{207001} with a sentence that begins "Failed to allocate" when memory runs out.
void* AllocateOnDevice(size_t size, const DeviceRequest& request);
void* AllocateOnHost(size_t size);

}  // namespace hostacl

#endif  // HOSTACL_RUNTIME_MEMORY_REQUEST_H_
