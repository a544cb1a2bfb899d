// Scalars, arrays and lists: descriptors that hold values or other descriptors.
#include <fmt/format.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "acl/acl_base.h"
#include "aclnn/aclnn_base.h"
#include "core/dtype.h"
#include "core/list.h"
#include "core/scalar.h"
#include "core/tensor.h"
#include "runtime/error.h"

namespace hostacl {
namespace {

// std::vector<bool> has no elements to point to, so arrays of bool hold char.
template <typename T>
struct Array {
  std::vector<T> values;
};

HandleTable<Scalar>& Scalars() {
  static HandleTable<Scalar>& table = *new HandleTable<Scalar>(HandleKind::kScalar);
  return table;
}
HandleTable<Array<int64_t>>& IntArrays() {
  static auto& table = *new HandleTable<Array<int64_t>>(HandleKind::kIntArray);
  return table;
}
HandleTable<Array<float>>& FloatArrays() {
  static auto& table = *new HandleTable<Array<float>>(HandleKind::kFloatArray);
  return table;
}
HandleTable<Array<char>>& BoolArrays() {
  static auto& table = *new HandleTable<Array<char>>(HandleKind::kBoolArray);
  return table;
}
HandleTable<List>& ScalarLists() {
  static HandleTable<List>& table = *new HandleTable<List>(HandleKind::kScalarList);
  return table;
}

template <typename T>
[[noreturn]] void ThrowDead(const HandleTable<T>& table, const void* handle,
                            std::string_view parameter) {
  throw Error{ACLNN_ERR_PARAM_INVALID,
              fmt::format("{}: expected a live descriptor, got a handle that {}", parameter,
                          table.DescribeDead(handle))};
}

// More values than any memory holds; keeps a garbage size from wrapping around.
constexpr uint64_t kMostValues = uint64_t{1} << 48;

void CheckValues(const void* value, uint64_t size) {
  if (size > kMostValues) {
    throw Error{ACLNN_ERR_PARAM_INVALID,
                fmt::format("size: expected at most {}, got {}", kMostValues, size)};
  }
  if (size == 0 || value != nullptr) return;
  throw Error{ACLNN_ERR_PARAM_NULLPTR, fmt::format("value: expected {} values, got null", size)};
}

template <typename Handle, typename Stored, typename Given>
Handle* CreateArray(const char* function, HandleTable<Array<Stored>>& table, const Given* value,
                    uint64_t size) {
  Handle* handle = nullptr;
  Guard(function, kAclnnInnerCodes, [&] {
    CheckValues(value, size);
    auto array = std::make_shared<Array<Stored>>();
    if (size > 0) array->values.assign(value, value + size);
    handle = static_cast<Handle*>(table.Insert(std::move(array)));
  });
  return handle;
}

template <typename Handle, typename Element, typename ElementTable>
Handle* CreateList(const char* function, HandleTable<List>& table, const ElementTable& elements,
                   const Element* const* value, uint64_t size) {
  Handle* handle = nullptr;
  Guard(function, kAclnnInnerCodes, [&] {
    CheckValues(value, size);
    auto list = std::make_shared<List>();
    for (uint64_t i = 0; i < size; ++i) {
      if (value[i] != nullptr && elements.Find(value[i]) == nullptr) {
        ThrowDead(elements, value[i], fmt::format("value[{}]", i));
      }
      list->elements.push_back(value[i]);
    }
    handle = static_cast<Handle*>(table.Insert(std::move(list)));
  });
  return handle;
}

template <typename T>
aclnnStatus Destroy(const char* function, HandleTable<T>& table, const void* handle) {
  return Guard(function, kAclnnInnerCodes, [&] {
    if (handle != nullptr && table.Remove(handle) == nullptr) ThrowDead(table, handle, "array");
  });
}

// Destroys a list with its elements.
template <typename ElementTable>
aclnnStatus DestroyList(const char* function, HandleTable<List>& table, ElementTable& elements,
                        const void* handle) {
  return Guard(function, kAclnnInnerCodes, [&] {
    if (handle == nullptr) return;
    const std::shared_ptr<List> list = table.Remove(handle);
    if (list == nullptr) ThrowDead(table, handle, "array");
    for (const void* element : list->elements) elements.Remove(element);
  });
}

template <typename T>
std::shared_ptr<T> FindSized(const HandleTable<T>& table, const void* handle, const uint64_t* size,
                             std::string_view parameter) {
  CheckNotNull(handle, parameter);
  CheckNotNull(size, "size");
  std::shared_ptr<T> object = table.Find(handle);
  if (object == nullptr) ThrowDead(table, handle, parameter);
  return object;
}

template <typename T>
aclnnStatus GetArraySize(const char* function, const HandleTable<Array<T>>& table,
                         const void* handle, uint64_t* size) {
  return Guard(function, kAclnnInnerCodes,
               [&] { *size = FindSized(table, handle, size, "array")->values.size(); });
}

}  // namespace

std::shared_ptr<const Scalar> FindScalar(const aclScalar* handle, std::string_view parameter) {
  CheckNotNull(handle, parameter);
  std::shared_ptr<const Scalar> scalar = Scalars().Find(handle);
  if (scalar == nullptr) ThrowDead(Scalars(), handle, parameter);
  return scalar;
}

HandleTable<List>& TensorLists() {
  static HandleTable<List>& table = *new HandleTable<List>(HandleKind::kTensorList);
  return table;
}

}  // namespace hostacl

