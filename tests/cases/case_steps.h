// Cases that are more than one plain call: their steps, taken in order.
#ifndef HOSTACL_TESTS_CASES_CASE_STEPS_H_
#define HOSTACL_TESTS_CASES_CASE_STEPS_H_

#include "case_file.h"

namespace hostacl::testing {

// Takes the steps of a case and fails the running test where one does not give what it should, or
// is not understood.
void TakeSteps(const Case& test_case);

}  // namespace hostacl::testing

#endif  // HOSTACL_TESTS_CASES_CASE_STEPS_H_
