// Copies and fills: bounds, kinds, order, and who waits.
#include <cstdint>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "fixture.h"

namespace hostacl::testing {
namespace {

// Blocks of 64 bytes: on the device, pinned and pageable.
class CopyTest : public RuntimeTest {
 protected:
  static constexpr size_t kSize = 64;

  void SetUp() override {
    RuntimeTest::SetUp();
    void* memory = nullptr;
    ASSERT_TRUE(Succeeded(aclrtMalloc(&memory, kSize, ACL_MEM_MALLOC_HUGE_FIRST)));
    device_ = static_cast<uint8_t*>(memory);
    ASSERT_TRUE(Succeeded(aclrtMallocHost(&memory, kSize)));
    pinned_ = static_cast<uint8_t*>(memory);
    std::memset(device_, 0, kSize);
    std::memset(pinned_, 0, kSize);
  }

  void TearDown() override {
    RuntimeTest::TearDown();
    EXPECT_TRUE(Succeeded(aclrtFree(device_)));
    EXPECT_TRUE(Succeeded(aclrtFreeHost(pinned_)));
  }

  uint8_t* device_ = nullptr;
  uint8_t* pinned_ = nullptr;
  std::vector<uint8_t> pageable_ = std::vector<uint8_t>(kSize);
};

TEST_F(CopyTest, FillSetsTheLowByteOfExactlyCount) {
  EXPECT_TRUE(Succeeded(aclrtMemset(device_ + 1, kSize - 1, 0x1234, 10)));
  EXPECT_EQ(device_[0], 0);
  for (int i = 1; i <= 10; ++i) EXPECT_EQ(device_[i], 0x34);
  EXPECT_EQ(device_[11], 0);
  EXPECT_TRUE(Succeeded(aclrtMemset(pinned_, kSize, -1, kSize)));
  EXPECT_EQ(pinned_[kSize - 1], 0xFF);
  EXPECT_TRUE(Succeeded(aclrtMemset(device_, kSize, 9, 0)));
  EXPECT_EQ(device_[0], 0);
}

TEST_F(CopyTest, FillIsBoundByArgumentAndBlock) {
  EXPECT_TRUE(Refused(aclrtMemset(device_, 8, 1, 9), ACL_ERROR_RT_PARAM_INVALID,
                      {"count", "maxCount", "8", "9"}));
  EXPECT_TRUE(Refused(aclrtMemset(device_, 100, 1, 65), ACL_ERROR_RT_PARAM_INVALID,
                      {"devPtr", "65", "64"}));
  EXPECT_EQ(aclrtMemset(pinned_, 100, 1, 65), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtMemset(device_ + 1, 100, 1, 64), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtMemset(nullptr, 8, 1, 8), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtMemsetAsync(device_, 8, 1, 9, nullptr), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtMemsetAsync(device_, 100, 1, 65, nullptr), ACL_ERROR_RT_PARAM_INVALID);
  ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(nullptr)));
  for (size_t i = 0; i < kSize; ++i) EXPECT_EQ(device_[i], 0);
}

TEST_F(CopyTest, EveryKindCopies) {
  for (int kind = 0; kind <= 7; ++kind) {
    pageable_[0] = static_cast<uint8_t>(kind + 1);
    EXPECT_TRUE(Succeeded(
        aclrtMemcpy(device_, kSize, pageable_.data(), 1, static_cast<aclrtMemcpyKind>(kind))));
    EXPECT_EQ(device_[0], kind + 1);
  }
  for (const int kind : {-1, 8}) {
    EXPECT_TRUE(Refused(
        aclrtMemcpy(device_, kSize, pageable_.data(), 1, static_cast<aclrtMemcpyKind>(kind)),
        ACL_ERROR_RT_PARAM_INVALID, {"kind", std::to_string(kind).c_str()}));
  }
}

