// aclnnLogSoftmaxBackward: checks, plan and the two C functions.
#include "aclnnop/aclnn_logsoftmax_backward.h"
#include "core/phase.h"
#include "ops/log_softmax_backward/log_softmax_backward_kernel.h"
#include "ops/support.h"

namespace hostacl {
namespace {

// What out may be: the inputs' dtypes, and those reached from float32 by a cast.
Dtypes OutDtypes(const Plan& plan) {
  Dtypes dtypes = Floats(plan);
  for (const aclDataType dtype : {ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8, ACL_UINT16,
                                  ACL_UINT32, ACL_UINT64, ACL_BOOL}) {
    dtypes.push_back(dtype);
  }
  return dtypes;
}

bool IsSingleFloat(aclDataType dtype) {
  return dtype == ACL_FLOAT || dtype == ACL_FLOAT16 || dtype == ACL_BF16;
}

void Define(Plan& plan, int64_t dim) {
  constexpr int kGradOutput = 0;
  constexpr int kOutput = 1;
  constexpr int kOut = 2;
  const Operand& grad_output = plan.operand(kGradOutput);
  const Operand& output = plan.operand(kOutput);
  const Operand& out = plan.operand(kOut);

  CheckSupported(plan);
  CheckDtype(grad_output, SingleFloats(plan));
  CheckSameDtype(output, grad_output);
  CheckDtype(out, OutDtypes(plan));
  plan.CheckFormats();
  CheckRank(grad_output, 0);
  CheckSameRank(output, grad_output);
  CheckSameRank(out, grad_output);
  const int axis = ResolveDim(dim, grad_output);
  CheckShape(output, grad_output.tensor->dims);
  CheckShape(out, grad_output.tensor->dims);
  plan.CheckViews();
  if (IsEmpty(plan.view(kOut))) return;

  if (!IsSingleFloat(out.tensor->dtype)) plan.TakeScratchFromWorkspace();
  plan.AddReduction(LogSoftmaxBackwardProgram(), TileDtype(plan.view(kGradOutput), plan.view(kOut)),
                    axis, {plan.Whole(kGradOutput), plan.Whole(kOutput), plan.Whole(kOut)});
}

}  // namespace
}  // namespace hostacl

aclnnStatus aclnnLogSoftmaxBackwardGetWorkspaceSize(const aclTensor* gradOutput,
                                                    const aclTensor* output, int64_t dim,
                                                    aclTensor* out, uint64_t* workspaceSize,
                                                    aclOpExecutor** executor) {
  return hostacl::PlanOperator(__func__, {{"gradOutput", gradOutput}, {"output", output}},
                               {{"out", out}}, workspaceSize, executor,
                               [dim](hostacl::Plan& plan) { hostacl::Define(plan, dim); });
}

aclnnStatus aclnnLogSoftmaxBackward(void* workspace, uint64_t workspaceSize,
                                    aclOpExecutor* executor, aclrtStream stream) {
  return hostacl::RunOperator(__func__, workspace, workspaceSize, executor, stream);
}
