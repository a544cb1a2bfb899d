// Attributes of operators in the older interface. What was set shows in the log alone.
#include <cstdint>
#include <string>

#include "acl/acl_op_compiler.h"
#include "fixture.h"

namespace hostacl::testing {
namespace {

// What the log says of `attr` when an operator is asked for.
std::string Logged(const aclopAttr* attr) {
  const WithVariable level("HOSTACL_LOG", "debug");
  EXPECT_TRUE(Succeeded(aclInit(nullptr)));
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(
      aclopCompile("Probe", 0, nullptr, 0, nullptr, attr, ACL_ENGINE_SYS, ACL_COMPILE_SYS, nullptr),
      ACL_ERROR_OP_NOT_FOUND);
  const std::string log = ::testing::internal::GetCapturedStderr();
  EXPECT_TRUE(Succeeded(aclFinalize()));
  TakeSentence();
  const size_t start = log.find("attributes: ");
  return start == std::string::npos ? "nothing" : log.substr(start, log.find('\n') - start);
}

TEST(OpAttr, KeepsEveryKindOfValue) {
  aclopAttr* const attr = aclopCreateAttr();
  ASSERT_NE(attr, nullptr);
  const uint8_t flags[2] = {0, 2};
  int64_t numbers[3] = {1, -2, INT64_MAX};
  const float fractions[1] = {0.5f};
  const char* texts[2] = {"a", "b"};
  const aclDataType dtypes[2] = {ACL_BF16, ACL_FLOAT};
  EXPECT_TRUE(Succeeded(aclopSetAttrBool(attr, "a", 3)));
  EXPECT_TRUE(Succeeded(aclopSetAttrInt(attr, "b", -7)));
  EXPECT_TRUE(Succeeded(aclopSetAttrFloat(attr, "c", 1.5f)));
  EXPECT_TRUE(Succeeded(aclopSetAttrString(attr, "d", "text")));
  EXPECT_TRUE(Succeeded(aclopSetAttrDataType(attr, "e", ACL_FLOAT16)));
  EXPECT_TRUE(Succeeded(aclopSetAttrListBool(attr, "f", 2, flags)));
  EXPECT_TRUE(Succeeded(aclopSetAttrListInt(attr, "g", 3, numbers)));
  EXPECT_TRUE(Succeeded(aclopSetAttrListFloat(attr, "h", 1, fractions)));
  EXPECT_TRUE(Succeeded(aclopSetAttrListString(attr, "i", 2, texts)));
  EXPECT_TRUE(Succeeded(aclopSetAttrListDataType(attr, "j", 2, dtypes)));
  const int sizes[3] = {2, 0, 1};
  const int64_t* const lists[3] = {numbers, nullptr, numbers + 1};
  EXPECT_TRUE(Succeeded(aclopSetAttrListListInt(attr, "k", 3, sizes, lists)));
  numbers[0] = 99;
  EXPECT_EQ(Logged(attr),
            "attributes: a=true, b=-7, c=1.5, d=text, e=float16, f=[false, true], "
            "g=[1, -2, 9223372036854775807], h=[0.5], i=[\"a\", \"b\"], j=[bfloat16, float32], "
            "k=[[1, -2], [], [-2]]");
  EXPECT_TRUE(Succeeded(aclopSetAttrInt(attr, "a", 5)));
  EXPECT_EQ(Logged(attr).substr(0, 17), "attributes: a=5, ");
  aclopDestroyAttr(attr);
}

TEST(OpAttr, EmptyOnesAndEmptyLists) {
  aclopAttr* const attr = aclopCreateAttr();
  EXPECT_EQ(Logged(attr), "attributes: ");
  EXPECT_EQ(Logged(nullptr), "attributes: ");
  EXPECT_TRUE(Succeeded(aclopSetAttrListInt(attr, "axes", 0, nullptr)));
  EXPECT_EQ(Logged(attr), "attributes: axes=[]");
  aclopDestroyAttr(attr);
  aclopDestroyAttr(nullptr);
  EXPECT_EQ(TakeSentence(), "");
}

TEST(OpAttr, WrongValuesAreRefused) {
  aclopAttr* const attr = aclopCreateAttr();
  const int64_t number = 1;
  const char* no_text = nullptr;
  const aclDataType no_dtype = static_cast<aclDataType>(5);
  const int negative = -1;
  const int64_t* const list = &number;
  EXPECT_TRUE(Refused(aclopSetAttrInt(attr, nullptr, 1), ACL_ERROR_INVALID_PARAM, {"attrName"}));
  EXPECT_TRUE(
      Refused(aclopSetAttrInt(attr, "", 1), ACL_ERROR_INVALID_PARAM, {"attrName", "empty"}));
  EXPECT_TRUE(
      Refused(aclopSetAttrString(attr, "a", nullptr), ACL_ERROR_INVALID_PARAM, {"attrValue"}));
  EXPECT_TRUE(Refused(aclopSetAttrDataType(attr, "a", no_dtype), ACL_ERROR_INVALID_PARAM, {"5"}));
  EXPECT_TRUE(Refused(aclopSetAttrListInt(attr, "a", -1, &number), ACL_ERROR_INVALID_PARAM,
                      {"values", "-1"}));
  EXPECT_TRUE(
      Refused(aclopSetAttrListFloat(attr, "a", 1, nullptr), ACL_ERROR_INVALID_PARAM, {"values"}));
  EXPECT_EQ(aclopSetAttrListString(attr, "a", 1, &no_text), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclopSetAttrListDataType(attr, "a", 1, &no_dtype), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclopSetAttrListListInt(attr, "a", 1, nullptr, &list), ACL_ERROR_INVALID_PARAM);
  TakeSentence();
  EXPECT_TRUE(Refused(aclopSetAttrListListInt(attr, "a", 1, &negative, &list),
                      ACL_ERROR_INVALID_PARAM, {"values[0]", "-1"}));
  EXPECT_EQ(Logged(attr), "attributes: ");
  aclopDestroyAttr(attr);
  EXPECT_TRUE(
      Refused(aclopSetAttrBool(attr, "a", 1), ACL_ERROR_INVALID_PARAM, {"attr", "was destroyed"}));
  aclopDestroyAttr(attr);
  EXPECT_NE(TakeSentence().find("was destroyed"), std::string::npos);
  EXPECT_TRUE(Refused(aclopSetAttrBool(nullptr, "a", 1), ACL_ERROR_INVALID_PARAM, {"is null"}));
}

}  // namespace
}  // namespace hostacl::testing
