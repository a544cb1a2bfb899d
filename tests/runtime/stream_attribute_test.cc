// What can be set of a stream after it was made.
#include <utility>
#include <vector>

#include "fixture.h"

namespace hostacl::testing {
namespace {

class StreamAttributeTest : public RuntimeTest {
 protected:
  static aclError Set(aclrtStream stream, aclrtStreamAttr attribute, uint64_t number) {
    aclrtStreamAttrValue value{};
    value.failureMode = number;
    return aclrtSetStreamAttribute(stream, attribute, &value);
  }

  static uint64_t Get(aclrtStream stream, aclrtStreamAttr attribute) {
    aclrtStreamAttrValue value;
    value.failureMode = ~uint64_t{0};
    EXPECT_TRUE(Succeeded(aclrtGetStreamAttribute(stream, attribute, &value)));
    return value.failureMode;
  }
};

TEST_F(StreamAttributeTest, EachIsTheStreamsOwn) {
  const aclrtStream stream = MakeStream();
  const aclrtStream other = MakeStream();
  const std::vector<std::pair<aclrtStreamAttr, uint64_t>> attributes{
      {ACL_STREAM_ATTR_FAILURE_MODE, ACL_STOP_ON_FAILURE},
      {ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK, 1},
      {ACL_STREAM_ATTR_USER_CUSTOM_TAG, 0xFFFFFFFF},
      {ACL_STREAM_ATTR_CACHE_OP_INFO, 1},
      {ACL_STREAM_ATTR_PRIORITY, 7},
  };
  for (const auto& [attribute, number] : attributes) {
    EXPECT_EQ(Get(stream, attribute), 0u) << attribute;
    EXPECT_TRUE(Succeeded(Set(stream, attribute, number)));
  }
  for (const auto& [attribute, number] : attributes) {
    EXPECT_EQ(Get(stream, attribute), number) << attribute;
    EXPECT_EQ(Get(other, attribute), 0u) << attribute;
  }
}

TEST_F(StreamAttributeTest, TheyAreWhatTheOtherFunctionsSetAndRead) {
  const aclrtStream stream = MakeStream();
  ASSERT_TRUE(Succeeded(aclrtSetStreamOverflowSwitch(stream, 1)));
  EXPECT_EQ(Get(stream, ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK), 1u);
  ASSERT_TRUE(Succeeded(Set(stream, ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK, 0)));
  uint32_t number = 9;
  ASSERT_TRUE(Succeeded(aclrtGetStreamOverflowSwitch(stream, &number)));
  EXPECT_EQ(number, 0u);
  ASSERT_TRUE(Succeeded(Set(stream, ACL_STREAM_ATTR_PRIORITY, 3)));
  ASSERT_TRUE(Succeeded(aclrtStreamGetPriority(stream, &number)));
  EXPECT_EQ(number, 3u);
  ASSERT_TRUE(Succeeded(aclrtSetStreamFailureMode(stream, ACL_STOP_ON_FAILURE)));
  EXPECT_EQ(Get(stream, ACL_STREAM_ATTR_FAILURE_MODE), ACL_STOP_ON_FAILURE);
  EXPECT_TRUE(Refused(Set(stream, ACL_STREAM_ATTR_FAILURE_MODE, ACL_CONTINUE_ON_FAILURE),
                      ACL_ERROR_RT_PARAM_INVALID, {"failure mode", "once"}));
}

TEST_F(StreamAttributeTest, OtherValuesAreRefused) {
  const aclrtStream stream = MakeStream();
  EXPECT_TRUE(Refused(Set(stream, ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK, 2),
                      ACL_ERROR_RT_PARAM_INVALID, {"overflowSwitch", "2"}));
  EXPECT_TRUE(Refused(Set(stream, ACL_STREAM_ATTR_CACHE_OP_INFO, 2), ACL_ERROR_RT_PARAM_INVALID,
                      {"cacheOpInfoSwitch", "2"}));
  EXPECT_TRUE(Refused(Set(stream, ACL_STREAM_ATTR_PRIORITY, 8), ACL_ERROR_RT_PARAM_INVALID,
                      {"streamPriority", "8"}));
  EXPECT_TRUE(Refused(Set(stream, static_cast<aclrtStreamAttr>(6), 0), ACL_ERROR_RT_PARAM_INVALID,
                      {"stmAttrType", "6"}));
  EXPECT_TRUE(
      Refused(aclrtSetStreamOverflowSwitch(stream, 2), ACL_ERROR_RT_PARAM_INVALID, {"flag", "2"}));
  EXPECT_EQ(Get(stream, ACL_STREAM_ATTR_PRIORITY), 0u);
  aclrtStreamAttrValue value;
  value.failureMode = 5;
  EXPECT_EQ(aclrtGetStreamAttribute(stream, static_cast<aclrtStreamAttr>(0), &value),
            ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(value.failureMode, 0u);
  EXPECT_EQ(aclrtGetStreamAttribute(stream, ACL_STREAM_ATTR_PRIORITY, nullptr),
            ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtSetStreamAttribute(stream, ACL_STREAM_ATTR_PRIORITY, nullptr),
            ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtGetStreamOverflowSwitch(stream, nullptr), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(Set(&value, ACL_STREAM_ATTR_PRIORITY, 0), ACL_ERROR_RT_INVALID_HANDLE);
}

TEST_F(StreamAttributeTest, NoOverflowIsRecorded) {
  EXPECT_TRUE(Refused(aclrtGetOverflowStatus(nullptr, 0, nullptr), ACL_ERROR_API_NOT_SUPPORT,
                      {"aclrtGetOverflowStatus", "infinite"}));
  EXPECT_TRUE(Refused(aclrtResetOverflowStatus(nullptr), ACL_ERROR_API_NOT_SUPPORT,
                      {"aclrtResetOverflowStatus"}));
}

}  // namespace
}  // namespace hostacl::testing
