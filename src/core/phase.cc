// The two phases of an operator, as its C functions call them.
#include "core/phase.h"

#include <fmt/format.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>

#include "aclnn/aclnn_base.h"
#include "core/executor.h"
#include "core/tally.h"
#include "core/tensor.h"
#include "runtime/context.h"
#include "runtime/error.h"
#include "runtime/stream.h"

namespace hostacl {
namespace {

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

Error RunCounted(const Plan& plan, const Addresses& addresses, std::byte* workspace) {
  const auto start = std::chrono::steady_clock::now();
  Error error = plan.Run(addresses, workspace);
  Tally(plan.operator_name(), std::chrono::steady_clock::now() - start);
  return error;
}

// Hands a run to the stream. What the stream refuses in the runtime's codes is a runtime failure to
// a second phase.
void Enqueue(Stream& stream, std::shared_ptr<const Plan> plan, const Addresses& addresses,
             void* workspace) {
  const bool is_short = plan->IsShort();
  Stream::Task task = [plan = std::move(plan), addresses, workspace] {
    auto* const bytes = static_cast<std::byte*>(workspace);
    if (tally_is_on.load(std::memory_order_relaxed)) return RunCounted(*plan, addresses, bytes);
    return plan->Run(addresses, bytes);
  };
  const Error error = Attempt(kAclnnInnerCodes, [&] {
    if (is_short) {
      stream.RunOrPush(std::move(task));
    } else {
      stream.PushWork(std::move(task));
    }
  });
  if (error.code == 0) return;
  throw Error{ACLNN_ERR_RUNTIME_ERROR, fmt::format("stream: {} ({})", error.sentence, error.code)};
}

Operands FindOperands(std::initializer_list<Parameter> inputs,
                      std::initializer_list<Parameter> outputs) {
  Operands operands;
  for (const auto& parameters : {inputs, outputs}) {
    for (const Parameter& parameter : parameters) {
      operands.push_back({parameter.name, FindTensor(parameter.tensor, parameter.name)});
    }
  }
  return operands;
}

// "aclnnGlu" of "aclnnGluGetWorkspaceSize".
std::string_view OperatorName(std::string_view function) {
  constexpr std::string_view kSuffix = "GetWorkspaceSize";
  return function.substr(0, function.size() - kSuffix.size());
}

}  // namespace

aclnnStatus PlanOperator(std::string_view function, std::initializer_list<Parameter> inputs,
                         std::initializer_list<Parameter> outputs, uint64_t* workspace_size,
                         aclOpExecutor** executor, const std::function<void(Plan&)>& define,
                         std::initializer_list<Pointer> others) {
  if (workspace_size != nullptr) *workspace_size = 0;
  if (executor != nullptr) *executor = nullptr;
  return Guard(function, kAclnnInnerCodes, [&] {
    for (const auto& parameters : {inputs, outputs}) {
      for (const Parameter& parameter : parameters) CheckNotNull(parameter.tensor, parameter.name);
    }
    for (const Pointer& other : others) CheckNotNull(other.value, other.name);
    CheckNotNull(workspace_size, "workspaceSize");
    CheckNotNull(executor, "executor");
    const auto plan = std::make_shared<Plan>(OperatorName(function), FindOperands(inputs, outputs),
                                             static_cast<int>(inputs.size()));
    define(*plan);
    *executor = InsertExecutor(std::make_shared<Executor>(plan));
    *workspace_size = plan->workspace_size();
  });
}

aclnnStatus RunOperator(std::string_view function, void* workspace, uint64_t workspace_size,
                        aclOpExecutor* executor, aclrtStream stream) {
  return Guard(function, kAclnnInnerCodes, [&] {
    const std::shared_ptr<Executor> taken = TakeExecutor(executor);
    const std::shared_ptr<const Plan>& plan = taken->plan();
    if (plan->operator_name() != function) {
      throw Error{ACLNN_ERR_PARAM_INVALID,
                  fmt::format("executor: expected one that {}GetWorkspaceSize made, got one of {}",
                              function, plan->operator_name())};
    }
    CheckWorkspace(*plan, workspace, workspace_size);
    const Addresses addresses = taken->addresses();
    const std::shared_ptr<Stream> target = FindStream(stream);
    plan->CheckAddresses(addresses);
    Enqueue(*target, plan, addresses, workspace);
  });
}

}  // namespace hostacl
