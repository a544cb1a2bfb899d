// The operators written plainly, in long double.
#ifndef HOSTACL_TESTS_HARNESS_REFERENCE_H_
#define HOSTACL_TESTS_HARNESS_REFERENCE_H_

#include <cstdint>
#include <vector>

#include "harness/dtype.h"
#include "harness/layout.h"
#include "harness/operator.h"

namespace hostacl::testing {

// What an operator should give, in row-major order of `out`.
struct Expected {
  std::vector<Real> values;
  // The magnitude at which each value's error counts; see tolerance.h.
  std::vector<Real> scales;
};

// `inputs` are the values of the input tensors in the operator's order, row-major; `shape` is the
// undivided shape, as for OperandShape. Where exp(output) overflows `compute`, it is infinite.
Expected Reference(Op op, const std::vector<std::vector<Real>>& inputs, const Shape& shape,
                   int64_t dim, aclDataType compute);

}  // namespace hostacl::testing

#endif  // HOSTACL_TESTS_HARNESS_REFERENCE_H_
