// Types of the hooks by which an application's own allocator is bound to a stream.
#ifndef ACL_ACL_RT_ALLOCATOR_H_
#define ACL_ACL_RT_ALLOCATOR_H_

#include <stddef.h>

#include "acl/acl_base_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

// Allocates `size` bytes and returns the block.
typedef void* (*aclrtAllocatorAllocFunc)(aclrtAllocator allocator, size_t size);
// Frees a block.
typedef void (*aclrtAllocatorFreeFunc)(aclrtAllocator allocator, aclrtAllocatorBlock block);
// Allocates `size` bytes, at `addr` if that can be, and returns the block.
typedef void* (*aclrtAllocatorAllocAdviseFunc)(aclrtAllocator allocator, size_t size,
                                               aclrtAllocatorAddr addr);
// The address of a block.
typedef void* (*aclrtAllocatorGetAddrFromBlockFunc)(aclrtAllocatorBlock block);

#ifdef __cplusplus
}
#endif

#endif  // ACL_ACL_RT_ALLOCATOR_H_
