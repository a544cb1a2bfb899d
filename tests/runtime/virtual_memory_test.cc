// Virtual memory: reserved addresses, physical memory, and the one mapped into the other.
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstring>
#include <future>
#include <initializer_list>
#include <thread>
#include <vector>

#include "fixture.h"

namespace hostacl::testing {
namespace {

constexpr size_t kSize = size_t{64} << 10;
constexpr size_t kBudget = size_t{1} << 20;

size_t Free() {
  size_t free = 0;
  size_t total = 0;
  EXPECT_TRUE(Succeeded(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total)));
  return free;
}

aclrtPhysicalMemProp OnDevice(uint32_t device) {
  aclrtPhysicalMemProp properties{};
  properties.memAttr = ACL_HBM_MEM_HUGE;
  properties.location = {device, ACL_MEM_LOCATION_TYPE_DEVICE};
  return properties;
}

// Two devices of 1 MiB, and addresses for four pieces of kSize.
class VirtualMemoryTest : public RuntimeTest {
 protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    void* start = nullptr;
    ASSERT_TRUE(Succeeded(aclrtReserveMemAddress(&start, 4 * kSize, 0, nullptr, 0)));
    start_ = static_cast<uint8_t*>(start);
  }

  void TearDown() override {
    RuntimeTest::TearDown();
    for (uint8_t* mapped : mapped_) EXPECT_TRUE(Succeeded(aclrtUnmapMem(mapped)));
    for (const aclrtDrvMemHandle memory : memories_) {
      EXPECT_TRUE(Succeeded(aclrtFreePhysical(memory)));
    }
    EXPECT_TRUE(Succeeded(aclrtReleaseMemAddress(start_)));
  }

  aclrtDrvMemHandle Take(size_t size = kSize, uint32_t device = 0) {
    aclrtDrvMemHandle memory = nullptr;
    const aclrtPhysicalMemProp properties = OnDevice(device);
    EXPECT_TRUE(Succeeded(aclrtMallocPhysical(&memory, size, &properties, 0)));
    memories_.push_back(memory);
    return memory;
  }

  // Maps memory at a piece of the addresses.
  uint8_t* Map(int piece, aclrtDrvMemHandle memory) {
    uint8_t* const at = start_ + static_cast<size_t>(piece) * kSize;
    EXPECT_TRUE(Succeeded(aclrtMapMem(at, kSize, 0, memory, 0)));
    mapped_.push_back(at);
    return at;
  }

  uint8_t* start_ = nullptr;
  std::vector<aclrtDrvMemHandle> memories_;
  std::vector<uint8_t*> mapped_;

 private:
  const WithVariable memory_{"HOSTACL_DEVICE_MEMORY", "1M"};
  const WithVariable devices_{"HOSTACL_DEVICE_COUNT", "2"};
};

TEST_F(VirtualMemoryTest, MemoryMappedTwiceIsTheSame) {
  const aclrtDrvMemHandle memory = Take();
  uint8_t* const first = Map(0, memory);
  uint8_t* const second = Map(2, memory);
  first[0] = 7;
  second[kSize - 1] = 8;
  EXPECT_EQ(second[0], 7);
  EXPECT_EQ(first[kSize - 1], 8);
}

TEST_F(VirtualMemoryTest, MemoryKeepsItsValuesWhileNothingIsMapped) {
  const aclrtDrvMemHandle memory = Take();
  Map(0, memory)[5] = 9;
  ASSERT_TRUE(Succeeded(aclrtUnmapMem(start_)));
  mapped_.clear();
  EXPECT_EQ(Map(3, memory)[5], 9);
}

TEST_F(VirtualMemoryTest, NewMemoryIsNotTheOneBefore) {
  const aclrtDrvMemHandle memory = Take();
  Map(0, memory)[0] = 1;
  ASSERT_TRUE(Succeeded(aclrtUnmapMem(start_)));
  mapped_.clear();
  uint8_t* const other = Map(0, Take());
  other[0] = 2;
  EXPECT_EQ(Map(1, memory)[0], 1);
}

