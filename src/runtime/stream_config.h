// Configurations of streams (aclrtStreamConfigHandle), the one handle that programs look into.
#ifndef HOSTACL_RUNTIME_STREAM_CONFIG_H_
#define HOSTACL_RUNTIME_STREAM_CONFIG_H_

#include "acl/acl_rt.h"

namespace hostacl {

// A copy of a live configuration. Throws Error{107000} for null, Error{107017} for what is not
// live.
aclrtStreamConfigHandle ReadStreamConfig(const aclrtStreamConfigHandle* handle);

}  // namespace hostacl

#endif  // HOSTACL_RUNTIME_STREAM_CONFIG_H_
