// Views: which ones are refused, and that what means nothing changes nothing.
#include <limits>

#include "harness/fixture.h"

namespace hostacl::testing {
namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

class Views : public OperatorTest {
 protected:
  // A call of which one operand has been given another layout.
  Call WithLayout(size_t operand, Layout layout) const {
    Call call(op(), {2, 4}, 1, ACL_FLOAT);
    layout.shape = call.operands[operand].shape();
    call.operands[operand] = StridedTensor(ACL_FLOAT, std::move(layout));
    return call;
  }
  size_t operand_count() const { return OperandNames(op()).size(); }
};
INSTANTIATE_TEST_SUITE_P(Every, Views, ::testing::ValuesIn(kOps), ParameterName());

TEST_P(Views, ReachingPastTheirStorageAre161002) {
  for (size_t i = 0; i < operand_count(); ++i) {
    const Shape shape = WithLayout(i, {{}, {4, 1}, 0, {100}}).operands[i].shape();
    const int64_t last = (shape[0] - 1) * 4 + shape[1] - 1;
    EXPECT_TRUE(Accepted(WithLayout(i, {{}, {4, 1}, 0, {last + 1}}).PlanOnly()));
    for (const Layout& layout : {Layout{{}, {4, 1}, 0, {last}}, Layout{{}, {4, 1}, 1, {last + 1}},
                                 Layout{{}, {4, 2}, 0, {last + 1}}, Layout{{}, {4, 1}, 0, {0}}}) {
      EXPECT_TRUE(Refused(WithLayout(i, layout).PlanOnly(), ACLNN_ERR_PARAM_INVALID,
                          {OperandNames(op())[i], "storage"}));
    }
  }
}

TEST_P(Views, Overflowing64BitsAre161002) {
  for (size_t i = 0; i < operand_count(); ++i) {
    for (const Layout& layout :
         {Layout{{}, {kMax, 1}, 0, {64}}, Layout{{}, {kMax, kMax}, 0, {64}},
          Layout{{}, {4, 1}, kMax, {64}}, Layout{{}, {kMax / 2 + 2, kMax / 2 + 2}, 8, {64}},
          Layout{{}, {int64_t{1} << 62, 1}, 0, {64}}}) {
      EXPECT_TRUE(Refused(WithLayout(i, layout).PlanOnly(), ACLNN_ERR_PARAM_INVALID,
                          {OperandNames(op())[i], "storage"}));
    }
  }
}

// Positions that fit in 64 bits while those of their bytes do not.
TEST_P(Views, StoragesOf2To63BytesAre161002) {
  constexpr int64_t kFar = int64_t{1} << 62;
  for (size_t i = 0; i < operand_count(); ++i) {
    const Call call(op(), {2, 4}, 1, ACL_FLOAT);
    const Shape& shape = call.operands[i].shape();
    for (const Layout& layout :
         {Layout{shape, {kFar, 1}, 0, {kFar + 4}}, Layout{shape, {4, 1}, kFar, {kFar + 8}},
          Layout{shape, {1, kFar / 4}, 0, {kFar + 1}}, Layout{shape, {4, 1}, 0, {kFar / 2}}}) {
      const auto tensor = DescribeOnly(ACL_FLOAT, layout, call.operands[i].address());
      std::vector<aclTensor*> tensors = call.Descriptors();
      tensors[i] = tensor.get();
      EXPECT_TRUE(Refused(PlanTensors(op(), tensors, 1), ACLNN_ERR_PARAM_INVALID,
                          {OperandNames(op())[i], "storage"}));
    }
  }
}

TEST_P(Views, OutMappingTwoIndicesToOneElementIs161002) {
  const size_t out = operand_count() - 1;
  for (const Layout& layout :
       {Layout{{}, {0, 1}, 0, {64}}, Layout{{}, {1, 0}, 0, {64}}, Layout{{}, {0, 0}, 0, {64}},
        Layout{{}, {1, 1}, 0, {64}}, Layout{{}, {2, 2}, 3, {64}}}) {
    EXPECT_TRUE(
        Refused(WithLayout(out, layout).PlanOnly(), ACLNN_ERR_PARAM_INVALID, {"out", "strides"}));
  }
}

// Strides 3 and 2 of a 2 x 4 view meet nowhere: 0 2 4 6 and 3 5 7 9.
TEST_P(Views, OutThatInterleavesWithoutMeetingIsFine) {
  Call call = WithLayout(operand_count() - 1, {{}, {3, 2}, 0, {16}});
  EXPECT_TRUE(call.RunsRight(stream()));
}

TEST_P(Views, InputsMayOverlapThemselves) {
  for (size_t i = 0; i + 1 < operand_count(); ++i) {
    for (const std::vector<int64_t>& strides :
         {std::vector<int64_t>{1, 1}, {0, 1}, {1, 0}, {0, 0}, {2, 2}}) {
      Call call = WithLayout(i, {{}, strides, 1, {16}});
      call.operands[i].SetStorage(UniformValues(3, 16, -3, 0));
      EXPECT_TRUE(call.RunsRight(stream()));
    }
  }
}

TEST_P(Views, StridesOfSizeOneDimsMeanNothing) {
  const Shape shape = {1, 2, 1, 4, 1};
  Call plain(op(), shape, 3, ACL_FLOAT);
  ASSERT_TRUE(Succeeded(plain.Run(stream())));
  for (const int64_t junk : {int64_t{0}, int64_t{3}, int64_t{1} << 40, kMax}) {
    Call call(op(), shape, 3, ACL_FLOAT);
    for (StridedTensor& operand : call.operands) {
      const std::vector<unsigned char> bits = operand.Bits();
      Layout layout = operand.layout();
      for (size_t i = 0; i < shape.size(); ++i) {
        if (operand.shape()[i] == 1) layout.strides[i] = junk;
      }
      operand = StridedTensor(ACL_FLOAT, layout);
      operand.SetBits(bits);
    }
    ASSERT_TRUE(Succeeded(call.Run(stream())));
    EXPECT_EQ(call.out().Bits(), plain.out().Bits());
  }
}

TEST_P(Views, AddressesNeedTheirDtypesAlignmentOnly) {
  for (const aclDataType dtype : InputDtypes(op())) {
    for (size_t misalign = ElementSize(dtype); misalign < 32; misalign += ElementSize(dtype)) {
      CallOptions options;
      options.tensors.misalign = misalign;
      EXPECT_TRUE(Call(op(), {3, 70}, 1, dtype, options).RunsRight(stream())) << misalign;
    }
  }
}

TEST_P(Views, NothingIsReadPastTheLastElement) {
  for (const aclDataType dtype : InputDtypes(op())) {
    for (int64_t size = 2; size <= 80; size += 2) {
      CallOptions options;
      options.tensors.memory = MemoryKind::kPageEnd;
      EXPECT_TRUE(Call(op(), {size}, 0, dtype, options).RunsRight(stream()));
      EXPECT_TRUE(Call(op(), {2, size}, 0, dtype, options).RunsRight(stream()));
    }
  }
}

TEST_P(Views, NullStridesMeanPacked) {
  CallOptions options;
  options.tensors.null_strides = true;
  EXPECT_TRUE(Call(op(), {2, 6, 3}, 1, ACL_FLOAT, options).RunsRight(stream()));
}

TEST_P(Views, MaySpanMoreThan2To31ElementsOfASparseStorage) {
  const int64_t row = (int64_t{1} << 31) + 8;
  std::vector<StridedTensor> operands;
  TensorOptions lazy;
  lazy.memory = MemoryKind::kLazy;
  const Shape shape = {2, 4};
  for (size_t i = 0; i < operand_count(); ++i) {
    const Shape own = OperandShape(op(), i, shape, 1);
    operands.emplace_back(ACL_FLOAT16, Layout{own, {row, 1}, 5, {2, row + 3}}, lazy);
    operands.back().SetValues(UniformValues(i + 1, operands.back().size(), -2, 0));
  }
  EXPECT_TRUE(Call(op(), shape, 1, std::move(operands)).RunsRight(stream()));
}

TEST_P(Views, ShapesWithoutEndAreRefusedNotAllocated) {
  // 2^62 rows through stride 0 fit the storage of each input, but not that of `out`.
  Call call(op(), {2, 4}, 1, ACL_FLOAT);
  for (size_t i = 0; i < operand_count(); ++i) {
    Layout layout = call.operands[i].layout();
    layout.shape[0] = int64_t{1} << 62;
    layout.strides = {i + 1 == operand_count() ? 4 : 0, 1};
    call.operands[i] = StridedTensor(ACL_FLOAT, layout);
  }
  EXPECT_TRUE(Refused(call.PlanOnly(), ACLNN_ERR_PARAM_INVALID, {}));
}

TEST(TensorDescriptor, RefusesWhatCannotBeATensor) {
  const int64_t dims[] = {2, 3}, negative[] = {2, -3}, strides[] = {3, 1}, backward[] = {3, -1};
  float values[6] = {};
  const auto create = [&](const int64_t* view, const int64_t* view_strides, int64_t offset) {
    aclTensor* tensor =
        aclCreateTensor(view, 2, ACL_FLOAT, view_strides, offset, ACL_FORMAT_ND, dims, 2, values);
    aclDestroyTensor(tensor);
    return tensor != nullptr;
  };
  EXPECT_TRUE(create(dims, strides, 0));
  EXPECT_FALSE(create(negative, strides, 0));
  EXPECT_FALSE(create(dims, backward, 0));
  EXPECT_FALSE(create(nullptr, strides, 0));
  EXPECT_FALSE(create(dims, strides, -1));
  EXPECT_EQ(aclDestroyTensor(nullptr), ACLNN_SUCCESS);
}

}  // namespace
}  // namespace hostacl::testing
