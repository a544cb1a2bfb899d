// A test fixture that runs each test on every target of this machine.
#ifndef HOSTACL_SIMD_EACH_TARGET_H_
#define HOSTACL_SIMD_EACH_TARGET_H_

#include <gtest/gtest.h>

#include <string>

#include "simd/target.h"

namespace hostacl {

class EachTarget : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    UseTarget(GetParam());
    ASSERT_EQ(CurrentTarget(), GetParam());
  }
  void TearDown() override { UseTarget(""); }
};

inline auto AllTargets() { return testing::ValuesIn(AvailableTargets()); }

inline std::string TargetTestName(const testing::TestParamInfo<std::string>& test) {
  return test.param;
}

}  // namespace hostacl

#endif  // HOSTACL_SIMD_EACH_TARGET_H_
