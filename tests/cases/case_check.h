// What a case expects of a result.
#ifndef HOSTACL_TESTS_CASES_CASE_CHECK_H_
#define HOSTACL_TESTS_CASES_CASE_CHECK_H_

#include <string>

#include "case_file.h"

namespace hostacl::testing {

// The first expectation on the values of `out` that fails, in words; empty when all hold. `call`
// gives the inputs for the cases that are checked against the formula.
std::string FindWrongValue(const Case& test_case, const Call& call, const StridedTensor& out);

// Whether the case's stricter goal holds too; true when it has none.
bool MeetsStrictGoal(const Case& test_case, const Call& call);

}  // namespace hostacl::testing

#endif  // HOSTACL_TESTS_CASES_CASE_CHECK_H_
