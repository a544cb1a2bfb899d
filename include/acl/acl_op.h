// The older interface to single operators. The library offers operators as aclnn functions only
// (aclnnop/), so nothing is declared here beyond the base.
#ifndef ACL_ACL_OP_H_
#define ACL_ACL_OP_H_

#include "acl/acl_base.h"
#include "acl/acl_rt.h"

#endif  // ACL_ACL_OP_H_
