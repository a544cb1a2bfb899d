// Sums along a slice: along dim alone, wide enough, and accurate however long the slice is.
#include <cmath>

#include "harness/fixture.h"

namespace hostacl::testing {
namespace {

class Summation : public OperatorDtypeTest {};
INSTANTIATE_TEST_SUITE_P(Every, Summation,
                         ::testing::Values(OperatorDtype{Op::kLogSoftmax, ACL_DOUBLE},
                                           OperatorDtype{Op::kLogSoftmax, ACL_FLOAT},
                                           OperatorDtype{Op::kLogSoftmax, ACL_FLOAT16},
                                           OperatorDtype{Op::kLogSoftmax, ACL_BF16},
                                           OperatorDtype{Op::kLogSoftmaxBackward, ACL_FLOAT},
                                           OperatorDtype{Op::kLogSoftmaxBackward, ACL_FLOAT16},
                                           OperatorDtype{Op::kLogSoftmaxBackward, ACL_BF16}),
                         ParameterName());

// All positive, so that the sum itself dominates: its error would show in every element.
TEST_P(Summation, StaysAccurateOverLongSlices) {
  for (const Shape& shape : {Shape{1, 300000}, Shape{300000, 1}, Shape{100001, 3}}) {
    const int64_t dim = shape[0] == 1 ? 1 : 0;
    Call call(op(), shape, dim, dtype());
    const int64_t size = call.operands[0].size();
    if (op() == Op::kLogSoftmax) {
      call.operands[0].SetValues(UniformValues(3, size, -1, 1));
    } else {
      call.operands[0].SetValues(UniformValues(3, size, 0, 1));
      call.operands[1].SetValues(UniformValues(4, size, -2, 0));
    }
    if (op() == Op::kLogSoftmaxBackward && dtype() == ACL_FLOAT16) {
      call.operands[1].SetValues(UniformValues(4, size, -9, -3));
    }
    EXPECT_TRUE(call.RunsRight(stream())) << ::testing::PrintToString(shape);
  }
}

// Columns that are converted on their way and are longer than a tile: the last tile of a sum must
// not be taken for the first one that is written.
TEST_P(Summation, OfConvertedColumnsOfSeveralTilesIsRight) {
  if (dtype() == ACL_DOUBLE) return;
  CallOptions options;
  options.out_dtype = dtype() == ACL_FLOAT ? ACL_DOUBLE : ACL_FLOAT;
  EXPECT_TRUE(Call(op(), {512, 128}, 0, dtype(), options).RunsRight(stream()));
}

TEST_P(Summation, OfEqualTermsDoesNotStick) {
  Call call(op(), {70000}, 0, dtype());
  const Real value = op() == Op::kLogSoftmax ? 0.5L : 0.25L;
  call.operands[0].SetValues(std::vector<Real>(70000, value));
  if (op() == Op::kLogSoftmaxBackward) {
    call.operands[1].SetValues(std::vector<Real>(70000, -4));
  }
  EXPECT_TRUE(call.RunsRight(stream()));
}

TEST_P(Summation, CancelsLargeTerms) {
  if (op() != Op::kLogSoftmaxBackward) return;
  Call call(op(), {2, 4000}, 1, dtype());
  std::vector<Real> grads = UniformValues(6, 8000, -1, 1);
  for (size_t i = 0; i < grads.size(); i += 2) grads[i + 1] = -grads[i];
  call.operands[0].SetValues(grads);
  EXPECT_TRUE(call.RunsRight(stream()));
}

// out[0] is minus the sum alone.
TEST_F(SessionTest, SumOfALongRowIsWithinAnUlp) {
  constexpr int64_t kCount = 1 << 24;
  Call call(Op::kLogSoftmaxBackward, {kCount}, 0, ACL_FLOAT);
  std::vector<Real> grads = UniformValues(8, kCount, -1, 1);
  grads[0] = 0;
  Real sum = 0;
  for (Real& grad : grads) {
    grad = Round(ACL_FLOAT, grad);
    sum += grad;
  }
  call.operands[0].SetValues(grads);
  call.operands[1].SetValues(std::vector<Real>(kCount, 0));
  ASSERT_TRUE(Succeeded(call.Run(stream())));
  EXPECT_LE(std::abs(call.out().Get({0}) + sum), UlpAt(ACL_FLOAT, sum)) << sum;
}

// A sum over the whole tensor gives 5.5 in place of 3, -3.5 and 6.
TEST_F(SessionTest, SumsAlongDimNotOverTheTensor) {
  Call call(Op::kLogSoftmaxBackward, {3, 2}, 1, ACL_FLOAT);
  call.operands[0].SetValues({1, 2, -4, 0.5L, 3, 3});
  call.operands[1].SetValues(std::vector<Real>(6, 0));
  ASSERT_TRUE(Succeeded(call.Run(stream())));
  EXPECT_EQ(call.out().Values(), (std::vector<Real>{-2, -1, -0.5L, 4, -3, -3}));
}

}  // namespace
}  // namespace hostacl::testing