TEST_F(CopyTest, CopyIsBoundByArgumentAndBlocks) {
  pageable_.assign(200, 7);
  EXPECT_TRUE(Refused(aclrtMemcpy(device_, 8, pageable_.data(), 9, ACL_MEMCPY_HOST_TO_DEVICE),
                      ACL_ERROR_RT_PARAM_INVALID, {"count", "destMax", "8", "9"}));
  EXPECT_TRUE(Refused(aclrtMemcpy(device_, 200, pageable_.data(), 65, ACL_MEMCPY_HOST_TO_DEVICE),
                      ACL_ERROR_RT_PARAM_INVALID, {"dst", "65", "64"}));
  EXPECT_TRUE(
      Refused(aclrtMemcpy(pageable_.data(), 200, device_ + 10, 55, ACL_MEMCPY_DEVICE_TO_HOST),
              ACL_ERROR_RT_PARAM_INVALID, {"src", "55"}));
  EXPECT_EQ(aclrtMemcpy(pageable_.data(), 200, pinned_, SIZE_MAX, ACL_MEMCPY_HOST_TO_HOST),
            ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_TRUE(Refused(aclrtMemcpy(nullptr, 8, device_, 8, ACL_MEMCPY_DEVICE_TO_HOST),
                      ACL_ERROR_RT_PARAM_INVALID, {"dst", "null"}));
  EXPECT_TRUE(Refused(aclrtMemcpy(device_, 8, nullptr, 8, ACL_MEMCPY_HOST_TO_DEVICE),
                      ACL_ERROR_RT_PARAM_INVALID, {"src", "null"}));
  for (size_t i = 0; i < kSize; ++i) EXPECT_EQ(device_[i], 0);
  EXPECT_TRUE(Succeeded(aclrtMemcpy(device_, 64, pageable_.data(), 64, ACL_MEMCPY_HOST_TO_DEVICE)));
  EXPECT_EQ(device_[63], 7);
}

TEST_F(CopyTest, BlocksReachToTheirRoundedSize) {
  void* memory = nullptr;
  ASSERT_TRUE(Succeeded(aclrtMalloc(&memory, 33, ACL_MEM_MALLOC_HUGE_FIRST)));
  const std::vector<uint8_t> ones(100, 1);
  EXPECT_TRUE(Succeeded(aclrtMemcpy(memory, 64, ones.data(), 64, ACL_MEMCPY_HOST_TO_DEVICE)));
  EXPECT_TRUE(Succeeded(aclrtMemset(static_cast<uint8_t*>(memory) + 60, 4, 2, 4)));
  EXPECT_EQ(static_cast<uint8_t*>(memory)[63], 2);
  EXPECT_TRUE(Refused(aclrtMemcpy(memory, 65, ones.data(), 65, ACL_MEMCPY_HOST_TO_DEVICE),
                      ACL_ERROR_RT_PARAM_INVALID, {"dst", "65", "33", "64"}))
      << "the 32 bytes more are not the caller's";
  EXPECT_EQ(aclrtMemset(static_cast<uint8_t*>(memory) + 60, 5, 2, 5), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_TRUE(Succeeded(aclrtFree(memory)));
}

TEST_F(CopyTest, FreedMemoryIsNotCopied) {
  void* memory = nullptr;
  ASSERT_TRUE(Succeeded(aclrtMalloc(&memory, 32, ACL_MEM_MALLOC_HUGE_FIRST)));
  EXPECT_TRUE(Succeeded(aclrtMemcpy(memory, 32, device_, 32, ACL_MEMCPY_DEVICE_TO_DEVICE)));
  EXPECT_TRUE(Succeeded(aclrtFree(memory)));
  EXPECT_EQ(aclrtMemFlush(memory, 32), ACL_ERROR_RT_PARAM_INVALID);
}

TEST_F(CopyTest, RangesMayOverlap) {
  std::iota(device_, device_ + kSize, uint8_t{0});
  EXPECT_TRUE(Succeeded(aclrtMemcpy(device_ + 8, 56, device_, 56, ACL_MEMCPY_DEVICE_TO_DEVICE)));
  for (size_t i = 8; i < kSize; ++i) EXPECT_EQ(device_[i], i - 8);
}

TEST_F(CopyTest, AtOnceMeansNotInAnyStreamsOrder) {
  HoldNow(nullptr);
  pageable_[0] = 5;
  EXPECT_TRUE(Succeeded(aclrtMemcpy(device_, 1, pageable_.data(), 1, ACL_MEMCPY_HOST_TO_DEVICE)));
  EXPECT_EQ(device_[0], 5);
  EXPECT_TRUE(Succeeded(aclrtMemset(device_, 1, 6, 1)));
  EXPECT_EQ(device_[0], 6);
}

TEST_F(CopyTest, PinnedCopiesReturnBeforeTheyRun) {
  const aclrtStream stream = MakeStream();
  Gate& gate = HoldNow(stream);
  pinned_[0] = 1;
  EXPECT_TRUE(Succeeded(
      aclrtMemcpyAsync(device_, kSize, pinned_, kSize, ACL_MEMCPY_HOST_TO_DEVICE, stream)));
  EXPECT_EQ(device_[0], 0);
  pinned_[0] = 2;
  gate.Open();
  ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
  EXPECT_EQ(device_[0], 2) << "the copy reads when its turn comes";
}

TEST_F(CopyTest, PageableCopiesReturnAfterTheyRanInOrder) {
  const aclrtStream stream = MakeStream();
  for (int i = 1; i <= 50; ++i) {
    EXPECT_TRUE(Succeeded(aclrtMemsetAsync(device_, kSize, i, kSize, stream)));
    EXPECT_TRUE(Succeeded(aclrtMemcpyAsync(pageable_.data(), kSize, device_, kSize,
                                           ACL_MEMCPY_DEVICE_TO_HOST, stream)));
    ASSERT_EQ(pageable_[kSize - 1], i);
  }
}

TEST_F(CopyTest, ACopyFromPageableMemoryHasItsBytes) {
  const aclrtStream stream = MakeStream();
  pageable_.assign(kSize, 3);
  EXPECT_TRUE(Succeeded(aclrtMemcpyAsyncWithCondition(device_, kSize, pageable_.data(), kSize,
                                                      ACL_MEMCPY_HOST_TO_DEVICE, stream)));
  pageable_.assign(kSize, 4);
  ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
  EXPECT_EQ(device_[0], 3);
}

TEST_F(CopyTest, WorkOfAStreamIsInOrder) {
  const aclrtStream stream = MakeStream();
  Gate& gate = HoldNow(stream);
  EXPECT_TRUE(Succeeded(aclrtMemsetAsync(device_, kSize, 1, kSize, stream)));
  EXPECT_TRUE(
      Succeeded(aclrtMemcpyAsync(pinned_, kSize, device_, 8, ACL_MEMCPY_DEVICE_TO_HOST, stream)));
  EXPECT_TRUE(Succeeded(aclrtMemsetAsync(device_, kSize, 2, kSize, stream)));
  EXPECT_TRUE(
      Succeeded(aclrtMemcpyAsync(pinned_ + 8, 8, device_, 8, ACL_MEMCPY_DEVICE_TO_HOST, stream)));
  gate.Open();
  ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
  EXPECT_EQ(pinned_[7], 1);
  EXPECT_EQ(pinned_[8], 2);
  EXPECT_EQ(pinned_[16], 0);
}

TEST_F(CopyTest, BetweenHostMemoriesIsNothingForAStream) {
  EXPECT_TRUE(Refused(
      aclrtMemcpyAsync(pinned_, kSize, pageable_.data(), kSize, ACL_MEMCPY_HOST_TO_HOST, nullptr),
      ACL_ERROR_RT_FEATURE_NOT_SUPPORT, {"kind", "ACL_MEMCPY_HOST_TO_HOST"}));
}

TEST_F(CopyTest, RefusedCopiesQueueNothing) {
  EXPECT_EQ(aclrtMemcpyAsync(device_, 8, pinned_, 9, ACL_MEMCPY_HOST_TO_DEVICE, nullptr),
            ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtMemcpyAsync(device_, 100, pinned_, 65, ACL_MEMCPY_HOST_TO_DEVICE, nullptr),
            ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtMemcpyAsync(device_, 8, pinned_, 8, static_cast<aclrtMemcpyKind>(8), nullptr),
            ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtMemcpyAsync(device_, 8, pinned_, 8, ACL_MEMCPY_HOST_TO_DEVICE, this),
            ACL_ERROR_RT_INVALID_HANDLE);
  pinned_[0] = 1;
  ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(nullptr)));
  EXPECT_EQ(device_[0], 0);
}

