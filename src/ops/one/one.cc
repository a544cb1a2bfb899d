// aclnnInplaceOne: the two C functions.
#include "aclnnop/aclnn_one.h"
#include "core/phase.h"
#include "ops/fill.h"

aclnnStatus aclnnInplaceOneGetWorkspaceSize(const aclTensor* selfRef, uint64_t* workspaceSize,
                                            aclOpExecutor** executor) {
  return hostacl::PlanOperator(
      __func__, {}, {{"selfRef", selfRef}}, workspaceSize, executor,
      [](hostacl::Plan& plan) { hostacl::DefineFill(plan, hostacl::SmallScalar(1)); });
}

aclnnStatus aclnnInplaceOne(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                            aclrtStream stream) {
  return hostacl::RunOperator(__func__, workspace, workspaceSize, executor, stream);
}
