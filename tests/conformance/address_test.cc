// Addresses of an executor's operands: bound late, bound anew, and refused.
#include <utility>

#include "conformance/executors.h"

namespace hostacl::testing {
namespace {

INSTANTIATE_TEST_SUITE_P(Every, Executors, ::testing::ValuesIn(kOps), ParameterName());

TEST_P(Executors, UnboundAddressIs161001) {
  for (size_t i = 0; i < operand_count(); ++i) {
    Call call(op(), {3, 8}, 1, ACL_FLOAT);
    TensorOptions options;
    options.null_address = true;
    call.operands[i] = StridedTensor(ACL_FLOAT, call.operands[i].layout(), options);
    const Plan plan = call.PlanOnly();
    ASSERT_EQ(plan.status, ACLNN_SUCCESS) << plan.message;
    EXPECT_EQ(Run(plan.executor), ACLNN_ERR_PARAM_NULLPTR);
    EXPECT_TRUE(Says({OperandNames(op())[i]}));
  }
}

// One of the functions that rebind an operand's address, by its place among inputs, outputs or
// both.
struct Binder {
  aclnnStatus (*bind)(aclOpExecutor*, size_t, aclTensor*, void*);
  bool inputs;
  bool outputs;
};
const Binder kBinders[] = {
    {aclSetTensorAddr, true, true},        {AclSetTensorAddr, true, true},
    {aclSetInputTensorAddr, true, false},  {AclSetInputTensorAddr, true, false},
    {aclSetOutputTensorAddr, false, true}, {AclSetOutputTensorAddr, false, true}};

TEST_P(Executors, AddressesAreReboundByIndex) {
  MakeRepeatable();
  uint64_t seed = 50;
  for (const Binder& binder : kBinders) {
    CallOptions options;
    options.seed = ++seed;
    Call fresh(op(), {3, 8}, 1, ACL_FLOAT, options);
    const size_t first = binder.inputs ? 0 : operand_count() - 1;
    const size_t last = binder.outputs ? operand_count() : operand_count() - 1;
    for (size_t i = first; i < last; ++i) {
      EXPECT_EQ(binder.bind(plan_.executor, i - first, call_.operands[i].descriptor(),
                            fresh.operands[i].address()),
                ACLNN_SUCCESS);
      std::swap(call_.operands[i], fresh.operands[i]);
    }
    call_.out().FillStorage(kCanary);
    EXPECT_EQ(RunAndWait(), ACLNN_SUCCESS);
    EXPECT_TRUE(call_.Matches(call_.Want()));
  }
  EXPECT_EQ(aclDestroyAclOpExecutor(plan_.executor), ACLNN_SUCCESS);
}

TEST_P(Executors, IndexOutsideTheParametersChangesNoAddress) {
  MakeRepeatable();
  Memory elsewhere(MemoryKind::kDevice, 1024);
  elsewhere.Remember();
  for (const Binder& binder : kBinders) {
    const size_t count = (binder.inputs ? operand_count() - 1 : 0) + (binder.outputs ? 1 : 0);
    for (const size_t index : {count, count + 1, size_t{1} << 32, SIZE_MAX}) {
      EXPECT_EQ(binder.bind(plan_.executor, index, call_.out().descriptor(), elsewhere.bytes()),
                ACLNN_ERR_PARAM_INVALID);
      EXPECT_TRUE(Says({"index", std::to_string(index)}));
    }
    EXPECT_EQ(binder.bind(nullptr, 0, call_.out().descriptor(), elsewhere.bytes()),
              ACLNN_ERR_INNER_NULLPTR);
    EXPECT_EQ(binder.bind(plan_.executor, 0, nullptr, elsewhere.bytes()), ACLNN_ERR_INNER_NULLPTR);
  }
  EXPECT_EQ(RunAndWait(), ACLNN_SUCCESS);
  EXPECT_TRUE(call_.Matches(want_));
  EXPECT_EQ(elsewhere.FirstStray({}, 1), std::nullopt);
  EXPECT_EQ(aclDestroyAclOpExecutor(plan_.executor), ACLNN_SUCCESS);
}

TEST_P(Executors, AddressesThatOverlapAreRefused) {
  MakeRepeatable();
  const size_t out = operand_count() - 1;
  for (size_t i = 0; i < out; ++i) {
    auto* const input = static_cast<unsigned char*>(call_.operands[i].address());
    ASSERT_EQ(
        aclSetTensorAddr(plan_.executor, out, call_.out().descriptor(), input + sizeof(float)),
        ACLNN_SUCCESS);
    EXPECT_EQ(RunAndWait(), ACLNN_ERR_PARAM_INVALID);
    EXPECT_TRUE(Says({OperandNames(op())[i] + ": ", "overlap"}));
  }
  ASSERT_EQ(aclSetTensorAddr(plan_.executor, out, call_.out().descriptor(), call_.out().address()),
            ACLNN_SUCCESS);
  EXPECT_EQ(RunAndWait(), ACLNN_SUCCESS);
  EXPECT_TRUE(call_.Matches(want_));
  EXPECT_EQ(aclDestroyAclOpExecutor(plan_.executor), ACLNN_SUCCESS);
}

// A list of one descriptor, which goes with the list.
aclTensorList* ListOfOne() {
  const int64_t shape[] = {3, 8};
  const aclTensor* const element =
      aclCreateTensor(shape, 2, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 2, nullptr);
  return aclCreateTensorList(&element, 1);
}

// As Binder, for the functions that name an operand by its place in a list.
struct ListBinder {
  aclnnStatus (*bind)(aclOpExecutor*, size_t, size_t, aclTensorList*, void*);
  bool inputs;
  bool outputs;
};
const ListBinder kListBinders[] = {
    {aclSetDynamicTensorAddr, true, true},        {AclSetDynamicTensorAddr, true, true},
    {aclSetDynamicInputTensorAddr, true, false},  {AclSetDynamicInputTensorAddr, true, false},
    {aclSetDynamicOutputTensorAddr, false, true}, {AclSetDynamicOutputTensorAddr, false, true}};

TEST_P(Executors, AddressesAreReboundByList) {
  MakeRepeatable();
  aclTensorList* const list = ListOfOne();
  ASSERT_NE(list, nullptr);
  uint64_t seed = 70;
  for (const ListBinder& binder : kListBinders) {
    CallOptions options;
    options.seed = ++seed;
    Call fresh(op(), {3, 8}, 1, ACL_FLOAT, options);
    const size_t first = binder.inputs ? 0 : operand_count() - 1;
    const size_t last = binder.outputs ? operand_count() : operand_count() - 1;
    for (size_t i = first; i < last; ++i) {
      EXPECT_EQ(binder.bind(plan_.executor, i - first, 0, list, fresh.operands[i].address()),
                ACLNN_SUCCESS);
      std::swap(call_.operands[i], fresh.operands[i]);
    }
    call_.out().FillStorage(kCanary);
    EXPECT_EQ(RunAndWait(), ACLNN_SUCCESS);
    EXPECT_TRUE(call_.Matches(call_.Want()));
  }
  EXPECT_EQ(aclDestroyTensorList(list), ACLNN_SUCCESS);
  EXPECT_EQ(aclDestroyAclOpExecutor(plan_.executor), ACLNN_SUCCESS);
}

// The operators have no list parameters, so that each list has the one place 0 of its parameter.
TEST_P(Executors, ListIndicesOutsideTheParametersAre161002) {
  MakeRepeatable();
  Memory elsewhere(MemoryKind::kDevice, 1024);
  aclTensorList* const list = ListOfOne();
  ASSERT_NE(list, nullptr);
  for (const ListBinder& binder : kListBinders) {
    const auto bind = binder.bind;
    const size_t count = (binder.inputs ? operand_count() - 1 : 0) + (binder.outputs ? 1 : 0);
    EXPECT_EQ(bind(plan_.executor, count, 0, list, elsewhere.bytes()), ACLNN_ERR_PARAM_INVALID);
    EXPECT_EQ(bind(plan_.executor, 0, 1, list, elsewhere.bytes()), ACLNN_ERR_PARAM_INVALID);
    EXPECT_EQ(bind(nullptr, 0, 0, list, elsewhere.bytes()), ACLNN_ERR_INNER_NULLPTR);
    EXPECT_EQ(bind(plan_.executor, 0, 0, nullptr, elsewhere.bytes()), ACLNN_ERR_INNER_NULLPTR);
  }
  EXPECT_EQ(RunAndWait(), ACLNN_SUCCESS);
  EXPECT_TRUE(call_.Matches(want_));
  EXPECT_EQ(aclDestroyTensorList(list), ACLNN_SUCCESS);
  EXPECT_EQ(aclDestroyAclOpExecutor(plan_.executor), ACLNN_SUCCESS);
}

TEST_P(Executors, DeadHandlesChangeNoAddress) {
  MakeRepeatable();
  Memory elsewhere(MemoryKind::kDevice, 1024);
  elsewhere.Remember();
  StridedTensor tensor(ACL_FLOAT, MakeLayout(LayoutKind::kDense, {3, 8}));
  aclTensor* const dead = tensor.descriptor();
  tensor.DestroyDescriptor();
  for (const Binder& binder : kBinders) {
    EXPECT_EQ(binder.bind(plan_.executor, 0, dead, elsewhere.bytes()), ACLNN_ERR_PARAM_INVALID);
    EXPECT_TRUE(Says({"tensor: ", "destroyed"}));
  }
  aclTensorList* const list = ListOfOne();
  ASSERT_EQ(aclDestroyTensorList(list), ACLNN_SUCCESS);
  for (const ListBinder& binder : kListBinders) {
    EXPECT_EQ(binder.bind(plan_.executor, 0, 0, list, elsewhere.bytes()), ACLNN_ERR_PARAM_INVALID);
    EXPECT_TRUE(Says({"tensors: ", "destroyed"}));
  }
  EXPECT_EQ(RunAndWait(), ACLNN_SUCCESS);
  EXPECT_TRUE(call_.Matches(want_));
  EXPECT_EQ(elsewhere.FirstStray({}, 1), std::nullopt);
  EXPECT_EQ(aclDestroyAclOpExecutor(plan_.executor), ACLNN_SUCCESS);
}

TEST_P(Executors, ListsTakeTheirTensorsAlong) {
  for (size_t i = 0; i < operand_count(); ++i) {
    const Call call(op(), {3, 8}, 1, ACL_FLOAT);
    std::vector<aclTensor*> tensors = call.Descriptors();
    const Layout& layout = call.operands[i].layout();
    tensors[i] = aclCreateTensor(layout.shape.data(), 2, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND,
                                 layout.shape.data(), 2, call.operands[i].address());
    const aclTensor* const element = tensors[i];
    aclTensorList* const list = aclCreateTensorList(&element, 1);
    EXPECT_TRUE(Accepted(PlanTensors(op(), tensors, 1)));
    ASSERT_EQ(aclDestroyTensorList(list), ACLNN_SUCCESS);
    EXPECT_TRUE(Refused(PlanTensors(op(), tensors, 1), ACLNN_ERR_PARAM_INVALID,
                        {OperandNames(op())[i], "destroyed"}));
  }
}

}  // namespace
}  // namespace hostacl::testing
