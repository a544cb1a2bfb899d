// Devices: numbering, counting, properties.
#include <algorithm>
#include <climits>
#include <cstdint>
#include <future>
#include <string>
#include <thread>

#include "fixture.h"

namespace hostacl::testing {
namespace {

// Two devices, none of them set.
class DeviceTest : public ProcessTest {
 private:
  const WithVariable devices_{"HOSTACL_DEVICE_COUNT", "2"};
};

// Whether the device's default context exists.
int Active(int32_t device) {
  int32_t active = -1;
  EXPECT_TRUE(Succeeded(aclrtGetPrimaryCtxState(device, nullptr, &active)));
  return active;
}

TEST_F(DeviceTest, UnknownIdsAreRefused) {
  for (const int32_t id : {-1, 2, INT32_MAX, INT32_MIN}) {
    const std::string text = std::to_string(id);
    EXPECT_TRUE(Refused(aclrtSetDevice(id), ACL_ERROR_RT_INVALID_DEVICEID,
                        {"aclrtSetDevice", "deviceId", "2", text.c_str()}));
    EXPECT_EQ(aclrtResetDevice(id), ACL_ERROR_RT_INVALID_DEVICEID);
    EXPECT_EQ(aclrtResetDeviceForce(id), ACL_ERROR_RT_INVALID_DEVICEID);
    aclrtDeviceStatus status = ACL_RT_DEVICE_STATUS_NORMAL;
    EXPECT_EQ(aclrtQueryDeviceStatus(id, &status), ACL_ERROR_RT_INVALID_DEVICEID);
  }
}

TEST_F(DeviceTest, AThreadWithoutDeviceHasNone) {
  int32_t id = 5;
  EXPECT_EQ(aclrtGetDevice(&id), ACL_ERROR_RT_CONTEXT_NULL);
  EXPECT_EQ(TakeSentence(), "") << "an answer, not a failure";
  EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS);
  aclrtStream stream = this;
  EXPECT_TRUE(Refused(aclrtCreateStream(&stream), ACL_ERROR_RT_CONTEXT_NULL,
                      {"aclrtCreateStream", "aclrtSetDevice"}));
  EXPECT_EQ(stream, nullptr);
  aclrtEvent event = this;
  EXPECT_EQ(aclrtCreateEvent(&event), ACL_ERROR_RT_CONTEXT_NULL);
  EXPECT_EQ(event, nullptr);
  void* memory = this;
  EXPECT_EQ(aclrtMalloc(&memory, 1, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_RT_CONTEXT_NULL);
  EXPECT_EQ(memory, nullptr);
  EXPECT_EQ(aclrtMallocHost(&memory, 1), ACL_ERROR_RT_CONTEXT_NULL);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_ERROR_RT_CONTEXT_NULL);
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_ERROR_RT_CONTEXT_NULL);
  size_t free = 0;
  size_t total = 0;
  EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total), ACL_ERROR_RT_CONTEXT_NULL);
}

