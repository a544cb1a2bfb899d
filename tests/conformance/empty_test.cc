// Tensors without elements: everything succeeds, nothing is written.
#include <memory>

#include "harness/fixture.h"

namespace hostacl::testing {
namespace {

class Empties : public OperatorTest {};
INSTANTIATE_TEST_SUITE_P(Every, Empties, ::testing::ValuesIn(kOps), ParameterName());

const Shape kShapes[] = {{0},    {0, 4},    {3, 0},          {2, 0, 4},
                         {0, 0}, {4, 2, 0}, {2, 2, 2, 0, 2}, {1, 1, 0, 1, 1, 1, 1, 2}};

TEST_P(Empties, SucceedWithWorkspaceZeroAndWriteNothing) {
  for (const Shape& shape : kShapes) {
    for (size_t dim = 0; dim < shape.size(); ++dim) {
      if (IsGlu(op()) && shape[dim] % 2 != 0) continue;
      for (const aclDataType dtype : InputDtypes(op())) {
        const Outcome outcome = Call(op(), shape, static_cast<int64_t>(dim), dtype).Run(stream());
        EXPECT_TRUE(Succeeded(outcome)) << ::testing::PrintToString(shape) << " dim " << dim;
        EXPECT_EQ(outcome.workspace_size, 0u);
      }
    }
  }
}

// Strides as the plain product of the sizes behind each dim, and sizes whose product overflows.
TEST_P(Empties, OfAnyStridesAndSizesSucceed) {
  constexpr int64_t kLarge = int64_t{1} << 40;
  for (const Layout& layout :
       {Layout{{2, 0}, {0, 1}, 0, {}}, Layout{{2, 4, 0}, {0, 0, 1}, 0, {}},
        Layout{{0, 4}, {4, 1}, 7, {}}, Layout{{kLarge, kLarge, 0}, {0, 0, 1}, 0, {}},
        Layout{{kLarge, kLarge, 0}, {kLarge, 1, 1}, 0, {}}}) {
    for (size_t dim = 0; dim < layout.shape.size(); ++dim) {
      std::vector<std::unique_ptr<aclTensor, DestroyTensor>> owners;
      std::vector<aclTensor*> tensors;
      for (size_t i = 0; i < OperandNames(op()).size(); ++i) {
        Layout own = layout;
        own.shape = OperandShape(op(), i, layout.shape, static_cast<int64_t>(dim));
        own.storage_shape = own.shape;
        tensors.push_back(owners.emplace_back(DescribeOnly(ACL_FLOAT, own, nullptr)).get());
      }
      const Plan plan = PlanTensors(op(), tensors, static_cast<int64_t>(dim));
      ASSERT_EQ(plan.status, ACLNN_SUCCESS) << plan.message;
      EXPECT_EQ(plan.workspace_size, 0u);
      EXPECT_EQ(RunPlanned(op(), nullptr, 0, plan.executor, stream()), ACLNN_SUCCESS);
      EXPECT_EQ(aclrtSynchronizeStream(stream()), ACL_SUCCESS);
    }
  }
}

TEST_P(Empties, NeedNoAddress) {
  CallOptions options;
  options.tensors.null_address = true;
  EXPECT_TRUE(Succeeded(Call(op(), {3, 0}, 1, ACL_FLOAT, options).Run(stream())));
}

TEST_P(Empties, AreCheckedLikeOthers) {
  Call call(op(), {3, 0}, 1, ACL_FLOAT);
  call.dim = 2;
  EXPECT_TRUE(Refused(call.PlanOnly(), ACLNN_ERR_PARAM_INVALID, {"dim", "2"}));
  call.dim = 1;
  call.operands.back() = StridedTensor(ACL_FLOAT, MakeLayout(LayoutKind::kDense, {3, 1}));
  EXPECT_TRUE(Refused(call.PlanOnly(), ACLNN_ERR_PARAM_INVALID, {"out", "[3, 0]", "[3, 1]"}));
  call.operands.back() = StridedTensor(ACL_COMPLEX64, MakeLayout(LayoutKind::kDense, {3, 0}));
  EXPECT_TRUE(Refused(call.PlanOnly(), ACLNN_ERR_PARAM_INVALID, {"out", "COMPLEX64"}));
}

// An odd size is refused although no element is missing a partner.
TEST_P(Empties, OddHalvingDimIsRefused) {
  if (!IsGlu(op())) return;
  Call call(op(), {0, 4}, 1, ACL_FLOAT);
  for (size_t i = 0; i < call.operands.size(); ++i) {
    call.operands[i] =
        StridedTensor(ACL_FLOAT, MakeLayout(LayoutKind::kDense, OperandShape(op(), i, {0, 5}, 1)));
  }
  EXPECT_TRUE(Refused(call.PlanOnly(), ACLNN_ERR_PARAM_INVALID, {"self", "even"}));
}

TEST_P(Empties, RepeatableExecutorsRunThem) {
  Call call(op(), {0, 4}, 1, ACL_FLOAT);
  const Plan plan = call.PlanOnly();
  ASSERT_EQ(plan.status, ACLNN_SUCCESS) << plan.message;
  EXPECT_EQ(aclSetAclOpExecutorRepeatable(plan.executor), ACLNN_SUCCESS);
  for (int run = 0; run < 3; ++run) {
    EXPECT_EQ(RunPlanned(op(), nullptr, 0, plan.executor, stream()), ACLNN_SUCCESS);
  }
  EXPECT_EQ(aclrtSynchronizeStream(stream()), ACL_SUCCESS);
  EXPECT_TRUE(Accepted(plan));
}

}  // namespace
}  // namespace hostacl::testing
