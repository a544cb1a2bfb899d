// aclnnLogSoftmax: checks, plan and the two C functions.
#include "aclnnop/aclnn_logsoftmax.h"
#include "core/phase.h"
#include "ops/log_softmax/log_softmax_kernel.h"
#include "ops/support.h"

namespace hostacl {
namespace {

void Define(Plan& plan, int64_t dim) {
  constexpr int kSelf = 0;
  constexpr int kOut = 1;
  const Operand& self = plan.operand(kSelf);
  const Operand& out = plan.operand(kOut);

  CheckSupported(plan);
  CheckDtype(self, Floats(plan));
  CheckDtype(out, Floats(plan));
  plan.CheckFormats();
  CheckRank(self, 0);
  CheckSameRank(out, self);
  const int axis = ResolveDim(dim, self);
  CheckShape(out, self.tensor->dims);
  plan.CheckViews();
  if (IsEmpty(plan.view(kOut))) return;

  plan.AddReduction(LogSoftmaxProgram(), TileDtype(plan.view(kSelf), plan.view(kOut)), axis,
                    {plan.Whole(kSelf), plan.Whole(kOut)});
}

}  // namespace
}  // namespace hostacl

aclnnStatus aclnnLogSoftmaxGetWorkspaceSize(const aclTensor* self, int64_t dim, aclTensor* out,
                                            uint64_t* workspaceSize, aclOpExecutor** executor) {
  return hostacl::PlanOperator(__func__, {{"self", self}}, {{"out", out}}, workspaceSize, executor,
                               [dim](hostacl::Plan& plan) { hostacl::Define(plan, dim); });
}

aclnnStatus aclnnLogSoftmax(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                            aclrtStream stream) {
  return hostacl::RunOperator(__func__, workspace, workspaceSize, executor, stream);
}
