// Init: whether the library is in use and what aclInit's file says.
#ifndef HOSTACL_RUNTIME_INIT_H_
#define HOSTACL_RUNTIME_INIT_H_

#include <string_view>

namespace hostacl {

// Throws Error{100001} before aclInit. `function` is what was called.
void RequireInitialised(std::string_view function);

// Whether threads that chose no device use device 0 (defaultDevice.default_device in aclInit's
// file).
bool HasDefaultDevice() noexcept;

}  // namespace hostacl

#endif  // HOSTACL_RUNTIME_INIT_H_
