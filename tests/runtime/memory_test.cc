// Memory: what allocations promise, what they cost, what may be freed.
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "fixture.h"

namespace hostacl::testing {
namespace {

constexpr aclrtMemMallocPolicy kHugeFirst = ACL_MEM_MALLOC_HUGE_FIRST;

size_t Free() {
  size_t free = 0;
  size_t total = 0;
  EXPECT_TRUE(Succeeded(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total)));
  return free;
}

void* Allocate(size_t size) {
  void* memory = nullptr;
  EXPECT_TRUE(Succeeded(aclrtMalloc(&memory, size, kHugeFirst)));
  return memory;
}

class MemoryTest : public RuntimeTest {};

TEST_F(MemoryTest, IsAlignedTo64BytesAndWritableToItsEnd) {
  for (const size_t size : {1u, 31u, 32u, 33u, 63u, 64u, 100u, 4096u, 100000u}) {
    void* device = Allocate(size);
    void* host = nullptr;
    ASSERT_TRUE(Succeeded(aclrtMallocHost(&host, size)));
    for (void* memory : {device, host}) {
      EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % 64, 0u) << size;
      std::memset(memory, 0xAB, size);
    }
    EXPECT_TRUE(Succeeded(aclrtFree(device)));
    EXPECT_TRUE(Succeeded(aclrtFreeHost(host)));
  }
}

TEST_F(MemoryTest, LargeBlocksAreAlignedToHugePages) {
  void* memory = Allocate(size_t{3} << 20);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % (size_t{2} << 20), 0u);
  EXPECT_TRUE(Succeeded(aclrtFree(memory)));
}

TEST_F(MemoryTest, SizeZeroIsRefused) {
  void* memory = this;
  EXPECT_TRUE(
      Refused(aclrtMalloc(&memory, 0, kHugeFirst), ACL_ERROR_RT_PARAM_INVALID, {"size", "0"}));
  EXPECT_EQ(memory, nullptr);
  EXPECT_EQ(aclrtMallocAlign32(&memory, 0, kHugeFirst), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtMallocCached(&memory, 0, kHugeFirst), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtMallocWithCfg(&memory, 0, kHugeFirst, nullptr), ACL_ERROR_RT_PARAM_INVALID);
  memory = this;
  EXPECT_TRUE(Refused(aclrtMallocHost(&memory, 0), ACL_ERROR_RT_PARAM_INVALID, {"size", "0"}));
  EXPECT_EQ(memory, nullptr);
}

TEST_F(MemoryTest, NullOutParametersAreNamed) {
  EXPECT_TRUE(
      Refused(aclrtMalloc(nullptr, 8, kHugeFirst), ACL_ERROR_RT_PARAM_INVALID, {"devPtr", "null"}));
  EXPECT_TRUE(
      Refused(aclrtMallocHost(nullptr, 8), ACL_ERROR_RT_PARAM_INVALID, {"hostPtr", "null"}));
  size_t size = 0;
  EXPECT_TRUE(Refused(aclrtGetMemInfo(ACL_HBM_MEM, nullptr, &size), ACL_ERROR_RT_PARAM_INVALID,
                      {"free", "null"}));
  EXPECT_TRUE(Refused(aclrtGetMemInfo(ACL_HBM_MEM, &size, nullptr), ACL_ERROR_RT_PARAM_INVALID,
                      {"total", "null"}));
}

TEST_F(MemoryTest, OnlyWhatWasAllocatedIsFreed) {
  int number = 0;
  EXPECT_TRUE(Refused(aclrtFree(nullptr), ACL_ERROR_RT_PARAM_INVALID, {"devPtr", "null"}));
  EXPECT_TRUE(Refused(aclrtFree(&number), ACL_ERROR_RT_PARAM_INVALID,
                      {"devPtr", "not memory of this library"}));
  void* memory = Allocate(100);
  EXPECT_TRUE(Refused(aclrtFree(static_cast<char*>(memory) + 32), ACL_ERROR_RT_PARAM_INVALID,
                      {"32 bytes behind the start", "100"}));
  EXPECT_TRUE(Refused(aclrtFreeHost(memory), ACL_ERROR_RT_PARAM_INVALID, {"hostPtr", "aclrtFree"}));
  EXPECT_TRUE(Succeeded(aclrtFree(memory)));
  EXPECT_TRUE(Refused(aclrtFree(memory), ACL_ERROR_RT_PARAM_INVALID, {"devPtr", "freed"}));
  EXPECT_EQ(aclrtFreeWithDevSync(memory), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtFreeWithDevSync(nullptr), ACL_ERROR_RT_PARAM_INVALID);
}

