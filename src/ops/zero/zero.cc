// aclnnInplaceZero: the two C functions.
#include "aclnnop/aclnn_zero.h"
#include "core/phase.h"
#include "ops/fill.h"

aclnnStatus aclnnInplaceZeroGetWorkspaceSize(const aclTensor* selfRef, uint64_t* workspaceSize,
                                             aclOpExecutor** executor) {
  return hostacl::PlanOperator(
      __func__, {}, {{"selfRef", selfRef}}, workspaceSize, executor,
      [](hostacl::Plan& plan) { hostacl::DefineFill(plan, hostacl::SmallScalar(0)); });
}

aclnnStatus aclnnInplaceZero(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                             aclrtStream stream) {
  return hostacl::RunOperator(__func__, workspace, workspaceSize, executor, stream);
}
