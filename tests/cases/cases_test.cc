// Runs every case of cases.jsonl as a test of its own, named by its id.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <ostream>

#include "case_check.h"
#include "case_file.h"
#include "case_steps.h"
#include "harness/session.h"

namespace hostacl::testing {
namespace {

struct NamedCase {
  Case body;
};

void PrintTo(const NamedCase& test_case, std::ostream* stream) {
  *stream << test_case.body["source"]["what"] << " (" << test_case.body["source"]["url"] << ")";
}

std::vector<NamedCase> CasesThat(bool need_gigabytes) {
  std::vector<NamedCase> chosen;
  for (const Case& test_case : ReadCases(HOSTACL_CASES_FILE)) {
    if (HasFlag(test_case, "big_4GB") == need_gigabytes) chosen.push_back({test_case});
  }
  return chosen;
}

std::string NameOf(const ::testing::TestParamInfo<NamedCase>& test) {
  std::string name = test.param.body["id"];
  std::replace_if(
      name.begin(), name.end(), [](unsigned char letter) { return std::isalnum(letter) == 0; },
      '_');
  return name;
}

void ExpectRefusal(const Case& test_case, const Plan& plan) {
  EXPECT_EQ(plan.status, test_case["expect"]["phase1_status"]) << plan.message;
  EXPECT_EQ(plan.executor, nullptr);
  EXPECT_EQ(plan.workspace_size, 0u);
  EXPECT_FALSE(plan.message.empty());
}

void CheckRefusal(const Case& test_case) {
  const Session session;
  const Call call = BuildCall(test_case);
  for (const StridedTensor& operand : call.operands) operand.memory().Remember();
  std::vector<size_t> nulls = NullOperands(test_case);
  if (HasFlag(test_case, "repeat_for_each_null_tensor")) {
    for (size_t i = 0; i < call.operands.size(); ++i) nulls.push_back(i);
  }
  if (nulls.empty()) ExpectRefusal(test_case, call.PlanOnly());
  for (const size_t null : nulls) {
    std::vector<aclTensor*> tensors = call.Descriptors();
    tensors[null] = nullptr;
    ExpectRefusal(test_case, PlanTensors(call.op, tensors, call.dim));
  }
  for (const StridedTensor& operand : call.operands) {
    EXPECT_EQ(operand.memory().FirstStray({}, 1), std::nullopt) << "a refused call wrote";
  }
}

// Runs the case once with an environment and returns the result's bits; empty for gigabytes of
// them.
std::vector<unsigned char> RunOnce(const Case& test_case, const Environment& environment,
                                   int64_t dim) {
  const Session session(environment);
  Call call = BuildCall(test_case);
  call.dim = dim;
  // Where `out` is an input, what the formula needs is gone after the run.
  const bool is_checked_after = !test_case["tensors"]["out"].contains("alias_of");
  EXPECT_TRUE(is_checked_after || !test_case["expect"].contains("ref"));
  EXPECT_TRUE(Succeeded(call.Run(session.stream())));
  EXPECT_EQ(FindWrongValue(test_case, call, call.out()), "");
  if (!MeetsStrictGoal(test_case, call)) ::testing::Test::RecordProperty("strict", "missed");
  return call.out().memory().is_watchable() ? call.out().Bits() : std::vector<unsigned char>();
}

void CheckResult(const Case& test_case) {
  ASSERT_EQ(test_case["expect"]["status"], 0);
  const int64_t dim = test_case["dim"];
  const std::vector<unsigned char> bits = RunOnce(test_case, {}, dim);
  const bool repeats = HasFlag(test_case, "repeat8_bit_equal");
  for (int run = 1; repeats && run < 8; ++run) EXPECT_EQ(RunOnce(test_case, {}, dim), bits);
  for (int threads = 1; HasFlag(test_case, "threads_bit_equal") && threads <= 3; ++threads) {
    EXPECT_EQ(RunOnce(test_case, {{"HOSTACL_THREADS", std::to_string(threads)}}, dim), bits);
  }
  const auto same_dim = FlagValue(test_case, "same_bits_as_dim");
  if (same_dim.has_value()) {
    EXPECT_EQ(RunOnce(test_case, {}, std::stoll(*same_dim)), bits);
  }
}

class PublicCase : public ::testing::TestWithParam<NamedCase> {};

TEST_P(PublicCase, Holds) {
  const Case& test_case = GetParam().body;
  ASSERT_EQ(UnknownWords(test_case), std::vector<std::string>());
  if (test_case.contains("steps")) {
    TakeSteps(test_case);
  } else if (test_case["expect"].contains("phase1_status")) {
    CheckRefusal(test_case);
  } else {
    CheckResult(test_case);
  }
}

INSTANTIATE_TEST_SUITE_P(Daily, PublicCase, ::testing::ValuesIn(CasesThat(false)), NameOf);
INSTANTIATE_TEST_SUITE_P(Nightly, PublicCase, ::testing::ValuesIn(CasesThat(true)), NameOf);

}  // namespace
}  // namespace hostacl::testing