TEST_F(MemoryTest, HostMemoryHasItsOwnFree) {
  void* memory = nullptr;
  ASSERT_TRUE(Succeeded(aclrtMallocHost(&memory, 100)));
  EXPECT_TRUE(Refused(aclrtFree(memory), ACL_ERROR_RT_PARAM_INVALID, {"devPtr", "aclrtFreeHost"}));
  EXPECT_TRUE(Succeeded(aclrtFreeHost(memory)));
  EXPECT_EQ(aclrtFreeHost(memory), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtFreeHost(nullptr), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtFreeHostWithDevSync(nullptr), ACL_ERROR_RT_PARAM_INVALID);
}

TEST_F(MemoryTest, AnyPolicyWillDo) {
  for (const int policy : {0, 1, 2, 3, 4, 5, 6, 7, 0x100, 0x1000, 12345, -1}) {
    void* memory = nullptr;
    EXPECT_TRUE(Succeeded(aclrtMalloc(&memory, 64, static_cast<aclrtMemMallocPolicy>(policy))));
    EXPECT_TRUE(Succeeded(aclrtFree(memory)));
  }
}

TEST_F(MemoryTest, CachedMemoryTakesFourPolicies) {
  for (const int policy : {0, 1, 2, 6}) {
    void* memory = nullptr;
    EXPECT_TRUE(
        Succeeded(aclrtMallocCached(&memory, 64, static_cast<aclrtMemMallocPolicy>(policy))));
    EXPECT_TRUE(Succeeded(aclrtFree(memory)));
  }
  for (const int policy : {3, 4, 5, 7, 0x100, -1}) {
    void* memory = nullptr;
    EXPECT_TRUE(Refused(aclrtMallocCached(&memory, 64, static_cast<aclrtMemMallocPolicy>(policy)),
                        ACL_ERROR_RT_PARAM_INVALID, {"policy"}));
  }
}

TEST_F(MemoryTest, ConfiguredMemoryTakesCombinedPolicies) {
  for (const int policy : {0, 7, 0x100, 0x1002, 0x100001, 0x101006}) {
    void* memory = nullptr;
    EXPECT_TRUE(Succeeded(
        aclrtMallocWithCfg(&memory, 64, static_cast<aclrtMemMallocPolicy>(policy), nullptr)));
    EXPECT_TRUE(Succeeded(aclrtFree(memory)));
  }
  for (const int policy : {8, 0x1100, 0x200, -1}) {
    void* memory = nullptr;
    EXPECT_TRUE(
        Refused(aclrtMallocWithCfg(&memory, 64, static_cast<aclrtMemMallocPolicy>(policy), nullptr),
                ACL_ERROR_RT_PARAM_INVALID, {"policy"}));
  }
}

TEST_F(MemoryTest, AttributesAreReadOrRefused) {
  aclrtMallocAttribute attributes[2] = {};
  attributes[0].attr = ACL_RT_MEM_ATTR_MODULE_ID;
  attributes[0].value.moduleId = 3;
  aclrtMallocConfig config{attributes, 1};
  void* memory = nullptr;
  EXPECT_TRUE(Succeeded(aclrtMallocWithCfg(&memory, 64, kHugeFirst, &config)));
  EXPECT_TRUE(Succeeded(aclrtFree(memory)));
  EXPECT_TRUE(Succeeded(aclrtMallocHostWithCfg(&memory, 64, &config)));
  EXPECT_TRUE(Succeeded(aclrtFreeHost(memory)));

  attributes[1].attr = ACL_RT_MEM_ATTR_VA_FLAG;
  attributes[1].value.vaFlag = 1;
  config.numAttrs = 2;
  EXPECT_TRUE(Refused(aclrtMallocWithCfg(&memory, 64, kHugeFirst, &config),
                      ACL_ERROR_RT_FEATURE_NOT_SUPPORT, {"attrs[1]", "3"}));
  EXPECT_EQ(memory, nullptr);
  EXPECT_TRUE(Succeeded(aclrtMallocHostWithCfg(&memory, 64, &config)));
  EXPECT_TRUE(Succeeded(aclrtFreeHost(memory)));

  attributes[1].attr = ACL_RT_MEM_ATTR_DEVICE_ID;
  attributes[1].value.deviceId = 9;
  EXPECT_TRUE(Refused(aclrtMallocWithCfg(&memory, 64, kHugeFirst, &config),
                      ACL_ERROR_RT_INVALID_DEVICEID, {"deviceId", "9"}));
  EXPECT_EQ(aclrtMallocHostWithCfg(&memory, 64, &config), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);

  config = {nullptr, 1};
  EXPECT_TRUE(Refused(aclrtMallocWithCfg(&memory, 64, kHugeFirst, &config),
                      ACL_ERROR_RT_PARAM_INVALID, {"attrs", "null"}));
  config = {nullptr, 0};
  EXPECT_TRUE(Succeeded(aclrtMallocWithCfg(&memory, 64, kHugeFirst, &config)));
  EXPECT_TRUE(Succeeded(aclrtFree(memory)));
}

