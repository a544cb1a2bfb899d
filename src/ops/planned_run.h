// Runs of planned operators without a stream, so that a test chooses the target.
#ifndef HOSTACL_OPS_PLANNED_RUN_H_
#define HOSTACL_OPS_PLANNED_RUN_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "aclnn/acl_meta.h"
#include "aclnn/aclnn_base.h"
#include "core/executor.h"
#include "simd/target.h"

namespace hostacl {

struct DestroyTensor {
  void operator()(aclTensor* tensor) const { aclDestroyTensor(tensor); }
};
using OwnTensor = std::unique_ptr<aclTensor, DestroyTensor>;

// A tensor over the elements of `storage`.
template <typename T>
OwnTensor TensorOver(std::vector<T>& storage, aclDataType dtype, const std::vector<int64_t>& dims,
                     const std::vector<int64_t>& strides, int64_t offset = 0) {
  const auto size = static_cast<int64_t>(storage.size());
  return OwnTensor(aclCreateTensor(dims.data(), dims.size(), dtype, strides.data(), offset,
                                   ACL_FORMAT_ND, &size, 1, storage.data()));
}
template <typename T>
OwnTensor TensorOver(std::vector<T>& storage, aclDataType dtype) {
  return TensorOver(storage, dtype, {static_cast<int64_t>(storage.size())}, {1});
}

// What a first phase planned, taken from its executor.
class PlannedRun {
 public:
  explicit PlannedRun(aclOpExecutor* executor) : plan_(TakeExecutor(executor)->plan()) {}

  const Plan& plan() const { return *plan_; }
  // Runs it on `target`, which a first phase would have set to that of the settings.
  Error On(const std::string& target) const {
    UseTarget(target);
    std::vector<std::byte> workspace(plan_->workspace_size());
    return plan_->Run(plan_->planned_addresses(), workspace.data());
  }

 private:
  const std::shared_ptr<const Plan> plan_;
};

}  // namespace hostacl

#endif  // HOSTACL_OPS_PLANNED_RUN_H_
