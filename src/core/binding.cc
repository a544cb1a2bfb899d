// The address setters: which operand of an executor an index names, and binding it.
#include <fmt/format.h>

#include <cstddef>
#include <memory>
#include <string_view>

#include "aclnn/aclnn_base.h"
#include "core/executor.h"
#include "core/list.h"
#include "core/tensor.h"
#include "runtime/error.h"

namespace hostacl {
namespace {

// Which operands an address setter counts.
enum class Side { kInputs, kOutputs, kBoth };

// Binds operand `index` of a side; `tensor` has been checked.
void Bind(const aclOpExecutor* handle, Side side, size_t index, std::string_view parameter,
          void* address) {
  const std::shared_ptr<Executor> executor = FindExecutor(handle);
  const auto inputs = static_cast<size_t>(executor->plan()->input_count());
  const auto all = static_cast<size_t>(executor->plan()->operand_count());
  const size_t first = side == Side::kOutputs ? inputs : 0;
  const size_t count = (side == Side::kInputs ? inputs : all) - first;
  if (index >= count) {
    throw Error{
        ACLNN_ERR_PARAM_INVALID,
        fmt::format("{}: expected a value below {}, the tensors of {} that it counts, got {}",
                    parameter, count, executor->plan()->operator_name(), index)};
  }
  executor->Bind(first + index, address);
}

aclnnStatus BindTensor(const char* function, aclOpExecutor* executor, Side side, size_t index,
                       const aclTensor* tensor, void* address) {
  return Guard(function, kAclnnInnerCodes, [&] {
    CheckNotInnerNull(executor, "executor");
    CheckNotInnerNull(tensor, "tensor");
    FindTensor(tensor, "tensor");
    Bind(executor, side, index, "index", address);
  });
}

aclnnStatus BindListElement(const char* function, aclOpExecutor* executor, Side side,
                            size_t parameter, size_t element, const aclTensorList* tensors,
                            void* address) {
  return Guard(function, kAclnnInnerCodes, [&] {
    CheckNotInnerNull(executor, "executor");
    CheckNotInnerNull(tensors, "tensors");
    if (TensorLists().Find(tensors) == nullptr) {
      throw Error{ACLNN_ERR_PARAM_INVALID,
                  fmt::format("tensors: expected a live aclTensorList, got a handle that {}",
                              TensorLists().DescribeDead(tensors))};
    }
    // Every parameter of the operators here is one tensor, which counts as a list of one.
    if (element >= 1) {
      throw Error{ACLNN_ERR_PARAM_INVALID,
                  fmt::format("relativeIndex: expected 0, the parameter holds one tensor, got {}",
                              element)};
    }
    Bind(executor, side, parameter, "irIndex", address);
  });
}

}  // namespace
}  // namespace hostacl

using hostacl::BindListElement;
using hostacl::BindTensor;
using hostacl::Side;

extern "C" {

aclnnStatus aclSetInputTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                                  void* addr) {
  return BindTensor(__func__, executor, Side::kInputs, index, tensor, addr);
}

aclnnStatus aclSetOutputTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                                   void* addr) {
  return BindTensor(__func__, executor, Side::kOutputs, index, tensor, addr);
}

aclnnStatus aclSetTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                             void* addr) {
  return BindTensor(__func__, executor, Side::kBoth, index, tensor, addr);
}

aclnnStatus aclSetDynamicInputTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                         const size_t relativeIndex, aclTensorList* tensors,
                                         void* addr) {
  return BindListElement(__func__, executor, Side::kInputs, irIndex, relativeIndex, tensors, addr);
}

aclnnStatus aclSetDynamicOutputTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                          const size_t relativeIndex, aclTensorList* tensors,
                                          void* addr) {
  return BindListElement(__func__, executor, Side::kOutputs, irIndex, relativeIndex, tensors, addr);
}

aclnnStatus aclSetDynamicTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                    const size_t relativeIndex, aclTensorList* tensors,
                                    void* addr) {
  return BindListElement(__func__, executor, Side::kBoth, irIndex, relativeIndex, tensors, addr);
}

aclnnStatus AclSetInputTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                                  void* addr) {
  return aclSetInputTensorAddr(executor, index, tensor, addr);
}

aclnnStatus AclSetOutputTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                                   void* addr) {
  return aclSetOutputTensorAddr(executor, index, tensor, addr);
}

aclnnStatus AclSetTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                             void* addr) {
  return aclSetTensorAddr(executor, index, tensor, addr);
}

aclnnStatus AclSetDynamicInputTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                         const size_t relativeIndex, aclTensorList* tensors,
                                         void* addr) {
  return aclSetDynamicInputTensorAddr(executor, irIndex, relativeIndex, tensors, addr);
}

aclnnStatus AclSetDynamicOutputTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                          const size_t relativeIndex, aclTensorList* tensors,
                                          void* addr) {
  return aclSetDynamicOutputTensorAddr(executor, irIndex, relativeIndex, tensors, addr);
}

aclnnStatus AclSetDynamicTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                    const size_t relativeIndex, aclTensorList* tensors,
                                    void* addr) {
  return aclSetDynamicTensorAddr(executor, irIndex, relativeIndex, tensors, addr);
}

}  // extern "C"