TEST_F(DeviceTest, EachThreadHasItsOwn) {
  ASSERT_TRUE(Succeeded(aclrtSetDevice(1)));
  OnOtherThread([] {
    int32_t id = -1;
    EXPECT_EQ(aclrtGetDevice(&id), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_TRUE(Succeeded(aclrtSetDevice(0)));
    EXPECT_TRUE(Succeeded(aclrtGetDevice(&id)));
    EXPECT_EQ(id, 0);
  });
  int32_t id = -1;
  EXPECT_TRUE(Succeeded(aclrtGetDevice(&id)));
  EXPECT_EQ(id, 1);
}

TEST_F(DeviceTest, SettingAnotherSwitches) {
  int32_t id = -1;
  ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
  ASSERT_TRUE(Succeeded(aclrtSetDevice(1)));
  EXPECT_TRUE(Succeeded(aclrtGetDevice(&id)));
  EXPECT_EQ(id, 1);
  ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
  EXPECT_TRUE(Succeeded(aclrtGetDevice(&id)));
  EXPECT_EQ(id, 0);
}

TEST_F(DeviceTest, AFailedSetChangesNothing) {
  ASSERT_TRUE(Succeeded(aclrtSetDevice(1)));
  EXPECT_EQ(aclrtSetDevice(9), ACL_ERROR_RT_INVALID_DEVICEID);
  int32_t id = -1;
  EXPECT_TRUE(Succeeded(aclrtGetDevice(&id)));
  EXPECT_EQ(id, 1);
}

TEST_F(DeviceTest, SetsAndResetsAreCountedPerDevice) {
  ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
  OnOtherThread([] { EXPECT_TRUE(Succeeded(aclrtSetDevice(0))); });
  ASSERT_TRUE(Succeeded(aclrtSetDevice(1)));
  EXPECT_TRUE(Succeeded(aclrtResetDevice(0)));
  EXPECT_EQ(Active(0), 1);
  EXPECT_TRUE(Succeeded(aclrtResetDevice(0)));
  EXPECT_EQ(Active(0), 0);
  EXPECT_EQ(Active(1), 1);
  EXPECT_TRUE(Refused(aclrtResetDevice(0), ACL_ERROR_RT_INVALID_DEVICEID, {"device 0", "not set"}));
}

TEST_F(DeviceTest, ForceIgnoresTheCountAndWorksOnce) {
  ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
  ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
  ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
  ASSERT_TRUE(Succeeded(aclrtResetDevice(0)));
  EXPECT_TRUE(Succeeded(aclrtResetDeviceForce(0)));
  EXPECT_EQ(Active(0), 0);
  EXPECT_EQ(aclrtResetDeviceForce(0), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(aclrtResetDevice(0), ACL_ERROR_RT_INVALID_DEVICEID);
}

TEST_F(DeviceTest, ResetTakesTheContextFromEveryThread) {
  ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
  std::promise<void> set;
  std::promise<void> was_reset;
  std::thread other([&] {
    aclrtSetDevice(0);
    set.set_value();
    was_reset.get_future().wait();
    int32_t id = -1;
    EXPECT_TRUE(Refused(aclrtGetDevice(&id), ACL_ERROR_RT_CONTEXT_NULL, {"released"}));
  });
  set.get_future().wait();
  EXPECT_TRUE(Succeeded(aclrtResetDeviceForce(0)));
  was_reset.set_value();
  other.join();
  aclrtContext context = nullptr;
  EXPECT_EQ(aclrtGetCurrentContext(&context), ACL_ERROR_RT_CONTEXT_NULL);
  EXPECT_TRUE(Succeeded(aclrtSetDevice(0)));
  EXPECT_TRUE(Succeeded(aclrtGetCurrentContext(&context)));
}

TEST_F(DeviceTest, ResetWaitsForQueuedWorkAndReleasesStreams) {
  ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
  aclrtStream stream = nullptr;
  ASSERT_TRUE(Succeeded(aclrtCreateStream(&stream)));
  int ran = 0;
  const auto count = [](void* number) { ++*static_cast<int*>(number); };
  for (int i = 0; i < 50; ++i) ASSERT_TRUE(Succeeded(aclrtLaunchHostFunc(stream, count, &ran)));
  ASSERT_TRUE(Succeeded(aclrtResetDevice(0)));
  EXPECT_EQ(ran, 50);
  EXPECT_TRUE(Refused(aclrtSynchronizeStream(stream), ACL_ERROR_RT_INVALID_HANDLE, {"destroyed"}));
}

TEST_F(DeviceTest, SynchronizeWaitsForTheStreamsOfOtherContexts) {
  ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
  aclrtContext shared = nullptr;
  ASSERT_TRUE(Succeeded(aclrtGetCurrentContext(&shared)));
  aclrtContext other = nullptr;
  ASSERT_TRUE(Succeeded(aclrtCreateContext(&other, 0)));
  aclrtStream stream = nullptr;
  ASSERT_TRUE(Succeeded(aclrtCreateStream(&stream)));
  aclrtStream default_stream = nullptr;
  ASSERT_TRUE(Succeeded(aclrtCtxGetCurrentDefaultStream(&default_stream)));
  for (const aclrtStream held : {stream, default_stream}) {
    ASSERT_TRUE(Succeeded(aclrtSetCurrentContext(other)));
    Gate gate;
    gate.Queue(held);
    gate.AwaitArrival();
    ASSERT_TRUE(Succeeded(aclrtSetCurrentContext(shared)));
    EXPECT_TRUE(Refused(aclrtSynchronizeDeviceWithTimeout(10), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT,
                        {"aclrtSynchronizeDeviceWithTimeout", "10 ms"}));
    gate.Open();
    EXPECT_TRUE(Succeeded(aclrtSynchronizeDeviceWithTimeout(10000)));
    // Also when the call above did not wait, the stream has to leave the gate before that goes.
    EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(held)));
  }
}

