// Results in another dtype than the inputs': one rounding, and integers as the contract says.
#include <cmath>
#include <limits>

#include "harness/fixture.h"

namespace hostacl::testing {
namespace {

constexpr Real kInfinity = std::numeric_limits<Real>::infinity();
const Real kNan = std::numeric_limits<Real>::quiet_NaN();
const std::vector<aclDataType> kFloatings = {ACL_DOUBLE, ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
const std::vector<aclDataType> kIntegers = {ACL_INT8,   ACL_INT16,  ACL_INT32,
                                            ACL_INT64,  ACL_UINT8,  ACL_UINT16,
                                            ACL_UINT32, ACL_UINT64, ACL_BOOL};

class Casts : public OperatorDtypeTest {
 protected:
  Call CastingCall(const Shape& shape, int64_t dim, aclDataType out_dtype, LayoutKind kind) const {
    CallOptions options;
    options.out_dtype = out_dtype;
    options.layouts = {kind};
    return Call(op(), shape, dim, dtype(), options);
  }
};
INSTANTIATE_TEST_SUITE_P(Every, Casts, ::testing::ValuesIn(OperatorDtypes()), ParameterName());

TEST_P(Casts, ToEveryFloatingDtypeRoundOnce) {
  if (op() == Op::kGluBackward) return;
  for (const aclDataType out_dtype : kFloatings) {
    for (const LayoutKind kind : kLayoutKinds) {
      for (const int64_t dim : {0, 1, 2}) {
        Call call = CastingCall({4, 34, 6}, dim, out_dtype, kind);
        const Expected want = call.Want();
        const Outcome outcome = call.Run(stream());
        EXPECT_TRUE(Succeeded(outcome));
        EXPECT_TRUE(call.Matches(want));
        const bool casts_in_workspace = op() == Op::kLogSoftmaxBackward && out_dtype == ACL_DOUBLE;
        EXPECT_EQ(outcome.workspace_size > 0, casts_in_workspace) << DtypeName(out_dtype);
      }
    }
  }
}

TEST_P(Casts, OfTheLogSoftmaxGradientReachIntegersThroughWorkspace) {
  if (op() != Op::kLogSoftmaxBackward) return;
  for (const aclDataType out_dtype : kIntegers) {
    if (out_dtype == ACL_BOOL) continue;
    for (const LayoutKind kind : kLayoutKinds) {
      for (const int64_t dim : {0, 1, 2}) {
        Call call = CastingCall({5, 35, 6}, dim, out_dtype, kind);
        std::vector<Real> grad = call.operands[0].Values();
        for (Real& value : grad) value *= 100;
        call.operands[0].SetValues(grad);
        const Expected want = call.Want();
        const Outcome outcome = call.Run(stream());
        EXPECT_TRUE(Succeeded(outcome));
        EXPECT_TRUE(call.Matches(want));
        EXPECT_GT(outcome.workspace_size, 0u) << DtypeName(out_dtype);
      }
    }
  }
}

// With output = -inf the result is gradOutput itself, whatever the others are.
TEST_P(Casts, TruncateSaturateAndTakeNanForZero) {
  if (op() != Op::kLogSoftmaxBackward) return;
  const std::vector<Real> values = {
      0,           0.5L,       -0.5L,      0.999L,      1,         -1,      1.75L,    -1.75L,
      126.9L,      127.5L,     128,        -128.5L,     -129,      254.5L,  255.5L,   256,
      32766.5L,    32768,      -32769,     65504,       -65504,    3e9L,    -3e9L,    5e9L,
      -5e9L,       9e18L,      2e19L,      -2e19L,      1e30L,     -1e30L,  0x1p16L,  0x1p31L,
      -0x1p31L,    0x1p32L,    -0x1p32L,   0x1p63L,     -0x1p63L,  0x1p64L, -0x1p64L, 0x1.fep30L,
      -0x1.fep30L, 0x1.fep31L, 0x1.fep62L, -0x1.fep62L, 0x1.fep63L};
  for (const aclDataType out_dtype : kIntegers) {
    Call call =
        CastingCall({static_cast<int64_t>(values.size()), 1}, 1, out_dtype, LayoutKind::kDense);
    call.operands[0].SetValues(values);
    call.operands[1].SetValues(std::vector<Real>(values.size(), -kInfinity));
    std::vector<Real> want = call.operands[0].Values();
    // FLOAT16 cannot hold the larger ones: its infinities sum to NaN in their slices of one.
    for (Real& value : want) value = Round(out_dtype, std::isinf(value) ? kNan : value);
    ASSERT_TRUE(Succeeded(call.Run(stream())));
    EXPECT_EQ(call.out().Values(), want) << DtypeName(out_dtype);
  }
}

TEST_P(Casts, NanAndInfinityToIntegers) {
  if (op() != Op::kLogSoftmaxBackward) return;
  for (const aclDataType out_dtype : kIntegers) {
    Call call = CastingCall({3, 1}, 1, out_dtype, LayoutKind::kDense);
    call.operands[0].SetValues({kNan, kInfinity, -kInfinity});
    call.operands[1].SetValues({0, -1, -1});
    const Expected want = call.Want();
    ASSERT_TRUE(Succeeded(call.Run(stream())));
    EXPECT_TRUE(call.Matches(want));
    EXPECT_EQ(call.out().Values()[0], out_dtype == ACL_BOOL ? 1 : 0);
  }
}

TEST_P(Casts, WorkspaceIsZeroForTheInputsOwnDtypes) {
  for (const aclDataType out_dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    if (op() == Op::kGluBackward && out_dtype != dtype()) continue;
    EXPECT_EQ(CastingCall({4, 34}, 1, out_dtype, LayoutKind::kDense).Run(stream()).workspace_size,
              0u);
  }
}

// GLU of a gate that is open to the last digit gives a itself, here just beside a tie of FLOAT16 or
// BFLOAT16 by less than FLOAT can tell. Rounding to FLOAT on the way would make it the tie.
TEST_F(SessionTest, DoubleToHalfDoesNotRoundTwice) {
  for (const aclDataType out_dtype : {ACL_FLOAT16, ACL_BF16}) {
    const Real half_ulp = UlpAt(out_dtype, 1) / 2, little = 0x1p-40L;
    CallOptions options;
    options.out_dtype = out_dtype;
    Call call(Op::kGlu, {8}, 0, ACL_DOUBLE, options);
    call.operands[0].SetValues({1 + half_ulp + little, 1 + half_ulp - little,
                                -1 - 3 * half_ulp + little, 1 + 3 * half_ulp - little, 1000, 1000,
                                1000, 1000});
    ASSERT_TRUE(Succeeded(call.Run(stream())));
    const Real ulp = 2 * half_ulp;
    EXPECT_EQ(call.out().Values(), (std::vector<Real>{1 + ulp, 1, -1 - ulp, 1 + ulp}));
  }
}

TEST_F(SessionTest, HalfResultsRoundTiesToEven) {
  for (const aclDataType out_dtype : {ACL_FLOAT16, ACL_BF16}) {
    const Real half_ulp = UlpAt(out_dtype, 1) / 2;
    CallOptions options;
    options.out_dtype = out_dtype;
    Call call(Op::kGlu, {8}, 0, ACL_FLOAT, options);
    call.operands[0].SetValues(
        {1 + half_ulp, 1 + 3 * half_ulp, -1 - half_ulp, -1 - 3 * half_ulp, 1000, 1000, 1000, 1000});
    ASSERT_TRUE(Succeeded(call.Run(stream())));
    const Real ulp = 2 * half_ulp;
    EXPECT_EQ(call.out().Values(), (std::vector<Real>{1, 1 + 2 * ulp, -1, -1 - 2 * ulp}));
  }
}

TEST_F(SessionTest, HalfOverflowGivesInfinity) {
  CallOptions options;
  options.out_dtype = ACL_FLOAT16;
  Call call(Op::kGlu, {8}, 0, ACL_FLOAT, options);
  call.operands[0].SetValues({65519, 65520, -70000, 0x1p-25L, 1000, 1000, 1000, 1000});
  ASSERT_TRUE(Succeeded(call.Run(stream())));
  EXPECT_EQ(call.out().Values(), (std::vector<Real>{65504, kInfinity, -kInfinity, 0}));
}

}  // namespace
}  // namespace hostacl::testing
