// Compares a result with the values, spots and sums of its case.
#include "case_check.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace hostacl::testing {
namespace {

using nlohmann::json;

struct Bounds {
  Real relative;
  Real absolute;
};

Bounds BoundsOf(const json& object) {
  if (object["rtol"].is_null()) return {0, 0};
  return {NumberOf(object["rtol"]), NumberOf(object["atol"])};
}

Real Allowed(const Bounds& bounds, Real want) {
  return bounds.absolute + bounds.relative * std::abs(want);
}

bool IsClose(const Bounds& bounds, Real got, Real want) {
  if (std::isnan(want)) return std::isnan(got);
  if (!std::isfinite(want) || !std::isfinite(got)) return got == want;
  return std::abs(got - want) <= Allowed(bounds, want);
}

std::string Mismatch(const std::string& what, Real got, Real want) {
  std::ostringstream text;
  text.precision(12);
  text << what << " is " << got << ", should be " << want;
  return text.str();
}

std::string FindMismatch(const Bounds& bounds, const std::vector<Real>& got,
                         const std::vector<Real>& want) {
  if (got.size() != want.size()) return Mismatch("the number of values", got.size(), want.size());
  for (size_t i = 0; i < got.size(); ++i) {
    if (!IsClose(bounds, got[i], want[i])) {
      return Mismatch("element " + std::to_string(i), got[i], want[i]);
    }
  }
  return "";
}

std::string FindWrongSpot(const Bounds& bounds, const json& spots, const StridedTensor& out) {
  for (const json& spot : spots) {
    const Real got = out.Get(spot["i"]);
    const Real want = NumberOf(spot["v"]);
    if (!IsClose(bounds, got, want)) return Mismatch("element " + spot["i"].dump(), got, want);
  }
  return "";
}

std::string FindWrongTotal(const json& expect, const Bounds& bounds, const std::vector<Real>& got) {
  Real sum = 0, largest = 0, allowed = 0;
  for (const Real value : got) {
    sum += value;
    largest = std::max(largest, std::abs(value));
    allowed += Allowed(bounds, value);
  }
  if (expect.contains("sum") && !(std::abs(sum - NumberOf(expect["sum"])) <= allowed)) {
    return Mismatch("the sum", sum, NumberOf(expect["sum"]));
  }
  if (expect.contains("absmax") && !IsClose(bounds, largest, NumberOf(expect["absmax"]))) {
    return Mismatch("the largest magnitude", largest, NumberOf(expect["absmax"]));
  }
  return "";
}

std::string FindBias(Real limit, const std::vector<Real>& got, const std::vector<Real>& want) {
  Real error = 0;
  for (size_t i = 0; i < got.size(); ++i) error += got[i] - want[i];
  error /= static_cast<Real>(got.size());
  return std::abs(error) < limit ? "" : Mismatch("the mean error", error, 0);
}

std::vector<Real> NumbersOf(const json& values) {
  std::vector<Real> numbers;
  for (const json& value : values) numbers.push_back(NumberOf(value));
  return numbers;
}

}  // namespace

std::string FindWrongValue(const Case& test_case, const Call& call, const StridedTensor& out) {
  const json& expect = test_case["expect"];
  const Bounds bounds = BoundsOf(test_case);
  if (expect.contains("spot")) {
    const std::string wrong = FindWrongSpot(bounds, expect["spot"], out);
    if (!wrong.empty()) return wrong;
  }
  for (const char* const key : {"values", "values_rounded"}) {
    if (!expect.contains(key)) continue;
    const std::string wrong = FindMismatch(bounds, out.Values(), NumbersOf(expect[key]));
    if (!wrong.empty()) return wrong;
  }
  if (!out.memory().is_watchable()) return "";
  const std::vector<Real> got = out.Values();
  const std::string wrong_total = FindWrongTotal(expect, bounds, got);
  if (!wrong_total.empty()) return wrong_total;
  if (!expect.contains("ref")) return "";
  const std::vector<Real> want = call.Want().values;
  const std::string wrong = FindMismatch(bounds, got, want);
  const auto bias = FlagValue(test_case, "mean_error_below");
  return wrong.empty() && bias.has_value() ? FindBias(std::stold(*bias), got, want) : wrong;
}

bool MeetsStrictGoal(const Case& test_case, const Call& call) {
  if (!test_case.contains("strict") || !test_case["expect"].contains("values")) return true;
  return FindMismatch(BoundsOf(test_case["strict"]), call.operands.back().Values(),
                      NumbersOf(test_case["expect"]["values"]))
      .empty();
}

}  // namespace hostacl::testing