TEST_F(CopyTest, MemoryFreedTooEarlyStaysSafe) {
  const aclrtStream stream = MakeStream();
  void* from = nullptr;
  void* to = nullptr;
  ASSERT_TRUE(Succeeded(aclrtMalloc(&from, kSize, ACL_MEM_MALLOC_HUGE_FIRST)));
  ASSERT_TRUE(Succeeded(aclrtMalloc(&to, kSize, ACL_MEM_MALLOC_HUGE_FIRST)));
  Gate& gate = HoldNow(stream);
  EXPECT_TRUE(Succeeded(aclrtMemsetAsync(from, kSize, 1, kSize, stream)));
  EXPECT_TRUE(
      Succeeded(aclrtMemcpyAsync(to, kSize, from, kSize, ACL_MEMCPY_DEVICE_TO_DEVICE, stream)));
  EXPECT_TRUE(Succeeded(aclrtFree(from)));
  EXPECT_TRUE(Succeeded(aclrtFree(to)));
  gate.Open();
  EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
}

TEST_F(CopyTest, InsideAHostFunctionOnlyCopiesThatWaitAreRefused) {
  const aclrtStream stream = MakeStream();
  aclError pageable = ACL_SUCCESS;
  aclError pinned = ACL_ERROR_FAILURE;
  Run(stream, [&] {
    aclrtSetDevice(0);
    pageable = aclrtMemcpyAsync(device_, 8, pageable_.data(), 8, ACL_MEMCPY_HOST_TO_DEVICE, stream);
    pinned = aclrtMemcpyAsync(device_, 8, pinned_, 8, ACL_MEMCPY_HOST_TO_DEVICE, stream);
  });
  ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
  EXPECT_EQ(pageable, ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(pinned, ACL_SUCCESS);
}

TEST_F(CopyTest, RowsAreCopiedByTheirPitches) {
  std::iota(pageable_.begin(), pageable_.end(), uint8_t{1});
  EXPECT_TRUE(
      Succeeded(aclrtMemcpy2d(device_, 16, pageable_.data(), 8, 5, 4, ACL_MEMCPY_HOST_TO_DEVICE)));
  for (int row = 0; row < 4; ++row) {
    for (int column = 0; column < 16; ++column) {
      EXPECT_EQ(device_[16 * row + column], column < 5 ? 8 * row + column + 1 : 0);
    }
  }
  EXPECT_TRUE(Succeeded(
      aclrtMemcpy2dAsync(pinned_, 5, device_, 16, 5, 4, ACL_MEMCPY_DEVICE_TO_HOST, nullptr)));
  ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(nullptr)));
  EXPECT_EQ(pinned_[4], 5);
  EXPECT_EQ(pinned_[5], 9);
  EXPECT_EQ(pinned_[19], 29);
  EXPECT_EQ(pinned_[20], 0);
}

