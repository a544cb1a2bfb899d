// What copies, casts and fills refuse, in which order, and how their executors behave.
#include "harness/movement.h"

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "conformance/executors.h"
#include "harness/fixture.h"

namespace hostacl::testing {
namespace {

class Moves : public SessionTest, public ::testing::WithParamInterface<MoveOp> {
 protected:
  using SessionTest::SessionTest;

  static MoveOp op() { return GetParam(); }
  static bool HasSource() { return op() == MoveOp::kCopy || op() == MoveOp::kCast; }
  // The names of the parameters that are written and read.
  static std::string WrittenName() { return op() == MoveOp::kCast ? "out" : "selfRef"; }
  static std::string SourceName() { return op() == MoveOp::kCast ? "self" : "src"; }

  // The words of a refusal of a call of which the tensors have been given other layouts.
  static ::testing::AssertionResult RefusedFor(const std::string& name,
                                               const MoveArguments& arguments,
                                               const std::vector<std::string>& words) {
    std::vector<std::string> all = words;
    all.push_back(name);
    return Refused(PlanArguments(op(), arguments), ACLNN_ERR_PARAM_INVALID, all);
  }

  // For each tensor of a call: its name, and the arguments with another one in its place.
  std::vector<std::pair<std::string, MoveArguments>> Replaced(const MoveCall& call,
                                                              aclTensor* other) const {
    std::vector<std::pair<std::string, MoveArguments>> all = {{WrittenName(), call.Arguments()}};
    all[0].second.written = other;
    if (HasSource()) {
      all.emplace_back(SourceName(), call.Arguments());
      all[1].second.source = other;
    }
    return all;
  }
};

std::string NameOfOp(const ::testing::TestParamInfo<MoveOp>& test) {
  return MoveOpName(test.param);
}
INSTANTIATE_TEST_SUITE_P(Every, Moves, ::testing::ValuesIn(kMoveOps), NameOfOp);

TEST_P(Moves, NullIs161001AndNamesTheParameter) {
  const MoveCall call(op());
  for (const auto& [name, arguments] : Replaced(call, nullptr)) {
    EXPECT_TRUE(Refused(PlanArguments(op(), arguments), ACLNN_ERR_PARAM_NULLPTR, {name, "null"}));
  }
  if (op() == MoveOp::kFillScalar) {
    MoveArguments arguments = call.Arguments();
    arguments.value = nullptr;
    EXPECT_TRUE(
        Refused(PlanArguments(op(), arguments), ACLNN_ERR_PARAM_NULLPTR, {"value", "null"}));
  }
  uint64_t workspace_size = 7;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(PlanMove(op(), call.Arguments(), nullptr, &executor), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_TRUE(Says({"workspaceSize"}));
  EXPECT_EQ(PlanMove(op(), call.Arguments(), &workspace_size, nullptr), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_TRUE(Says({"executor"}));
  EXPECT_EQ(workspace_size, 0u);
}

TEST_P(Moves, NullComesBeforeWhatIsNotLive) {
  MoveCall call(op());
  MoveArguments arguments = call.Arguments();
  call.written().DestroyDescriptor();
  EXPECT_TRUE(RefusedFor(WrittenName(), arguments, {"destroyed"}));
  arguments.source = nullptr;
  arguments.value = nullptr;
  const bool has_another = HasSource() || op() == MoveOp::kFillScalar;
  EXPECT_EQ(PlanArguments(op(), arguments).status,
            has_another ? ACLNN_ERR_PARAM_NULLPTR : ACLNN_ERR_PARAM_INVALID);
}

TEST_P(Moves, DestroyedScalarIs161002) {
  if (op() != MoveOp::kFillScalar) return;
  MoveArguments arguments = MoveCall(op()).Arguments();
  const MoveCall call(op());
  arguments.written = call.Arguments().written;
  EXPECT_TRUE(RefusedFor("value", arguments, {"destroyed"}));
}

TEST_P(Moves, ComplexDtypesAre161002) {
  const MoveCall call(op());
  const Layout layout = MakeLayout(LayoutKind::kDense, {2, 4});
  const StridedTensor complex(ACL_COMPLEX64, layout);
  for (const auto& [name, arguments] : Replaced(call, complex.descriptor())) {
    EXPECT_TRUE(RefusedFor(name, arguments, {"COMPLEX64", name == "out" ? "FLOAT" : "UINT16"}));
  }
  double value[2] = {};
  const OwnScalar scalar(aclCreateScalar(value, ACL_COMPLEX64));
  MoveArguments arguments = call.Arguments();
  arguments.value = scalar.get();
  arguments.dtype = ACL_COMPLEX64;
  if (op() == MoveOp::kFillScalar) {
    EXPECT_TRUE(RefusedFor("value", arguments, {"COMPLEX64"}));
  }
  if (op() == MoveOp::kCast) {
    EXPECT_TRUE(RefusedFor("dtype", arguments, {"COMPLEX64"}));
  }
}

TEST_P(Moves, CastWantsAnOutOfItsDtype) {
  if (op() != MoveOp::kCast) return;
  const MoveCall call(op());
  MoveArguments arguments = call.Arguments();
  arguments.dtype = ACL_INT8;
  EXPECT_TRUE(RefusedFor("out", arguments, {"INT8", "FLOAT"}));
}

TEST_P(Moves, PrivateFormatsAre161002) {
  TensorOptions options;
  options.format = ACL_FORMAT_NC1HWC0;
  const MoveCall strange(op(), options);
  const MoveCall call(op());
  for (const auto& [name, arguments] : Replaced(call, strange.written().descriptor())) {
    EXPECT_TRUE(RefusedFor(name, arguments, {"format"}));
  }
  options.format = ACL_FORMAT_NCDHW;
  EXPECT_TRUE(Accepted(MoveCall(op(), options).PlanOnly()));
}

TEST_P(Moves, RankNineIs161002) {
  const MoveCall call(op());
  const Shape nine = {1, 1, 1, 1, 1, 1, 1, 2, 4};
  const StridedTensor tensor(ACL_FLOAT, MakeLayout(LayoutKind::kDense, nine));
  for (const auto& [name, arguments] : Replaced(call, tensor.descriptor())) {
    EXPECT_TRUE(RefusedFor(name, arguments, {"rank 9"}));
  }
}

TEST_P(Moves, ShapesThatDoNotFitAre161002) {
  if (!HasSource()) return;
  const MoveCall call(op());
  for (const Shape& shape :
       {Shape{3}, Shape{2}, Shape{4, 2}, Shape{2, 2}, Shape{1, 2, 4}, Shape{3, 4}, Shape{0, 4}}) {
    const StridedTensor other(ACL_FLOAT, MakeLayout(LayoutKind::kDense, shape));
    MoveArguments arguments = call.Arguments();
    arguments.source = other.descriptor();
    const std::string blamed = op() == MoveOp::kCast ? "out" : "src";
    EXPECT_TRUE(RefusedFor(blamed, arguments, {"[2, 4]"}));
  }
  // What a copy broadcasts a cast does not.
  const StridedTensor row(ACL_FLOAT, MakeLayout(LayoutKind::kDense, {1, 4}));
  MoveArguments arguments = call.Arguments();
  arguments.source = row.descriptor();
  if (op() == MoveOp::kCast) {
    EXPECT_TRUE(RefusedFor("out", arguments, {"[1, 4]"}));
  }
  if (op() == MoveOp::kCopy) {
    EXPECT_TRUE(Accepted(PlanArguments(op(), arguments)));
  }
}

TEST_P(Moves, ViewsPastTheirStorageAre161002) {
  const MoveCall call(op());
  for (const Layout& layout : {Layout{{2, 4}, {4, 1}, 0, {7}}, Layout{{2, 4}, {4, 1}, 1, {8}},
                               Layout{{2, 4}, {5, 1}, 0, {8}}}) {
    const auto tensor = DescribeOnly(ACL_FLOAT, layout, call.operands[0].address());
    for (const auto& [name, arguments] : Replaced(call, tensor.get())) {
      EXPECT_TRUE(RefusedFor(name, arguments, {"storage"}));
    }
  }
}

TEST_P(Moves, WrittenViewsThatMapTwoIndicesToOneElementAre161002) {
  const MoveCall call(op());
  for (const std::vector<int64_t>& strides :
       {std::vector<int64_t>{0, 1}, {1, 0}, {1, 1}, {0, 0}, {2, 2}}) {
    const Layout layout{{2, 4}, strides, 0, {16}};
    const StridedTensor tensor(ACL_FLOAT, layout);
    MoveArguments arguments = call.Arguments();
    arguments.written = tensor.descriptor();
    EXPECT_TRUE(RefusedFor(WrittenName(), arguments, {"strides"}));
    if (!HasSource()) continue;
    arguments = call.Arguments();
    arguments.source = tensor.descriptor();
    EXPECT_TRUE(Accepted(PlanArguments(op(), arguments)));
  }
}

// A call with everything wrong, put right in the order of the checks.
TEST_P(Moves, ChecksComeInTheirOrder) {
  TensorOptions options;
  options.format = ACL_FORMAT_NC1HWC0;
  const Shape nine = {1, 1, 1, 1, 1, 1, 1, 2, 4};
  const auto arguments_of = [&](const MoveCall& call, const StridedTensor& written) {
    MoveArguments arguments = call.Arguments();
    arguments.written = written.descriptor();
    arguments.dtype = written.dtype();
    return arguments;
  };
  const MoveCall call(op());
  const Layout expanded{nine, {0, 0, 0, 0, 0, 0, 0, 0, 1}, 0, {4}};
  const StridedTensor wrong_dtype(ACL_COMPLEX64, expanded, options);
  EXPECT_TRUE(RefusedFor(op() == MoveOp::kCast ? "dtype" : WrittenName(),
                         arguments_of(call, wrong_dtype), {"COMPLEX64"}));
  const StridedTensor wrong_format(ACL_FLOAT, expanded, options);
  EXPECT_TRUE(RefusedFor(WrittenName(), arguments_of(call, wrong_format), {"format"}));
  const StridedTensor wrong_rank(ACL_FLOAT, expanded);
  EXPECT_TRUE(RefusedFor(WrittenName(), arguments_of(call, wrong_rank), {"rank"}));
  const StridedTensor wrong_shape(ACL_FLOAT, Layout{{3, 4}, {0, 1}, 0, {4}});
  EXPECT_TRUE(RefusedFor("", arguments_of(call, wrong_shape),
                         {HasSource() ? "expected" : "strides", HasSource() ? "shape" : ""}));
  const StridedTensor wrong_view(ACL_FLOAT, Layout{{2, 4}, {0, 1}, 0, {4}});
  EXPECT_TRUE(RefusedFor(WrittenName(), arguments_of(call, wrong_view), {"strides"}));
}

TEST_P(Moves, AreConsumedByOneRunAndBelongToTheirOperator) {
  const MoveCall call(op());
  const Bits want = call.Want();
  const MoveOp other = op() == MoveOp::kZero ? MoveOp::kOne : MoveOp::kZero;
  const Plan first = call.PlanOnly();
  EXPECT_EQ(RunMove(other, nullptr, 0, first.executor, stream()), ACLNN_ERR_PARAM_INVALID);
  EXPECT_TRUE(Says({"executor", MoveOpName(op())}));
  const Plan plan = call.PlanOnly();
  EXPECT_EQ(RunMove(op(), nullptr, 0, plan.executor, stream()), ACLNN_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream()), ACL_SUCCESS);
  EXPECT_TRUE(call.Holds(want));
  EXPECT_EQ(RunMove(op(), nullptr, 0, plan.executor, stream()), ACLNN_ERR_PARAM_INVALID);
  EXPECT_TRUE(Says({"executor", "consumed"}));
  EXPECT_EQ(RunMove(op(), nullptr, 0, nullptr, stream()), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_TRUE(Says({"executor", "null"}));
}

// The descriptors, and the value of a fill, are gone when the work runs.
TEST_P(Moves, OutliveTheirDescriptors) {
  const Layout layout = MakeLayout(LayoutKind::kDense, {2, 4});
  StridedTensor written(ACL_FLOAT, layout);
  Bits want;
  Plan plan;
  {
    MoveCall call(op());
    want = call.Want();
    plan = call.PlanOnly();
    ASSERT_EQ(aclSetAclOpExecutorRepeatable(plan.executor), ACLNN_SUCCESS);
    if (HasSource()) {
      written = std::move(call.operands[0]);
      written.DestroyDescriptor();
    }
  }
  StridedTensor target(ACL_FLOAT, layout);
  const size_t index = HasSource() ? 1 : 0;
  ASSERT_EQ(aclSetTensorAddr(plan.executor, index, target.descriptor(), target.address()),
            ACLNN_SUCCESS);
  EXPECT_EQ(RunMove(op(), nullptr, 0, plan.executor, stream()), ACLNN_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream()), ACL_SUCCESS);
  EXPECT_EQ(target.Bits(), want);
  EXPECT_EQ(aclDestroyAclOpExecutor(plan.executor), ACLNN_SUCCESS);
}

TEST_P(Moves, AreBoundToOtherAddressesBetweenRuns) {
  const MoveCall call(op());
  const Plan plan = call.PlanOnly();
  ASSERT_EQ(aclSetAclOpExecutorRepeatable(plan.executor), ACLNN_SUCCESS);
  for (int run = 0; run < 3; ++run) {
    MoveCall other(op());
    if (HasSource()) {
      other.operands[0].SetBits(TellingBits(ACL_FLOAT, 8, static_cast<uint64_t>(run) + 9));
      ASSERT_EQ(aclSetInputTensorAddr(plan.executor, 0, other.operands[0].descriptor(),
                                      other.operands[0].address()),
                ACLNN_SUCCESS);
    }
    ASSERT_EQ(aclSetOutputTensorAddr(plan.executor, 0, other.written().descriptor(),
                                     other.written().address()),
              ACLNN_SUCCESS);
    const Bits want = other.Want();
    EXPECT_EQ(RunMove(op(), nullptr, 0, plan.executor, stream()), ACLNN_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream()), ACL_SUCCESS);
    EXPECT_TRUE(other.Holds(want));
  }
  EXPECT_EQ(aclDestroyAclOpExecutor(plan.executor), ACLNN_SUCCESS);
}

TEST_P(Moves, UnboundAddressesAre161001) {
  TensorOptions options;
  options.null_address = true;
  const MoveCall call(op(), options);
  const Plan plan = call.PlanOnly();
  ASSERT_EQ(plan.status, ACLNN_SUCCESS) << plan.message;
  EXPECT_EQ(RunMove(op(), nullptr, 0, plan.executor, stream()), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_TRUE(Says({HasSource() ? SourceName() : WrittenName(), "address"}));
}

TEST_P(Moves, AddressesThatOverlapWithoutWorkspaceAreRefused) {
  if (!HasSource()) return;
  const MoveCall call(op());
  const Plan plan = call.PlanOnly();
  const StridedTensor wide(ACL_FLOAT, MakeLayout(LayoutKind::kDense, {16}));
  auto* bytes = static_cast<unsigned char*>(wide.address());
  aclSetInputTensorAddr(plan.executor, 0, wide.descriptor(), bytes);
  aclSetOutputTensorAddr(plan.executor, 0, wide.descriptor(), bytes + 4);
  EXPECT_EQ(RunMove(op(), nullptr, 0, plan.executor, stream()), ACLNN_ERR_PARAM_INVALID);
  EXPECT_TRUE(Says({SourceName(), "overlap"}));
}

TEST_P(Moves, SmallWorkspaceIs161002NullIs161001) {
  if (!HasSource()) return;
  const StridedTensor owner(ACL_FLOAT, MakeLayout(LayoutKind::kDense, {16}));
  const MoveCall call(op(), StridedTensor(owner, ACL_FLOAT, {{8}, {1}, 0, {16}}),
                      StridedTensor(owner, ACL_FLOAT, {{8}, {1}, 1, {16}}));
  Plan plan = call.PlanOnly();
  ASSERT_GE(plan.workspace_size, 8 * sizeof(float));
  Memory workspace(MemoryKind::kDevice, plan.workspace_size);
  EXPECT_EQ(RunMove(op(), workspace.bytes(), plan.workspace_size - 1, plan.executor, stream()),
            ACLNN_ERR_PARAM_INVALID);
  plan = call.PlanOnly();
  EXPECT_EQ(RunMove(op(), nullptr, plan.workspace_size, plan.executor, stream()),
            ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_TRUE(call.RunsRight(stream()));
}

// Work on one stream keeps its order, whichever thread it runs on: the short before the long.
TEST_P(Moves, KeepTheOrderOfTheirStream) {
  const int64_t size = 300000;
  const Layout layout = MakeLayout(LayoutKind::kDense, {size});
  const StridedTensor owner(ACL_INT32, layout);
  const auto set = [&](int64_t count, MoveOp fill) {
    const StridedTensor part(owner, ACL_INT32, Layout{{count}, {1}, 0, {size}});
    const MoveCall call(fill, StridedTensor(owner, ACL_INT32, part.layout()), ACL_INT8, {7});
    const Plan plan = call.PlanOnly();
    EXPECT_EQ(RunMove(fill, nullptr, 0, plan.executor, stream()), ACLNN_SUCCESS);
  };
  for (int round = 0; round < 20; ++round) {
    set(size, MoveOp::kZero);
    set(10, MoveOp::kOne);
  }
  EXPECT_EQ(aclrtSynchronizeStream(stream()), ACL_SUCCESS);
  EXPECT_EQ(owner.StorageElement(9), 1);
  EXPECT_EQ(owner.StorageElement(10), 0);
}

struct Product {
  const char* soc;
  bool has_operators;
  bool has_bfloat16;
};

class MovesOfProducts : public ::testing::TestWithParam<Product> {};
INSTANTIATE_TEST_SUITE_P(
    Every, MovesOfProducts,
    ::testing::Values(Product{"Ascend910_9391", true, true}, Product{"Ascend910B1", true, true},
                      Product{"Ascend950PR_9599", true, true}, Product{"Ascend310B1", false, false},
                      Product{"Ascend310P3", true, false}, Product{"Ascend910A", true, false}));

TEST_P(MovesOfProducts, TakeTheDtypesOfTheirProduct) {
  const Product& product = GetParam();
  const Session session(Environment{{"HOSTACL_SOC", product.soc}});
  const Layout layout = MakeLayout(LayoutKind::kDense, {2, 4});
  for (const aclDataType dtype : kMovedDtypes) {
    const Bits value(ElementSize(dtype), 0);
    for (const MoveOp op : kMoveOps) {
      const bool reads = op == MoveOp::kCopy || op == MoveOp::kCast;
      const MoveCall call =
          reads ? MoveCall(op, StridedTensor(dtype, layout), StridedTensor(dtype, layout))
                : MoveCall(op, StridedTensor(dtype, layout), dtype, value);
      if (product.has_operators && (product.has_bfloat16 || dtype != ACL_BF16)) {
        EXPECT_TRUE(Accepted(call.PlanOnly())) << MoveOpName(op) << " " << DtypeName(dtype);
      } else {
        EXPECT_TRUE(Refused(call.PlanOnly(), ACLNN_ERR_PARAM_INVALID,
                            {product.has_operators ? "BFLOAT16" : product.soc, MoveOpName(op)}));
      }
    }
  }
}

}  // namespace
}  // namespace hostacl::testing
