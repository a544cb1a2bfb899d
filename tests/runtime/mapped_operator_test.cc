// Operators on memory that was mapped, not allocated: across pieces, and the same memory twice.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_glu.h"
#include "fixture.h"

namespace hostacl::testing {
namespace {

constexpr size_t kPiece = size_t{2} << 20;
constexpr int64_t kCount = kPiece / sizeof(float);

// Two pieces of memory side by side, and the second once more behind a gap.
class MappedOperatorTest : public RuntimeTest {
 protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    void* start = nullptr;
    ASSERT_TRUE(Succeeded(aclrtReserveMemAddress(&start, 4 * kPiece, 0, nullptr, 0)));
    start_ = static_cast<char*>(start);
    aclrtPhysicalMemProp properties{};
    properties.location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
    for (aclrtDrvMemHandle& memory : memories_) {
      ASSERT_TRUE(Succeeded(aclrtMallocPhysical(&memory, kPiece, &properties, 0)));
    }
    ASSERT_TRUE(Succeeded(aclrtMapMem(start_, kPiece, 0, memories_[0], 0)));
    ASSERT_TRUE(Succeeded(aclrtMapMem(start_ + kPiece, kPiece, 0, memories_[1], 0)));
    ASSERT_TRUE(Succeeded(aclrtMapMem(start_ + 3 * kPiece, kPiece, 0, memories_[1], 0)));
  }

  void TearDown() override {
    RuntimeTest::TearDown();
    for (const size_t piece : {0, 1, 3}) {
      EXPECT_TRUE(Succeeded(aclrtUnmapMem(start_ + piece * kPiece)));
    }
    for (const aclrtDrvMemHandle memory : memories_) {
      EXPECT_TRUE(Succeeded(aclrtFreePhysical(memory)));
    }
    EXPECT_TRUE(Succeeded(aclrtReleaseMemAddress(start_)));
  }

  // The GLU of `count` values at `from`, written to `to`.
  static void Glu(void* to, void* from, int64_t count, aclrtStream stream) {
    const int64_t half = count / 2;
    aclTensor* const self =
        aclCreateTensor(&count, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &count, 1, from);
    aclTensor* const out =
        aclCreateTensor(&half, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &half, 1, to);
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    ASSERT_TRUE(Succeeded(aclnnGluGetWorkspaceSize(self, 0, out, &size, &executor)));
    ASSERT_EQ(size, 0u);
    EXPECT_TRUE(Succeeded(aclnnGlu(nullptr, 0, executor, stream)));
    EXPECT_TRUE(Succeeded(aclDestroyTensor(self)));
    EXPECT_TRUE(Succeeded(aclDestroyTensor(out)));
  }

  char* start_ = nullptr;
  aclrtDrvMemHandle memories_[2] = {};
};

TEST_F(MappedOperatorTest, TensorsLieAcrossPieces) {
  // Values 3 and gates 0, the border of the pieces in the midst of the gates.
  const int64_t count = kCount + 2048;
  std::vector<float> values(static_cast<size_t>(count), 0.0F);
  std::fill_n(values.begin(), count / 2, 3.0F);
  const size_t bytes = values.size() * sizeof(float);
  ASSERT_TRUE(
      Succeeded(aclrtMemcpy(start_, bytes, values.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE)));
  void* out = nullptr;
  ASSERT_TRUE(Succeeded(aclrtMalloc(&out, bytes / 2, ACL_MEM_MALLOC_HUGE_FIRST)));
  const aclrtStream stream = MakeStream();
  Glu(out, start_, count, stream);
  ASSERT_TRUE(Succeeded(aclrtMemcpyAsync(values.data(), bytes / 2, out, bytes / 2,
                                         ACL_MEMCPY_DEVICE_TO_HOST, stream)));
  ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
  for (int64_t i = 0; i < count / 2; ++i) ASSERT_EQ(values[static_cast<size_t>(i)], 1.5F) << i;
  EXPECT_TRUE(Succeeded(aclrtFree(out)));
}

TEST_F(MappedOperatorTest, ResultsAppearWhereverTheMemoryIsMapped) {
  ASSERT_TRUE(Succeeded(aclrtMemset(start_, 2 * kPiece, 0, 2 * kPiece)));
  const float value = 8;
  ASSERT_TRUE(Succeeded(
      aclrtMemcpy(start_, sizeof value, &value, sizeof value, ACL_MEMCPY_HOST_TO_DEVICE)));
  const aclrtStream stream = MakeStream();
  Glu(start_ + kPiece, start_, 2, stream);
  ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
  float result = 0;
  ASSERT_TRUE(Succeeded(aclrtMemcpy(&result, sizeof result, start_ + 3 * kPiece, sizeof result,
                                    ACL_MEMCPY_DEVICE_TO_HOST)));
  EXPECT_EQ(result, 4);
}

}  // namespace
}  // namespace hostacl::testing
