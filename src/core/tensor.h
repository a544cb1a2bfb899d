// Tensor descriptors: what aclCreateTensor keeps.
#ifndef HOSTACL_CORE_TENSOR_H_
#define HOSTACL_CORE_TENSOR_H_

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "aclnn/acl_meta.h"
#include "runtime/handle.h"

namespace hostacl {

// Never changed once made: what sets a field of a descriptor puts another one in its place. Sizes,
// strides and offset count elements.
struct Tensor {
  aclDataType dtype;
  std::vector<int64_t> dims;
  std::vector<int64_t> strides;
  int64_t offset;
  aclFormat format;
  std::vector<int64_t> storage_dims;
  void* data;
};

HandleTable<const Tensor>& Tensors();

// The tensor behind a handle. Throws Error{161001} for null and Error{161002} for a handle that is
// not live; both name `parameter`.
std::shared_ptr<const Tensor> FindTensor(const aclTensor* handle, std::string_view parameter);

// Throws Error{161001} naming `parameter` when `pointer` is null.
void CheckNotNull(const void* pointer, std::string_view parameter);

}  // namespace hostacl

#endif  // HOSTACL_CORE_TENSOR_H_