TEST_F(MemoryTest, AddressesTellWhereTheyLie) {
  aclrtPtrAttributes attributes;
  void* device = Allocate(100);
  void* host = nullptr;
  ASSERT_TRUE(Succeeded(aclrtMallocHost(&host, 100)));
  int plain = 0;
  EXPECT_TRUE(Succeeded(aclrtPointerGetAttributes(device, &attributes)));
  EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_DEVICE);
  EXPECT_EQ(attributes.location.id, 0u);
  EXPECT_GT(attributes.pageSize, 0u);
  EXPECT_TRUE(Succeeded(aclrtPointerGetAttributes(static_cast<char*>(device) + 99, &attributes)));
  EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_DEVICE);
  EXPECT_TRUE(Succeeded(aclrtPointerGetAttributes(host, &attributes)));
  EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_HOST);
  EXPECT_TRUE(Succeeded(aclrtPointerGetAttributes(&plain, &attributes)));
  EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_UNREGISTERED);
  EXPECT_TRUE(Succeeded(aclrtFree(device)));
  EXPECT_TRUE(Succeeded(aclrtPointerGetAttributes(device, &attributes)));
  EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_UNREGISTERED);
  EXPECT_TRUE(Succeeded(aclrtFreeHost(host)));
  EXPECT_EQ(aclrtPointerGetAttributes(nullptr, &attributes), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtPointerGetAttributes(host, nullptr), ACL_ERROR_RT_PARAM_INVALID);
}

TEST_F(MemoryTest, FreeWithDevSyncWaitsForTheDevice) {
  const aclrtStream stream = MakeStream();
  void* memory = Allocate(64);
  for (int i = 0; i < 100; ++i) Mark(stream, i);
  EXPECT_TRUE(Succeeded(aclrtFreeWithDevSync(memory)));
  EXPECT_EQ(marks().size(), 100u);
  void* host = nullptr;
  ASSERT_TRUE(Succeeded(aclrtMallocHost(&host, 64)));
  for (int i = 0; i < 100; ++i) Mark(stream, i);
  EXPECT_TRUE(Succeeded(aclrtFreeHostWithDevSync(host)));
  EXPECT_EQ(marks().size(), 200u);
}

TEST_F(MemoryTest, FreeWithDevSyncLeavesFailuresWhereTheyAre) {
  const aclrtStream stream = MakeStream();
  void* memory = Allocate(64);
  Run(stream, [] { throw 1; });
  EXPECT_TRUE(Succeeded(aclrtFreeWithDevSync(memory)));
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_INTERNAL_ERROR);
}

TEST_F(MemoryTest, FreeDoesNotWait) {
  const aclrtStream stream = MakeStream();
  void* memory = Allocate(64);
  HoldNow(stream);
  EXPECT_TRUE(Succeeded(aclrtFree(memory)));
}

// A budget of 1 MiB on each of two devices.
class BudgetTest : public RuntimeTest {
 protected:
  static constexpr size_t kBudget = size_t{1} << 20;

 private:
  const WithVariable memory_{"HOSTACL_DEVICE_MEMORY", "1M"};
  const WithVariable devices_{"HOSTACL_DEVICE_COUNT", "2"};
};

TEST_F(BudgetTest, AllocationsAreRoundedTo32BytesAnd32More) {
  ASSERT_EQ(Free(), kBudget);
  const std::vector<std::pair<size_t, size_t>> sizes{{1, 64}, {32, 64}, {33, 96}, {100, 160}};
  for (const auto& [size, taken] : sizes) {
    void* memory = Allocate(size);
    EXPECT_EQ(Free(), kBudget - taken) << size;
    EXPECT_TRUE(Succeeded(aclrtFree(memory)));
    EXPECT_EQ(Free(), kBudget);
  }
}