TEST_F(DeviceTest, MemoryOutlivesReset) {
  ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
  void* memory = nullptr;
  ASSERT_TRUE(Succeeded(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST)));
  ASSERT_TRUE(Succeeded(aclrtResetDevice(0)));
  ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
  EXPECT_TRUE(Succeeded(aclrtMemset(memory, 64, 1, 64)));
  EXPECT_TRUE(Succeeded(aclrtFree(memory)));
}

TEST_F(DeviceTest, RunModeIsHost) {
  aclrtRunMode mode = ACL_DEVICE;
  EXPECT_TRUE(Succeeded(aclrtGetRunMode(&mode)));
  EXPECT_EQ(mode, ACL_HOST);
  EXPECT_TRUE(Refused(aclrtGetRunMode(nullptr), ACL_ERROR_RT_PARAM_INVALID, {"runMode", "null"}));
}

TEST_F(DeviceTest, NullPointersAreNamed) {
  EXPECT_TRUE(Refused(aclrtGetDevice(nullptr), ACL_ERROR_RT_PARAM_INVALID, {"deviceId", "null"}));
  EXPECT_TRUE(Refused(aclrtGetDeviceCount(nullptr), ACL_ERROR_RT_PARAM_INVALID, {"count", "null"}));
  EXPECT_TRUE(Refused(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_NPU_ARCH, nullptr),
                      ACL_ERROR_RT_PARAM_INVALID, {"value", "null"}));
  EXPECT_TRUE(Refused(aclGetDeviceCapability(0, ACL_DEVICE_INFO_L2_SIZE, nullptr),
                      ACL_ERROR_INVALID_PARAM, {"value", "null"}));
}

