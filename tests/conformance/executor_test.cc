// Executors: how long they live, what they hold, and what a second phase refuses.
#include <thread>
#include <utility>

#include "harness/fixture.h"

namespace hostacl::testing {
namespace {

class Executors : public OperatorTest {
 protected:
  Executors() : call_(op(), {3, 8}, 1, ACL_FLOAT), want_(call_.Want()) {
    plan_ = call_.PlanOnly();
    EXPECT_EQ(plan_.status, ACLNN_SUCCESS) << plan_.message;
  }

  aclnnStatus Run(aclOpExecutor* executor) {
    return RunPlanned(op(), nullptr, 0, executor, stream());
  }
  aclnnStatus RunAndWait() {
    const aclnnStatus status = Run(plan_.executor);
    EXPECT_EQ(aclrtSynchronizeStream(stream()), ACL_SUCCESS);
    return status;
  }
  void MakeRepeatable() { ASSERT_EQ(aclSetAclOpExecutorRepeatable(plan_.executor), ACLNN_SUCCESS); }
  size_t operand_count() const { return call_.operands.size(); }

  Call call_;
  const Expected want_;
  Plan plan_;
};
INSTANTIATE_TEST_SUITE_P(Every, Executors, ::testing::ValuesIn(kOps), ParameterName());

// That the last failure's message says each of `words`.
::testing::AssertionResult Says(const std::vector<std::string>& words) {
  Plan refused;
  refused.status = 0;
  refused.message = RecentMessage();
  return Refused(refused, 0, words);
}

TEST_P(Executors, AreConsumedByOneRun) {
  EXPECT_EQ(RunAndWait(), ACLNN_SUCCESS);
  EXPECT_TRUE(call_.Matches(want_));
  EXPECT_EQ(Run(plan_.executor), ACLNN_ERR_PARAM_INVALID);
  EXPECT_TRUE(Says({"executor", "consumed", OpName(op()) + ": ", "(error 161002)"}));
  EXPECT_NE(aclDestroyAclOpExecutor(plan_.executor), ACLNN_SUCCESS);
  EXPECT_NE(aclSetAclOpExecutorRepeatable(plan_.executor), ACLNN_SUCCESS);
}

TEST_P(Executors, AreConsumedByARefusedRunToo) {
  int not_a_stream = 0;
  EXPECT_EQ(RunPlanned(op(), nullptr, 0, plan_.executor, &not_a_stream), ACLNN_ERR_PARAM_INVALID);
  EXPECT_TRUE(Says({"stream"}));
  EXPECT_EQ(Run(plan_.executor), ACLNN_ERR_PARAM_INVALID);
  EXPECT_TRUE(Says({"consumed"}));
}

TEST_P(Executors, RunManyTimesOnceRepeatable) {
  MakeRepeatable();
  for (int run = 0; run < 5; ++run) {
    call_.out().FillStorage(kCanary);
    EXPECT_EQ(RunAndWait(), ACLNN_SUCCESS);
    EXPECT_TRUE(call_.Matches(want_));
  }
  EXPECT_EQ(aclDestroyAclOpExecutor(plan_.executor), ACLNN_SUCCESS);
  EXPECT_EQ(Run(plan_.executor), ACLNN_ERR_PARAM_INVALID);
  EXPECT_TRUE(Says({"executor", "destroyed"}));
}

TEST_P(Executors, StayRepeatableThroughARefusedRun) {
  MakeRepeatable();
  int not_a_stream = 0;
  EXPECT_EQ(RunPlanned(op(), nullptr, 0, plan_.executor, &not_a_stream), ACLNN_ERR_PARAM_INVALID);
  EXPECT_EQ(RunAndWait(), ACLNN_SUCCESS);
  EXPECT_EQ(aclDestroyAclOpExecutor(plan_.executor), ACLNN_SUCCESS);
}

TEST_P(Executors, MayBeDestroyedWhileTheirWorkIsQueued) {
  MakeRepeatable();
  for (int run = 0; run < 20; ++run) EXPECT_EQ(Run(plan_.executor), ACLNN_SUCCESS);
  EXPECT_EQ(aclDestroyAclOpExecutor(plan_.executor), ACLNN_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream()), ACL_SUCCESS);
  EXPECT_TRUE(call_.Matches(want_));
}

TEST_P(Executors, AreDestroyedUnrunWithoutTrace) {
  EXPECT_EQ(aclDestroyAclOpExecutor(plan_.executor), ACLNN_SUCCESS);
  EXPECT_EQ(Run(plan_.executor), ACLNN_ERR_PARAM_INVALID);
  EXPECT_TRUE(Says({"destroyed"}));
  EXPECT_NE(aclDestroyAclOpExecutor(plan_.executor), ACLNN_SUCCESS);
}

TEST_P(Executors, NullIs161001UnknownIs161002) {
  EXPECT_EQ(Run(nullptr), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_TRUE(Says({"executor", "null"}));
  int unknown = 0;
  for (void* handle : {static_cast<void*>(&unknown), reinterpret_cast<void*>(uintptr_t{1}),
                       static_cast<void*>(call_.out().descriptor())}) {
    EXPECT_EQ(Run(static_cast<aclOpExecutor*>(handle)), ACLNN_ERR_PARAM_INVALID);
    EXPECT_TRUE(Says({"executor", "not"}));
  }
  EXPECT_EQ(RunAndWait(), ACLNN_SUCCESS);
}

TEST_P(Executors, BelongToTheirOperator) {
  const Op other = op() == Op::kGlu ? Op::kLogSoftmax : Op::kGlu;
  EXPECT_EQ(RunPlanned(other, nullptr, 0, plan_.executor, stream()), ACLNN_ERR_PARAM_INVALID);
  EXPECT_TRUE(Says({"executor", OpName(op())}));
}

TEST_P(Executors, RefuseUnknownAndDestroyedStreams) {
  MakeRepeatable();
  aclrtStream destroyed = nullptr;
  ASSERT_EQ(aclrtCreateStream(&destroyed), ACL_SUCCESS);
  ASSERT_EQ(aclrtDestroyStream(destroyed), ACL_SUCCESS);
  EXPECT_EQ(RunPlanned(op(), nullptr, 0, plan_.executor, destroyed), ACLNN_ERR_PARAM_INVALID);
  EXPECT_TRUE(Says({"stream", "destroyed"}));
  EXPECT_EQ(RunPlanned(op(), nullptr, 0, plan_.executor, &destroyed), ACLNN_ERR_PARAM_INVALID);
  EXPECT_TRUE(Says({"stream"}));
  EXPECT_EQ(aclDestroyAclOpExecutor(plan_.executor), ACLNN_SUCCESS);
}

TEST_P(Executors, NullStreamIsTheContextsDefaultStream) {
  EXPECT_EQ(RunPlanned(op(), nullptr, 0, plan_.executor, nullptr), ACLNN_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  EXPECT_TRUE(call_.Matches(want_));
}

TEST_P(Executors, TakeNoWorkspaceWithASize) {
  EXPECT_EQ(RunPlanned(op(), nullptr, 64, plan_.executor, stream()), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_TRUE(Says({"workspace"}));
}

TEST_P(Executors, TakeALargerWorkspaceThanTheyNeed) {
  Memory workspace(MemoryKind::kDevice, 64);
  workspace.Remember();
  EXPECT_EQ(RunPlanned(op(), workspace.bytes(), 64, plan_.executor, stream()), ACLNN_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream()), ACL_SUCCESS);
  EXPECT_TRUE(call_.Matches(want_));
  EXPECT_EQ(workspace.FirstStray({}, 1), std::nullopt);
}

TEST_P(Executors, OutliveTheirDescriptors) {
  for (StridedTensor& operand : call_.operands) operand.DestroyDescriptor();
  EXPECT_EQ(RunAndWait(), ACLNN_SUCCESS);
  EXPECT_TRUE(call_.Matches(want_));
}

TEST_P(Executors, KeepWhatADescriptorSaidAtTheFirstPhase) {
  const int64_t other[] = {1};
  EXPECT_EQ(aclInitTensor(call_.out().descriptor(), other, 1, ACL_INT8, other, 0, ACL_FORMAT_ND,
                          other, 1, nullptr),
            ACLNN_SUCCESS);
  EXPECT_EQ(RunAndWait(), ACLNN_SUCCESS);
  EXPECT_TRUE(call_.Matches(want_));
}

TEST_P(Executors, MayRunOnAnotherThread) {
  aclnnStatus status = -1;
  std::thread other([&] {
    aclrtSetDevice(0);
    status = Run(plan_.executor);
  });
  other.join();
  EXPECT_EQ(status, ACLNN_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream()), ACL_SUCCESS);
  EXPECT_TRUE(call_.Matches(want_));
}

TEST_P(Executors, RunInTheOrderOfTheirStream) {
  Call second(op(), {3, 8}, 1, ACL_FLOAT);
  const Plan later = second.PlanOnly();
  EXPECT_EQ(Run(later.executor), ACLNN_SUCCESS);
  EXPECT_EQ(Run(plan_.executor), ACLNN_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream()), ACL_SUCCESS);
  EXPECT_TRUE(call_.Matches(want_));
  EXPECT_TRUE(second.Matches(second.Want()));
}

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
  auto* const input = static_cast<unsigned char*>(call_.operands[out - 1].address());
  ASSERT_EQ(aclSetTensorAddr(plan_.executor, out, call_.out().descriptor(), input + sizeof(float)),
            ACLNN_SUCCESS);
  EXPECT_EQ(RunAndWait(), ACLNN_ERR_PARAM_INVALID);
  EXPECT_TRUE(Says({"overlap"}));
  ASSERT_EQ(
      aclSetTensorAddr(plan_.executor, out, call_.out().descriptor(), call_.out().address()),
      ACLNN_SUCCESS);
  EXPECT_EQ(RunAndWait(), ACLNN_SUCCESS);
  EXPECT_TRUE(call_.Matches(want_));
  EXPECT_EQ(aclDestroyAclOpExecutor(plan_.executor), ACLNN_SUCCESS);
}

