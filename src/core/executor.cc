// Executors: the way from a first phase to the second phases that run its plan.
#include "core/executor.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "aclnn/aclnn_base.h"
#include "core/list.h"
#include "core/tensor.h"
#include "runtime/context.h"
#include "runtime/error.h"
#include "runtime/handle.h"
#include "runtime/stream.h"

namespace hostacl {
namespace {

// A plan with the addresses it runs on. Runs and rebindings may come from different threads.
class Executor {
 public:
  explicit Executor(Plan plan) : plan_(std::make_shared<const Plan>(std::move(plan))) {
    for (int i = 0; i < plan_->operand_count(); ++i) {
      addresses_.push_back(static_cast<std::byte*>(plan_->operand(i).tensor.data));
    }
  }

  const std::shared_ptr<const Plan>& plan() const { return plan_; }

  std::vector<std::byte*> addresses() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return addresses_;
  }
  void Bind(size_t operand, void* address) {
    std::lock_guard<std::mutex> lock(mutex_);
    addresses_[operand] = static_cast<std::byte*>(address);
  }

  bool repeatable() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return repeatable_;
  }
  void MakeRepeatable() {
    std::lock_guard<std::mutex> lock(mutex_);
    repeatable_ = true;
  }

 private:
  const std::shared_ptr<const Plan> plan_;
  mutable std::mutex mutex_;
  std::vector<std::byte*> addresses_;
  bool repeatable_ = false;
};

HandleTable<Executor>& Executors() {
  static HandleTable<Executor>& table = *new HandleTable<Executor>(HandleKind::kExecutor);
  return table;
}

// Which of the executors that ended lately were destroyed rather than consumed. Bounded, so that an
// old one is only known to have ended.
class Destroyed {
 public:
  void Add(const void* handle) {
    std::lock_guard<std::mutex> lock(mutex_);
    handles_[next_++ % handles_.size()] = handle;
  }
  bool Contains(const void* handle) const {
    std::lock_guard<std::mutex> lock(mutex_);
    for (const void* known : handles_) {
      if (known == handle) return true;
    }
    return false;
  }

 private:
  mutable std::mutex mutex_;
  std::array<const void*, 1024> handles_{};
  size_t next_ = 0;
};

Destroyed& DestroyedExecutors() {
  static Destroyed& destroyed = *new Destroyed;
  return destroyed;
}

[[noreturn]] void ThrowDeadExecutor(const aclOpExecutor* handle) {
  std::string what = Executors().DescribeDead(handle);
  if (what == "was destroyed" && !DestroyedExecutors().Contains(handle)) {
    what = "was already consumed by a second phase";
  }
  throw Error{ACLNN_ERR_PARAM_INVALID,
              fmt::format("executor: expected a live aclOpExecutor, got a handle that {}", what)};
}

std::shared_ptr<Executor> FindExecutor(const aclOpExecutor* handle) {
  if (handle == nullptr) {
    throw Error{ACLNN_ERR_INNER_NULLPTR, "executor: expected an aclOpExecutor, got null"};
  }
  std::shared_ptr<Executor> executor = Executors().Find(handle);
  if (executor == nullptr) ThrowDeadExecutor(handle);
  return executor;
}

// The executor for one run. One that is not repeatable is consumed by this, whatever comes after.
std::shared_ptr<Executor> TakeExecutor(const aclOpExecutor* handle) {
  CheckNotNull(handle, "executor");
  std::shared_ptr<Executor> executor = Executors().Find(handle);
  if (executor != nullptr && !executor->repeatable()) executor = Executors().Remove(handle);
  if (executor == nullptr) ThrowDeadExecutor(handle);
  return executor;
}

void CheckWorkspace(const Plan& plan, const void* workspace, uint64_t size) {
  const uint64_t needed = plan.workspace_size();
  if (workspace == nullptr && (needed > 0 || size > 0)) {
    throw Error{ACLNN_ERR_PARAM_NULLPTR,
                fmt::format("workspace: expected {} bytes of device memory, got null with "
                            "workspaceSize {}",
                            needed, size)};
  }
  if (size < needed) {
    throw Error{
        ACLNN_ERR_PARAM_INVALID,
        fmt::format("workspaceSize: expected at least {} bytes, which the first phase asked for, "
                    "got {}",
                    needed, size)};
  }
}

