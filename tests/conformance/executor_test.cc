// Executors: how long they live, what they hold, and what a second phase refuses.
#include <thread>

#include "conformance/executors.h"

namespace hostacl::testing {
namespace {

INSTANTIATE_TEST_SUITE_P(Every, Executors, ::testing::ValuesIn(kOps), ParameterName());

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

TEST_P(Executors, StreamOfAnotherContextIs361001) {
  MakeRepeatable();
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  EXPECT_EQ(Run(plan_.executor), ACLNN_ERR_RUNTIME_ERROR);
  EXPECT_TRUE(Says({"stream: ", "context", "device 0", "device 1"}));
  ASSERT_EQ(aclrtResetDevice(1), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  aclrtContext second = nullptr;
  ASSERT_EQ(aclrtCreateContext(&second, 0), ACL_SUCCESS);
  EXPECT_EQ(Run(plan_.executor), ACLNN_ERR_RUNTIME_ERROR);
  EXPECT_TRUE(Says({"stream: ", "context", "device 0"}));
  ASSERT_EQ(aclrtDestroyContext(second), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(call_.out().Bits(), Call(op(), {3, 8}, 1, ACL_FLOAT).out().Bits());
  EXPECT_EQ(RunAndWait(), ACLNN_SUCCESS);
  EXPECT_TRUE(call_.Matches(want_));
  EXPECT_EQ(aclDestroyAclOpExecutor(plan_.executor), ACLNN_SUCCESS);
}

TEST_P(Executors, RunFromAThreadWithoutAContext) {
  aclnnStatus status = -1;
  std::thread([&] { status = Run(plan_.executor); }).join();
  EXPECT_EQ(status, ACLNN_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream()), ACL_SUCCESS);
  EXPECT_TRUE(call_.Matches(want_));
}

TEST_P(Executors, DefaultStreamNeedsAContext) {
  std::thread([&] {
    EXPECT_EQ(RunPlanned(op(), nullptr, 0, plan_.executor, nullptr), ACLNN_ERR_RUNTIME_ERROR);
    EXPECT_TRUE(Says({"stream: ", "context", "default stream"}));
  }).join();
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

// With one thread, whose share of the workspace is all of it.
class Workspace : public SessionTest {
 protected:
  Workspace() : SessionTest({{"HOSTACL_THREADS", "1"}}) {}

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

// One call keeps tiles in its workspace and the other a copy of an input, to the last byte of what
// they asked for.
TEST_F(Workspace, MayHaveAnyAlignment) {
  Call shifted(Op::kLogSoftmaxBackward, {16, 1024}, 1, ACL_FLOAT);
  const Layout layout{{16, 1024}, {1024, 1}, 0, {16 * 1024 + 1}};
  Layout out_layout = layout;
  out_layout.offset = 1;
  shifted.operands[0] = StridedTensor(ACL_FLOAT, layout);
  shifted.operands[2] = StridedTensor(shifted.operands[0], ACL_FLOAT, out_layout);
  Call tiled(Op::kLogSoftmaxBackward, {64, 4096}, 1, ACL_FLOAT, ToInt32());
  for (Call* const call : {&call_, &tiled, &shifted}) {
    for (const size_t misalign : {1, 2, 3, 5, 8, 31, 33}) {
      call->out().FillStorage(1);
      const Expected want = call->Want();
      const Plan plan = call->PlanOnly();
      ASSERT_GT(plan.workspace_size, 0u) << plan.message;
      Memory workspace(MemoryKind::kDevice, plan.workspace_size, misalign);
      workspace.Remember();
      EXPECT_EQ(RunPlanned(call->op, workspace.bytes(), workspace.size(), plan.executor, stream()),
                ACLNN_SUCCESS);
      EXPECT_EQ(aclrtSynchronizeStream(stream()), ACL_SUCCESS);
      EXPECT_TRUE(call->Matches(want));
      EXPECT_EQ(workspace.FirstStray({0}, workspace.size()), std::nullopt) << misalign;
    }
  }
}

}  // namespace
}  // namespace hostacl::testing