// The operators have no list parameters, so that each list has the one place 0 of its parameter.
TEST_P(Executors, ListIndicesOutsideTheParametersAre161002) {
  MakeRepeatable();
  Memory elsewhere(MemoryKind::kDevice, 1024);
  const Shape& shape = call_.out().shape();
  const aclTensor* const element =
      aclCreateTensor(shape.data(), shape.size(), ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND,
                      shape.data(), shape.size(), elsewhere.bytes());
  aclTensorList* list = aclCreateTensorList(&element, 1);
  ASSERT_NE(list, nullptr);
  const std::pair<decltype(&aclSetDynamicTensorAddr), size_t> binders[] = {
      {aclSetDynamicTensorAddr, operand_count()},
      {AclSetDynamicTensorAddr, operand_count()},
      {aclSetDynamicInputTensorAddr, operand_count() - 1},
      {AclSetDynamicInputTensorAddr, operand_count() - 1},
      {aclSetDynamicOutputTensorAddr, 1},
      {AclSetDynamicOutputTensorAddr, 1}};
  for (const auto& [bind, count] : binders) {
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

TEST(NullExecutor, Is561103ForTheBaseFunctions) {
  EXPECT_EQ(aclDestroyAclOpExecutor(nullptr), ACLNN_ERR_INNER_NULLPTR);
  EXPECT_EQ(aclSetAclOpExecutorRepeatable(nullptr), ACLNN_ERR_INNER_NULLPTR);
}

TEST(AclnnInit, IsRefusedTwiceAndNeedsReadableJson) {
  EXPECT_EQ(aclnnFinalize(), ACLNN_ERR_INNER);
  EXPECT_EQ(aclnnInit("/nowhere/aclnn.json"), ACLNN_ERR_PARAM_INVALID);
  EXPECT_EQ(aclnnInit(nullptr), ACLNN_SUCCESS);
  EXPECT_EQ(aclnnInit(nullptr), ACLNN_ERR_INNER);
  EXPECT_EQ(aclnnFinalize(), ACLNN_SUCCESS);
}

class Workspace : public SessionTest {
 protected:
  static CallOptions ToInt32() {
    CallOptions options;
    options.out_dtype = ACL_INT32;
    return options;
  }
  Call call_{Op::kLogSoftmaxBackward, {3, 8}, 1, ACL_FLOAT, ToInt32()};
  Plan plan_ = call_.PlanOnly();

  aclnnStatus Run(void* workspace, uint64_t size) {
    return RunPlanned(call_.op, workspace, size, plan_.executor, stream());
  }
};

TEST_F(Workspace, NullWhereMemoryIsNeededIs161001) {
  ASSERT_GT(plan_.workspace_size, 0u);
  EXPECT_EQ(Run(nullptr, plan_.workspace_size), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_TRUE(Says({"workspace", "null"}));
  plan_ = call_.PlanOnly();
  EXPECT_EQ(Run(nullptr, 0), ACLNN_ERR_PARAM_NULLPTR);
}

TEST_F(Workspace, SmallerThanNeededIs161002AndConsumes) {
  Memory workspace(MemoryKind::kDevice, plan_.workspace_size);
  workspace.Remember();
  EXPECT_EQ(Run(workspace.bytes(), plan_.workspace_size - 1), ACLNN_ERR_PARAM_INVALID);
  EXPECT_TRUE(Says({"workspaceSize", std::to_string(plan_.workspace_size),
                    std::to_string(plan_.workspace_size - 1)}));
  EXPECT_EQ(Run(workspace.bytes(), plan_.workspace_size), ACLNN_ERR_PARAM_INVALID);
  EXPECT_TRUE(Says({"consumed"}));
  EXPECT_EQ(workspace.FirstStray({}, 1), std::nullopt);
}

TEST_F(Workspace, MayHaveAnyAlignment) {
  for (const size_t misalign : {1, 2, 3, 5, 8, 31}) {
    plan_ = call_.PlanOnly();
    call_.out().FillStorage(1);
    Memory workspace(MemoryKind::kDevice, plan_.workspace_size, misalign);
    EXPECT_EQ(Run(workspace.bytes(), workspace.size()), ACLNN_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream()), ACL_SUCCESS);
    EXPECT_TRUE(call_.Matches(call_.Want()));
  }
}

}  // namespace
}  // namespace hostacl::testing
