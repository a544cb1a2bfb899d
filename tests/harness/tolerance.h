// The largest error of each operator in each dtype: the numbers that its header states.
#ifndef HOSTACL_TESTS_HARNESS_TOLERANCE_H_
#define HOSTACL_TESTS_HARNESS_TOLERANCE_H_

#include "acl/acl.h"
#include "harness/operator.h"

namespace hostacl::testing {

struct Tolerance {
  Op op;
  aclDataType dtype;    // of the inputs
  double compute_ulps;  // error before the last rounding, in ULP of the type it computes in
  double ulps;          // error of a normal result of the inputs' dtype, in ULP of that: the number
                        // that headers and documents state
};

// The type it computes in is DOUBLE for DOUBLE and else FLOAT; a narrower out takes one rounding,
// so at most half an ULP of its own, on top. ULPs count at the scale that the reference gives with
// each value: the value itself for GLU, the larger of |out| and |x - max| for log-softmax, the
// larger of |gradOutput| and |exp(output) * sum| for its gradient. FLOAT16 and BFLOAT16 are
// computed with fewer steps, whose error next to their own rounding is next to nothing.
inline constexpr Tolerance kTolerances[] = {
    {Op::kGlu, ACL_DOUBLE, 2, 2},
    {Op::kGlu, ACL_FLOAT, 2, 2},
    {Op::kGlu, ACL_FLOAT16, 6, 0.51},
    {Op::kGlu, ACL_BF16, 6, 0.51},
    {Op::kGluBackward, ACL_DOUBLE, 2, 2},
    {Op::kGluBackward, ACL_FLOAT, 2, 2},
    {Op::kGluBackward, ACL_FLOAT16, 9, 0.51},
    {Op::kGluBackward, ACL_BF16, 9, 0.51},
    {Op::kLogSoftmax, ACL_DOUBLE, 2, 2},
    {Op::kLogSoftmax, ACL_FLOAT, 2, 2},
    {Op::kLogSoftmax, ACL_FLOAT16, 2, 0.51},
    {Op::kLogSoftmax, ACL_BF16, 2, 0.51},
    {Op::kLogSoftmaxBackward, ACL_FLOAT, 2, 2},
    {Op::kLogSoftmaxBackward, ACL_FLOAT16, 5, 1.01},
    {Op::kLogSoftmaxBackward, ACL_BF16, 5, 1.01},
};

inline const Tolerance& ToleranceOf(Op op, aclDataType dtype) {
  const Tolerance* found = kTolerances;
  while (found->op != op || found->dtype != dtype) ++found;
  return *found;
}

}  // namespace hostacl::testing

#endif  // HOSTACL_TESTS_HARNESS_TOLERANCE_H_
