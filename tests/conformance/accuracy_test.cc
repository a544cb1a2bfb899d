// The accuracy of each operator in each dtype: prints the table of docs/accuracy.md, and fails
// where an error passes the bound of harness/tolerance.h.
#include <cmath>
#include <cstdio>
#include <functional>
#include <sstream>

#include "harness/fixture.h"
#include "harness/tolerance.h"

namespace hostacl::testing {
namespace {

// What was seen of one operator and dtype.
struct Accuracy {
  int64_t count = 0;
  int64_t correctly_rounded = 0;
  Real sum = 0;
  Real largest = 0;
  std::string worst;
};

struct Range {
  Real smallest_normal;
  Real largest;
};

Range RangeOf(aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT16:
      return {0x1p-14L, 65504};
    case ACL_BF16:
      return {0x1p-126L, 0x1.fep127L};
    case ACL_FLOAT:
      return {0x1p-126L, 0x1.fffffep127L};
    default:
      return {0x1p-1022L, 0x1.fffffffffffffp1023L};
  }
}

class Generator {
 public:
  explicit Generator(uint64_t seed) : state_(seed) {}
  uint64_t Next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_;
  }
  // Uniform in [low, high).
  Real Uniform(Real low, Real high) {
    return low + (high - low) * std::ldexp(static_cast<Real>(Next() >> 11), -53);
  }
  // Of either sign, 2^low to 2^high in magnitude.
  Real Magnitude(int low, int high) {
    const int exponent = low + static_cast<int>(Next() % static_cast<uint64_t>(high - low));
    return std::ldexp(Uniform(1, 2), exponent) * ((Next() & 1) != 0 ? -1 : 1);
  }

 private:
  uint64_t state_;
};

class AccuracyTable : public OperatorDtypeTest {
 protected:
  // Exponents from the subnormal numbers to the largest.
  int LowestExponent() const { return std::ilogb(RangeOf(dtype()).smallest_normal) - 10; }
  int HighestExponent() const { return std::ilogb(RangeOf(dtype()).largest) + 1; }
  // Beyond this |b| even the largest operands make nothing of exp(-|b|).
  Real GateLimit() const {
    return dtype() == ACL_DOUBLE ? 2200 : dtype() == ACL_FLOAT16 ? 40 : 280;
  }

  std::vector<Real> Filled(int64_t count, const std::function<Real()>& next) const {
    std::vector<Real> values(static_cast<size_t>(count));
    for (Real& value : values) value = Round(dtype(), next());
    return values;
  }

  // One call, and what its results are worth.
  void Measure(const Shape& shape, const std::vector<std::vector<Real>>& inputs) {
    Call call(op(), shape, -1, dtype());
    for (size_t i = 0; i < inputs.size(); ++i) call.operands[i].SetValues(inputs[i]);
    ASSERT_TRUE(Succeeded(call.Run(stream())));
    const Expected expected = call.Want();
    const std::vector<Real> got = call.out().Values();
    const auto [smallest_normal, largest] = RangeOf(dtype());
    for (size_t i = 0; i < got.size(); ++i) {
      const Real want = expected.values[i];
      const Real rounded = Round(dtype(), want);
      // The bounds are for normal results.
      if (std::isnan(want) || std::abs(want) < smallest_normal || std::abs(rounded) > largest) {
        continue;
      }
      const Real error = std::abs(got[i] - want) / UlpAt(dtype(), expected.scales[i]);
      ++seen_.count;
      seen_.correctly_rounded += got[i] == rounded ? 1 : 0;
      seen_.sum += error;
      if (!(error <= seen_.largest)) {
        seen_.largest = error;
        seen_.worst = Describe(inputs, shape, static_cast<int64_t>(i));
      }
    }
  }

  // The inputs of element i of `out` in a call on [rows, columns] along the last dim.
  std::string Describe(const std::vector<std::vector<Real>>& inputs, const Shape& shape,
                       int64_t i) const {
    std::ostringstream text;
    text.precision(dtype() == ACL_DOUBLE ? 17 : 9);
    const int64_t columns = shape[1];
    const int64_t half = columns / 2;
    if (op() == Op::kGlu) {
      text << "a " << inputs[0][i / half * columns + i % half] << ", b "
           << inputs[0][i / half * columns + half + i % half];
    } else if (op() == Op::kGluBackward) {
      const int64_t row = i / columns;
      const int64_t at = i % half;
      text << (i % columns < half ? "first half: " : "second half: ") << "gradOut "
           << inputs[0][row * half + at] << ", a " << inputs[1][row * columns + at] << ", b "
           << inputs[1][row * columns + half + at];
    } else if (op() == Op::kLogSoftmax) {
      text << "self " << inputs[0][i] << " in a row of " << columns;
    } else {
      text << "gradOutput " << inputs[0][i] << ", output " << inputs[1][i] << " in a row of "
           << columns;
    }
    return text.str();
  }

  // self from a and b, of one row.
  static std::vector<Real> Joined(std::vector<Real> a, const std::vector<Real>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  }

