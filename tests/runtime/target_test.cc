// HOSTACL_FORCE_TARGET: the one variable that operators read, and so the first of them refuses it.
#include <cstdint>
#include <string>

#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_glu.h"
#include "fixture.h"

namespace hostacl::testing {
namespace {

class TargetTest : public ::testing::Test {
 protected:
  void TearDown() override {
    aclFinalize();
    aclGetRecentErrMsg();
  }

  // Starts the library with this value, plans one operator and ends the library.
  static aclnnStatus PlanWith(const char* value) {
    const WithVariable variable("HOSTACL_FORCE_TARGET", value);
    EXPECT_TRUE(Succeeded(aclInit(nullptr)));
    EXPECT_TRUE(Succeeded(aclrtSetDevice(0)));
    const int64_t sizes[] = {4, 2};
    float values[6] = {};
    aclTensor* const self =
        aclCreateTensor(&sizes[0], 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &sizes[0], 1, values);
    aclTensor* const out = aclCreateTensor(&sizes[1], 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND,
                                           &sizes[1], 1, values + 4);
    uint64_t workspace_size = 0;
    aclOpExecutor* executor = nullptr;
    const aclnnStatus code = aclnnGluGetWorkspaceSize(self, 0, out, &workspace_size, &executor);
    EXPECT_EQ(code == ACLNN_SUCCESS, executor != nullptr);
    if (executor != nullptr) {
      EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACLNN_SUCCESS);
    }
    aclDestroyTensor(self);
    aclDestroyTensor(out);
    EXPECT_TRUE(Succeeded(aclFinalize()));
    return code;
  }
};

TEST_F(TargetTest, UnsetIsTheBestOfTheMachine) { EXPECT_EQ(PlanWith(nullptr), ACLNN_SUCCESS); }

TEST_F(TargetTest, UnknownOnesAreRefusedWithTheKnownOnes) {
  for (const char* name : {"AVX99", "avx2", "AVX2 "}) {
    const std::string quoted = std::string("\"") + name + "\"";
    EXPECT_TRUE(Refused(PlanWith(name), ACLNN_ERR_RUNTIME_ERROR,
                        {"HOSTACL_FORCE_TARGET", "must be one of", quoted.c_str()}));
  }
}

TEST_F(TargetTest, EveryKnownOneIsTaken) {
  ASSERT_NE(PlanWith("none"), ACLNN_SUCCESS);
  const std::string sentence = TakeSentence();
  const std::string before = "must be one of ";
  size_t start = sentence.find(before);
  ASSERT_NE(start, std::string::npos) << sentence;
  start += before.size();
  std::string names = sentence.substr(start, sentence.find(", but is") - start) + ", ";
  int taken = 0;
  for (size_t end = names.find(", "); end != std::string::npos; end = names.find(", ")) {
    EXPECT_EQ(PlanWith(names.substr(0, end).c_str()), ACLNN_SUCCESS) << names.substr(0, end);
    names.erase(0, end + 2);
    ++taken;
  }
  EXPECT_GE(taken, 1);
}

TEST_F(TargetTest, ARefusedOneCanBeMended) {
  EXPECT_NE(PlanWith("none"), ACLNN_SUCCESS);
  EXPECT_EQ(PlanWith(nullptr), ACLNN_SUCCESS);
}

}  // namespace
}  // namespace hostacl::testing
