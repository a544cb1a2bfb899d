// Many copies in one call.
#include <cstdint>
#include <cstring>
#include <numeric>
#include <vector>

#include "fixture.h"

namespace hostacl::testing {
namespace {

// Three pieces of 64 bytes on the device and on the host, pinned and pageable.
class CopyBatchTest : public RuntimeTest {
 protected:
  static constexpr size_t kSize = 64;
  static constexpr size_t kCount = 3;

  void SetUp() override {
    RuntimeTest::SetUp();
    void* memory = nullptr;
    ASSERT_TRUE(Succeeded(aclrtMalloc(&memory, kCount * kSize, ACL_MEM_MALLOC_HUGE_FIRST)));
    device_ = static_cast<uint8_t*>(memory);
    ASSERT_TRUE(Succeeded(aclrtMallocHost(&memory, kCount * kSize)));
    pinned_ = static_cast<uint8_t*>(memory);
    std::memset(device_, 0, kCount * kSize);
    std::iota(pinned_, pinned_ + kCount * kSize, uint8_t{1});
    pageable_.assign(pinned_, pinned_ + kCount * kSize);
    Aim(device_, pinned_);
    attributes_[0].dstLoc.type = ACL_MEM_LOCATION_TYPE_DEVICE;
    attributes_[0].srcLoc.type = ACL_MEM_LOCATION_TYPE_HOST;
    attributes_[1] = attributes_[0];
  }

  void TearDown() override {
    RuntimeTest::TearDown();
    EXPECT_TRUE(Succeeded(aclrtFree(device_)));
    EXPECT_TRUE(Succeeded(aclrtFreeHost(pinned_)));
  }

  void Aim(uint8_t* to, uint8_t* from) {
    for (size_t i = 0; i < kCount; ++i) {
      to_[i] = to + i * kSize;
      from_[i] = from + i * kSize;
    }
  }

  aclError CopyNow() {
    return aclrtMemcpyBatch(to_, room_, from_, sizes_, count_, attributes_, starts_,
                            attribute_count_, &failed_);
  }

  aclError CopyIn(aclrtStream stream) {
    return aclrtMemcpyBatchAsync(to_, room_, from_, sizes_, count_, attributes_, starts_,
                                 attribute_count_, &failed_, stream);
  }

