// The numbers that devices and the process go by elsewhere.
#include <unistd.h>

#include <cstring>

#include "fixture.h"

namespace hostacl::testing {
namespace {

// Devices 1 and 3 of four are visible.
class DeviceIdTest : public RuntimeTest {
 private:
  const WithVariable devices_{"HOSTACL_DEVICE_COUNT", "4"};
  const WithVariable visible_{"ASCEND_RT_VISIBLE_DEVICES", "1,3"};
};

TEST_F(DeviceIdTest, IdsBeforeRenumberingAreKnown) {
  int32_t id = 0;
  EXPECT_TRUE(Succeeded(aclrtGetLogicDevIdByUserDevId(0, &id)));
  EXPECT_EQ(id, 1);
  EXPECT_TRUE(Succeeded(aclrtGetLogicDevIdByUserDevId(1, &id)));
  EXPECT_EQ(id, 3);
  EXPECT_TRUE(Refused(aclrtGetLogicDevIdByUserDevId(2, &id), ACL_ERROR_RT_INVALID_DEVICEID,
                      {"userDevid", "2"}));
  EXPECT_EQ(id, -1);
  EXPECT_EQ(aclrtGetLogicDevIdByUserDevId(0, nullptr), ACL_ERROR_RT_PARAM_INVALID);
}

TEST_F(DeviceIdTest, UuidsTellDevicesApart) {
  aclrtUuid first{};
  aclrtUuid second{};
  aclrtUuid again{};
  ASSERT_TRUE(Succeeded(aclrtDeviceGetUuid(0, &first)));
  ASSERT_TRUE(Succeeded(aclrtDeviceGetUuid(1, &second)));
  EXPECT_NE(std::memcmp(&first, &second, sizeof first), 0);
  {
    const WithVariable visible("ASCEND_RT_VISIBLE_DEVICES", "3");
    ASSERT_TRUE(Succeeded(aclFinalize()));
    ASSERT_TRUE(Succeeded(aclInit(nullptr)));
    ASSERT_TRUE(Succeeded(aclrtDeviceGetUuid(0, &again)));
  }
  EXPECT_EQ(std::memcmp(&second, &again, sizeof again), 0) << "it is the same device";
  std::memset(&again, 1, sizeof again);
  EXPECT_EQ(aclrtDeviceGetUuid(1, &again), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(again.bytes[0], 0);
  EXPECT_EQ(aclrtDeviceGetUuid(0, nullptr), ACL_ERROR_RT_PARAM_INVALID);
}

TEST_F(DeviceIdTest, TheProcessIsThisOne) {
  int32_t pid = 0;
  EXPECT_TRUE(Succeeded(aclrtDeviceGetBareTgid(&pid)));
  EXPECT_EQ(pid, getpid());
  EXPECT_EQ(aclrtDeviceGetBareTgid(nullptr), ACL_ERROR_RT_PARAM_INVALID);
}

}  // namespace
}  // namespace hostacl::testing
