// Scalar descriptors: what aclCreateScalar keeps.
#ifndef HOSTACL_CORE_SCALAR_H_
#define HOSTACL_CORE_SCALAR_H_

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "aclnn/acl_meta.h"

namespace hostacl {

struct Scalar {
  aclDataType dtype;
  std::vector<std::byte> value;
};

// The scalar behind a handle. Throws Error{161001} for null and Error{161002} for a handle that is
// not live; both name `parameter`.
std::shared_ptr<const Scalar> FindScalar(const aclScalar* handle, std::string_view parameter);

}  // namespace hostacl

#endif  // HOSTACL_CORE_SCALAR_H_
