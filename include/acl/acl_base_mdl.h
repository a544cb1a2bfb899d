// Base types of the interface to offline models: tensor descriptors, which are opaque.
#ifndef ACL_ACL_BASE_MDL_H_
#define ACL_ACL_BASE_MDL_H_

#include "acl/acl_base_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct aclTensorDesc aclTensorDesc;

#ifdef __cplusplus
}
#endif

#endif  // ACL_ACL_BASE_MDL_H_
