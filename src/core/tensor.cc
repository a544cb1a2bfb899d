// Tensor descriptors: what aclCreateTensor keeps.
#include "core/tensor.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <mutex>

#include "aclnn/aclnn_base.h"
#include "core/dtype.h"
#include "runtime/error.h"

namespace hostacl {
namespace {

// A rank beyond any that a program means; keeps a garbage rank from asking for all memory.
constexpr uint64_t kMostDims = 1024;

std::vector<int64_t> CopySizes(const int64_t* values, uint64_t count, std::string_view parameter) {
  if (count > kMostDims) {
    throw Error{ACLNN_ERR_PARAM_INVALID,
                fmt::format("{}: expected at most {} dims, got {}", parameter, kMostDims, count)};
  }
  if (count > 0 && values == nullptr) {
    throw Error{ACLNN_ERR_PARAM_INVALID,
                fmt::format("{}: expected {} values, got null", parameter, count)};
  }
  std::vector<int64_t> copy(values, values + count);
  if (std::any_of(copy.begin(), copy.end(), [](int64_t value) { return value < 0; })) {
    throw Error{ACLNN_ERR_PARAM_INVALID,
                fmt::format("{}: expected values >= 0, got {}", parameter, copy)};
  }
  return copy;
}

// The strides of a row-major tensor without gaps. Wraps around instead of overflowing; a shape that
// large is refused by every operator.
std::vector<int64_t> RowMajorStrides(const std::vector<int64_t>& dims) {
  std::vector<int64_t> strides(dims.size());
  uint64_t stride = 1;
  for (size_t i = dims.size(); i-- > 0;) {
    strides[i] = static_cast<int64_t>(stride & INT64_MAX);
    stride *= static_cast<uint64_t>(std::max<int64_t>(dims[i], 1));
  }
  return strides;
}

struct TensorArguments {
  const int64_t* view_dims;
  uint64_t rank;
  aclDataType dtype;
  const int64_t* strides;
  int64_t offset;
  aclFormat format;
  const int64_t* storage_dims;
  uint64_t storage_rank;
  void* data;
};

Tensor MakeTensor(const TensorArguments& arguments) {
  if (!IsDataType(arguments.dtype)) {
    throw Error{ACLNN_ERR_PARAM_INVALID,
                fmt::format("dataType: expected a value of aclDataType, got {}",
                            static_cast<int>(arguments.dtype))};
  }
  if (arguments.offset < 0) {
    throw Error{ACLNN_ERR_PARAM_INVALID,
                fmt::format("offset: expected a value >= 0, got {}", arguments.offset)};
  }
  Tensor tensor;
  tensor.dtype = arguments.dtype;
  tensor.dims = CopySizes(arguments.view_dims, arguments.rank, "viewDims");
  tensor.strides = arguments.strides == nullptr
                       ? RowMajorStrides(tensor.dims)
                       : CopySizes(arguments.strides, arguments.rank, "stride");
  tensor.offset = arguments.offset;
  tensor.format = arguments.format;
  tensor.storage_dims = CopySizes(arguments.storage_dims, arguments.storage_rank, "storageDims");
  tensor.data = arguments.data;
  return tensor;
}

// Hands a copy of `values` to the caller of a C getter, who frees it with delete[].
void HandOver(const std::vector<int64_t>& values, int64_t** out, uint64_t* count) {
  *out = new int64_t[values.size()];
  std::copy(values.begin(), values.end(), *out);
  *count = values.size();
}

// Held while a descriptor is replaced by a changed copy, so that no change is lost.
std::mutex& ChangeMutex() {
  static std::mutex& mutex = *new std::mutex;
  return mutex;
}

[[noreturn]] void ThrowDead(const aclTensor* handle, std::string_view parameter) {
  throw Error{ACLNN_ERR_PARAM_INVALID,
              fmt::format("{}: expected a live aclTensor, got a handle that {}", parameter,
                          Tensors().DescribeDead(handle))};
}

void Replace(const aclTensor* handle, Tensor changed) {
  if (!Tensors().Replace(handle, std::make_shared<const Tensor>(std::move(changed)))) {
    ThrowDead(handle, "tensor");
  }
}

}  // namespace

HandleTable<const Tensor>& Tensors() {
  static HandleTable<const Tensor>& table = *new HandleTable<const Tensor>(HandleKind::kTensor);
  return table;
}

void CheckNotNull(const void* pointer, std::string_view parameter) {
  if (pointer != nullptr) return;
  throw Error{ACLNN_ERR_PARAM_NULLPTR, fmt::format("{}: expected a pointer, got null", parameter)};
}

std::shared_ptr<const Tensor> FindTensor(const aclTensor* handle, std::string_view parameter) {
  CheckNotNull(handle, parameter);
  std::shared_ptr<const Tensor> tensor = Tensors().Find(handle);
  if (tensor == nullptr) ThrowDead(handle, parameter);
  return tensor;
}

}  // namespace hostacl