TEST_F(BudgetTest, Align32TakesNoMore) {
  void* memory = nullptr;
  ASSERT_TRUE(Succeeded(aclrtMallocAlign32(&memory, 33, kHugeFirst)));
  EXPECT_EQ(Free(), kBudget - 64);
  ASSERT_TRUE(Succeeded(aclrtFree(memory)));
  ASSERT_TRUE(Succeeded(aclrtMallocAlign32(&memory, kBudget, kHugeFirst)));
  EXPECT_EQ(Free(), 0u);
  ASSERT_TRUE(Succeeded(aclrtFree(memory)));
  EXPECT_EQ(Free(), kBudget);
}

TEST_F(BudgetTest, PagesOf1GiBTakeNoMore) {
  const auto taken = [](void* memory) {
    const size_t taken = kBudget - Free();
    EXPECT_TRUE(Succeeded(aclrtFree(memory)));
    return taken;
  };
  void* memory = nullptr;
  for (const auto policy : {ACL_MEM_MALLOC_HUGE1G_ONLY, ACL_MEM_MALLOC_HUGE1G_ONLY_P2P}) {
    ASSERT_TRUE(Succeeded(aclrtMalloc(&memory, 33, policy)));
    EXPECT_EQ(taken(memory), 64u);
    const auto combined = static_cast<aclrtMemMallocPolicy>(policy | ACL_MEM_TYPE_HIGH_BAND_WIDTH);
    ASSERT_TRUE(Succeeded(aclrtMallocWithCfg(&memory, 33, combined, nullptr)));
    EXPECT_EQ(taken(memory), 64u);
  }
  ASSERT_TRUE(Succeeded(aclrtMallocCached(&memory, 33, ACL_MEM_MALLOC_HUGE1G_ONLY)));
  EXPECT_EQ(taken(memory), 64u);
  for (const int policy : {0, 5, 8, 0x106, -1}) {
    ASSERT_TRUE(Succeeded(aclrtMalloc(&memory, 33, static_cast<aclrtMemMallocPolicy>(policy))));
    EXPECT_EQ(taken(memory), 96u) << policy;
  }
}

TEST_F(BudgetTest, WhatDoesNotFitIsRefused) {
  void* memory = this;
  EXPECT_TRUE(Refused(
      aclrtMalloc(&memory, kBudget, kHugeFirst), ACL_ERROR_RT_MEMORY_ALLOCATION,
      {"aclrtMalloc", "Failed to allocate 1048576 bytes", "device 0", "HOSTACL_DEVICE_MEMORY"}));
  EXPECT_EQ(memory, nullptr);
  EXPECT_EQ(Free(), kBudget);
  void* first = Allocate(kBudget / 2);
  EXPECT_EQ(aclrtMalloc(&memory, kBudget / 2, kHugeFirst), ACL_ERROR_RT_MEMORY_ALLOCATION);
  void* second = Allocate(kBudget / 2 - 64);
  EXPECT_EQ(Free(), 0u);
  EXPECT_EQ(aclrtMalloc(&memory, 1, kHugeFirst), ACL_ERROR_RT_MEMORY_ALLOCATION);
  EXPECT_TRUE(Succeeded(aclrtFree(first)));
  EXPECT_TRUE(Succeeded(aclrtFree(second)));
  for (const size_t size : {SIZE_MAX, SIZE_MAX - 31, SIZE_MAX / 2, kBudget + 1}) {
    EXPECT_EQ(aclrtMalloc(&memory, size, kHugeFirst), ACL_ERROR_RT_MEMORY_ALLOCATION) << size;
    EXPECT_EQ(aclrtMallocAlign32(&memory, size, kHugeFirst), ACL_ERROR_RT_MEMORY_ALLOCATION);
  }
  EXPECT_EQ(Free(), kBudget);
}

TEST_F(BudgetTest, EachDeviceHasItsOwn) {
  void* first = Allocate(kBudget / 2);
  ASSERT_TRUE(Succeeded(aclrtSetDevice(1)));
  EXPECT_EQ(Free(), kBudget);
  aclrtMallocAttribute attribute{};
  attribute.attr = ACL_RT_MEM_ATTR_DEVICE_ID;
  attribute.value.deviceId = 0;
  aclrtMallocConfig config{&attribute, 1};
  void* second = nullptr;
  EXPECT_TRUE(Succeeded(aclrtMallocWithCfg(&second, kBudget / 4, kHugeFirst, &config)));
  EXPECT_EQ(Free(), kBudget);
  aclrtPtrAttributes where;
  EXPECT_TRUE(Succeeded(aclrtPointerGetAttributes(second, &where)));
  EXPECT_EQ(where.location.id, 0u);
  ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
  EXPECT_EQ(Free(), kBudget - kBudget / 2 - kBudget / 4 - 64);
  ASSERT_TRUE(Succeeded(aclrtSetDevice(1)));
  EXPECT_TRUE(Succeeded(aclrtFree(first))) << "memory may be freed from any context";
  EXPECT_TRUE(Succeeded(aclrtFree(second)));
}