TEST_F(CopyTest, TheLastRowNeedsNoWholePitch) {
  EXPECT_TRUE(
      Succeeded(aclrtMemcpy2d(device_ + 4, 20, pinned_, 20, 20, 3, ACL_MEMCPY_HOST_TO_DEVICE)));
  EXPECT_TRUE(Refused(aclrtMemcpy2d(device_ + 5, 20, pinned_, 20, 20, 3, ACL_MEMCPY_HOST_TO_DEVICE),
                      ACL_ERROR_RT_PARAM_INVALID, {"dst", "60", "64"}));
  EXPECT_TRUE(
      Refused(aclrtMemcpy2d(pageable_.data(), 2, pinned_, 32, 2, 3, ACL_MEMCPY_DEVICE_TO_HOST),
              ACL_ERROR_RT_PARAM_INVALID, {"src"}));
}

TEST_F(CopyTest, RowsHaveLimits) {
  constexpr size_t kWide = 5000000;
  constexpr size_t kHigh = 5 * 1024 * 1024;
  const auto copy = [&](size_t dpitch, size_t spitch, size_t width, size_t height) {
    return aclrtMemcpy2d(device_, dpitch, pinned_, spitch, width, height,
                         ACL_MEMCPY_HOST_TO_DEVICE);
  };
  EXPECT_TRUE(Refused(copy(4, 8, 5, 1), ACL_ERROR_RT_PARAM_INVALID, {"dpitch", "5", "4"}));
  EXPECT_TRUE(Refused(copy(8, 4, 5, 1), ACL_ERROR_RT_PARAM_INVALID, {"spitch", "5", "4"}));
  EXPECT_TRUE(Refused(copy(8, 8, 0, 1), ACL_ERROR_RT_PARAM_INVALID, {"width", "0"}));
  EXPECT_TRUE(Refused(copy(8, 8, 1, 0), ACL_ERROR_RT_PARAM_INVALID, {"height", "0"}));
  EXPECT_TRUE(Refused(copy(kWide + 1, kWide + 1, kWide + 1, 1), ACL_ERROR_RT_PARAM_INVALID,
                      {"width", "5000000", "5000001"}));
  EXPECT_TRUE(Refused(copy(1, 1, 1, kHigh + 1), ACL_ERROR_RT_PARAM_INVALID,
                      {"height", "5242880", "5242881"}));
  EXPECT_TRUE(Refused(copy(SIZE_MAX / 2, 8, 8, 5), ACL_ERROR_RT_PARAM_INVALID, {"dst"}));
}