using hostacl::CheckNotNull;
using hostacl::FindTensor;
using hostacl::Guard;
using hostacl::kAclnnInnerCodes;

extern "C" {

aclTensor* aclCreateTensor(const int64_t* viewDims, uint64_t viewDimsNum, aclDataType dataType,
                           const int64_t* stride, int64_t offset, aclFormat format,
                           const int64_t* storageDims, uint64_t storageDimsNum, void* tensorData) {
  aclTensor* handle = nullptr;
  Guard(__func__, kAclnnInnerCodes, [&] {
    auto tensor = std::make_shared<const hostacl::Tensor>(
        hostacl::MakeTensor({viewDims, viewDimsNum, dataType, stride, offset, format, storageDims,
                             storageDimsNum, tensorData}));
    handle = static_cast<aclTensor*>(hostacl::Tensors().Insert(std::move(tensor)));
  });
  return handle;
}

aclnnStatus aclInitTensor(aclTensor* tensor, const int64_t* viewDims, uint64_t viewDimsNum,
                          aclDataType dataType, const int64_t* stride, int64_t offset,
                          aclFormat format, const int64_t* storageDims, uint64_t storageDimsNum,
                          void* tensorDataAddr) {
  return Guard(__func__, kAclnnInnerCodes, [&] {
    FindTensor(tensor, "tensor");
    hostacl::Tensor fresh =
        hostacl::MakeTensor({viewDims, viewDimsNum, dataType, stride, offset, format, storageDims,
                             storageDimsNum, tensorDataAddr});
    std::lock_guard<std::mutex> lock(hostacl::ChangeMutex());
    hostacl::Replace(tensor, std::move(fresh));
  });
}

aclnnStatus aclDestroyTensor(const aclTensor* tensor) {
  return Guard(__func__, kAclnnInnerCodes, [&] {
    if (tensor == nullptr || hostacl::Tensors().Remove(tensor) != nullptr) return;
    FindTensor(tensor, "tensor");
  });
}

aclnnStatus aclGetViewShape(const aclTensor* tensor, int64_t** viewDims, uint64_t* viewDimsNum) {
  return Guard(__func__, kAclnnInnerCodes, [&] {
    CheckNotNull(viewDims, "viewDims");
    CheckNotNull(viewDimsNum, "viewDimsNum");
    hostacl::HandOver(FindTensor(tensor, "tensor")->dims, viewDims, viewDimsNum);
  });
}

aclnnStatus aclGetStorageShape(const aclTensor* tensor, int64_t** storageDims,
                               uint64_t* storageDimsNum) {
  return Guard(__func__, kAclnnInnerCodes, [&] {
    CheckNotNull(storageDims, "storageDims");
    CheckNotNull(storageDimsNum, "storageDimsNum");
    hostacl::HandOver(FindTensor(tensor, "tensor")->storage_dims, storageDims, storageDimsNum);
  });
}

aclnnStatus aclGetViewStrides(const aclTensor* tensor, int64_t** stridesValue,
                              uint64_t* stridesNum) {
  return Guard(__func__, kAclnnInnerCodes, [&] {
    CheckNotNull(stridesValue, "stridesValue");
    CheckNotNull(stridesNum, "stridesNum");
    hostacl::HandOver(FindTensor(tensor, "tensor")->strides, stridesValue, stridesNum);
  });
}

aclnnStatus aclGetViewOffset(const aclTensor* tensor, int64_t* offset) {
  return Guard(__func__, kAclnnInnerCodes, [&] {
    CheckNotNull(offset, "offset");
    *offset = FindTensor(tensor, "tensor")->offset;
  });
}

aclnnStatus aclGetFormat(const aclTensor* tensor, aclFormat* format) {
  return Guard(__func__, kAclnnInnerCodes, [&] {
    CheckNotNull(format, "format");
    *format = FindTensor(tensor, "tensor")->format;
  });
}

aclnnStatus aclGetDataType(const aclTensor* tensor, aclDataType* dataType) {
  return Guard(__func__, kAclnnInnerCodes, [&] {
    CheckNotNull(dataType, "dataType");
    *dataType = FindTensor(tensor, "tensor")->dtype;
  });
}

aclnnStatus aclSetRawTensorAddr(aclTensor* tensor, void* addr) {
  return Guard(__func__, kAclnnInnerCodes, [&] {
    std::lock_guard<std::mutex> lock(hostacl::ChangeMutex());
    hostacl::Tensor changed = *FindTensor(tensor, "tensor");
    changed.data = addr;
    hostacl::Replace(tensor, std::move(changed));
  });
}

aclnnStatus aclGetRawTensorAddr(const aclTensor* tensor, void** addr) {
  return Guard(__func__, kAclnnInnerCodes, [&] {
    CheckNotNull(addr, "addr");
    *addr = FindTensor(tensor, "tensor")->data;
  });
}

}  // extern "C"
