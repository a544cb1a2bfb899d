// Tensors of any layout and dtype whose elements a test reads and writes through the view.
#ifndef HOSTACL_TESTS_HARNESS_STRIDED_TENSOR_H_
#define HOSTACL_TESTS_HARNESS_STRIDED_TENSOR_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "aclnn/acl_meta.h"
#include "harness/dtype.h"
#include "harness/layout.h"
#include "harness/memory.h"

namespace hostacl::testing {

struct TensorOptions {
  MemoryKind memory = MemoryKind::kDevice;
  size_t misalign = 0;
  bool null_strides = false;  // create the aclTensor without strides; the layout must be packed
  bool null_address = false;  // create the aclTensor without an address
  aclFormat format = ACL_FORMAT_ND;
};

struct DestroyTensor {
  void operator()(aclTensor* tensor) const { aclDestroyTensor(tensor); }
};

// An aclTensor alone, over an address that nobody may use.
std::unique_ptr<aclTensor, DestroyTensor> DescribeOnly(aclDataType dtype, const Layout& layout,
                                                       void* address);

// What an output's storage holds before a run; exact in every dtype that is at least 16 bits wide.
inline constexpr Real kCanary = 777;

class StridedTensor {
 public:
  // A tensor over a storage of its own, of which each element is kCanary (lazy storage: zero).
  StridedTensor(aclDataType dtype, Layout layout, TensorOptions options = {});
  // Another view over the storage of `owner`, whose dtype may differ.
  StridedTensor(const StridedTensor& owner, aclDataType dtype, Layout layout);

  aclDataType dtype() const { return dtype_; }
  const Layout& layout() const { return layout_; }
  const Shape& shape() const { return layout_.shape; }
  int64_t size() const { return ElementCount(layout_.shape); }
  Memory& memory() const { return *memory_; }
  void* address() const { return memory_->bytes(); }
  // The aclTensor, made at the first call and destroyed with this object; null when it was refused.
  aclTensor* descriptor() const;
  void DestroyDescriptor() { descriptor_.reset(); }

  // The element of the view at an index, by a long double.
  Real Get(const std::vector<int64_t>& index) const;
  void Set(const std::vector<int64_t>& index, Real value);
  // All elements of the view in row-major order, as values and as they are stored.
  std::vector<Real> Values() const;
  void SetValues(const std::vector<Real>& values);
  std::vector<unsigned char> Bits() const;
  void SetBits(const std::vector<unsigned char>& bits);
  // All elements of the storage, in its own order.
  void FillStorage(Real value);
  void SetStorage(const std::vector<Real>& values);
  void SetStorageElement(int64_t position, Real value);
  Real StorageElement(int64_t position) const;

  // Bytes that the view covers, as positions of elements in the memory; sorted.
  std::vector<int64_t> BytePositions() const;

 private:
  int64_t PositionOf(const std::vector<int64_t>& index) const;
  unsigned char* Element(int64_t position) const;

  aclDataType dtype_;
  Layout layout_;
  TensorOptions options_;
  std::shared_ptr<Memory> memory_;
  mutable std::unique_ptr<aclTensor, DestroyTensor> descriptor_;
};

}  // namespace hostacl::testing

#endif  // HOSTACL_TESTS_HARNESS_STRIDED_TENSOR_H_
