// Tensor descriptors of the older interface to operators.
#ifndef HOSTACL_RUNTIME_TENSOR_DESC_H_
#define HOSTACL_RUNTIME_TENSOR_DESC_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "acl/acl_base.h"

namespace hostacl {

// What a descriptor says. A value: what is handed out is a copy.
struct TensorDesc {
  // -1 for a dim that is not known; nothing when not even their number is.
  using Dims = std::optional<std::vector<int64_t>>;
  struct Range {
    int64_t smallest;
    int64_t largest;  // -1 for none
  };

  aclDataType dtype = ACL_DT_UNDEFINED;
  aclFormat format = ACL_FORMAT_UNDEFINED;
  Dims dims;
  std::vector<Range> shape_ranges;  // one per dim, or none
  std::vector<std::byte> constant;

  // Nothing when a dim is not known or the product exceeds 64 bits.
  std::optional<uint64_t> ElementCount() const;
  // Nothing where ElementCount is, and for a data type without a fixed number of whole bytes.
  std::optional<uint64_t> Bytes() const;

  // "float32 [6,8]", as array libraries write it; "float32 [?,8]" and "float32 [...]" where dims
  // are not known.
  std::string ToString() const;
};

// A copy of the descriptor `handle`. Throws Error{100000} when it is not live; `parameter` is the
// argument's name.
TensorDesc RequireTensorDesc(std::string_view parameter, const aclTensorDesc* handle);

// Lets the descriptor hold a copy of `length` bytes at `values`. Throws as RequireTensorDesc.
void SetConstant(const aclTensorDesc* handle, const void* values, size_t length);

// Whether dense tensors of the same dims have their elements in the same order in both formats.
bool HaveSameOrder(aclFormat one, aclFormat other);

}  // namespace hostacl

#endif  // HOSTACL_RUNTIME_TENSOR_DESC_H_
