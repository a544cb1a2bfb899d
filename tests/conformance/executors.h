// What the tests of executors start from: a planned call, and a look at the last failure.
#ifndef HOSTACL_TESTS_CONFORMANCE_EXECUTORS_H_
#define HOSTACL_TESTS_CONFORMANCE_EXECUTORS_H_

#include <string>
#include <vector>

#include "harness/fixture.h"

namespace hostacl::testing {

// Device 0 of two is the current one.
class Executors : public OperatorTest {
 protected:
  Executors()
      : OperatorTest({{"HOSTACL_DEVICE_COUNT", "2"}}),
        call_(op(), {3, 8}, 1, ACL_FLOAT),
        want_(call_.Want()) {
    plan_ = call_.PlanOnly();
    EXPECT_EQ(plan_.status, ACLNN_SUCCESS) << plan_.message;
  }

  aclnnStatus Run(aclOpExecutor* executor) {
    return RunPlanned(op(), nullptr, 0, executor, stream());
  }
  aclnnStatus RunAndWait() {
    const aclnnStatus status = Run(plan_.executor);
    EXPECT_EQ(aclrtSynchronizeStream(stream()), ACL_SUCCESS);
    return status;
  }
  void MakeRepeatable() { ASSERT_EQ(aclSetAclOpExecutorRepeatable(plan_.executor), ACLNN_SUCCESS); }
  size_t operand_count() const { return call_.operands.size(); }

  Call call_;
  const Expected want_;
  Plan plan_;
};

// That the last failure's message says each of `words`.
inline ::testing::AssertionResult Says(const std::vector<std::string>& words) {
  Plan refused;
  refused.status = 0;
  refused.message = RecentMessage();
  return Refused(refused, 0, words);
}

}  // namespace hostacl::testing

#endif  // HOSTACL_TESTS_CONFORMANCE_EXECUTORS_H_
