// aclnnGluBackward: checks, plan and the two C functions.
#include "aclnnop/aclnn_glu_backward.h"
#include "core/phase.h"
#include "ops/glu_backward/glu_backward_kernel.h"
#include "ops/support.h"

namespace hostacl {
namespace {

void Define(Plan& plan, int64_t dim) {
  constexpr int kGradOut = 0;
  constexpr int kSelf = 1;
  constexpr int kOut = 2;
  const Operand& grad_out = plan.operand(kGradOut);
  const Operand& self = plan.operand(kSelf);
  const Operand& out = plan.operand(kOut);

  CheckSupported(plan);
  CheckDtype(self, Floats(plan));
  CheckSameDtype(grad_out, self);
  CheckSameDtype(out, self);
  plan.CheckFormats();
  CheckRank(self, 1);
  CheckSameRank(grad_out, self);
  CheckSameRank(out, self);
  const int axis = ResolveDim(dim, self);
  CheckShape(grad_out, HalvedShape(self, axis));
  CheckShape(out, self.tensor->dims);
  plan.CheckViews();
  if (IsEmpty(plan.view(kOut))) return;

  plan.AddElementwise(GluBackwardKernel, self.tensor->dtype,
                      {plan.Whole(kGradOut), plan.Half(kSelf, axis, 0), plan.Half(kSelf, axis, 1),
                       plan.Half(kOut, axis, 0), plan.Half(kOut, axis, 1)});
}

}  // namespace
}  // namespace hostacl

aclnnStatus aclnnGluBackwardGetWorkspaceSize(const aclTensor* gradOut, const aclTensor* self,
                                             int64_t dim, const aclTensor* out,
                                             uint64_t* workspaceSize, aclOpExecutor** executor) {
  return hostacl::PlanOperator(__func__, {{"gradOut", gradOut}, {"self", self}}, {{"out", out}},
                               workspaceSize, executor,
                               [dim](hostacl::Plan& plan) { hostacl::Define(plan, dim); });
}

aclnnStatus aclnnGluBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                             aclrtStream stream) {
  return hostacl::RunOperator(__func__, workspace, workspaceSize, executor, stream);
}
