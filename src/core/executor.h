// Executors: the plan of a first phase and the addresses on which second phases run it.
#ifndef HOSTACL_CORE_EXECUTOR_H_
#define HOSTACL_CORE_EXECUTOR_H_

#include <cstddef>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "aclnn/acl_meta.h"
#include "core/plan.h"

namespace hostacl {

// A plan with the addresses it runs on. Runs and rebindings may come from different threads.
class Executor {
 public:
  explicit Executor(Plan plan)
      : plan_(std::make_shared<const Plan>(std::move(plan))),
        addresses_(plan_->PlannedAddresses()) {}

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