TEST_F(BudgetTest, UsageIsWhatIsTakenAndTheMostThatWas) {
  const auto usage = [](int32_t device) {
    aclrtMemUsageInfo entries[2] = {};
    size_t count = 7;
    EXPECT_TRUE(Succeeded(aclrtGetMemUsageInfo(device, entries, 2, &count)));
    EXPECT_EQ(count, 1u);
    EXPECT_STRNE(entries[0].name, "");
    return entries[0];
  };
  const uint64_t peak = usage(1).memPeakSize;
  void* memory = Allocate(kBudget / 2 - 32);
  EXPECT_EQ(usage(0).curMemSize, kBudget / 2);
  EXPECT_GE(usage(0).memPeakSize, kBudget / 2);
  EXPECT_EQ(usage(1).curMemSize, 0u);
  EXPECT_EQ(usage(1).memPeakSize, peak);
  EXPECT_TRUE(Succeeded(aclrtFree(memory)));
  EXPECT_EQ(usage(0).curMemSize, 0u);
  EXPECT_GE(usage(0).memPeakSize, kBudget / 2);
  aclrtMemUsageInfo entry;
  size_t count = 7;
  EXPECT_EQ(aclrtGetMemUsageInfo(2, &entry, 1, &count), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(count, 0u);
  EXPECT_TRUE(Refused(aclrtGetMemUsageInfo(0, &entry, 0, &count), ACL_ERROR_RT_PARAM_INVALID,
                      {"inputNum"}));
  EXPECT_EQ(aclrtGetMemUsageInfo(0, nullptr, 1, &count), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtGetMemUsageInfo(0, &entry, 1, nullptr), ACL_ERROR_RT_PARAM_INVALID);
}

TEST_F(BudgetTest, HostMemoryIsNotOfTheDevice) {
  void* memory = nullptr;
  ASSERT_TRUE(Succeeded(aclrtMallocHost(&memory, 2 * kBudget)));
  EXPECT_EQ(Free(), kBudget);
  EXPECT_TRUE(Succeeded(aclrtFreeHost(memory)));
  EXPECT_TRUE(Refused(aclrtMallocHost(&memory, SIZE_MAX), ACL_ERROR_RT_MEMORY_ALLOCATION,
                      {"Failed to allocate"}));
}

TEST(MemoryByProduct, Ascend950AddsNothing) {
  const WithVariable soc("HOSTACL_SOC", "Ascend950PR_9599");
  const WithVariable memory_size("HOSTACL_DEVICE_MEMORY", "1M");
  ASSERT_TRUE(Succeeded(aclInit(nullptr)));
  ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
  void* memory = Allocate(size_t{1} << 20);
  EXPECT_EQ(Free(), 0u);
  EXPECT_TRUE(Succeeded(aclrtFree(memory)));
  EXPECT_TRUE(Succeeded(aclFinalize()));
}

TEST(MemoryByProduct, OnlyKindsThatItHasAreReported) {
  const WithVariable memory("HOSTACL_DEVICE_MEMORY", "8M");
  const std::vector<std::pair<const char*, bool>> products{{"Ascend910B1", true},
                                                           {"Ascend310P3", false}};
  for (const auto& [name, has_hbm] : products) {
    const WithVariable soc("HOSTACL_SOC", name);
    ASSERT_TRUE(Succeeded(aclInit(nullptr)));
    ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
    size_t free = 1;
    size_t total = 1;
    EXPECT_TRUE(Succeeded(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total)));
    EXPECT_EQ(total, size_t{8} << 20) << "HBM is answered for DDR where there is only that";
    EXPECT_TRUE(Succeeded(aclrtGetMemInfo(ACL_DDR_MEM, &free, &total)));
    EXPECT_EQ(total, has_hbm ? 0 : size_t{8} << 20);
    EXPECT_EQ(free, total);
    EXPECT_TRUE(Refused(aclrtGetMemInfo(static_cast<aclrtMemAttr>(18), &free, &total),
                        ACL_ERROR_RT_PARAM_INVALID, {"attr", "18"}));
    ASSERT_TRUE(Succeeded(aclFinalize()));
  }
}

}  // namespace
}  // namespace hostacl::testing