TEST_F(VirtualMemoryTest, UsingUnmappedAddressesIsAFault) {
  EXPECT_DEATH(start_[0] = 1, "");
  Map(0, Take())[0] = 1;
  EXPECT_DEATH(start_[kSize] = 1, "");
  ASSERT_TRUE(Succeeded(aclrtUnmapMem(start_)));
  mapped_.clear();
  EXPECT_DEATH(start_[0] = 1, "");
}

TEST_F(VirtualMemoryTest, PhysicalMemoryIsOfItsDevicesBudget) {
  const aclrtDrvMemHandle memory = Take();
  EXPECT_EQ(Free(), kBudget - kSize);
  Map(0, memory);
  Map(1, memory);
  EXPECT_EQ(Free(), kBudget - kSize) << "addresses are not memory";
  Take(1, 1);
  EXPECT_EQ(Free(), kBudget - kSize);
  ASSERT_TRUE(Succeeded(aclrtSetDevice(1)));
  EXPECT_EQ(Free(), kBudget - 4096) << "a page is the least";
  ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
  ASSERT_TRUE(Succeeded(aclrtFreePhysical(memory)));
  memories_.erase(memories_.begin());
  EXPECT_EQ(Free(), kBudget - kSize) << "its mappings keep it";
  for (uint8_t* mapped : mapped_) ASSERT_TRUE(Succeeded(aclrtUnmapMem(mapped)));
  mapped_.clear();
  EXPECT_EQ(Free(), kBudget);
}

TEST_F(VirtualMemoryTest, WhatDoesNotFitIsRefused) {
  const aclrtPhysicalMemProp properties = OnDevice(0);
  aclrtDrvMemHandle memory = this;
  for (const size_t size : {kBudget + 1, SIZE_MAX, SIZE_MAX / 2}) {
    EXPECT_TRUE(Refused(aclrtMallocPhysical(&memory, size, &properties, 0),
                        ACL_ERROR_RT_MEMORY_ALLOCATION,
                        {"Failed to allocate", "device 0", "HOSTACL_DEVICE_MEMORY"}));
    EXPECT_EQ(memory, nullptr);
  }
  Take(kBudget);
  EXPECT_EQ(aclrtMallocPhysical(&memory, 1, &properties, 0), ACL_ERROR_RT_MEMORY_ALLOCATION);
  void* block = nullptr;
  EXPECT_EQ(aclrtMalloc(&block, 1, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_RT_MEMORY_ALLOCATION);
}

TEST_F(VirtualMemoryTest, MappedAddressesAreDeviceMemory) {
  aclrtPtrAttributes attributes;
  uint8_t* const mapped = Map(0, Take(kSize, 1));
  ASSERT_TRUE(Succeeded(aclrtPointerGetAttributes(mapped + kSize - 1, &attributes)));
  EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_DEVICE);
  EXPECT_EQ(attributes.location.id, 1u);
  ASSERT_TRUE(Succeeded(aclrtPointerGetAttributes(mapped + kSize, &attributes)));
  EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_UNREGISTERED);
  EXPECT_TRUE(Refused(aclrtFree(mapped), ACL_ERROR_RT_PARAM_INVALID, {"devPtr", "aclrtUnmapMem"}));
}

TEST_F(VirtualMemoryTest, CopiesCrossWhatIsMappedSideBySide) {
  uint8_t* const mapped = Map(0, Take());
  Map(1, Take());
  std::vector<uint8_t> values(2 * kSize);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<uint8_t>(i * 7);
  ASSERT_TRUE(Succeeded(
      aclrtMemcpy(mapped, values.size(), values.data(), values.size(), ACL_MEMCPY_HOST_TO_DEVICE)));
  EXPECT_EQ(std::memcmp(mapped, values.data(), values.size()), 0);
  const aclrtStream stream = MakeStream();
  ASSERT_TRUE(Succeeded(aclrtMemsetAsync(mapped + kSize - 8, 16, 0xAB, 16, stream)));
  ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
  EXPECT_EQ(mapped[kSize - 8], 0xAB);
  EXPECT_EQ(mapped[kSize + 7], 0xAB);
  EXPECT_EQ(mapped[kSize + 8], values[kSize + 8]);
}

