// The kernel of aclnnGlu against its formula in long double, on every target.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "ops/glu/glu_kernel.h"
#include "ops/stored_value.h"
#include "simd/each_target.h"

namespace hostacl {
namespace {

class Glu : public EachTarget {};
INSTANTIATE_TEST_SUITE_P(Kernel, Glu, AllTargets(), TargetTestName);

// The largest error in ULP where the result is normal.
template <typename T>
constexpr long double kBound = StoredTraits<T>::kDigits > 20 ? 2.0L : 0.51L;

template <typename T>
void ExpectGlu(double a_limit, double b_limit) {
  for (int64_t count = 1; count < 70; ++count) {
    const auto seed = static_cast<uint32_t>(count);
    const std::vector<T> a = RandomRow<T>(count, -a_limit, a_limit, seed);
    const std::vector<T> b = RandomRow<T>(count, -b_limit, b_limit, seed + 100);
    std::vector<T> y(a.size());
    GluKernel(
        {StoredTraits<T>::kDtype, 1, count, {Whole(a, count), Whole(b, count), Whole(y, count)}});
    for (size_t i = 0; i < a.size(); ++i) {
      const long double exact = Read(a[i]) / (1 + std::exp(-Read(b[i])));
      ASSERT_LE(StoredUlp(y[i], exact, exact), kBound<T>)
          << Read(a[i]) << " sigmoid(" << Read(b[i]) << ")";
    }
  }
}

TEST_P(Glu, MatchesTheFormulaForEverySizeAroundTheVector) {
  ExpectGlu<float>(2, 20);
  ExpectGlu<double>(2, 20);
  ExpectGlu<Float16Bits>(2, 20);
  ExpectGlu<Bfloat16Bits>(2, 20);
}

TEST_P(Glu, KeepsItsAccuracyAtTheEndsOfTheRange) {
  ExpectGlu<float>(3e38, 180);
  ExpectGlu<double>(1e308, 1400);
  ExpectGlu<Bfloat16Bits>(3e38, 180);
  ExpectGlu<Float16Bits>(65504, 25);
}

}  // namespace
}  // namespace hostacl
