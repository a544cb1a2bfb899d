// aclnnCast: checks, plan and the two C functions.
#include "aclnnop/aclnn_cast.h"
#include "core/phase.h"
#include "ops/support.h"

namespace hostacl {
namespace {

void Define(Plan& plan, aclDataType dtype) {
  constexpr int kSelf = 0;
  constexpr int kOut = 1;
  const Operand& self = plan.operand(kSelf);
  const Operand& out = plan.operand(kOut);

  CheckSupported(plan);
  CheckDtype(self, AllDtypes(plan));
  CheckDtype("dtype", dtype, AllDtypes(plan));
  CheckDtype(out, {dtype});
  plan.CheckFormats();
  CheckRank(self, 0);
  CheckSameRank(out, self);
  CheckShape(out, self.tensor->dims);
  plan.CheckViews();
  if (IsEmpty(plan.view(kOut))) return;

  plan.AddCopy(plan.Whole(kSelf), plan.Whole(kOut));
}

}  // namespace
}  // namespace hostacl

aclnnStatus aclnnCastGetWorkspaceSize(const aclTensor* self, const aclDataType dtype,
                                      aclTensor* out, uint64_t* workspaceSize,
                                      aclOpExecutor** executor) {
  return hostacl::PlanOperator(__func__, {{"self", self}}, {{"out", out}}, workspaceSize, executor,
                               [dtype](hostacl::Plan& plan) { hostacl::Define(plan, dtype); });
}

aclnnStatus aclnnCast(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                      aclrtStream stream) {
  return hostacl::RunOperator(__func__, workspace, workspaceSize, executor, stream);
}
