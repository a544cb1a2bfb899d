// aclnnInplaceCopy: checks, plan and the two C functions.
#include "aclnnop/aclnn_copy.h"
#include "core/phase.h"
#include "ops/support.h"

namespace hostacl {
namespace {

void Define(Plan& plan) {
  constexpr int kSrc = 0;
  constexpr int kSelfRef = 1;
  const Operand& src = plan.operand(kSrc);
  const Operand& self_ref = plan.operand(kSelfRef);

  CheckSupported(plan);
  CheckDtype(self_ref, AllDtypes(plan));
  CheckDtype(src, AllDtypes(plan));
  plan.CheckFormats();
  CheckRank(self_ref, 0);
  CheckRank(src, 0);
  CheckBroadcast(src, self_ref);
  plan.CheckViews();
  if (IsEmpty(plan.view(kSelfRef))) return;

  TilePart from = plan.Whole(kSrc);
  from.view = BroadcastTo(from.view, plan.view(kSelfRef));
  plan.AddCopy(from, plan.Whole(kSelfRef));
}

}  // namespace
}  // namespace hostacl

aclnnStatus aclnnInplaceCopyGetWorkspaceSize(aclTensor* selfRef, const aclTensor* src,
                                             uint64_t* workspaceSize, aclOpExecutor** executor) {
  return hostacl::PlanOperator(__func__, {{"src", src}}, {{"selfRef", selfRef}}, workspaceSize,
                               executor, hostacl::Define);
}

aclnnStatus aclnnInplaceCopy(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                             aclrtStream stream) {
  return hostacl::RunOperator(__func__, workspace, workspaceSize, executor, stream);
}
