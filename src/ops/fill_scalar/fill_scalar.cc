// aclnnInplaceFillScalar: the two C functions.
#include "aclnnop/aclnn_fill_scalar.h"
#include "core/phase.h"
#include "core/scalar.h"
#include "ops/fill.h"

aclnnStatus aclnnInplaceFillScalarGetWorkspaceSize(aclTensor* selfRef, const aclScalar* value,
                                                   uint64_t* workspaceSize,
                                                   aclOpExecutor** executor) {
  return hostacl::PlanOperator(__func__, {}, {{"selfRef", selfRef}}, workspaceSize, executor,
                               [value](hostacl::Plan& plan) {
                                 hostacl::DefineFill(plan, *hostacl::FindScalar(value, "value"));
                               },
                               {{"value", value}});
}

aclnnStatus aclnnInplaceFillScalar(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream) {
  return hostacl::RunOperator(__func__, workspace, workspaceSize, executor, stream);
}