extern "C" {

aclScalar* aclCreateScalar(void* value, aclDataType dataType) {
  aclScalar* handle = nullptr;
  hostacl::Guard(__func__, hostacl::kAclnnInnerCodes, [&] {
    hostacl::CheckNotNull(value, "value");
    const size_t size = aclDataTypeSize(dataType);
    if (size == 0) {
      throw hostacl::Error{ACLNN_ERR_PARAM_INVALID,
                           fmt::format("dataType: expected a type of whole bytes, got {}",
                                       hostacl::DtypeName(dataType))};
    }
    const auto* bytes = static_cast<const std::byte*>(value);
    auto scalar = std::make_shared<hostacl::Scalar>();
    scalar->dtype = dataType;
    scalar->value.assign(bytes, bytes + size);
    handle = static_cast<aclScalar*>(hostacl::Scalars().Insert(std::move(scalar)));
  });
  return handle;
}

aclIntArray* aclCreateIntArray(const int64_t* value, uint64_t size) {
  return hostacl::CreateArray<aclIntArray>(__func__, hostacl::IntArrays(), value, size);
}

aclFloatArray* aclCreateFloatArray(const float* value, uint64_t size) {
  return hostacl::CreateArray<aclFloatArray>(__func__, hostacl::FloatArrays(), value, size);
}

aclBoolArray* aclCreateBoolArray(const bool* value, uint64_t size) {
  return hostacl::CreateArray<aclBoolArray>(__func__, hostacl::BoolArrays(), value, size);
}

aclTensorList* aclCreateTensorList(const aclTensor* const* value, uint64_t size) {
  return hostacl::CreateList<aclTensorList>(__func__, hostacl::TensorLists(), hostacl::Tensors(),
                                            value, size);
}

aclScalarList* aclCreateScalarList(const aclScalar* const* value, uint64_t size) {
  return hostacl::CreateList<aclScalarList>(__func__, hostacl::ScalarLists(), hostacl::Scalars(),
                                            value, size);
}

aclnnStatus aclDestroyScalar(const aclScalar* scalar) {
  return hostacl::Destroy(__func__, hostacl::Scalars(), scalar);
}

aclnnStatus aclDestroyIntArray(const aclIntArray* array) {
  return hostacl::Destroy(__func__, hostacl::IntArrays(), array);
}

aclnnStatus aclDestroyFloatArray(const aclFloatArray* array) {
  return hostacl::Destroy(__func__, hostacl::FloatArrays(), array);
}

aclnnStatus aclDestroyBoolArray(const aclBoolArray* array) {
  return hostacl::Destroy(__func__, hostacl::BoolArrays(), array);
}

aclnnStatus aclDestroyTensorList(const aclTensorList* array) {
  return hostacl::DestroyList(__func__, hostacl::TensorLists(), hostacl::Tensors(), array);
}

aclnnStatus aclDestroyScalarList(const aclScalarList* array) {
  return hostacl::DestroyList(__func__, hostacl::ScalarLists(), hostacl::Scalars(), array);
}

aclnnStatus aclGetIntArraySize(const aclIntArray* array, uint64_t* size) {
  return hostacl::GetArraySize(__func__, hostacl::IntArrays(), array, size);
}

aclnnStatus aclGetFloatArraySize(const aclFloatArray* array, uint64_t* size) {
  return hostacl::GetArraySize(__func__, hostacl::FloatArrays(), array, size);
}

aclnnStatus aclGetBoolArraySize(const aclBoolArray* array, uint64_t* size) {
  return hostacl::GetArraySize(__func__, hostacl::BoolArrays(), array, size);
}

aclnnStatus aclGetTensorListSize(const aclTensorList* tensorList, uint64_t* size) {
  return hostacl::Guard(__func__, hostacl::kAclnnInnerCodes, [&] {
    *size =
        hostacl::FindSized(hostacl::TensorLists(), tensorList, size, "tensorList")->elements.size();
  });
}

aclnnStatus aclGetScalarListSize(const aclScalarList* scalarList, uint64_t* size) {
  return hostacl::Guard(__func__, hostacl::kAclnnInnerCodes, [&] {
    *size =
        hostacl::FindSized(hostacl::ScalarLists(), scalarList, size, "scalarList")->elements.size();
  });
}

}  // extern "C"