  uint8_t* device_ = nullptr;
  uint8_t* pinned_ = nullptr;
  std::vector<uint8_t> pageable_;
  void* to_[kCount];
  void* from_[kCount];
  size_t room_[kCount] = {kSize, kSize, kSize};
  size_t sizes_[kCount] = {kSize, 3, kSize};
  size_t count_ = kCount;
  aclrtMemcpyBatchAttr attributes_[2] = {};
  size_t starts_[2] = {0, 1};
  size_t attribute_count_ = 1;
  size_t failed_ = 77;
};

TEST_F(CopyBatchTest, EachCopyHasItsOwnSize) {
  ASSERT_TRUE(Succeeded(CopyNow()));
  EXPECT_EQ(failed_, SIZE_MAX);
  std::vector<uint8_t> expected = pageable_;
  std::fill(expected.begin() + kSize + 3, expected.begin() + 2 * kSize, uint8_t{0});
  EXPECT_EQ(std::memcmp(device_, expected.data(), expected.size()), 0);
}

TEST_F(CopyBatchTest, PinnedMemoryIsCopiedInTheStreamsOrder) {
  const aclrtStream stream = MakeStream();
  Gate& gate = HoldNow(stream);
  ASSERT_TRUE(Succeeded(CopyIn(stream)));
  EXPECT_EQ(device_[0], 0);
  gate.Open();
  ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
  EXPECT_EQ(device_[0], 1);
  EXPECT_EQ(device_[2 * kSize], pinned_[2 * kSize]);
}

TEST_F(CopyBatchTest, OnePageableSideIsWaitedFor) {
  const aclrtStream stream = MakeStream();
  from_[2] = pageable_.data();
  ASSERT_TRUE(Succeeded(CopyIn(stream)));
  EXPECT_EQ(device_[2 * kSize], 1);
}

TEST_F(CopyBatchTest, TheFirstRefusedCopyIsNamedAndNoneIsMade) {
  sizes_[1] = kSize + 1;
  EXPECT_TRUE(Refused(CopyNow(), ACL_ERROR_RT_PARAM_INVALID, {"aclrtMemcpyBatch", "count", "65"}));
  EXPECT_EQ(failed_, 1u);
  EXPECT_EQ(device_[0], 0);
  sizes_[1] = 3;
  from_[2] = nullptr;
  EXPECT_TRUE(Refused(CopyIn(nullptr), ACL_ERROR_RT_PARAM_INVALID, {"src", "null"}));
  EXPECT_EQ(failed_, 2u);
  from_[2] = pinned_;
  room_[2] = sizes_[2] = kSize + 32;
  EXPECT_TRUE(Refused(CopyNow(), ACL_ERROR_RT_PARAM_INVALID, {"dst", "past the end"}));
  EXPECT_EQ(failed_, 2u);
}

TEST_F(CopyBatchTest, AttributesBeginWithZeroAndRise) {
  attribute_count_ = 2;
  EXPECT_TRUE(Succeeded(CopyNow()));
  starts_[0] = 1;
  starts_[1] = 2;
  EXPECT_TRUE(Refused(CopyNow(), ACL_ERROR_RT_PARAM_INVALID, {"attrsIndexes[0]", "1"}));
  EXPECT_EQ(failed_, SIZE_MAX);
  starts_[0] = starts_[1] = 0;
  EXPECT_TRUE(Refused(CopyNow(), ACL_ERROR_RT_PARAM_INVALID, {"attrsIndexes[1]", "0"}));
  starts_[1] = kCount;
  EXPECT_TRUE(Refused(CopyNow(), ACL_ERROR_RT_PARAM_INVALID, {"attrsIndexes[1]", "3"}));
  starts_[1] = 1;
  attribute_count_ = 0;
  EXPECT_TRUE(Refused(CopyNow(), ACL_ERROR_RT_PARAM_INVALID, {"numAttrs", "0"}));
  attribute_count_ = kCount + 1;
  EXPECT_TRUE(Refused(CopyNow(), ACL_ERROR_RT_PARAM_INVALID, {"numAttrs", "4"}));
}

TEST_F(CopyBatchTest, AllCopiesGoOneWay) {
  attributes_[0].dstLoc.type = ACL_MEM_LOCATION_TYPE_HOST;
  EXPECT_TRUE(Refused(CopyNow(), ACL_ERROR_RT_PARAM_INVALID, {"attrs[0]"}));
  attributes_[0].srcLoc.type = ACL_MEM_LOCATION_TYPE_DEVICE;
  Aim(pinned_, device_);
  ASSERT_TRUE(Succeeded(CopyNow()));
  EXPECT_EQ(pinned_[0], 0);
  attribute_count_ = 2;
  EXPECT_TRUE(Refused(CopyNow(), ACL_ERROR_RT_PARAM_INVALID, {"attrs[1]"}));
}

TEST_F(CopyBatchTest, NullArgumentsAreNamed) {
  EXPECT_TRUE(Refused(aclrtMemcpyBatch(to_, room_, from_, sizes_, count_, attributes_, starts_,
                                       attribute_count_, nullptr),
                      ACL_ERROR_RT_PARAM_INVALID, {"failIndex"}));
  EXPECT_TRUE(Refused(aclrtMemcpyBatch(to_, room_, from_, nullptr, count_, attributes_, starts_,
                                       attribute_count_, &failed_),
                      ACL_ERROR_RT_PARAM_INVALID, {"sizes"}));
  EXPECT_TRUE(Refused(aclrtMemcpyBatch(to_, room_, from_, sizes_, count_, nullptr, starts_,
                                       attribute_count_, &failed_),
                      ACL_ERROR_RT_PARAM_INVALID, {"attrs"}));
  count_ = 0;
  EXPECT_TRUE(Refused(CopyNow(), ACL_ERROR_RT_PARAM_INVALID, {"numBatches"}));
}

}  // namespace
}  // namespace hostacl::testing
