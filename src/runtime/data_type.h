// Names of data types.
#ifndef HOSTACL_RUNTIME_DATA_TYPE_H_
#define HOSTACL_RUNTIME_DATA_TYPE_H_

#include "acl/acl_base.h"

namespace hostacl {

// The name that array libraries give a data type: "float32". Null for what is none.
const char* ElementTypeName(aclDataType dtype);

}  // namespace hostacl

#endif  // HOSTACL_RUNTIME_DATA_TYPE_H_