TEST_F(VirtualMemoryTest, CopiesPastWhatIsMappedAreRefused) {
  uint8_t* const mapped = Map(0, Take());
  std::vector<uint8_t> values(kSize + 1);
  EXPECT_TRUE(Refused(
      aclrtMemcpy(mapped, values.size(), values.data(), values.size(), ACL_MEMCPY_HOST_TO_DEVICE),
      ACL_ERROR_RT_PARAM_INVALID, {"dst", "past the end"}));
  EXPECT_TRUE(Refused(aclrtMemset(mapped + kSize, 1, 0, 1), ACL_ERROR_RT_PARAM_INVALID,
                      {"devPtr", "no memory is mapped"}));
  EXPECT_TRUE(
      Refused(aclrtMemcpy(values.data(), 1, start_ + 2 * kSize, 1, ACL_MEMCPY_DEVICE_TO_HOST),
              ACL_ERROR_RT_PARAM_INVALID, {"src", "no memory is mapped"}));
}

TEST_F(VirtualMemoryTest, UnmappingWaitsForCopiesThatAreQueued) {
  const aclrtStream stream = MakeStream();
  const aclrtDrvMemHandle memory = Take();
  Map(0, memory);
  Map(1, memory)[0] = 0;
  Gate& gate = HoldNow(stream);
  ASSERT_TRUE(Succeeded(aclrtMemsetAsync(start_, kSize, 5, kSize, stream)));
  std::promise<void> unmapped;
  std::thread other([&] {
    EXPECT_TRUE(Succeeded(aclrtUnmapMem(start_)));
    unmapped.set_value();
  });
  auto done = unmapped.get_future();
  EXPECT_EQ(done.wait_for(std::chrono::milliseconds(50)), std::future_status::timeout);
  gate.Open();
  done.wait();
  other.join();
  mapped_.erase(mapped_.begin());
  EXPECT_EQ(mapped_[0][0], 5);
}

TEST_F(VirtualMemoryTest, MappingChecksWhere) {
  const aclrtDrvMemHandle memory = Take();
  Map(1, memory);
  const std::initializer_list<const char*> occupied{"virPtr", "something is mapped"};
  EXPECT_TRUE(Refused(aclrtMapMem(start_ + kSize, kSize, 0, memory, 0), ACL_ERROR_RT_PARAM_INVALID,
                      occupied));
  EXPECT_TRUE(Refused(aclrtMapMem(start_ + kSize / 2, kSize, 0, memory, 0),
                      ACL_ERROR_RT_PARAM_INVALID, occupied));
  EXPECT_TRUE(Refused(aclrtMapMem(start_ + kSize + kSize / 2, kSize, 0, memory, 0),
                      ACL_ERROR_RT_PARAM_INVALID, occupied));
  const std::initializer_list<const char*> nowhere{"virPtr", "aclrtReserveMemAddress"};
  std::vector<uint8_t> plain(kSize);
  EXPECT_TRUE(
      Refused(aclrtMapMem(plain.data(), kSize, 0, memory, 0), ACL_ERROR_RT_PARAM_INVALID, nowhere));
  EXPECT_TRUE(
      Refused(aclrtMapMem(start_ + 1, kSize, 0, memory, 0), ACL_ERROR_RT_PARAM_INVALID, nowhere));
  // Reservations are whole pieces of 2 MiB.
  EXPECT_TRUE(Refused(aclrtMapMem(start_ + (size_t{2} << 20) - 4096, kSize, 0, memory, 0),
                      ACL_ERROR_RT_PARAM_INVALID, nowhere));
  EXPECT_TRUE(Refused(aclrtMapMem(start_, kSize / 2, 0, memory, 0), ACL_ERROR_RT_PARAM_INVALID,
                      {"size", "65536", "32768"}));
  EXPECT_TRUE(
      Refused(aclrtMapMem(start_, kSize, 64, memory, 0), ACL_ERROR_RT_PARAM_INVALID, {"offset"}));
  EXPECT_TRUE(
      Refused(aclrtMapMem(start_, kSize, 0, memory, 1), ACL_ERROR_RT_PARAM_INVALID, {"flags"}));
  EXPECT_TRUE(Refused(aclrtMapMem(start_, kSize, 0, MakeStream(), 0), ACL_ERROR_RT_INVALID_HANDLE,
                      {"handle", "aclrtStream", "aclrtDrvMemHandle"}));
}

