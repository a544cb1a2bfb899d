// Compile options: kept and handed back.
#include <cstring>
#include <string>

#include "acl/acl_op_compiler.h"
#include "fixture.h"

namespace hostacl::testing {
namespace {

std::string Option(aclCompileOpt option) {
  const size_t size = aclGetCompileoptSize(option);
  if (size == 0) return "nothing";
  std::string value(size, 'x');
  EXPECT_TRUE(Succeeded(aclGetCompileopt(option, value.data(), size)));
  EXPECT_EQ(value.back(), '\0');
  value.pop_back();
  return value;
}

TEST(CompileOption, NothingIsCompiledUnlessAskedFor) {
  EXPECT_EQ(Option(ACL_OP_JIT_COMPILE), "disable");
  EXPECT_EQ(Option(ACL_CUSTOMIZE_DTYPES), "nothing");
  char value[4] = "abc";
  EXPECT_TRUE(Refused(aclGetCompileopt(ACL_CUSTOMIZE_DTYPES, value, sizeof value),
                      ACL_ERROR_INVALID_PARAM, {"opt 12", "never set"}));
  EXPECT_STREQ(value, "abc");
}

TEST(CompileOption, ComesBackAsItWasSet) {
  std::string mode = "allow_fp32_to_fp16";
  EXPECT_TRUE(Succeeded(aclSetCompileopt(ACL_PRECISION_MODE, mode.c_str())));
  EXPECT_TRUE(Succeeded(aclSetCompileopt(ACL_ALLOW_HF32, "10")));
  EXPECT_TRUE(Succeeded(aclSetCompileopt(ACL_DEBUG_DIR, "")));
  mode = "changed";
  EXPECT_EQ(Option(ACL_PRECISION_MODE), "allow_fp32_to_fp16");
  EXPECT_EQ(Option(ACL_ALLOW_HF32), "10");
  EXPECT_EQ(Option(ACL_DEBUG_DIR), "");
  EXPECT_TRUE(Succeeded(aclSetCompileopt(ACL_ALLOW_HF32, "0")));
  EXPECT_EQ(Option(ACL_ALLOW_HF32), "0");
}

TEST(CompileOption, ShortBuffersAreNotWritten) {
  ASSERT_TRUE(Succeeded(aclSetCompileopt(ACL_AICORE_NUM, "24")));
  char value[3] = {'x', 'y', 'z'};
  EXPECT_TRUE(Refused(aclGetCompileopt(ACL_AICORE_NUM, value, 2), ACL_ERROR_INVALID_PARAM,
                      {"length must be at least 3, but is 2"}));
  EXPECT_EQ(std::memcmp(value, "xyz", 3), 0);
  EXPECT_TRUE(Succeeded(aclGetCompileopt(ACL_AICORE_NUM, value, 3)));
  EXPECT_STREQ(value, "24");
}

TEST(CompileOption, WrongArgumentsAreRefused) {
  char value[8];
  for (const int number : {-1, 15}) {
    const auto option = static_cast<aclCompileOpt>(number);
    EXPECT_TRUE(Refused(aclSetCompileopt(option, "1"), ACL_ERROR_INVALID_PARAM,
                        {"opt", std::to_string(number).c_str()}));
    EXPECT_EQ(aclGetCompileoptSize(option), 0u);
    EXPECT_EQ(aclGetCompileopt(option, value, sizeof value), ACL_ERROR_INVALID_PARAM);
  }
  EXPECT_EQ(aclSetCompileopt(ACL_PRECISION_MODE, nullptr), ACL_ERROR_INVALID_PARAM);
  TakeSentence();
  EXPECT_TRUE(Refused(aclGetCompileopt(ACL_OP_JIT_COMPILE, nullptr, 8), ACL_ERROR_INVALID_PARAM,
                      {"value", "null"}));
  EXPECT_TRUE(Succeeded(aclopSetCompileFlag(ACL_OP_COMPILE_FUZZ)));
  EXPECT_TRUE(Refused(aclopSetCompileFlag(static_cast<aclOpCompileFlag>(2)),
                      ACL_ERROR_INVALID_PARAM, {"flag", "2"}));
}

}  // namespace
}  // namespace hostacl::testing
