// The interface to offline models. The library runs none, so nothing is declared here beyond the
// base and the dumps, which go by their name too.
#ifndef ACL_ACL_MDL_H_
#define ACL_ACL_MDL_H_

#include "acl/acl_base.h"
#include "acl/acl_dump.h"
#include "acl/acl_rt.h"

#endif  // ACL_ACL_MDL_H_
