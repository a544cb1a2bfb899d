// The gradients against central differences of the forward operators, run by the library itself.
#include <cmath>

#include "harness/fixture.h"

namespace hostacl::testing {
namespace {

class Gradient : public SessionTest, public ::testing::WithParamInterface<int64_t> {
 protected:
  // d sum(weights * forward(x)) / dx by central differences in DOUBLE.
  std::vector<Real> Differences(Op forward, const std::vector<Real>& weights) {
    Call call(forward, kShape, GetParam(), ACL_DOUBLE);
    const std::vector<Real> x = call.operands[0].Values();
    std::vector<Real> slopes;
    for (size_t i = 0; i < x.size(); ++i) {
      Real weighted[2];
      for (const int side : {0, 1}) {
        std::vector<Real> moved = x;
        moved[i] += side == 0 ? -kStep : kStep;
        call.operands[0].SetValues(moved);
        EXPECT_TRUE(Succeeded(call.Run(stream())));
        weighted[side] = 0;
        const std::vector<Real> result = call.out().Values();
        for (size_t j = 0; j < result.size(); ++j) weighted[side] += weights[j] * result[j];
      }
      slopes.push_back((weighted[1] - weighted[0]) / (2 * kStep));
    }
    return slopes;
  }

  static void ExpectNear(const std::vector<Real>& got, const std::vector<Real>& want,
                         double bound) {
    ASSERT_EQ(got.size(), want.size());
    for (size_t i = 0; i < got.size(); ++i) {
      EXPECT_NEAR(static_cast<double>(got[i]), static_cast<double>(want[i]), bound) << i;
    }
  }

  static constexpr Real kStep = 0x1p-17L;
  const Shape kShape = {4, 6, 2};
};
INSTANTIATE_TEST_SUITE_P(AlongDim, Gradient, ::testing::Values(0, 1, 2, -1), [](const auto& test) {
  const int64_t dim = test.param;
  return dim < 0 ? "Last" : std::to_string(dim);
});

TEST_P(Gradient, OfGluMatchesDifferences) {
  Call backward(Op::kGluBackward, kShape, GetParam(), ACL_DOUBLE);
  backward.operands[1].SetValues(
      Call(Op::kGlu, kShape, GetParam(), ACL_DOUBLE).operands[0].Values());
  ASSERT_TRUE(Succeeded(backward.Run(stream())));
  ExpectNear(backward.out().Values(), Differences(Op::kGlu, backward.operands[0].Values()), 1e-8);
}

TEST_P(Gradient, OfLogSoftmaxMatchesDifferences) {
  Call forward(Op::kLogSoftmax, kShape, GetParam(), ACL_DOUBLE);
  ASSERT_TRUE(Succeeded(forward.Run(stream())));
  Call backward(Op::kLogSoftmaxBackward, kShape, GetParam(), ACL_FLOAT);
  backward.operands[1].SetValues(forward.out().Values());
  ASSERT_TRUE(Succeeded(backward.Run(stream())));
  ExpectNear(backward.out().Values(), Differences(Op::kLogSoftmax, backward.operands[0].Values()),
             1e-5);
}

}  // namespace
}  // namespace hostacl::testing
