// Cache maintenance: ranges and types are checked.
#include "fixture.h"

namespace hostacl::testing {
namespace {

class CacheTest : public RuntimeTest {};

TEST_F(CacheTest, MaintenanceChecksItsRange) {
  void* memory = nullptr;
  ASSERT_TRUE(Succeeded(aclrtMalloc(&memory, 100, ACL_MEM_MALLOC_HUGE_FIRST)));
  int plain = 0;
  EXPECT_TRUE(Succeeded(aclrtMemFlush(memory, 100)));
  EXPECT_TRUE(Succeeded(aclrtMemInvalidate(static_cast<char*>(memory) + 40, 60)));
  EXPECT_TRUE(Succeeded(aclrtMemFlush(memory, 128))) << "the size is rounded up";
  EXPECT_TRUE(
      Refused(aclrtMemFlush(memory, 129), ACL_ERROR_RT_PARAM_INVALID, {"devPtr", "129", "128"}));
  EXPECT_EQ(aclrtMemInvalidate(&plain, 4), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_TRUE(Succeeded(aclrtFree(memory)));
}

TEST_F(CacheTest, MaintenanceInStreamsChecksItsRange) {
  const aclrtStream stream = MakeStream();
  void* memory = nullptr;
  ASSERT_TRUE(Succeeded(aclrtMalloc(&memory, 100, ACL_MEM_MALLOC_HUGE_FIRST)));
  for (const int type : {0, 1, 2, 3}) {
    EXPECT_TRUE(Succeeded(aclrtCmoAsync(memory, 100, static_cast<aclrtCmoType>(type), stream)));
    EXPECT_TRUE(Refused(aclrtCmoAsync(memory, 129, static_cast<aclrtCmoType>(type), stream),
                        ACL_ERROR_RT_PARAM_INVALID, {"src", "129", "128"}));
  }
  EXPECT_TRUE(Refused(aclrtCmoAsync(memory, 1, static_cast<aclrtCmoType>(4), stream),
                      ACL_ERROR_RT_PARAM_INVALID, {"cmoType", "4"}));
  EXPECT_EQ(aclrtCmoAsync(memory, 1, ACL_RT_CMO_TYPE_FLUSH, memory), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
  EXPECT_TRUE(Succeeded(aclrtFree(memory)));
}

}  // namespace
}  // namespace hostacl::testing