TEST_F(DeviceTest, PeersReachEachOther) {
  ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
  int32_t can = 0;
  EXPECT_TRUE(Succeeded(aclrtDeviceCanAccessPeer(&can, 0, 1)));
  EXPECT_EQ(can, 1);
  EXPECT_EQ(aclrtDeviceCanAccessPeer(&can, 1, 1), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(can, 0);
  EXPECT_EQ(aclrtDeviceCanAccessPeer(&can, 0, 2), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(aclrtDeviceDisablePeerAccess(1), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_TRUE(Refused(aclrtDeviceEnablePeerAccess(1, 1), ACL_ERROR_RT_PARAM_INVALID, {"flags"}));
  int32_t status = 9;
  EXPECT_TRUE(Succeeded(aclrtDevicePeerAccessStatus(0, 1, &status)));
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(Succeeded(aclrtDeviceEnablePeerAccess(1, 0)));
  EXPECT_TRUE(Succeeded(aclrtDevicePeerAccessStatus(0, 1, &status)));
  EXPECT_EQ(status, 1);
  EXPECT_EQ(aclrtDevicePeerAccessStatus(0, 2, &status), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(Succeeded(aclrtDeviceDisablePeerAccess(1)));
  EXPECT_TRUE(Succeeded(aclrtDevicePeerAccessStatus(0, 1, &status)));
  EXPECT_EQ(status, 0);
  EXPECT_EQ(aclrtDeviceEnablePeerAccess(0, 0), ACL_ERROR_RT_PARAM_INVALID);
}

TEST_F(DeviceTest, PropertiesAreWrittenOrZeroed) {
  int64_t value = -1;
  EXPECT_TRUE(Succeeded(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_VECTOR_CORE_NUM, &value)));
  EXPECT_GT(value, 0);
  value = -1;
  EXPECT_EQ(aclrtGetDeviceInfo(2, ACL_DEV_ATTR_VECTOR_CORE_NUM, &value),
            ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(value, 0);
  value = -1;
  EXPECT_EQ(aclrtGetDeviceInfo(UINT32_MAX, ACL_DEV_ATTR_NPU_ARCH, &value),
            ACL_ERROR_RT_INVALID_DEVICEID);
  value = -1;
  EXPECT_EQ(aclrtGetDeviceInfo(0, static_cast<aclrtDevAttr>(9999), &value),
            ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  EXPECT_EQ(value, 0);
  EXPECT_TRUE(Succeeded(aclGetDeviceCapability(0, ACL_DEVICE_INFO_AI_CORE_NUM, &value)));
  EXPECT_GT(value, 0);
  EXPECT_EQ(aclGetDeviceCapability(0, static_cast<aclDeviceInfo>(3), &value),
            ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(value, 0);
}

TEST_F(DeviceTest, MemorySizeIsTheBudget) {
  ASSERT_TRUE(Succeeded(aclFinalize()));
  const WithVariable memory("HOSTACL_DEVICE_MEMORY", "48M");
  ASSERT_TRUE(Succeeded(aclInit(nullptr)));
  int64_t value = 0;
  EXPECT_TRUE(Succeeded(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE, &value)));
  EXPECT_EQ(value, int64_t{48} << 20);
}

TEST_F(DeviceTest, StatusIsNormal) {
  aclrtDeviceStatus status = ACL_RT_DEVICE_STATUS_END;
  EXPECT_TRUE(Succeeded(aclrtQueryDeviceStatus(1, &status)));
  EXPECT_EQ(status, ACL_RT_DEVICE_STATUS_NORMAL);
}

TEST_F(DeviceTest, StreamPriorities) {
  ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
  int32_t least = -1;
  int32_t greatest = -1;
  EXPECT_TRUE(Succeeded(aclrtDeviceGetStreamPriorityRange(&least, &greatest)));
  EXPECT_EQ(greatest, 0);
  EXPECT_GT(least, greatest);
  EXPECT_TRUE(Succeeded(aclrtDeviceGetStreamPriorityRange(nullptr, nullptr)));
}

struct Product {
  const char* soc;
  int64_t architecture;
  bool bf16;
};

class ProductTest : public ::testing::TestWithParam<Product> {
 protected:
  void SetUp() override { ASSERT_TRUE(Succeeded(aclInit(nullptr))); }
  void TearDown() override { aclFinalize(); }

 private:
  const WithVariable soc_{"HOSTACL_SOC", GetParam().soc};
};

TEST_P(ProductTest, KnowsItsArchitectureAndTypes) {
  EXPECT_STREQ(aclrtGetSocName(), GetParam().soc);
  int64_t architecture = 0;
  EXPECT_TRUE(Succeeded(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_NPU_ARCH, &architecture)));
  EXPECT_EQ(architecture, GetParam().architecture);
  int32_t bf16 = -1;
  EXPECT_TRUE(Succeeded(aclGetCannAttribute(ACL_CANN_ATTR_BF16, &bf16)));
  EXPECT_EQ(bf16, GetParam().bf16 ? 1 : 0);
}

TEST_P(ProductTest, ListsTheAttributesThatItHas) {
  const aclCannAttr* list = nullptr;
  size_t count = 99;
  ASSERT_TRUE(Succeeded(aclGetCannAttributeList(&list, &count)));
  int32_t supported = 0;
  for (const aclCannAttr attribute :
       {ACL_CANN_ATTR_INF_NAN, ACL_CANN_ATTR_BF16, ACL_CANN_ATTR_JIT_COMPILE}) {
    ASSERT_TRUE(Succeeded(aclGetCannAttribute(attribute, &supported)));
    const bool listed = std::find(list, list + count, attribute) != list + count;
    EXPECT_EQ(listed, supported == 1) << attribute;
  }
  EXPECT_EQ(aclGetCannAttribute(ACL_CANN_ATTR_UNDEFINED, &supported), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclGetCannAttributeList(nullptr, &count), ACL_ERROR_INVALID_PARAM);
}

INSTANTIATE_TEST_SUITE_P(
    Products, ProductTest,
    ::testing::Values(Product{"Ascend910A", 1001, false}, Product{"Ascend910B", 1001, false},
                      Product{"Ascend310P3", 2002, false}, Product{"Ascend910B4-1", 2201, true},
                      Product{"Ascend910_9391", 2201, true}, Product{"Ascend310B1", 3002, false},
                      Product{"Ascend950PR_9599", 3510, true}));

}  // namespace
}  // namespace hostacl::testing
