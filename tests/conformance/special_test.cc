// Values at the edges: NaN, infinities, subnormals, overflow and large magnitudes.
#include <cmath>
#include <limits>

#include "harness/fixture.h"

namespace hostacl::testing {
namespace {

constexpr Real kInfinity = std::numeric_limits<Real>::infinity();
const Real kNan = std::numeric_limits<Real>::quiet_NaN();

// The largest finite value, the smallest normal and the smallest subnormal one of a dtype.
struct Limits {
  Real largest;
  Real smallest_normal;
  Real smallest;
};

Limits LimitsOf(aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT16:
      return {65504, 0x1p-14L, 0x1p-24L};
    case ACL_BF16:
      return {0x1.fep127L, 0x1p-126L, 0x1p-133L};
    case ACL_FLOAT:
      return {0x1.fffffep127L, 0x1p-126L, 0x1p-149L};
    default:
      return {0x1.fffffffffffffp1023L, 0x1p-1022L, 0x1p-1074L};
  }
}

class Specials : public OperatorDtypeTest {
 protected:
  // Runs the operator on given values, once as slices of its own each and once spread over a length
  // that leaves vector tails of every size, and checks both.
  void Check(const Shape& shape, int64_t dim, const std::vector<std::vector<Real>>& inputs) {
    Call call(op(), shape, dim, dtype());
    for (size_t i = 0; i < inputs.size(); ++i) call.operands[i].SetValues(inputs[i]);
    EXPECT_TRUE(call.RunsRight(stream()));
  }
  // GLU and its gradient on all combinations of g, a and b, at every place of a vector.
  void CheckGlu(const std::vector<Real>& gs, const std::vector<Real>& as,
                const std::vector<Real>& bs) {
    std::vector<Real> g, a, b;
    for (const Real g_value : op() == Op::kGlu ? std::vector<Real>{1} : gs) {
      for (const Real a_value : as) {
        for (const Real b_value : bs) {
          g.push_back(g_value), a.push_back(a_value), b.push_back(b_value);
        }
      }
    }
    std::vector<Real> self = a;
    self.insert(self.end(), b.begin(), b.end());
    const auto size = static_cast<int64_t>(self.size());
    if (op() == Op::kGlu) return Check({size}, 0, {self});
    Check({size}, 0, {g, self});
  }
  bool IsLogSoftmax() const { return op() == Op::kLogSoftmax; }
  bool IsLogSoftmaxBackward() const { return op() == Op::kLogSoftmaxBackward; }
  Limits limits() const { return LimitsOf(dtype()); }
};
INSTANTIATE_TEST_SUITE_P(Every, Specials, ::testing::ValuesIn(OperatorDtypes()), ParameterName());

TEST_P(Specials, GluOfNanAndInfinity) {
  if (!IsGlu(op())) return;
  CheckGlu({1, -2, kNan, kInfinity, -kInfinity}, {0, 1, -3, kNan, kInfinity, -kInfinity},
           {0, 2, -2, 50, -50, 1000, -1000, 12000, -12000, kNan, kInfinity, -kInfinity});
}

TEST_P(Specials, GluGateAtEveryMagnitude) {
  if (!IsGlu(op())) return;
  std::vector<Real> gates;
  for (const Real magnitude : {0.L, 1e-6L, 0.1L, 0.5L, 1.L, 3.L, 5.5L, 8.L, 11.L, 16.L, 17.L, 20.L,
                               36.L, 40.L, 60.L, 80.L}) {
    gates.insert(gates.end(), {magnitude, -magnitude});
  }
  CheckGlu({1, -0.5L}, {1, -3}, gates);
}

// Beyond |b| of about 87 a gate is subnormal in FLOAT or below it.
TEST_P(Specials, GluGateBelowTheNormalNumbers) {
  if (!IsGlu(op())) return;
  CheckGlu({1, -2}, {1, 100}, {-87,  -88,  -88.75L, -90,  -100, -103, -104, -110,  -190,  -600,
                               87,   88,   88.75L,  90,   100,  103,  104,  110,   190,   600,
                               -700, -708, -744,    -746, 708,  744,  746,  20000, -20000});
}

TEST_P(Specials, GluOfTheLargestAndSmallestNumbers) {
  if (!IsGlu(op())) return;
  const auto [largest, normal, smallest] = limits();
  CheckGlu({1, largest, normal, smallest}, {largest, -largest, normal, smallest, 1},
           {0, 1, -1, 10, -10, 40, -40, largest, -largest, smallest});
}

// Every product of two factors overflows or underflows; the whole product does not.
TEST_P(Specials, GluGradientWhoseFactorsLeaveTheRange) {
  if (op() != Op::kGluBackward) return;
  const Real large = std::sqrt(limits().largest) * 4, small = std::sqrt(limits().smallest_normal);
  CheckGlu({large, -large}, {large, -large}, {20, -20, 30, -30, 60, -60});
  CheckGlu({large}, {small}, {0, 20, -20, 60, -60});
  CheckGlu({small}, {large}, {0, 20, -20, 60, -60});
  CheckGlu({limits().largest}, {limits().largest}, {30, -30, 80, -80, 100, -100});
}

TEST_P(Specials, NanReachesExactlyWhatDependsOnIt) {
  if (op() != Op::kGluBackward) return;
  for (int64_t half = 1; half <= 35; ++half) {
    std::vector<Real> ones(half, 1), nans(half, kNan), a_nan = nans, b_nan = ones;
    a_nan.insert(a_nan.end(), ones.begin(), ones.end());
    b_nan.insert(b_nan.end(), nans.begin(), nans.end());
    Check({2 * half}, 0, {ones, a_nan});
    Check({2 * half}, 0, {ones, b_nan});
  }
}

TEST_P(Specials, LogSoftmaxOfNanAndInfinity) {
  if (!IsLogSoftmax()) return;
  for (const int64_t size : {1, 2, 3, 7, 8, 16, 17, 33, 100}) {
    for (const Real special : {kNan, kInfinity, -kInfinity}) {
      for (const int64_t place : {int64_t{0}, size / 2, size - 1}) {
        for (const int64_t dim : {0, 1}) {
          // Slice 1 of 3 holds the special value; the others must not notice.
          const Shape shape = dim == 1 ? Shape{3, size} : Shape{size, 3};
          std::vector<Real> values = UniformValues(5, 3 * size, -4, 4);
          values[dim == 1 ? size + place : 3 * place + 1] = special;
          Check(shape, dim, {values});
        }
      }
    }
    Check({size}, 0, {std::vector<Real>(size, -kInfinity)});
    Check({size}, 0, {std::vector<Real>(size, kInfinity)});
    Check({size}, 0, {std::vector<Real>(size, kNan)});
  }
}

TEST_P(Specials, LogSoftmaxOfLargeMagnitudes) {
  if (!IsLogSoftmax()) return;
  const Real large = limits().largest;
  Check({4, 3}, 1, {{large, large, large, -large, -large, -large, large, 0, -1, 1e4L, 1e4L, 1e4L}});
  Check({3, 3}, 1, {{100, 90, 0, -100, -110, -90, 88, 89, 87}});
  // Not x - max, whose last entry would leave the range.
  Check({2, 2}, 1, {{large / 2, -large / 4, 0, -large}});
}

// The result is far smaller than x - max would show: log(1 + exp(-d)).
TEST_P(Specials, LogSoftmaxNearZero) {
  if (!IsLogSoftmax()) return;
  std::vector<Real> values;
  for (const Real distance : {0.01L, 1.L, 4.L, 9.L, 12.L, 16.L, 18.L, 25.L, 40.L, 87.L, 100.L}) {
    values.insert(values.end(), {0, -distance, 3, 3 - distance});
  }
  Check({static_cast<int64_t>(values.size()) / 2, 2}, 1, {values});
}

TEST_P(Specials, LogSoftmaxOfOneElementIsZero) {
  if (!IsLogSoftmax()) return;
  Call call(op(), {6, 1}, 1, dtype());
  call.operands[0].SetValues({0, 5, -limits().largest, limits().largest, kInfinity, kNan});
  ASSERT_TRUE(call.RunsRight(stream()));
  EXPECT_EQ(call.out().Get({3, 0}), 0);
  EXPECT_TRUE(std::isnan(call.out().Get({4, 0})));
}

TEST_P(Specials, LogProbabilityOfMinusInfinityPassesTheGradientOn) {
  if (!IsLogSoftmaxBackward()) return;
  for (const int64_t size : {1, 5, 16, 33}) {
    Call call(op(), {size, 3}, 0, dtype());
    call.operands[1].SetValues(std::vector<Real>(3 * size, -kInfinity));
    ASSERT_TRUE(Succeeded(call.Run(stream())));
    EXPECT_EQ(call.out().Bits(), call.operands[0].Bits());
  }
}

TEST_P(Specials, LogSoftmaxGradientOfNanAndInfinity) {
  if (!IsLogSoftmaxBackward()) return;
  for (const int64_t size : {1, 2, 7, 16, 33}) {
    for (const Real special : {kNan, kInfinity, -kInfinity}) {
      for (const int64_t dim : {0, 1}) {
        for (const size_t input : {0, 1}) {
          const Shape shape = dim == 1 ? Shape{3, size} : Shape{size, 3};
          Call call(op(), shape, dim, dtype());
          call.operands[input].Set(dim == 1 ? Shape{1, size / 2} : Shape{size / 2, 1}, special);
          EXPECT_TRUE(call.RunsRight(stream()));
        }
      }
    }
  }
}

TEST_P(Specials, LogSoftmaxGradientWhereExpLeavesTheRange) {
  if (!IsLogSoftmaxBackward()) return;
  const std::vector<Real> outputs = {-88, -90, -100, -103, -104, -110, -1000, 1,
                                     20,  80,  88,   89,   90,   100,  1000,  60000};
  const auto size = static_cast<int64_t>(outputs.size());
  for (const Real sum : {0.L, 1.L, -2.L}) {
    // Slices of two: {output, 0} with gradients {sum, 0}.
    std::vector<Real> grads, values;
    for (const Real output : outputs) {
      grads.insert(grads.end(), {sum, 0});
      values.insert(values.end(), {output, 0});
    }
    Check({size, 2}, 1, {grads, values});
  }
}

// exp(-100) is subnormal in FLOAT; the large gradient makes it visible.
TEST_F(SessionTest, SubnormalExpIsNotFlushed) {
  Call call(Op::kLogSoftmaxBackward, {2}, 0, ACL_FLOAT);
  call.operands[0].SetValues({0, 1e38L});
  call.operands[1].SetValues({-100, 0});
  ASSERT_TRUE(Succeeded(call.Run(stream())));
  EXPECT_NEAR(static_cast<double>(call.out().Values()[0]), -3.720076e-06, 0.03 * 3.720076e-06);
}

TEST_P(Specials, SubnormalInputs) {
  const auto [largest, normal, smallest] = limits();
  for (const Real value : {normal, -normal, smallest, -smallest, 3 * smallest, normal - smallest}) {
    Call call(op(), {2, 40}, 1, dtype());
    call.operands[0].SetValues(std::vector<Real>(call.operands[0].size(), value));
    EXPECT_TRUE(call.RunsRight(stream()));
  }
}

}  // namespace
}  // namespace hostacl::testing
