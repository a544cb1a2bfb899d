// Virtual memory: addresses without memory, memory without addresses, the one mapped at the other.
#ifndef HOSTACL_RUNTIME_VIRTUAL_MEMORY_H_
#define HOSTACL_RUNTIME_VIRTUAL_MEMORY_H_

namespace hostacl {

// Throws Error{107000} when `address`, which lies in no block, is one of aclrtReserveMemAddress's.
void RefuseUnmapped(const char* parameter, const void* address);

}  // namespace hostacl

#endif  // HOSTACL_RUNTIME_VIRTUAL_MEMORY_H_