  void MeasureGlu(const std::vector<Real>& g, const std::vector<Real>& a,
                  const std::vector<Real>& b) {
    const Shape shape{1, 2 * static_cast<int64_t>(a.size())};
    if (op() == Op::kGlu) return Measure(shape, {Joined(a, b)});
    Measure(shape, {g, Joined(a, b)});
  }

  // Operands over the whole range of the dtype, gates over all that matters.
  void MeasureGluOverTheRange() {
    constexpr int64_t kCount = 1 << 17;
    Generator generator(1);
    for (const Real gate : {Real{0.7L}, Real{3}, Real{20}, Real{90}, GateLimit()}) {
      const auto b = Filled(kCount, [&] { return generator.Uniform(-gate, gate); });
      MeasureGlu(Filled(kCount, [&] { return generator.Uniform(-2, 2); }),
                 Filled(kCount, [&] { return generator.Uniform(-2, 2); }), b);
      const auto any = [&] { return generator.Magnitude(LowestExponent(), HighestExponent()); };
      MeasureGlu(Filled(kCount, any), Filled(kCount, any), b);
    }
    // Gates with any exponent.
    const auto b = Filled(kCount, [&] { return generator.Magnitude(-60, 12); });
    MeasureGlu(Filled(kCount, [&] { return generator.Magnitude(-8, 8); }),
               Filled(kCount, [&] { return generator.Magnitude(-8, 8); }), b);
  }

  // All 65,536 gates of a 16-bit dtype.
  void MeasureGluOfEveryGate() {
    std::vector<Real> b;
    for (uint32_t bits = 0; bits <= 0xFFFF; ++bits) {
      const auto element = static_cast<uint16_t>(bits);
      b.push_back(Load(dtype(), &element));
    }
    Generator generator(2);
    for (const int span : {1, 4, 12, 14}) {
      const auto near = [&] { return generator.Magnitude(-span, span); };
      MeasureGlu(Filled(1 << 16, near), Filled(1 << 16, near), b);
    }
    MeasureGlu(std::vector<Real>(1 << 16, 1), std::vector<Real>(1 << 16, 1), b);
  }

  void MeasureLogSoftmax() {
    Generator generator(3);
    for (const int64_t columns : {1, 2, 3, 10, 100, 1000, 32768}) {
      const int64_t rows = 65536 / columns;
      for (const Real limit : {Real{0.01L}, Real{1}, Real{8}, Real{80}, Real{1000}}) {
        Measure({rows, columns},
                {Filled(rows * columns, [&] { return generator.Uniform(-limit, limit); })});
      }
    }
  }

  // Gradients within 2^24 of each other, so that the reference's own sum is right; of any size.
  void MeasureLogSoftmaxBackward() {
    Generator generator(4);
    const std::vector<int> sizes =
        dtype() == ACL_FLOAT16 ? std::vector<int>{0} : std::vector<int>{-90, 0, 90};
    const int span = dtype() == ACL_FLOAT16 ? 8 : 12;
    for (const int64_t columns : {1, 2, 3, 10, 100, 1000, 32768}) {
      const int64_t rows = 32768 / columns;
      for (const Real lowest : {Real{0.01L}, Real{1}, Real{8}, Real{30}, Real{200}}) {
        const auto output = Filled(rows * columns, [&] { return generator.Uniform(-lowest, 0); });
        Measure({rows, columns},
                {Filled(rows * columns, [&] { return generator.Uniform(-1, 1); }), output});
        for (const int size : sizes) {
          Measure({rows, columns},
                  {Filled(rows * columns,
                          [&] { return generator.Magnitude(size - span, size + span); }),
                   output});
        }
      }
    }
  }

  Accuracy seen_;
};
INSTANTIATE_TEST_SUITE_P(Every, AccuracyTable, ::testing::ValuesIn(OperatorDtypes()),
                         ParameterName());

TEST_P(AccuracyTable, KeepsItsBounds) {
  if (IsGlu(op())) {
    MeasureGluOverTheRange();
    if (ElementSize(dtype()) == 2) MeasureGluOfEveryGate();
  } else if (op() == Op::kLogSoftmax) {
    MeasureLogSoftmax();
  } else {
    MeasureLogSoftmaxBackward();
  }
  const double bound = ToleranceOf(op(), dtype()).ulps;
  const Real share = 100 * static_cast<Real>(seen_.correctly_rounded) / seen_.count;
  std::printf("| %s | %s | %lld | %.4Lf | %.4Lf | %.3Lf %% | %g | %s |\n", OpName(op()).c_str(),
              DtypeName(dtype()).c_str(), static_cast<long long>(seen_.count), seen_.largest,
              seen_.sum / seen_.count, share, bound, seen_.worst.c_str());
  EXPECT_GT(seen_.count, 100000);
  EXPECT_LE(seen_.largest, bound) << seen_.worst;
  if (ElementSize(dtype()) == 2 && IsGlu(op())) {
    EXPECT_GE(share, 99.9);
  }
}

}  // namespace
}  // namespace hostacl::testing
