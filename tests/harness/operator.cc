// Names, shapes and entry points of the four operators.
#include "harness/operator.h"

#include "aclnnop/aclnn_glu.h"
#include "aclnnop/aclnn_glu_backward.h"
#include "aclnnop/aclnn_logsoftmax.h"
#include "aclnnop/aclnn_logsoftmax_backward.h"

namespace hostacl::testing {

std::string OpName(Op op) {
  switch (op) {
    case Op::kGlu:
      return "aclnnGlu";
    case Op::kGluBackward:
      return "aclnnGluBackward";
    case Op::kLogSoftmax:
      return "aclnnLogSoftmax";
    default:
      return "aclnnLogSoftmaxBackward";
  }
}

const std::vector<std::string>& OperandNames(Op op) {
  static const std::vector<std::string> forward = {"self", "out"};
  static const std::vector<std::string> glu_backward = {"gradOut", "self", "out"};
  static const std::vector<std::string> log_softmax_backward = {"gradOutput", "output", "out"};
  switch (op) {
    case Op::kGluBackward:
      return glu_backward;
    case Op::kLogSoftmaxBackward:
      return log_softmax_backward;
    default:
      return forward;
  }
}

bool IsGlu(Op op) { return op == Op::kGlu || op == Op::kGluBackward; }

Shape OperandShape(Op op, size_t operand, const Shape& shape, int64_t dim) {
  Shape halved = shape;
  const auto rank = static_cast<int64_t>(shape.size());
  if (rank > 0) halved[dim < 0 ? dim + rank : dim] /= 2;
  const bool is_half = (op == Op::kGlu && operand == 1) || (op == Op::kGluBackward && operand == 0);
  return is_half ? halved : shape;
}

const std::vector<aclDataType>& InputDtypes(Op op) {
  static const std::vector<aclDataType> all = {ACL_DOUBLE, ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
  static const std::vector<aclDataType> no_double = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
  return op == Op::kLogSoftmaxBackward ? no_double : all;
}

aclnnStatus PlanOperator(Op op, const std::vector<aclTensor*>& operands, int64_t dim,
                         uint64_t* workspace_size, aclOpExecutor** executor) {
  switch (op) {
    case Op::kGlu:
      return aclnnGluGetWorkspaceSize(operands[0], dim, operands[1], workspace_size, executor);
    case Op::kGluBackward:
      return aclnnGluBackwardGetWorkspaceSize(operands[0], operands[1], dim, operands[2],
                                              workspace_size, executor);
    case Op::kLogSoftmax:
      return aclnnLogSoftmaxGetWorkspaceSize(operands[0], dim, operands[1], workspace_size,
                                             executor);
    default:
      return aclnnLogSoftmaxBackwardGetWorkspaceSize(operands[0], operands[1], dim, operands[2],
                                                     workspace_size, executor);
  }
}

aclnnStatus RunPlanned(Op op, void* workspace, uint64_t workspace_size, aclOpExecutor* executor,
                       aclrtStream stream) {
  switch (op) {
    case Op::kGlu:
      return aclnnGlu(workspace, workspace_size, executor, stream);
    case Op::kGluBackward:
      return aclnnGluBackward(workspace, workspace_size, executor, stream);
    case Op::kLogSoftmax:
      return aclnnLogSoftmax(workspace, workspace_size, executor, stream);
    default:
      return aclnnLogSoftmaxBackward(workspace, workspace_size, executor, stream);
  }
}

}  // namespace hostacl::testing
