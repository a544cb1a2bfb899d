// One call of an operator: its operands, both phases, and what may be said about the result.
#ifndef HOSTACL_TESTS_HARNESS_CALL_H_
#define HOSTACL_TESTS_HARNESS_CALL_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harness/operator.h"
#include "harness/reference.h"
#include "harness/strided_tensor.h"

namespace hostacl::testing {

// Uniform numbers in [low, high) from a linear congruential generator; the same everywhere.
std::vector<Real> UniformValues(uint64_t seed, int64_t count, double low, double high);

// `count` values of both signs over 2^`span` of magnitudes around 1 that add up to nothing, some of
// them 0: a sum in double is what its roundings left, and these are others in each order of adding.
std::vector<Real> CancellingValues(uint64_t seed, int64_t count, int span);

// What a first phase returned. The executor belongs to whoever called.
struct Plan {
  aclnnStatus status = -1;
  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
  std::string message;  // of a failure
};

// What became of both phases and the synchronize after them.
struct Outcome {
  aclnnStatus plan = -1;
  aclnnStatus run = -1;
  aclError synchronize = -1;
  uint64_t workspace_size = 0;
  std::string message;  // of the first failure
  std::string stray;    // says where a byte changed that belongs to nobody's result
};

// The two phases of one call.
struct Phases {
  std::function<Plan()> plan;
  std::function<aclnnStatus(void* workspace, uint64_t workspace_size, aclOpExecutor* executor,
                            aclrtStream stream)>
      run;
};

// Plans, runs and synchronizes, watching every byte of the operands, of which the last, `out_name`,
// is written, and around them.
Outcome RunWatched(const std::vector<StridedTensor>& operands, const std::string& out_name,
                   const Phases& phases, aclrtStream stream);

struct CallOptions {
  std::vector<LayoutKind> layouts = {LayoutKind::kDense};  // of each operand, or of all of them
  aclDataType out_dtype = ACL_DT_UNDEFINED;                // undefined: that of the inputs
  TensorOptions tensors;
  uint64_t seed = 1;
};

class Call {
 public:
  // Random inputs, an `out` full of NaN. `shape` is the undivided shape, as for OperandShape.
  Call(Op op, const Shape& shape, int64_t dim, aclDataType dtype, const CallOptions& options = {});
  // Given operands, `out` last.
  Call(Op op, const Shape& shape, int64_t dim, std::vector<StridedTensor> operands);

  StridedTensor& out() { return operands.back(); }
  // Gives each operator that sums inputs of which every bit of `out` tells the order of the sum.
  void ExposeOrderOfSummation(uint64_t seed);
  std::vector<aclTensor*> Descriptors() const;
  Plan PlanOnly() const;
  // Both phases and a synchronize, watching every byte of the operands and around them.
  Outcome Run(aclrtStream stream) const;
  // The reference on the inputs as they are now.
  Expected Want() const;
  // Whether `out` is as accurate as tolerance.h says.
  ::testing::AssertionResult Matches(const Expected& expected) const;
  // Runs on `stream` and checks the result.
  ::testing::AssertionResult RunsRight(aclrtStream stream) const;

  Op op;
  Shape shape;
  int64_t dim;
  std::vector<StridedTensor> operands;
};

// Plans whatever tensors a test made, with outputs set beforehand to what a failure must clear.
Plan PlanTensors(Op op, const std::vector<aclTensor*>& operands, int64_t dim);

// All statuses 0 and no stray write.
::testing::AssertionResult Succeeded(const Outcome& outcome);

}  // namespace hostacl::testing

#endif  // HOSTACL_TESTS_HARNESS_CALL_H_