std::shared_ptr<Stream> FindStream(aclrtStream handle) {
  const std::shared_ptr<Context> current = CurrentContext();
  if (handle == nullptr) {
    if (current != nullptr) return current->default_stream();
    throw Error{ACLNN_ERR_RUNTIME_ERROR,
                "stream: expected a current context for the default stream (null), but this thread "
                "has called neither aclrtSetDevice nor aclrtSetCurrentContext"};
  }
  std::shared_ptr<Stream> stream = Stream::Find(handle);
  if (stream == nullptr) {
    throw Error{ACLNN_ERR_PARAM_INVALID,
                fmt::format("stream: expected a live aclrtStream, got a handle that {}",
                            Stream::DescribeDead(handle))};
  }
  if (current != nullptr && stream->context() != current) {
    throw Error{ACLNN_ERR_RUNTIME_ERROR,
                fmt::format("stream: expected a stream of the current context (device {}), got one "
                            "of another context (device {}) ({})",
                            current->device(), stream->device(), ACL_ERROR_RT_STREAM_CONTEXT)};
  }
  return stream;
}

// Hands a run to the stream. What the stream refuses in the runtime's codes is a runtime failure to a
// second phase.
void Enqueue(Stream& stream, std::shared_ptr<const Plan> plan, std::vector<std::byte*> addresses,
             void* workspace) {
  const bool is_short = plan->IsShort();
  Stream::Task task = [plan = std::move(plan), addresses = std::move(addresses), workspace] {
    return plan->Run(addresses, static_cast<std::byte*>(workspace));
  };
  const Error error = Attempt(kAclnnInnerCodes, [&] {
    is_short ? stream.RunOrPush(std::move(task)) : stream.Push(std::move(task));
  });
  if (error.code == 0) return;
  throw Error{ACLNN_ERR_RUNTIME_ERROR, fmt::format("stream: {} ({})", error.sentence, error.code)};
}

std::vector<Operand> FindOperands(const std::vector<Parameter>& parameters) {
  std::vector<Operand> operands;
  operands.reserve(parameters.size());
  for (const Parameter& parameter : parameters) {
    operands.push_back({parameter.name, FindTensor(parameter.tensor, parameter.name)});
  }
  return operands;
}

// "aclnnGlu" of "aclnnGluGetWorkspaceSize".
std::string OperatorName(std::string_view function) {
  constexpr std::string_view kSuffix = "GetWorkspaceSize";
  return std::string(function.substr(0, function.size() - kSuffix.size()));
}

}  // namespace

aclnnStatus PlanOperator(const char* function, const std::vector<Parameter>& inputs,
                         const std::vector<Parameter>& outputs, uint64_t* workspace_size,
                         aclOpExecutor** executor, const std::function<void(Plan&)>& define) {
  if (workspace_size != nullptr) *workspace_size = 0;
  if (executor != nullptr) *executor = nullptr;
  return Guard(function, kAclnnInnerCodes, [&] {
    for (const auto* parameters : {&inputs, &outputs}) {
      for (const Parameter& parameter : *parameters) CheckNotNull(parameter.tensor, parameter.name);
    }
    CheckNotNull(workspace_size, "workspaceSize");
    CheckNotNull(executor, "executor");
    Plan plan(OperatorName(function), FindOperands(inputs), FindOperands(outputs));
    define(plan);
    const uint64_t needed = plan.workspace_size();
    *executor = static_cast<aclOpExecutor*>(
        Executors().Insert(std::make_shared<Executor>(std::move(plan))));
    *workspace_size = needed;
  });
}

aclnnStatus RunOperator(const char* function, void* workspace, uint64_t workspace_size,
                        aclOpExecutor* executor, aclrtStream stream) {
  return Guard(function, kAclnnInnerCodes, [&] {
    const std::shared_ptr<Executor> taken = TakeExecutor(executor);
    const std::shared_ptr<const Plan> plan = taken->plan();
    if (plan->operator_name() != function) {
      throw Error{ACLNN_ERR_PARAM_INVALID,
                  fmt::format("executor: expected one that {}GetWorkspaceSize made, got one of {}",
                              function, plan->operator_name())};
    }
    CheckWorkspace(*plan, workspace, workspace_size);
    std::vector<std::byte*> addresses = taken->addresses();
    const std::shared_ptr<Stream> target = FindStream(stream);
    plan->CheckAddresses(addresses);
    Enqueue(*target, plan, std::move(addresses), workspace);
  });
}

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

void CheckNotInnerNull(const void* pointer, std::string_view parameter) {
  if (pointer != nullptr) return;
  throw Error{ACLNN_ERR_INNER_NULLPTR, fmt::format("{}: expected a handle, got null", parameter)};
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

aclnnStatus aclSetAclOpExecutorRepeatable(aclOpExecutor* executor) {
  return hostacl::Guard(__func__, hostacl::kAclnnInnerCodes,
                        [&] { hostacl::FindExecutor(executor)->MakeRepeatable(); });
}

aclnnStatus aclDestroyAclOpExecutor(aclOpExecutor* executor) {
  return hostacl::Guard(__func__, hostacl::kAclnnInnerCodes, [&] {
    hostacl::FindExecutor(executor);
    hostacl::DestroyedExecutors().Add(executor);
    if (hostacl::Executors().Remove(executor) == nullptr) hostacl::ThrowDeadExecutor(executor);
  });
}

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
