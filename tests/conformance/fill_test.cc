// Zeros, ones and fills: every dtype over every layout, rank and size, bit for bit.
#include <string>
#include <utility>
#include <vector>

#include "harness/fixture.h"
#include "harness/movement.h"

namespace hostacl::testing {
namespace {

class Fills : public SessionTest, public ::testing::WithParamInterface<aclDataType> {
 protected:
  static aclDataType dtype() { return GetParam(); }

  // A call of each of the three operators.
  std::vector<MoveCall> FillsOf(const Layout& layout, const TensorOptions& options = {}) const {
    std::vector<MoveCall> calls;
    for (const MoveOp op : {MoveOp::kFillScalar, MoveOp::kOne, MoveOp::kZero}) {
      Bits value(ElementSize(ACL_DOUBLE));
      Store(ACL_DOUBLE, 3.25L, value.data());
      calls.emplace_back(op, StridedTensor(dtype(), layout, options), ACL_DOUBLE, value);
    }
    return calls;
  }
  void ExpectRight(const Layout& layout, const TensorOptions& options = {}) const {
    for (const MoveCall& call : FillsOf(layout, options)) {
      const Bits want = call.Want();
      const Outcome outcome = call.Run(stream());
      EXPECT_TRUE(Succeeded(outcome));
      EXPECT_TRUE(call.Holds(want));
      EXPECT_EQ(outcome.workspace_size, 0u);
    }
  }
};
INSTANTIATE_TEST_SUITE_P(Every, Fills, ::testing::ValuesIn(kMovedDtypes),
                         [](const ::testing::TestParamInfo<aclDataType>& test) {
                           return DtypeName(test.param);
                         });

TEST_P(Fills, AreRightOnEveryLayoutOfEveryRank) {
  for (const Shape& shape : {Shape{1}, Shape{300}, Shape{64, 33}, Shape{500, 3}, Shape{4, 17, 40},
                             Shape{2, 3, 4, 5}, Shape{6, 2, 2, 3, 4}, Shape{2, 1, 3, 2, 2, 3},
                             Shape{2, 2, 3, 1, 2, 2, 2}, Shape{2, 1, 2, 3, 2, 1, 2, 3}}) {
    for (const LayoutKind kind : kLayoutKinds) ExpectRight(MakeLayout(kind, shape));
  }
  ExpectRight({{}, {}, 3, {5}});
}

TEST_P(Fills, AreRightForEverySizeAroundTheVectorAndTouchNothingElse) {
  TensorOptions options;
  options.memory = MemoryKind::kPageEnd;
  for (int64_t size = 1; size <= 150; ++size) {
    ExpectRight(MakeLayout(LayoutKind::kDense, {size}), options);
    ExpectRight(MakeLayout(LayoutKind::kOffset, {size}));
  }
}

TEST_P(Fills, OfMoreThanTheCachesHoldAreRight) {
  if (dtype() != ACL_DOUBLE && dtype() != ACL_INT16) return;
  const int64_t size = (int64_t{18} << 20) / static_cast<int64_t>(ElementSize(dtype()));
  ExpectRight(MakeLayout(LayoutKind::kOffset, {3, size / 3}));
}

TEST_P(Fills, OfEmptyTensorsSucceed) {
  for (const Shape& shape : {Shape{0}, Shape{3, 0}, Shape{2, 0, 3}}) {
    ExpectRight(MakeLayout(LayoutKind::kDense, shape));
  }
}

TEST_P(Fills, ConvertAScalarOfEveryDtype) {
  const Layout layout = MakeLayout(LayoutKind::kPaddedRows, {3, 5});
  for (const aclDataType value_dtype : kMovedDtypes) {
    const Bits values = TellingBits(value_dtype, 600, 1);
    const size_t width = ElementSize(value_dtype);
    for (size_t i = 0; i < values.size(); i += width) {
      const Bits value(values.begin() + static_cast<int64_t>(i),
                       values.begin() + static_cast<int64_t>(i + width));
      ASSERT_TRUE(MoveCall(MoveOp::kFillScalar, StridedTensor(dtype(), layout), value_dtype, value)
                      .RunsRight(stream()));
    }
  }
}

}  // namespace
}  // namespace hostacl::testing
