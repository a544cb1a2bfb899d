// The four operators behind one interface, so that a test of a shared rule runs on each of them.
#ifndef HOSTACL_TESTS_HARNESS_OPERATOR_H_
#define HOSTACL_TESTS_HARNESS_OPERATOR_H_

#include <cstdint>
#include <string>
#include <vector>

#include "aclnn/acl_meta.h"
#include "aclnn/aclnn_base.h"
#include "harness/layout.h"

namespace hostacl::testing {

enum class Op { kGlu, kGluBackward, kLogSoftmax, kLogSoftmaxBackward };

inline constexpr Op kOps[] = {Op::kGlu, Op::kGluBackward, Op::kLogSoftmax, Op::kLogSoftmaxBackward};

// "aclnnGluBackward".
std::string OpName(Op op);

// The names of the tensor parameters in the operator's order, `out` last.
const std::vector<std::string>& OperandNames(Op op);

bool IsGlu(Op op);

// The shape of an operand of a call whose undivided shape is `shape`: GLU's gradOut and the out of
// its forward have half of dimension `dim`.
Shape OperandShape(Op op, size_t operand, const Shape& shape, int64_t dim);

// The dtypes that each product with BFLOAT16 takes for the operator's inputs.
const std::vector<aclDataType>& InputDtypes(Op op);

// First phase. `operands` are in the operator's order, `out` last; `dim` stands where its own
// parameter does.
aclnnStatus PlanOperator(Op op, const std::vector<aclTensor*>& operands, int64_t dim,
                         uint64_t* workspace_size, aclOpExecutor** executor);

// Second phase.
aclnnStatus RunPlanned(Op op, void* workspace, uint64_t workspace_size, aclOpExecutor* executor,
                       aclrtStream stream);

}  // namespace hostacl::testing

#endif  // HOSTACL_TESTS_HARNESS_OPERATOR_H_
