// Executors: the plan of a first phase and the addresses on which second phases run it.
#ifndef HOSTACL_CORE_EXECUTOR_H_
#define HOSTACL_CORE_EXECUTOR_H_

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>

#include "aclnn/acl_meta.h"
#include "core/plan.h"

namespace hostacl {

// A plan with the addresses it runs on. Runs and rebindings may come from different threads.
class Executor {
 public:
  explicit Executor(std::shared_ptr<const Plan> plan)
      : plan_(std::move(plan)), addresses_(plan_->planned_addresses()) {}

  const std::shared_ptr<const Plan>& plan() const { return plan_; }

  Addresses addresses() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return addresses_;
  }
  void Bind(size_t operand, void* address) {
    std::lock_guard<std::mutex> lock(mutex_);
    addresses_[operand] = static_cast<std::byte*>(address);
  }

  bool repeatable() const { return repeatable_; }
  void MakeRepeatable() { repeatable_ = true; }

 private:
  const std::shared_ptr<const Plan> plan_;
  mutable std::mutex mutex_;
  Addresses addresses_;
  std::atomic<bool> repeatable_{false};
};

// Throws Error{561103}, the code of the executors' base functions for null, naming `parameter`.
void CheckNotInnerNull(const void* pointer, std::string_view parameter);

// The executor of a handle. Throws Error{561103} for null and Error{161002} for a handle that is
// not live.
std::shared_ptr<Executor> FindExecutor(const aclOpExecutor* handle);

// The executor for one run. One that is not repeatable is consumed by this, whatever comes after.
// Throws Error{161001} for null and Error{161002} for a handle that is not live, saying why it is
// not.
std::shared_ptr<Executor> TakeExecutor(const aclOpExecutor* handle);

// A handle for a new executor.
aclOpExecutor* InsertExecutor(std::shared_ptr<Executor> executor);

}  // namespace hostacl

#endif  // HOSTACL_CORE_EXECUTOR_H_
