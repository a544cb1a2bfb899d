// What first phases refuse: the codes, the order of the checks, and what the message says.
#include <limits>

#include "harness/fixture.h"

namespace hostacl::testing {
namespace {

constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

const Shape kShape = {2, 4};

std::string Text(const Shape& shape) {
  std::string text = "[";
  for (const int64_t size : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(size);
  return text + "]";
}

StridedTensor Dense(aclDataType dtype, const Shape& shape, TensorOptions options = {}) {
  return StridedTensor(dtype, MakeLayout(LayoutKind::kDense, shape), options);
}

Call FloatCall(Op op) { return Call(op, kShape, 1, ACL_FLOAT); }

class Refusal : public OperatorTest {};
INSTANTIATE_TEST_SUITE_P(Every, Refusal, ::testing::ValuesIn(kOps), ParameterName());

TEST_P(Refusal, NullTensorIs161001) {
  for (size_t i = 0; i < OperandNames(op()).size(); ++i) {
    const Call call = FloatCall(op());
    std::vector<aclTensor*> tensors = call.Descriptors();
    tensors[i] = nullptr;
    EXPECT_TRUE(Refused(
        PlanTensors(op(), tensors, 1), ACLNN_ERR_PARAM_NULLPTR,
        {OperandNames(op())[i], "null", OpName(op()) + "GetWorkspaceSize: ", "(error 161001)"}));
  }
}

TEST_P(Refusal, NullWorkspaceSizeIs161001) {
  const Call call = FloatCall(op());
  auto* executor = reinterpret_cast<aclOpExecutor*>(uintptr_t{1});
  EXPECT_EQ(PlanOperator(op(), call.Descriptors(), 1, nullptr, &executor), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(executor, nullptr);
  EXPECT_NE(RecentMessage().find("workspaceSize"), std::string::npos);
}

TEST_P(Refusal, NullExecutorIs161001) {
  const Call call = FloatCall(op());
  uint64_t workspace_size = 1;
  EXPECT_EQ(PlanOperator(op(), call.Descriptors(), 1, &workspace_size, nullptr),
            ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(workspace_size, 0u);
  EXPECT_NE(RecentMessage().find("executor"), std::string::npos);
}

TEST_P(Refusal, MessageIsHandedOverOnce) {
  EXPECT_FALSE(PlanTensors(op(), {nullptr, nullptr, nullptr}, 0).message.empty());
  EXPECT_EQ(RecentMessage(), "");
  EXPECT_TRUE(Accepted(FloatCall(op()).PlanOnly()));
  EXPECT_EQ(RecentMessage(), "");
}

TEST_P(Refusal, NewestFailureIsOnTop) {
  Call call = FloatCall(op());
  std::vector<aclTensor*> tensors = call.Descriptors();
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  RecentMessage();
  EXPECT_NE(PlanOperator(op(), tensors, 77, &size, &executor), 0);
  EXPECT_NE(PlanOperator(op(), tensors, 99, &size, &executor), 0);
  const std::string message = RecentMessage();
  EXPECT_LT(message.find("99"), message.find("77"));
  EXPECT_NE(message.find("77"), std::string::npos);
}

// Each call has the fault of its line and all faults of the lines below it.
TEST_P(Refusal, ChecksComeInTheContractsOrder) {
  const size_t last = OperandNames(op()).size() - 1;
  Call call = FloatCall(op());
  const Shape out_shape = call.out().shape();
  const Layout out_past_storage{out_shape, PackedStrides(out_shape), 1, out_shape};
  const std::string first = OperandNames(op())[0];

  call.operands[last] = StridedTensor(ACL_FLOAT, out_past_storage);
  EXPECT_TRUE(Refused(call.PlanOnly(), ACLNN_ERR_PARAM_INVALID, {"out", "storage"}));
  const Shape wrong = {2, 6};
  call.operands[last] = StridedTensor(ACL_FLOAT, Layout{wrong, PackedStrides(wrong), 1, wrong});
  EXPECT_TRUE(
      Refused(call.PlanOnly(), ACLNN_ERR_PARAM_INVALID, {"out", Text(out_shape), Text(wrong)}));
  call.dim = 5;
  EXPECT_TRUE(Refused(call.PlanOnly(), ACLNN_ERR_PARAM_INVALID, {"dim", "5", "[-2, 1]"}));
  const Shape rank9(9, 1);
  call.operands[last] = StridedTensor(ACL_FLOAT, Layout{rank9, PackedStrides(rank9), 1, rank9});
  EXPECT_TRUE(Refused(call.PlanOnly(), ACLNN_ERR_PARAM_INVALID, {"out", "rank", "9"}));
  call.operands[0] = Dense(ACL_INT64, call.operands[0].shape());
  EXPECT_TRUE(Refused(call.PlanOnly(), ACLNN_ERR_PARAM_INVALID, {first, "dtype", "INT64"}));
}

TEST_P(Refusal, DtypeOutsideTheProductsList) {
  std::vector<aclDataType> wrong = {ACL_INT8,   ACL_INT16,  ACL_INT32,  ACL_INT64, ACL_UINT8,
                                    ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_BOOL,  ACL_COMPLEX64};
  if (op() == Op::kLogSoftmaxBackward) wrong.push_back(ACL_DOUBLE);
  for (size_t i = 0; i + 1 < OperandNames(op()).size(); ++i) {
    for (const aclDataType dtype : wrong) {
      Call call = FloatCall(op());
      call.operands[i] = Dense(dtype, call.operands[i].shape());
      EXPECT_TRUE(Refused(call.PlanOnly(), ACLNN_ERR_PARAM_INVALID, {DtypeName(dtype), "FLOAT"}));
    }
  }
}

TEST_P(Refusal, OutDtypeThatNoCastReaches) {
  const bool casts_to_integers = op() == Op::kLogSoftmaxBackward;
  for (const aclDataType dtype : {ACL_INT8, ACL_INT32, ACL_UINT64, ACL_BOOL, ACL_COMPLEX64}) {
    if (casts_to_integers && dtype != ACL_COMPLEX64) continue;
    Call call = FloatCall(op());
    call.operands.back() = Dense(dtype, call.out().shape());
    EXPECT_TRUE(Refused(call.PlanOnly(), ACLNN_ERR_PARAM_INVALID, {"out", DtypeName(dtype)}));
  }
}

TEST_P(Refusal, BackwardInputsOfDifferentDtypes) {
  if (OperandNames(op()).size() < 3) return;
  const size_t checked = op() == Op::kGluBackward ? 3 : 2;
  for (size_t i = 0; i < checked; ++i) {
    Call call = FloatCall(op());
    call.operands[i] = Dense(ACL_FLOAT16, call.operands[i].shape());
    EXPECT_TRUE(Refused(call.PlanOnly(), ACLNN_ERR_PARAM_INVALID, {"FLOAT16", "FLOAT"}))
        << OperandNames(op())[i];
  }
}

TEST_P(Refusal, PrivateFormats) {
  for (size_t i = 0; i < OperandNames(op()).size(); ++i) {
    for (const aclFormat format : {ACL_FORMAT_NC1HWC0, ACL_FORMAT_FRACTAL_Z, ACL_FORMAT_NC1HWC0_C04,
                                   ACL_FORMAT_FRACTAL_NZ, ACL_FORMAT_NDC1HWC0, ACL_FRACTAL_Z_3D,
                                   ACL_FORMAT_FRACTAL_NZ_C0_16, ACL_FORMAT_UNDEFINED}) {
      Call call = FloatCall(op());
      TensorOptions options;
      options.format = format;
      call.operands[i] = Dense(ACL_FLOAT, call.operands[i].shape(), options);
      ASSERT_NE(call.operands[i].descriptor(), nullptr) << format;
      EXPECT_TRUE(Refused(call.PlanOnly(), ACLNN_ERR_PARAM_INVALID,
                          {OperandNames(op())[i], "format", std::to_string(format)}));
    }
  }
}

TEST_P(Refusal, PlainFormatsAreReadAsStridedLayouts) {
  for (const aclFormat format :
       {ACL_FORMAT_ND, ACL_FORMAT_NCHW, ACL_FORMAT_NHWC, ACL_FORMAT_NCDHW, ACL_FORMAT_NDHWC,
        ACL_FORMAT_HWCN, ACL_FORMAT_NCL, ACL_FORMAT_NC}) {
    CallOptions options;
    options.tensors.format = format;
    EXPECT_TRUE(Call(op(), {2, 4, 3}, 1, ACL_FLOAT, options).RunsRight(stream())) << format;
  }
}

TEST_P(Refusal, RankZero) {
  Call call = FloatCall(op());
  for (StridedTensor& operand : call.operands) operand = Dense(ACL_FLOAT, {});
  call.dim = 0;
  if (IsGlu(op())) {
    EXPECT_TRUE(Refused(call.PlanOnly(), ACLNN_ERR_PARAM_INVALID, {"rank", "0"}));
    return;
  }
  for (const int64_t dim : {0, -1}) {
    Call one(op(), {}, dim, ACL_FLOAT);
    EXPECT_TRUE(one.RunsRight(stream()));
  }
  for (const int64_t dim : {1, -2}) {
    call.dim = dim;
    EXPECT_TRUE(Refused(call.PlanOnly(), ACLNN_ERR_PARAM_INVALID, {"dim", "[-1, 0]"}));
  }
}

TEST_P(Refusal, RankNine) {
  Call call = FloatCall(op());
  const Shape shape(9, 2);
  for (size_t i = 0; i < call.operands.size(); ++i) {
    call.operands[i] = Dense(ACL_FLOAT, OperandShape(op(), i, shape, 0));
  }
  EXPECT_TRUE(Refused(call.PlanOnly(), ACLNN_ERR_PARAM_INVALID, {"rank", "9"}));
}

TEST_P(Refusal, DifferentRanks) {
  for (size_t i = 0; i < OperandNames(op()).size(); ++i) {
    Call call = FloatCall(op());
    Shape shape = call.operands[i].shape();
    shape.insert(shape.begin(), 1);
    call.operands[i] = Dense(ACL_FLOAT, shape);
    EXPECT_TRUE(Refused(call.PlanOnly(), ACLNN_ERR_PARAM_INVALID, {"rank", "2", "3"}))
        << OperandNames(op())[i];
  }
}

TEST_P(Refusal, DimOutsideItsRange) {
  for (const int64_t dim : {int64_t{2}, int64_t{-3}, int64_t{-4}, kMin, kMin + 1, kMax,
                            int64_t{1} << 32, -(int64_t{1} << 32)}) {
    Call call = FloatCall(op());
    call.dim = dim;
    EXPECT_TRUE(Refused(call.PlanOnly(), ACLNN_ERR_PARAM_INVALID,
                        {"dim: ", std::to_string(dim), "[-2, 1]"}));
  }
}

TEST_P(Refusal, OddHalvingDim) {
  if (!IsGlu(op())) return;
  Call call = FloatCall(op());
  for (size_t i = 0; i < call.operands.size(); ++i) {
    call.operands[i] = Dense(ACL_FLOAT, OperandShape(op(), i, {2, 5}, 1));
  }
  EXPECT_TRUE(Refused(call.PlanOnly(), ACLNN_ERR_PARAM_INVALID, {"self", "even", "5"}));
}

TEST_P(Refusal, WrongShapes) {
  const size_t reference = op() == Op::kGluBackward ? 1 : 0;
  for (size_t i = 0; i < OperandNames(op()).size(); ++i) {
    if (i == reference) continue;
    for (const size_t axis : {0, 1}) {
      for (const int64_t size : {0, 1, 3, 8}) {
        Call call = FloatCall(op());
        const Shape right = call.operands[i].shape();
        Shape wrong = right;
        wrong[axis] = size;
        call.operands[i] = Dense(ACL_FLOAT, wrong);
        EXPECT_TRUE(Refused(call.PlanOnly(), ACLNN_ERR_PARAM_INVALID,
                            {OperandNames(op())[i], Text(right), Text(wrong)}));
      }
    }
  }
}

TEST_P(Refusal, UndividedShapeWhereHalfIsDue) {
  if (!IsGlu(op())) return;
  Call call = FloatCall(op());
  const size_t half = op() == Op::kGlu ? 1 : 0;
  call.operands[half] = Dense(ACL_FLOAT, kShape);
  EXPECT_TRUE(Refused(call.PlanOnly(), ACLNN_ERR_PARAM_INVALID,
                      {OperandNames(op())[half], "[2, 2]", "[2, 4]"}));
}

TEST_P(Refusal, DestroyedTensor) {
  for (size_t i = 0; i < OperandNames(op()).size(); ++i) {
    Call call = FloatCall(op());
    std::vector<aclTensor*> tensors = call.Descriptors();
    call.operands[i].DestroyDescriptor();
    EXPECT_TRUE(Refused(PlanTensors(op(), tensors, 1), ACLNN_ERR_PARAM_INVALID,
                        {OperandNames(op())[i], "destroyed"}));
  }
}

TEST(Refusal, UnusableSettingIs361001) {
  const Session session(Environment{{"HOSTACL_FORCE_TARGET", "none"}});
  for (const Op op : kOps) {
    EXPECT_TRUE(Refused(FloatCall(op).PlanOnly(), ACLNN_ERR_RUNTIME_ERROR,
                        {"HOSTACL_FORCE_TARGET", "\"none\"", OpName(op)}));
  }
}

struct Soc {
  const char* name;
  bool is_supported;
  bool has_bfloat16;
};

class Products : public ::testing::TestWithParam<Soc> {};
INSTANTIATE_TEST_SUITE_P(
    Every, Products,
    ::testing::Values(Soc{"Ascend910_9391", true, true}, Soc{"Ascend910_9362", true, true},
                      Soc{"Ascend910B1", true, true}, Soc{"Ascend910B2", true, true},
                      Soc{"Ascend910B2C", true, true}, Soc{"Ascend910B3", true, true},
                      Soc{"Ascend910B4", true, true}, Soc{"Ascend910B4-1", true, true},
                      Soc{"Ascend310B1", false, false}, Soc{"Ascend310B4", false, false},
                      Soc{"Ascend310P1", true, false}, Soc{"Ascend310P3", true, false},
                      Soc{"Ascend310P7", true, false}, Soc{"Ascend910A", true, false},
                      Soc{"Ascend910B", true, false}, Soc{"Ascend910ProA", true, false},
                      Soc{"Ascend910ProB", true, false}, Soc{"Ascend910PremiumA", true, false},
                      Soc{"Ascend950PR_9599", true, true}, Soc{"Ascend950PR_9589", true, true}));

TEST_P(Products, TakeTheDtypesOfTheirRow) {
  const Soc& soc = GetParam();
  const Session session(Environment{{"HOSTACL_SOC", soc.name}});
  EXPECT_STREQ(aclrtGetSocName(), soc.name);
  for (const OperatorDtype& chosen : OperatorDtypes()) {
    const Call call(chosen.op, kShape, 1, chosen.dtype);
    if (soc.is_supported && (soc.has_bfloat16 || chosen.dtype != ACL_BF16)) {
      EXPECT_TRUE(Accepted(call.PlanOnly())) << NameOf(chosen);
    } else {
      EXPECT_TRUE(Refused(call.PlanOnly(), ACLNN_ERR_PARAM_INVALID,
                          {soc.is_supported ? "BFLOAT16" : soc.name, OpName(chosen.op)}));
    }
  }
}

TEST_P(Products, CastToBfloat16WhereTheyHaveIt) {
  const Session session(Environment{{"HOSTACL_SOC", GetParam().name}});
  CallOptions options;
  options.out_dtype = ACL_BF16;
  for (const Op op : {Op::kGlu, Op::kLogSoftmax, Op::kLogSoftmaxBackward}) {
    const Plan plan = Call(op, kShape, 1, ACL_FLOAT, options).PlanOnly();
    EXPECT_TRUE(GetParam().has_bfloat16 ? Accepted(plan)
                                        : Refused(plan, ACLNN_ERR_PARAM_INVALID, {OpName(op)}));
  }
}

TEST_P(Products, CheckEmptiesLikeOthers) {
  if (!GetParam().is_supported) return;
  const Session session(Environment{{"HOSTACL_SOC", GetParam().name}});
  Call call(Op::kLogSoftmaxBackward, {2, 0}, 0, ACL_FLOAT);
  EXPECT_TRUE(Accepted(call.PlanOnly()));
  call.operands.back() = Dense(ACL_FLOAT, {2, 3});
  EXPECT_TRUE(Refused(call.PlanOnly(), ACLNN_ERR_PARAM_INVALID, {"out", "[2, 0]", "[2, 3]"}));
}

TEST(ProductCheck, ComesAfterNullsAndBeforeDtypes) {
  const Session session(Environment{{"HOSTACL_SOC", "Ascend310B1"}});
  for (const Op op : kOps) {
    Call call = FloatCall(op);
    call.operands[0] = Dense(ACL_INT64, {1});
    EXPECT_TRUE(Refused(call.PlanOnly(), ACLNN_ERR_PARAM_INVALID, {OpName(op), "Ascend310B1"}));
    std::vector<aclTensor*> tensors = call.Descriptors();
    tensors.back() = nullptr;
    EXPECT_TRUE(Refused(PlanTensors(op, tensors, 1), ACLNN_ERR_PARAM_NULLPTR, {"out"}));
  }
}

}  // namespace
}  // namespace hostacl::testing
