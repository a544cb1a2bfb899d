// Element access through views, and the aclTensor that shows one.
#include "harness/strided_tensor.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace hostacl::testing {

std::unique_ptr<aclTensor, DestroyTensor> DescribeOnly(aclDataType dtype, const Layout& layout,
                                                       void* address) {
  return std::unique_ptr<aclTensor, DestroyTensor>(aclCreateTensor(
      layout.shape.data(), layout.shape.size(), dtype, layout.strides.data(), layout.offset,
      ACL_FORMAT_ND, layout.storage_shape.data(), layout.storage_shape.size(), address));
}

StridedTensor::StridedTensor(aclDataType dtype, Layout layout, TensorOptions options)
    : dtype_(dtype), layout_(std::move(layout)), options_(options) {
  const auto bytes = ElementCount(layout_.storage_shape) * ElementSize(dtype);
  memory_ = std::make_shared<Memory>(options.memory, bytes, options.misalign);
  if (!memory_->is_lazy()) FillStorage(kCanary);
}

StridedTensor::StridedTensor(const StridedTensor& owner, aclDataType dtype, Layout layout)
    : dtype_(dtype), layout_(std::move(layout)), options_(owner.options_), memory_(owner.memory_) {}

aclTensor* StridedTensor::descriptor() const {
  if (descriptor_ == nullptr) {
    const int64_t* strides = options_.null_strides ? nullptr : layout_.strides.data();
    descriptor_.reset(aclCreateTensor(layout_.shape.data(), layout_.shape.size(), dtype_, strides,
                                      layout_.offset, options_.format, layout_.storage_shape.data(),
                                      layout_.storage_shape.size(),
                                      options_.null_address ? nullptr : address()));
  }
  return descriptor_.get();
}

int64_t StridedTensor::PositionOf(const std::vector<int64_t>& index) const {
  int64_t position = layout_.offset;
  for (size_t i = 0; i < index.size(); ++i) position += index[i] * layout_.strides[i];
  return position;
}

unsigned char* StridedTensor::Element(int64_t position) const {
  return memory_->bytes() + position * static_cast<int64_t>(ElementSize(dtype_));
}

Real StridedTensor::Get(const std::vector<int64_t>& index) const {
  return StorageElement(PositionOf(index));
}

void StridedTensor::Set(const std::vector<int64_t>& index, Real value) {
  SetStorageElement(PositionOf(index), value);
}

std::vector<Real> StridedTensor::Values() const {
  std::vector<Real> values;
  for (const int64_t position : StoragePositions(layout_)) {
    values.push_back(StorageElement(position));
  }
  return values;
}

void StridedTensor::SetValues(const std::vector<Real>& values) {
  auto value = values.begin();
  for (const int64_t position : StoragePositions(layout_)) SetStorageElement(position, *value++);
}

std::vector<unsigned char> StridedTensor::Bits() const {
  std::vector<unsigned char> bits;
  for (const int64_t position : StoragePositions(layout_)) {
    bits.insert(bits.end(), Element(position), Element(position + 1));
  }
  return bits;
}

void StridedTensor::SetBits(const std::vector<unsigned char>& bits) {
  const unsigned char* from = bits.data();
  for (const int64_t position : StoragePositions(layout_)) {
    std::memcpy(Element(position), from, ElementSize(dtype_));
    from += ElementSize(dtype_);
  }
}

void StridedTensor::FillStorage(Real value) {
  const size_t size = memory_->size();
  if (size == 0) return;
  SetStorageElement(0, value);
  // Doubling what is filled keeps storages of gigabytes quick.
  for (size_t filled = ElementSize(dtype_); filled < size; filled *= 2) {
    std::memcpy(memory_->bytes() + filled, memory_->bytes(), std::min(filled, size - filled));
  }
}

void StridedTensor::SetStorage(const std::vector<Real>& values) {
  for (size_t i = 0; i < values.size(); ++i) SetStorageElement(i, values[i]);
}

void StridedTensor::SetStorageElement(int64_t position, Real value) {
  Store(dtype_, value, Element(position));
}

Real StridedTensor::StorageElement(int64_t position) const {
  return Load(dtype_, Element(position));
}

std::vector<int64_t> StridedTensor::BytePositions() const {
  std::vector<int64_t> positions = StoragePositions(layout_);
  for (int64_t& position : positions) position *= static_cast<int64_t>(ElementSize(dtype_));
  if (!std::is_sorted(positions.begin(), positions.end())) {
    std::sort(positions.begin(), positions.end());
  }
  return positions;
}

}  // namespace hostacl::testing
