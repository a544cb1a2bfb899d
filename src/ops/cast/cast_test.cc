// aclnnCast on every target: in place, over its own memory as another dtype, and of every value.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "aclnnop/aclnn_cast.h"
#include "core/convert.h"
#include "ops/planned_run.h"
#include "simd/each_target.h"

namespace hostacl {
namespace {

class Cast : public EachTarget {};
INSTANTIATE_TEST_SUITE_P(Plan, Cast, AllTargets(), TargetTestName);

PlannedRun PlanCast(const OwnTensor& self, aclDataType dtype, const OwnTensor& out) {
  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnCastGetWorkspaceSize(self.get(), dtype, out.get(), &workspace_size, &executor),
            ACLNN_SUCCESS);
  return PlannedRun(executor);
}

TEST_P(Cast, TakesEveryFloat16ToFloatAndBack) {
  std::vector<uint16_t> halves(65536);
  for (size_t i = 0; i < halves.size(); ++i) halves[i] = static_cast<uint16_t>(i);
  std::vector<float> floats(halves.size());
  std::vector<uint16_t> back(halves.size());
  const OwnTensor self = TensorOver(halves, ACL_FLOAT16);
  const OwnTensor middle = TensorOver(floats, ACL_FLOAT);
  const OwnTensor out = TensorOver(back, ACL_FLOAT16);
  const PlannedRun widen = PlanCast(self, ACL_FLOAT, middle);
  const PlannedRun narrow = PlanCast(middle, ACL_FLOAT16, out);
  EXPECT_EQ(widen.plan().workspace_size(), 0u);
  EXPECT_EQ(widen.On(GetParam()).code, 0);
  EXPECT_EQ(narrow.On(GetParam()).code, 0);
  for (size_t i = 0; i < halves.size(); ++i) {
    const bool is_nan = std::isnan(floats[i]);
    ASSERT_EQ(is_nan, (i & 0x7FFF) > 0x7C00);
    // NaN comes back as a quiet one.
    ASSERT_EQ(back[i], is_nan ? halves[i] | 0x200 : halves[i]);
  }
}

// Each of the eight bytes of a value is read before the narrower values before it are written.
TEST_P(Cast, OverItsOwnMemoryCopiesItsSourceFirst) {
  std::vector<double> values(1000);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i) + 0.5;
  std::vector<double> storage = values;
  const OwnTensor self = TensorOver(storage, ACL_DOUBLE);
  const auto size = static_cast<int64_t>(values.size());
  const OwnTensor out(
      aclCreateTensor(&size, 1, ACL_INT32, nullptr, 0, ACL_FORMAT_ND, &size, 1, storage.data()));
  const PlannedRun run = PlanCast(self, ACL_INT32, out);
  EXPECT_GE(run.plan().workspace_size(), values.size() * sizeof(double));
  EXPECT_EQ(run.On(GetParam()).code, 0);
  const auto* integers = reinterpret_cast<const int32_t*>(storage.data());
  for (size_t i = 0; i < values.size(); ++i) ASSERT_EQ(integers[i], static_cast<int32_t>(i));
}

}  // namespace
}  // namespace hostacl
