// Failure sentences and last errors: whose they are, in which order, when they go.
#include <algorithm>
#include <string>

#include "fixture.h"

namespace hostacl::testing {
namespace {

class ErrorTest : public RuntimeTest {
 protected:
  // Fails in a way that the sentence tells from others.
  static void Fail(int32_t number) { aclrtSetDevice(1000 + number); }

  static std::string Whole() {
    const char* const text = aclGetRecentErrMsg();
    return text == nullptr ? "" : text;
  }
};

TEST_F(ErrorTest, ThereIsNoneAtFirst) { EXPECT_EQ(aclGetRecentErrMsg(), nullptr); }

TEST_F(ErrorTest, IsHandedOverOnce) {
  Fail(1);
  EXPECT_NE(Whole().find("1001"), std::string::npos);
  EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
}

TEST_F(ErrorTest, NamesFunctionParameterExpectedGotAndCode) {
  Fail(1);
  const std::string sentence = Whole();
  for (const char* part : {"aclrtSetDevice", "deviceId", "[0, 1)", "1001", "107001"}) {
    EXPECT_NE(sentence.find(part), std::string::npos) << sentence;
  }
}

TEST_F(ErrorTest, NewestIsOnTop) {
  Fail(1);
  Fail(2);
  Fail(3);
  const std::string text = Whole();
  EXPECT_LT(text.find("1003"), text.find("1002"));
  EXPECT_LT(text.find("1002"), text.find("1001"));
  EXPECT_NE(text.find("1001"), std::string::npos);
}

TEST_F(ErrorTest, TheOldestGoWhenThereAreMany) {
  for (int i = 0; i < 1000; ++i) Fail(i);
  const std::string text = Whole();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 15);
  EXPECT_NE(text.find("1999"), std::string::npos);
  EXPECT_NE(text.find("1984"), std::string::npos);
  EXPECT_EQ(text.find("1983"), std::string::npos);
}

TEST_F(ErrorTest, SuccessDoesNotForgetFailures) {
  Fail(1);
  ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  EXPECT_NE(Whole().find("1001"), std::string::npos);
}

TEST_F(ErrorTest, BelongsToItsThread) {
  Fail(1);
  OnOtherThread([] {
    EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
    Fail(2);
    EXPECT_NE(Whole().find("1002"), std::string::npos);
  });
  const std::string text = Whole();
  EXPECT_NE(text.find("1001"), std::string::npos);
  EXPECT_EQ(text.find("1002"), std::string::npos);
}

TEST_F(ErrorTest, TheTextHoldsUntilTheNextCall) {
  Fail(1);
  const char* const text = aclGetRecentErrMsg();
  const std::string copy = text;
  for (int i = 0; i < 20; ++i) Fail(i);
  EXPECT_EQ(text, copy);
}

TEST_F(ErrorTest, HoldsNoFormatOfTheApplication) {
  const WithVariable soc("HOSTACL_SOC", "%s%n{}{0}");
  ASSERT_TRUE(Succeeded(aclFinalize()));
  EXPECT_TRUE(Refused(aclInit(nullptr), ACL_ERROR_INVALID_PARAM, {"\"%s%n{}{0}\""}));
}

TEST_F(ErrorTest, PeekKeepsAndGetForgets) {
  EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS);
  Fail(1);
  EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS);
}

TEST_F(ErrorTest, TheLastErrorIsTheLastFailure) {
  Fail(1);
  aclrtStream stream = nullptr;
  EXPECT_EQ(aclrtSynchronizeStream(this), ACL_ERROR_RT_INVALID_HANDLE);
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_RT_INVALID_HANDLE);
}

TEST_F(ErrorTest, TheLastErrorBelongsToItsThread) {
  Fail(1);
  OnOtherThread([] { EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS); });
  EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_RT_INVALID_DEVICEID);
}

TEST_F(ErrorTest, TheTextDoesNotTouchTheLastError) {
  Fail(1);
  aclGetRecentErrMsg();
  EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_RT_INVALID_DEVICEID);
}

TEST_F(ErrorTest, OtherLevelsAreRefused) {
  const auto level = static_cast<aclrtLastErrLevel>(1);
  EXPECT_TRUE(Refused(aclrtPeekAtLastError(level), ACL_ERROR_RT_PARAM_INVALID, {"level", "1"}));
  EXPECT_TRUE(Refused(aclrtGetLastError(level), ACL_ERROR_RT_PARAM_INVALID, {"level", "1"}));
}

}  // namespace
}  // namespace hostacl::testing
