// Tensor descriptors of the older interface to operators.
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "acl/acl_op_compiler.h"
#include "fixture.h"

namespace hostacl::testing {
namespace {

aclTensorDesc* MakeDesc(aclDataType dtype, const std::vector<int64_t>& dims) {
  return aclCreateTensorDesc(dtype, static_cast<int>(dims.size()), dims.data(), ACL_FORMAT_ND);
}

std::vector<int64_t> DimsOf(const aclTensorDesc* desc) {
  std::vector<int64_t> dims;
  for (size_t i = 0; i < aclGetTensorDescNumDims(desc); ++i) {
    dims.push_back(-9);
    EXPECT_TRUE(Succeeded(aclGetTensorDescDimV2(desc, i, &dims.back())));
    EXPECT_EQ(aclGetTensorDescDim(desc, i), dims.back());
  }
  return dims;
}

TEST(TensorDesc, KeepsWhatItWasMadeOf) {
  std::vector<int64_t> dims{6, 0, 8};
  aclTensorDesc* const desc = aclCreateTensorDesc(ACL_BF16, 3, dims.data(), ACL_FORMAT_NCL);
  ASSERT_NE(desc, nullptr) << TakeSentence();
  dims = {1, 1, 1};
  EXPECT_EQ(aclGetTensorDescType(desc), ACL_BF16);
  EXPECT_EQ(aclGetTensorDescFormat(desc), ACL_FORMAT_NCL);
  EXPECT_EQ(DimsOf(desc), (std::vector<int64_t>{6, 0, 8}));
  EXPECT_EQ(aclGetTensorDescElementCount(desc), 0u);
  EXPECT_EQ(aclGetTensorDescByIndex(desc, 0), desc);
  EXPECT_STREQ(aclGetTensorDescName(desc), "");
  EXPECT_EQ(aclGetTensorDescAddress(desc), nullptr);
  aclDestroyTensorDesc(desc);
}

TEST(TensorDesc, CountsElementsAndBytes) {
  struct Case {
    aclDataType dtype;
    std::vector<int64_t> dims;
    size_t count;
    size_t bytes;
  };
  const int64_t large = int64_t{1} << 62;
  const std::vector<Case> cases{
      {ACL_FLOAT, {6, 8}, 48, 192},
      {ACL_DOUBLE, {}, 1, 8},
      {ACL_BOOL, {3, 0, 5}, 0, 0},
      {ACL_COMPLEX128, {7}, 7, 112},
      {ACL_INT4, {4}, 4, 0},
      {ACL_FLOAT, {3, -1}, 0, 0},
      {ACL_INT8, {large, 3}, size_t{3} * large, size_t{3} * large},
      {ACL_INT8, {large, 4}, 0, 0},
      {ACL_INT64, {large, 2}, size_t{2} * large, 0},
      {ACL_INT8, {large, large, 0}, 0, 0},
  };
  for (const Case& tested : cases) {
    aclTensorDesc* const desc = MakeDesc(tested.dtype, tested.dims);
    ASSERT_NE(desc, nullptr) << TakeSentence();
    EXPECT_EQ(aclGetTensorDescElementCount(desc), tested.count)
        << ::testing::PrintToString(tested.dims);
    EXPECT_EQ(aclGetTensorDescSize(desc), tested.bytes) << ::testing::PrintToString(tested.dims);
    aclDestroyTensorDesc(desc);
  }
}

TEST(TensorDesc, RanksThatAreNotKnown) {
  aclTensorDesc* const desc = MakeDesc(ACL_FLOAT, {-2});
  ASSERT_NE(desc, nullptr) << TakeSentence();
  EXPECT_EQ(aclGetTensorDescNumDims(desc), static_cast<size_t>(ACL_UNKNOWN_RANK));
  EXPECT_EQ(aclGetTensorDescDim(desc, 0), -1);
  int64_t dim = 7;
  TakeSentence();
  EXPECT_TRUE(Refused(aclGetTensorDescDimV2(desc, 0, &dim), ACL_ERROR_INVALID_PARAM,
                      {"index", "float32 [...]", "0"}));
  EXPECT_EQ(dim, 7);
  EXPECT_EQ(aclGetTensorDescSize(desc), 0u);
  aclDestroyTensorDesc(desc);
}

TEST(TensorDesc, WrongOnesAreNotMade) {
  const int64_t below = -3;
  const int64_t pair[2] = {4, -2};
  const int64_t size = 4;
  EXPECT_EQ(aclCreateTensorDesc(ACL_FLOAT, -1, &size, ACL_FORMAT_ND), nullptr);
  EXPECT_NE(TakeSentence().find("numDims"), std::string::npos);
  EXPECT_EQ(aclCreateTensorDesc(ACL_FLOAT, 1, nullptr, ACL_FORMAT_ND), nullptr);
  EXPECT_NE(TakeSentence().find("dims must be a valid pointer"), std::string::npos);
  EXPECT_EQ(aclCreateTensorDesc(ACL_FLOAT, 1, &below, ACL_FORMAT_ND), nullptr);
  EXPECT_NE(TakeSentence().find("dims[0]"), std::string::npos);
  EXPECT_EQ(aclCreateTensorDesc(ACL_FLOAT, 2, pair, ACL_FORMAT_ND), nullptr);
  EXPECT_NE(TakeSentence().find("dims[1]"), std::string::npos);
  EXPECT_EQ(aclCreateTensorDesc(static_cast<aclDataType>(5), 1, &size, ACL_FORMAT_ND), nullptr);
  EXPECT_NE(TakeSentence().find("dataType must be an aclDataType, not 5"), std::string::npos);
}

TEST(TensorDesc, ShapeAndFormatChange) {
  aclTensorDesc* const desc = MakeDesc(ACL_FLOAT, {6, 8});
  const int64_t dims[3] = {2, 3, 4};
  const int64_t others[1] = {5};
  EXPECT_TRUE(Succeeded(aclSetTensorShape(desc, 3, dims)));
  EXPECT_TRUE(Succeeded(aclSetTensorFormat(desc, ACL_FORMAT_NCHW)));
  // What it was before is no part of what it is.
  EXPECT_TRUE(Succeeded(aclSetTensorOriginShape(desc, 1, others)));
  EXPECT_TRUE(Succeeded(aclSetTensorOriginFormat(desc, ACL_FORMAT_NHWC)));
  EXPECT_EQ(DimsOf(desc), (std::vector<int64_t>{2, 3, 4}));
  EXPECT_EQ(aclGetTensorDescFormat(desc), ACL_FORMAT_NCHW);
  EXPECT_TRUE(Succeeded(aclSetTensorStorageShape(desc, 1, others)));
  EXPECT_TRUE(Succeeded(aclSetTensorStorageFormat(desc, ACL_FORMAT_FRACTAL_NZ)));
  EXPECT_EQ(DimsOf(desc), (std::vector<int64_t>{5}));
  EXPECT_EQ(aclGetTensorDescFormat(desc), ACL_FORMAT_FRACTAL_NZ);
  const int64_t below = -5;
  EXPECT_TRUE(
      Refused(aclSetTensorShape(desc, 1, &below), ACL_ERROR_INVALID_PARAM, {"dims[0]", "-5"}));
  EXPECT_EQ(aclSetTensorOriginShape(desc, 1, &below), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(DimsOf(desc), (std::vector<int64_t>{5}));
  aclDestroyTensorDesc(desc);
}

TEST(TensorDesc, RangesOfDims) {
  aclTensorDesc* const desc = MakeDesc(ACL_FLOAT, {6, -1});
  int64_t range[2] = {0, 0};
  EXPECT_TRUE(Succeeded(aclGetTensorDescDimRange(desc, 0, 2, range)));
  EXPECT_EQ(range[0], 6);
  EXPECT_EQ(range[1], 6);
  EXPECT_TRUE(Refused(aclGetTensorDescDimRange(desc, 1, 2, range), ACL_ERROR_INVALID_PARAM,
                      {"dim 1", "float32 [6,?]", "no range"}));
  int64_t ranges[2][2] = {{1, 6}, {3, -1}};
  EXPECT_TRUE(Succeeded(aclSetTensorShapeRange(desc, 2, ranges)));
  EXPECT_TRUE(Succeeded(aclGetTensorDescDimRange(desc, 1, 2, range)));
  EXPECT_EQ(range[0], 3);
  EXPECT_EQ(range[1], -1);
  EXPECT_EQ(aclGetTensorDescDimRange(desc, 2, 2, range), ACL_ERROR_INVALID_PARAM);
  EXPECT_TRUE(Refused(aclGetTensorDescDimRange(desc, 0, 1, range), ACL_ERROR_INVALID_PARAM,
                      {"dimRangeNum must be 2, but is 1"}));
  EXPECT_TRUE(Refused(aclSetTensorShapeRange(desc, 1, ranges), ACL_ERROR_INVALID_PARAM,
                      {"dimsCount", "2", "1"}));
  int64_t wrong[2][2] = {{1, 6}, {3, 2}};
  EXPECT_TRUE(Refused(aclSetTensorShapeRange(desc, 2, wrong), ACL_ERROR_INVALID_PARAM,
                      {"dimsRange[1]", "[3, 2]"}));
  const int64_t dims[1] = {9};
  EXPECT_TRUE(Succeeded(aclSetTensorShape(desc, 1, dims)));
  EXPECT_TRUE(Succeeded(aclGetTensorDescDimRange(desc, 0, 2, range)));
  EXPECT_EQ(range[0], 9);
  int64_t values[1][2] = {{0, 1}};
  EXPECT_TRUE(Succeeded(aclSetTensorValueRange(desc, 1, values)));
  EXPECT_EQ(aclSetTensorValueRange(desc, 1, nullptr), ACL_ERROR_INVALID_PARAM);
  aclDestroyTensorDesc(desc);
}

TEST(TensorDesc, NamesConstantsAndPlaces) {
  aclTensorDesc* const desc = MakeDesc(ACL_INT32, {2});
  std::string name = "weight";
  aclSetTensorDescName(desc, name.c_str());
  name = "changed";
  EXPECT_STREQ(aclGetTensorDescName(desc), "weight");
  aclSetTensorDescName(desc, nullptr);
  EXPECT_STREQ(aclGetTensorDescName(desc), "");

  int32_t values[2] = {3, 4};
  EXPECT_TRUE(Succeeded(aclSetTensorConst(desc, values, sizeof values)));
  values[0] = values[1] = 0;
  const void* const kept = aclGetTensorDescAddress(desc);
  ASSERT_NE(kept, nullptr);
  const int32_t expected[2] = {3, 4};
  EXPECT_EQ(std::memcmp(kept, expected, sizeof expected), 0);
  EXPECT_TRUE(
      Refused(aclSetTensorConst(desc, nullptr, 8), ACL_ERROR_INVALID_PARAM, {"dataBuffer"}));
  EXPECT_EQ(aclSetTensorConst(desc, values, 0), ACL_ERROR_INVALID_PARAM);

  EXPECT_TRUE(Succeeded(aclSetTensorPlaceMent(desc, ACL_MEMTYPE_HOST_COMPILE_INDEPENDENT)));
  EXPECT_TRUE(Refused(aclSetTensorPlaceMent(desc, static_cast<aclMemType>(3)),
                      ACL_ERROR_INVALID_PARAM, {"memType", "3"}));
  EXPECT_TRUE(Succeeded(aclSetTensorDynamicInput(desc, "x")));
  EXPECT_EQ(aclSetTensorDynamicInput(desc, nullptr), ACL_ERROR_INVALID_PARAM);
  TakeSentence();
  EXPECT_EQ(aclGetTensorDescByIndex(desc, 1), nullptr);
  EXPECT_NE(TakeSentence().find("index must be 0, not 1"), std::string::npos);
  aclDestroyTensorDesc(desc);
}

TEST(TensorDesc, FormatsOfTheSameOrderAreTranslated) {
  const int64_t dims[4] = {1, 2, 3, 4};
  aclTensorDesc* const desc = aclCreateTensorDesc(ACL_FLOAT16, 4, dims, ACL_FORMAT_NCHW);
  aclTensorDesc* other = nullptr;
  ASSERT_TRUE(Succeeded(aclTransTensorDescFormat(desc, ACL_FORMAT_ND, &other)));
  EXPECT_EQ(aclGetTensorDescFormat(other), ACL_FORMAT_ND);
  EXPECT_EQ(DimsOf(other), DimsOf(desc));
  aclDestroyTensorDesc(desc);
  EXPECT_EQ(aclGetTensorDescType(other), ACL_FLOAT16);
  aclTensorDesc* none = other;
  EXPECT_TRUE(Refused(aclTransTensorDescFormat(other, ACL_FORMAT_NHWC, &none),
                      ACL_ERROR_FEATURE_UNSUPPORTED, {"format 1", "format 2"}));
  EXPECT_EQ(none, nullptr);
  EXPECT_EQ(aclTransTensorDescFormat(other, ACL_FORMAT_ND, nullptr), ACL_ERROR_INVALID_PARAM);
  aclDestroyTensorDesc(other);
}

TEST(TensorDesc, DeadOnesAreRecognised) {
  aclTensorDesc* const desc = MakeDesc(ACL_FLOAT, {2});
  aclDestroyTensorDesc(desc);
  EXPECT_TRUE(Refused(aclSetTensorFormat(desc, ACL_FORMAT_ND), ACL_ERROR_INVALID_PARAM,
                      {"desc", "was destroyed"}));
  aclDestroyTensorDesc(desc);
  EXPECT_NE(TakeSentence().find("was destroyed"), std::string::npos);
  EXPECT_EQ(aclGetTensorDescType(desc), ACL_DT_UNDEFINED);
  EXPECT_EQ(aclGetTensorDescFormat(desc), ACL_FORMAT_UNDEFINED);
  EXPECT_EQ(aclGetTensorDescNumDims(desc), 0u);
  EXPECT_EQ(aclGetTensorDescElementCount(nullptr), 0u);
  EXPECT_STREQ(aclGetTensorDescName(nullptr), "");
  char text[2] = "x";
  aclDataBuffer* const buffer = aclCreateDataBuffer(nullptr, 0);
  TakeSentence();
  EXPECT_TRUE(Refused(aclSetTensorConst(reinterpret_cast<aclTensorDesc*>(buffer), text, 1),
                      ACL_ERROR_INVALID_PARAM, {"is an aclDataBuffer, not an aclTensorDesc"}));
  EXPECT_TRUE(Succeeded(aclDestroyDataBuffer(buffer)));
  aclDestroyTensorDesc(nullptr);
  EXPECT_EQ(TakeSentence(), "");
}

}  // namespace
}  // namespace hostacl::testing
