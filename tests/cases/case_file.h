// The file of cases: reading it, refusing what it may not say, and building the calls it describes.
#ifndef HOSTACL_TESTS_CASES_CASE_FILE_H_
#define HOSTACL_TESTS_CASES_CASE_FILE_H_

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/call.h"

namespace hostacl::testing {

using Case = nlohmann::json;

// All cases; README.md explains their format.
std::vector<Case> ReadCases(const std::string& path);

// Keys, flags, dtypes and generators of a case that this runner does not know; empty for a good
// case.
std::vector<std::string> UnknownWords(const Case& test_case);

bool HasFlag(const Case& test_case, const std::string& flag);
// What follows "name:" in a flag, if it is there.
std::optional<std::string> FlagValue(const Case& test_case, const std::string& name);

Op OpOf(const Case& test_case);

// The call with its tensors filled. A tensor that is null in the case gets a stand-in like `out`.
Call BuildCall(const Case& test_case);

// The operands that are null in the case.
std::vector<size_t> NullOperands(const Case& test_case);

// A number, or one of "inf", "-inf" and "nan".
Real NumberOf(const nlohmann::json& value);

}  // namespace hostacl::testing

#endif  // HOSTACL_TESTS_CASES_CASE_FILE_H_