TEST_F(CopyTest, TheLargestRowsAreCopied) {
  constexpr size_t kWide = 5000000;
  void* memory = nullptr;
  ASSERT_TRUE(Succeeded(aclrtMalloc(&memory, kWide, ACL_MEM_MALLOC_HUGE_FIRST)));
  const std::vector<uint8_t> ones(kWide, 1);
  EXPECT_TRUE(Succeeded(
      aclrtMemcpy2d(memory, kWide, ones.data(), kWide, kWide, 1, ACL_MEMCPY_HOST_TO_DEVICE)));
  EXPECT_EQ(static_cast<uint8_t*>(memory)[kWide - 1], 1);
  EXPECT_TRUE(Succeeded(aclrtFree(memory)));
}

TEST_F(CopyTest, RowsTakeFewKinds) {
  for (const int kind : {0, 4, 5, 6, 7, -1, 8}) {
    EXPECT_TRUE(
        Refused(aclrtMemcpy2d(device_, 8, pinned_, 8, 8, 1, static_cast<aclrtMemcpyKind>(kind)),
                ACL_ERROR_INVALID_PARAM, {"kind"}));
    EXPECT_EQ(aclrtMemcpy2dAsync(device_, 8, pinned_, 8, 8, 1, static_cast<aclrtMemcpyKind>(kind),
                                 nullptr),
              ACL_ERROR_INVALID_PARAM);
  }
  EXPECT_TRUE(
      Succeeded(aclrtMemcpy2d(device_, 8, device_ + 32, 8, 8, 2, ACL_MEMCPY_DEVICE_TO_DEVICE)));
}

// A device on which two of the tests' blocks do not fit.
class CopyBudgetTest : public RuntimeTest {
 protected:
  static constexpr int kRounds = 5000;

 private:
  const WithVariable memory_{"HOSTACL_DEVICE_MEMORY", "1M"};
};

TEST_F(CopyBudgetTest, APageableCopyKeepsNothingWhenItReturns) {
  constexpr size_t kSize = 600000;
  const aclrtStream stream = MakeStream();
  const std::vector<uint8_t> bytes(kSize, 1);
  for (int round = 0; round < kRounds; ++round) {
    void* memory = nullptr;
    ASSERT_TRUE(Succeeded(aclrtMalloc(&memory, kSize, ACL_MEM_MALLOC_HUGE_FIRST))) << round;
    ASSERT_TRUE(Succeeded(
        aclrtMemcpyAsync(memory, kSize, bytes.data(), 64, ACL_MEMCPY_HOST_TO_DEVICE, stream)));
    aclrtStreamStatus status = ACL_STREAM_STATUS_NOT_READY;
    ASSERT_TRUE(Succeeded(aclrtStreamQuery(stream, &status)));
    ASSERT_EQ(status, ACL_STREAM_STATUS_COMPLETE) << round;
    ASSERT_TRUE(Succeeded(aclrtFree(memory)));
  }
}

TEST_F(CopyBudgetTest, AQueuedCopyKeepsNothingWhenItIsSynchronizedWith) {
  constexpr size_t kSize = 300000;
  const aclrtStream stream = MakeStream();
  for (int round = 0; round < kRounds; ++round) {
    void* from = nullptr;
    void* to = nullptr;
    ASSERT_TRUE(Succeeded(aclrtMalloc(&from, kSize, ACL_MEM_MALLOC_HUGE_FIRST))) << round;
    ASSERT_TRUE(Succeeded(aclrtMalloc(&to, kSize, ACL_MEM_MALLOC_HUGE_FIRST))) << round;
    ASSERT_TRUE(Succeeded(aclrtMemsetAsync(from, kSize, 1, 64, stream)));
    ASSERT_TRUE(
        Succeeded(aclrtMemcpyAsync(to, kSize, from, 64, ACL_MEMCPY_DEVICE_TO_DEVICE, stream)));
    ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
    ASSERT_TRUE(Succeeded(aclrtFree(from)));
    ASSERT_TRUE(Succeeded(aclrtFree(to)));
  }
}

TEST(CopyByProduct, RowsBetweenDeviceMemories) {
  uint8_t bytes[8] = {};
  for (const char* name : {"Ascend910A", "Ascend310P3", "Ascend310B1"}) {
    const WithVariable soc("HOSTACL_SOC", name);
    ASSERT_TRUE(Succeeded(aclInit(nullptr)));
    ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
    EXPECT_EQ(aclrtMemcpy2d(bytes, 4, bytes, 4, 4, 2, ACL_MEMCPY_DEVICE_TO_DEVICE),
              ACL_ERROR_INVALID_PARAM);
    ASSERT_TRUE(Succeeded(aclFinalize()));
  }
}

}  // namespace
}  // namespace hostacl::testing