TEST_F(VirtualMemoryTest, WhatIsNotThereIsNotTakenBack) {
  EXPECT_TRUE(Refused(aclrtUnmapMem(start_), ACL_ERROR_RT_PARAM_INVALID, {"virPtr"}));
  EXPECT_TRUE(Refused(aclrtUnmapMem(nullptr), ACL_ERROR_RT_PARAM_INVALID, {"virPtr", "null"}));
  uint8_t* const mapped = Map(0, Take());
  EXPECT_TRUE(Refused(aclrtUnmapMem(mapped + 4096), ACL_ERROR_RT_PARAM_INVALID, {"4096 bytes"}));
  EXPECT_TRUE(Refused(aclrtReleaseMemAddress(start_), ACL_ERROR_RT_PARAM_INVALID,
                      {"1 ranges", "aclrtUnmapMem"}));
  EXPECT_TRUE(Refused(aclrtReleaseMemAddress(start_ + 4096), ACL_ERROR_RT_PARAM_INVALID,
                      {"not the start"}));
  EXPECT_TRUE(Refused(aclrtReleaseMemAddress(nullptr), ACL_ERROR_RT_PARAM_INVALID, {"virPtr"}));
  void* block = nullptr;
  ASSERT_TRUE(Succeeded(aclrtMalloc(&block, 64, ACL_MEM_MALLOC_HUGE_FIRST)));
  EXPECT_TRUE(Refused(aclrtUnmapMem(block), ACL_ERROR_RT_PARAM_INVALID, {"aclrtFree frees"}));
  EXPECT_TRUE(Succeeded(aclrtFree(block)));
  aclrtDrvMemHandle memory = nullptr;
  const aclrtPhysicalMemProp properties = OnDevice(0);
  ASSERT_TRUE(Succeeded(aclrtMallocPhysical(&memory, 1, &properties, 0)));
  EXPECT_TRUE(Succeeded(aclrtFreePhysical(memory)));
  EXPECT_TRUE(
      Refused(aclrtFreePhysical(memory), ACL_ERROR_RT_INVALID_HANDLE, {"handle", "destroyed"}));
  EXPECT_TRUE(Refused(aclrtFreePhysical(nullptr), ACL_ERROR_RT_PARAM_INVALID, {"handle"}));
}

TEST_F(VirtualMemoryTest, ReservingChecksItsArguments) {
  void* start = this;
  EXPECT_TRUE(Refused(aclrtReserveMemAddress(&start, 0, 0, nullptr, 0), ACL_ERROR_RT_PARAM_INVALID,
                      {"size", "0"}));
  EXPECT_EQ(start, nullptr);
  EXPECT_EQ(aclrtReserveMemAddress(&start, SIZE_MAX, 0, nullptr, 0), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtReserveMemAddress(&start, SIZE_MAX / 4, 0, nullptr, 0),
            ACL_ERROR_RT_MEMORY_ALLOCATION);
  EXPECT_TRUE(Refused(aclrtReserveMemAddress(&start, 1, 64, nullptr, 0), ACL_ERROR_RT_PARAM_INVALID,
                      {"alignment", "64"}));
  EXPECT_TRUE(Refused(aclrtReserveMemAddress(&start, 1, 0, start_, 0),
                      ACL_ERROR_FEATURE_UNSUPPORTED, {"expectPtr"}));
  EXPECT_EQ(aclrtReserveMemAddress(nullptr, 1, 0, nullptr, 0), ACL_ERROR_RT_PARAM_INVALID);
  ASSERT_TRUE(Succeeded(aclrtReserveMemAddress(&start, size_t{1} << 40, 0, nullptr, 1)));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(start) % (size_t{2} << 20), 0u);
  EXPECT_TRUE(Succeeded(aclrtReleaseMemAddress(start)));
}

