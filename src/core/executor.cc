// Executors: the plan of a first phase and the addresses on which second phases run it.
#include "core/executor.h"

#include <fmt/format.h>

#include <array>
#include <string>

#include "aclnn/aclnn_base.h"
#include "core/tensor.h"
#include "runtime/error.h"
#include "runtime/handle.h"

namespace hostacl {
namespace {

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

}  // namespace

void CheckNotInnerNull(const void* pointer, std::string_view parameter) {
  if (pointer != nullptr) return;
  throw Error{ACLNN_ERR_INNER_NULLPTR, fmt::format("{}: expected a handle, got null", parameter)};
}

std::shared_ptr<Executor> FindExecutor(const aclOpExecutor* handle) {
  CheckNotInnerNull(handle, "executor");
  std::shared_ptr<Executor> executor = Executors().Find(handle);
  if (executor == nullptr) ThrowDeadExecutor(handle);
  return executor;
}

std::shared_ptr<Executor> TakeExecutor(const aclOpExecutor* handle) {
  CheckNotNull(handle, "executor");
  std::shared_ptr<Executor> executor = Executors().FindAndRemoveIf(
      handle, [](const Executor& found) { return !found.repeatable(); });
  if (executor == nullptr) ThrowDeadExecutor(handle);
  return executor;
}

aclOpExecutor* InsertExecutor(std::shared_ptr<Executor> executor) {
  return static_cast<aclOpExecutor*>(Executors().Insert(std::move(executor)));
}

}  // namespace hostacl

extern "C" {

aclnnStatus aclSetAclOpExecutorRepeatable(aclOpExecutor* executor) {
  return hostacl::Guard(__func__, hostacl::kAclnnInnerCodes,
                        [&] { hostacl::FindExecutor(executor)->MakeRepeatable(); });
}

aclnnStatus aclDestroyAclOpExecutor(aclOpExecutor* executor) {
  return hostacl::Guard(__func__, hostacl::kAclnnInnerCodes, [&] {
    hostacl::FindExecutor(executor);
    if (hostacl::Executors().Remove(executor) == nullptr) hostacl::ThrowDeadExecutor(executor);
    hostacl::DestroyedExecutors().Add(executor);
  });
}

}  // extern "C"
