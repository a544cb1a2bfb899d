// Fixtures: a test with the library initialised, for one operator, or for one operator and dtype.
#ifndef HOSTACL_TESTS_HARNESS_FIXTURE_H_
#define HOSTACL_TESTS_HARNESS_FIXTURE_H_

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "harness/call.h"
#include "harness/session.h"

namespace hostacl::testing {

class SessionTest : public ::testing::Test {
 protected:
  explicit SessionTest(const Environment& environment = {}) : session_(environment) {}

  aclrtStream stream() const { return session_.stream(); }

 private:
  Session session_;
};

class OperatorTest : public SessionTest, public ::testing::WithParamInterface<Op> {
 protected:
  using SessionTest::SessionTest;

  Op op() const { return GetParam(); }
};

struct OperatorDtype {
  Op op;
  aclDataType dtype;
};

class OperatorDtypeTest : public SessionTest, public ::testing::WithParamInterface<OperatorDtype> {
 protected:
  using SessionTest::SessionTest;

  Op op() const { return GetParam().op; }
  aclDataType dtype() const { return GetParam().dtype; }
};

// Every operator with every dtype that its inputs may have.
inline std::vector<OperatorDtype> OperatorDtypes() {
  std::vector<OperatorDtype> all;
  for (const Op op : kOps) {
    for (const aclDataType dtype : InputDtypes(op)) all.push_back({op, dtype});
  }
  return all;
}

inline std::string NameOf(Op op) { return OpName(op).substr(5); }

inline std::string NameOf(const OperatorDtype& chosen) {
  return NameOf(chosen.op) + "_" + DtypeName(chosen.dtype);
}

// Names the tests of a parameterised suite: "GluBackward_FLOAT".
struct ParameterName {
  template <typename Parameter>
  std::string operator()(const ::testing::TestParamInfo<Parameter>& test) const {
    return NameOf(test.param);
  }
};

inline void PrintTo(const OperatorDtype& chosen, std::ostream* stream) {
  *stream << NameOf(chosen);
}
inline void PrintTo(Op op, std::ostream* stream) { *stream << NameOf(op); }

// That a first phase was refused with `code`, cleared its results, and said each of `words`.
inline ::testing::AssertionResult Refused(const Plan& plan, aclnnStatus code,
                                          const std::vector<std::string>& words) {
  if (plan.status != code) {
    return ::testing::AssertionFailure()
           << "status " << plan.status << ", should be " << code << ": " << plan.message;
  }
  if (plan.executor != nullptr || plan.workspace_size != 0) {
    return ::testing::AssertionFailure() << "executor or workspace size not cleared";
  }
  for (const std::string& word : words) {
    if (plan.message.find(word) == std::string::npos) {
      return ::testing::AssertionFailure()
             << "no \"" << word << "\" in the message: " << plan.message;
    }
  }
  return ::testing::AssertionSuccess();
}

// That a first phase succeeded; destroys its executor.
inline ::testing::AssertionResult Accepted(const Plan& plan) {
  if (plan.status != ACLNN_SUCCESS) {
    return ::testing::AssertionFailure() << "status " << plan.status << ": " << plan.message;
  }
  const aclnnStatus destroyed = aclDestroyAclOpExecutor(plan.executor);
  if (destroyed == ACLNN_SUCCESS) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "destroying the executor returned " << destroyed;
}

}  // namespace hostacl::testing

#endif  // HOSTACL_TESTS_HARNESS_FIXTURE_H_