TEST_F(VirtualMemoryTest, PhysicalMemoryChecksItsProperties) {
  aclrtDrvMemHandle memory = this;
  aclrtPhysicalMemProp properties = OnDevice(2);
  EXPECT_TRUE(Refused(aclrtMallocPhysical(&memory, 1, &properties, 0),
                      ACL_ERROR_RT_INVALID_DEVICEID, {"prop->location.id", "2"}));
  EXPECT_EQ(memory, nullptr);
  properties = OnDevice(0);
  EXPECT_TRUE(Refused(aclrtMallocPhysical(&memory, 0, &properties, 0), ACL_ERROR_RT_PARAM_INVALID,
                      {"size"}));
  EXPECT_TRUE(Refused(aclrtMallocPhysical(&memory, 1, &properties, 1), ACL_ERROR_RT_PARAM_INVALID,
                      {"flags"}));
  EXPECT_EQ(aclrtMallocPhysical(&memory, 1, nullptr, 0), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtMallocPhysical(nullptr, 1, &properties, 0), ACL_ERROR_RT_PARAM_INVALID);
  properties.location.type = ACL_MEM_LOCATION_TYPE_HOST;
  EXPECT_TRUE(Refused(aclrtMallocPhysical(&memory, 1, &properties, 0),
                      ACL_ERROR_FEATURE_UNSUPPORTED, {"location.type", "0"}));
}

TEST_F(VirtualMemoryTest, AShareableHandleStandsForTheMemory) {
  const aclrtDrvMemHandle memory = Take();
  Map(0, memory)[3] = 4;
  uint64_t shareable = 0;
  ASSERT_TRUE(
      Succeeded(aclrtMemExportToShareableHandle(memory, ACL_MEM_HANDLE_TYPE_NONE, 0, &shareable)));
  int32_t pid = getpid();
  EXPECT_TRUE(Succeeded(aclrtMemSetPidToShareableHandle(shareable, &pid, 1)));
  pid = getppid();
  EXPECT_TRUE(Refused(aclrtMemSetPidToShareableHandle(shareable, &pid, 1),
                      ACL_ERROR_FEATURE_UNSUPPORTED, {"pid[0]", "one process"}));
  aclrtDrvMemHandle imported = nullptr;
  ASSERT_TRUE(Succeeded(aclrtMemImportFromShareableHandle(shareable, 0, &imported)));
  EXPECT_NE(imported, memory);
  memories_.push_back(imported);
  EXPECT_EQ(Map(1, imported)[3], 4);
  EXPECT_EQ(Free(), kBudget - kSize);
  EXPECT_EQ(aclrtMemImportFromShareableHandle(shareable, 2, &imported),
            ACL_ERROR_RT_INVALID_DEVICEID);
}

TEST_F(VirtualMemoryTest, AShareableHandleKeepsNoMemory) {
  aclrtDrvMemHandle memory = nullptr;
  const aclrtPhysicalMemProp properties = OnDevice(0);
  ASSERT_TRUE(Succeeded(aclrtMallocPhysical(&memory, kSize, &properties, 0)));
  uint64_t shareable = 0;
  ASSERT_TRUE(
      Succeeded(aclrtMemExportToShareableHandle(memory, ACL_MEM_HANDLE_TYPE_NONE, 1, &shareable)));
  ASSERT_TRUE(Succeeded(aclrtFreePhysical(memory)));
  EXPECT_EQ(Free(), kBudget);
  EXPECT_TRUE(Refused(aclrtMemImportFromShareableHandle(shareable, 0, &memory),
                      ACL_ERROR_RT_INVALID_HANDLE, {"shareableHandle", "freed"}));
  EXPECT_TRUE(Refused(aclrtMemImportFromShareableHandle(12345, 0, &memory),
                      ACL_ERROR_RT_INVALID_HANDLE, {"shareableHandle", "not one of this process"}));
  EXPECT_EQ(memory, nullptr);
}

}  // namespace
}  // namespace hostacl::testing
