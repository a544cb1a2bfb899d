// Numbers in device memory that streams write and wait for.
#include <cstdint>
#include <vector>

#include "fixture.h"

namespace hostacl::testing {
namespace {

// Two numbers in device memory.
class StreamValueTest : public RuntimeTest {
 protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    void* memory = nullptr;
    ASSERT_TRUE(Succeeded(aclrtMalloc(&memory, 16, ACL_MEM_MALLOC_HUGE_FIRST)));
    numbers_ = static_cast<uint64_t*>(memory);
    ASSERT_TRUE(Succeeded(aclrtMemset(memory, 16, 0, 16)));
  }

  void TearDown() override {
    RuntimeTest::TearDown();
    EXPECT_TRUE(Succeeded(aclrtFree(numbers_)));
  }

  // Lets a stream wait while the number is `number`.
  aclrtStream WaitOn(uint64_t number, uint64_t value, uint32_t condition) {
    const aclrtStream stream = MakeStream();
    EXPECT_TRUE(Succeeded(aclrtValueWrite(numbers_, number, 0, stream)));
    EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
    EXPECT_TRUE(Succeeded(aclrtValueWait(numbers_, value, condition, stream)));
    return stream;
  }

  void ExpectGoesOn(uint64_t number, uint64_t value, uint32_t condition) {
    EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(WaitOn(number, value, condition))));
  }

  void ExpectWaits(uint64_t number, uint64_t value, uint32_t condition) {
    const aclrtStream stream = WaitOn(number, value, condition);
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream, 20), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT)
        << number << ' ' << value << ' ' << condition;
    EXPECT_TRUE(Succeeded(aclrtDestroyStreamForce(stream)));
    TakeSentence();
  }

  uint64_t* numbers_ = nullptr;
};

TEST_F(StreamValueTest, WritesKeepTheStreamsOrder) {
  const aclrtStream stream = MakeStream();
  Gate& gate = HoldNow(stream);
  ASSERT_TRUE(Succeeded(aclrtValueWrite(numbers_ + 1, UINT64_MAX - 1, 0, stream)));
  EXPECT_EQ(numbers_[1], 0u);
  gate.Open();
  ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
  EXPECT_EQ(numbers_[1], UINT64_MAX - 1);
  EXPECT_EQ(numbers_[0], 0u);
}

TEST_F(StreamValueTest, LaterWorkWaitsForAnotherStream) {
  const aclrtStream waiting = MakeStream();
  const aclrtStream writing = MakeStream();
  ASSERT_TRUE(Succeeded(aclrtValueWait(numbers_, 2, ACL_STREAM_WAIT_VALUE_GEQ, waiting)));
  Mark(waiting, 2);
  Mark(writing, 1);
  ASSERT_TRUE(Succeeded(aclrtValueWrite(numbers_, 1, 0, writing)));
  ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(writing)));
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(waiting, 20), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  ASSERT_TRUE(Succeeded(aclrtValueWrite(numbers_, 2, 0, writing)));
  ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(waiting)));
  EXPECT_EQ(marks(), (std::vector<int>{1, 2}));
}

TEST_F(StreamValueTest, ConditionsCompareAsTheySay) {
  ExpectGoesOn(5, 5, ACL_STREAM_WAIT_VALUE_GEQ);
  ExpectGoesOn(6, 5, ACL_STREAM_WAIT_VALUE_GEQ);
  ExpectWaits(4, 5, ACL_STREAM_WAIT_VALUE_GEQ);
  // Counters wrap around.
  ExpectGoesOn(1, UINT64_MAX, ACL_STREAM_WAIT_VALUE_GEQ);
  ExpectWaits(UINT64_MAX, 1, ACL_STREAM_WAIT_VALUE_GEQ);
  ExpectGoesOn(5, 5, ACL_STREAM_WAIT_VALUE_EQ);
  ExpectWaits(6, 5, ACL_STREAM_WAIT_VALUE_EQ);
  ExpectGoesOn(6, 4, ACL_STREAM_WAIT_VALUE_AND);
  ExpectWaits(6, 1, ACL_STREAM_WAIT_VALUE_AND);
  ExpectGoesOn(6, 1, ACL_STREAM_WAIT_VALUE_NOR);
  ExpectWaits(UINT64_MAX - 1, 1, ACL_STREAM_WAIT_VALUE_NOR);
}

TEST_F(StreamValueTest, DestroyingTheStreamEndsTheWait) {
  const aclrtStream stream = MakeStream();
  ASSERT_TRUE(Succeeded(aclrtValueWait(numbers_, 1, ACL_STREAM_WAIT_VALUE_EQ, stream)));
  EXPECT_TRUE(Succeeded(aclrtDestroyStreamForce(stream)));
}

TEST_F(StreamValueTest, ArgumentsAreChecked) {
  uint64_t plain = 0;
  EXPECT_TRUE(Refused(aclrtValueWrite(&plain, 1, 0, nullptr), ACL_ERROR_RT_PARAM_INVALID,
                      {"devAddr", "aclrtMalloc"}));
  EXPECT_TRUE(Refused(aclrtValueWait(nullptr, 1, 0, nullptr), ACL_ERROR_RT_PARAM_INVALID,
                      {"devAddr", "null"}));
  EXPECT_TRUE(Refused(aclrtValueWrite(reinterpret_cast<char*>(numbers_) + 4, 1, 0, nullptr),
                      ACL_ERROR_RT_PARAM_INVALID, {"devAddr", "multiple of 8"}));
  EXPECT_TRUE(Refused(aclrtValueWrite(numbers_ + 4, 1, 0, nullptr), ACL_ERROR_RT_PARAM_INVALID,
                      {"devAddr", "past the end"}));
  EXPECT_TRUE(
      Refused(aclrtValueWrite(numbers_, 1, 1, nullptr), ACL_ERROR_RT_PARAM_INVALID, {"flag", "1"}));
  EXPECT_TRUE(
      Refused(aclrtValueWait(numbers_, 1, 4, nullptr), ACL_ERROR_RT_PARAM_INVALID, {"flag", "4"}));
  EXPECT_EQ(aclrtValueWrite(numbers_, 1, 0, &plain), ACL_ERROR_RT_INVALID_HANDLE);
}

}  // namespace
}  // namespace hostacl::testing
