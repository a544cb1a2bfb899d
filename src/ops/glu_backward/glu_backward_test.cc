// The kernel of aclnnGluBackward against its formula in long double, on every target.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "ops/glu_backward/glu_backward_kernel.h"
#include "ops/stored_value.h"
#include "simd/each_target.h"

namespace hostacl {
namespace {

class GluBackward : public EachTarget {};
INSTANTIATE_TEST_SUITE_P(Kernel, GluBackward, AllTargets(), TargetTestName);

// The largest error in ULP where the result is normal: FLOAT and DOUBLE as computed; the 16-bit
// types lose half a unit in rounding and next to nothing before it.
template <typename T>
constexpr long double kBound = StoredTraits<T>::kDigits > 20 ? 2.0L : 0.51L;

template <typename T>
void ExpectGradients(const std::vector<T>& dy, const std::vector<T>& a, const std::vector<T>& b) {
  const auto count = static_cast<int64_t>(dy.size());
  std::vector<T> da(dy.size());
  std::vector<T> db(dy.size());
  GluBackwardKernel(
      {StoredTraits<T>::kDtype,
       1,
       count,
       {Whole(dy, count), Whole(a, count), Whole(b, count), Whole(da, count), Whole(db, count)}});
  for (size_t i = 0; i < dy.size(); ++i) {
    const long double s = 1 / (1 + std::exp(-Read(b[i])));
    const long double t = 1 / (1 + std::exp(Read(b[i])));
    const long double exact_da = Read(dy[i]) * s;
    const long double exact_db = Read(dy[i]) * Read(a[i]) * s * t;
    ASSERT_LE(StoredUlp(da[i], exact_da, exact_da), kBound<T>)
        << "da of " << Read(dy[i]) << ", " << Read(a[i]) << ", " << Read(b[i]);
    ASSERT_LE(StoredUlp(db[i], exact_db, exact_db), kBound<T>)
        << "db of " << Read(dy[i]) << ", " << Read(a[i]) << ", " << Read(b[i]);
  }
}

template <typename T>
void ExpectGradientsOfEverySize() {
  for (int64_t count = 1; count < 70; ++count) {
    const auto seed = static_cast<uint32_t>(count);
    ExpectGradients(RandomRow<T>(count, -2, 2, seed), RandomRow<T>(count, -2, 2, seed + 100),
                    RandomRow<T>(count, -20, 20, seed + 200));
  }
}

TEST_P(GluBackward, MatchesTheFormulaForEverySizeAroundTheVector) {
  ExpectGradientsOfEverySize<float>();
  ExpectGradientsOfEverySize<double>();
  ExpectGradientsOfEverySize<Float16Bits>();
  ExpectGradientsOfEverySize<Bfloat16Bits>();
}

// Operands up to the ends of the range, with gates that bring their products back into it.
template <typename T>
void ExpectGradientsOfExtremes(double most, double gate) {
  std::vector<T> dy;
  std::vector<T> a;
  std::vector<T> b;
  for (const double large : {most, most / 1e10, 1.0, 1e10 / most, 1 / most}) {
    for (const double small : {most, 1e5, 1.0, 1e-5, 1 / most}) {
      for (double x = -gate; x <= gate; x += gate / 40) {
        dy.push_back(Stored<T>(large));
        a.push_back(Stored<T>(-small));
        b.push_back(Stored<T>(x));
        dy.push_back(Stored<T>(small));
        a.push_back(Stored<T>(large));
        b.push_back(Stored<T>(x));
      }
    }
  }
  ExpectGradients(dy, a, b);
}

TEST_P(GluBackward, KeepsItsAccuracyAtTheEndsOfTheRange) {
  ExpectGradientsOfExtremes<float>(3e38, 280);
  ExpectGradientsOfExtremes<double>(1e308, 2100);
  ExpectGradientsOfExtremes<Bfloat16Bits>(3e38, 280);
  ExpectGradientsOfExtremes<Float16Bits>(65504, 40);
}

}  // namespace
}  // namespace hostacl
