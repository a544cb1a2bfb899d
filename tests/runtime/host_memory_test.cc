// Host memory that the program has and the library is told of.
#include <sys/mman.h>

#include <cstdint>
#include <cstring>

#include "fixture.h"

namespace hostacl::testing {
namespace {

constexpr size_t kPage = 4096;

aclrtMemLocationType Place(const void* address) {
  aclrtPtrAttributes attributes{};
  EXPECT_TRUE(Succeeded(aclrtPointerGetAttributes(address, &attributes)));
  return attributes.location.type;
}

// Four pages of the program's own.
class HostMemoryTest : public RuntimeTest {
 protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    void* const mapped =
        mmap(nullptr, 4 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(mapped, MAP_FAILED);
    own_ = static_cast<uint8_t*>(mapped);
  }

  void TearDown() override {
    RuntimeTest::TearDown();
    aclrtHostUnregister(own_);
    aclrtHostUnregister(own_ + kPage);
    munmap(own_, 4 * kPage);
    TakeSentence();
  }

  uint8_t* own_ = nullptr;
};

TEST_F(HostMemoryTest, RegisteredMemoryIsTheHostsUntilItIsTakenBack) {
  void* device = nullptr;
  ASSERT_TRUE(Succeeded(aclrtHostRegister(own_, kPage + 1, ACL_HOST_REGISTER_MAPPED, &device)));
  EXPECT_EQ(device, own_);
  EXPECT_EQ(Place(own_), ACL_MEM_LOCATION_TYPE_HOST);
  EXPECT_EQ(Place(own_ + kPage), ACL_MEM_LOCATION_TYPE_HOST);
  EXPECT_EQ(Place(own_ + kPage + 1), ACL_MEM_LOCATION_TYPE_UNREGISTERED);
  ASSERT_TRUE(Succeeded(aclrtHostUnregister(own_)));
  EXPECT_EQ(Place(own_), ACL_MEM_LOCATION_TYPE_UNREGISTERED);
  own_[0] = 1;
  EXPECT_TRUE(Refused(aclrtHostUnregister(own_), ACL_ERROR_HOST_MEMORY_NOT_REGISTERED, {"ptr"}));
}

TEST_F(HostMemoryTest, CopiesDoNotWaitForRegisteredMemory) {
  void* device = nullptr;
  ASSERT_TRUE(Succeeded(aclrtMalloc(&device, 64, ACL_MEM_MALLOC_HUGE_FIRST)));
  ASSERT_TRUE(Succeeded(aclrtHostRegisterV2(own_, kPage, ACL_HOST_REG_PINNED)));
  const aclrtStream stream = MakeStream();
  Gate& gate = HoldNow(stream);
  std::memset(own_, 3, 64);
  std::memset(device, 0, 64);
  ASSERT_TRUE(Succeeded(aclrtMemcpyAsync(device, 64, own_, 64, ACL_MEMCPY_HOST_TO_DEVICE, stream)));
  EXPECT_EQ(*static_cast<uint8_t*>(device), 0);
  gate.Open();
  ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
  EXPECT_EQ(*static_cast<uint8_t*>(device), 3);
  EXPECT_TRUE(
      Refused(aclrtMemcpyAsync(device, 64, own_ + kPage - 8, 16, ACL_MEMCPY_HOST_TO_DEVICE, stream),
              ACL_ERROR_RT_PARAM_INVALID, {"src", "past the end"}));
  EXPECT_TRUE(Succeeded(aclrtFree(device)));
}

TEST_F(HostMemoryTest, NothingIsRegisteredTwice) {
  ASSERT_TRUE(Succeeded(aclrtHostRegisterV2(own_ + kPage, 2 * kPage, ACL_HOST_REG_PINNED)));
  for (const size_t page : {0, 1, 2}) {
    EXPECT_TRUE(Refused(aclrtHostRegisterV2(own_ + page * kPage, 2 * kPage, ACL_HOST_REG_PINNED),
                        ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED, {"ptr", "8192"}))
        << page;
  }
  EXPECT_TRUE(Succeeded(aclrtHostRegisterV2(own_, kPage, ACL_HOST_REG_PINNED)));
  EXPECT_EQ(aclrtHostUnregister(own_ + 2 * kPage), ACL_ERROR_HOST_MEMORY_NOT_REGISTERED);
}

TEST_F(HostMemoryTest, MemoryOfTheLibraryIsRegisteredInItsBlock) {
  void* block = nullptr;
  constexpr size_t kSize = size_t{2} << 20;
  ASSERT_TRUE(Succeeded(aclrtMallocHost(&block, kSize)));
  EXPECT_EQ(aclrtHostRegisterV2(block, kSize + 1, ACL_HOST_REG_MAPPED),
            ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  ASSERT_TRUE(Succeeded(aclrtHostRegisterV2(block, kSize, ACL_HOST_REG_MAPPED)));
  EXPECT_EQ(aclrtHostRegisterV2(block, kSize, ACL_HOST_REG_MAPPED),
            ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  ASSERT_TRUE(Succeeded(aclrtHostUnregister(block)));
  EXPECT_EQ(Place(block), ACL_MEM_LOCATION_TYPE_HOST);
  ASSERT_TRUE(Succeeded(aclrtHostRegisterV2(block, kSize, ACL_HOST_REG_MAPPED)));
  ASSERT_TRUE(Succeeded(aclrtFreeHost(block)));
  EXPECT_EQ(aclrtHostUnregister(block), ACL_ERROR_HOST_MEMORY_NOT_REGISTERED) << "it is freed";

  ASSERT_TRUE(Succeeded(aclrtMalloc(&block, kSize, ACL_MEM_MALLOC_HUGE_FIRST)));
  EXPECT_EQ(aclrtHostRegisterV2(block, kSize, ACL_HOST_REG_PINNED),
            ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  EXPECT_TRUE(Succeeded(aclrtFree(block)));
}

TEST_F(HostMemoryTest, OnlyMappedMemoryHasADeviceAddress) {
  void* device = this;
  ASSERT_TRUE(Succeeded(aclrtHostRegisterV2(own_, kPage, ACL_HOST_REG_PINNED)));
  EXPECT_TRUE(Refused(aclrtHostGetDevicePointer(own_, &device, 0),
                      ACL_ERROR_HOST_MEMORY_NOT_REGISTERED, {"pHost"}));
  EXPECT_EQ(device, nullptr);
  ASSERT_TRUE(Succeeded(aclrtHostRegisterV2(own_ + kPage, kPage, ACL_HOST_REG_MAPPED)));
  ASSERT_TRUE(Succeeded(aclrtHostGetDevicePointer(own_ + kPage + 5, &device, 0)));
  EXPECT_EQ(device, own_ + kPage + 5);
  EXPECT_EQ(aclrtHostGetDevicePointer(own_ + 2 * kPage, &device, 0),
            ACL_ERROR_HOST_MEMORY_NOT_REGISTERED);
  EXPECT_EQ(aclrtHostGetDevicePointer(own_ + kPage, &device, 1), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtHostGetDevicePointer(own_, nullptr, 0), ACL_ERROR_RT_PARAM_INVALID);
}

TEST_F(HostMemoryTest, ArgumentsAreChecked) {
  void* device = this;
  EXPECT_TRUE(Refused(aclrtHostRegister(own_ + 64, 64, ACL_HOST_REGISTER_MAPPED, &device),
                      ACL_ERROR_RT_PARAM_INVALID, {"ptr", "4096"}));
  EXPECT_EQ(device, nullptr);
  EXPECT_TRUE(Refused(aclrtHostRegister(own_, 0, ACL_HOST_REGISTER_MAPPED, &device),
                      ACL_ERROR_RT_PARAM_INVALID, {"size", "0"}));
  EXPECT_TRUE(Refused(aclrtHostRegister(own_, UINT64_MAX, ACL_HOST_REGISTER_MAPPED, &device),
                      ACL_ERROR_RT_PARAM_INVALID, {"size"}));
  EXPECT_EQ(aclrtHostRegister(nullptr, 1, ACL_HOST_REGISTER_MAPPED, &device),
            ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtHostRegister(own_, 1, ACL_HOST_REGISTER_MAPPED, nullptr),
            ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_TRUE(Refused(aclrtHostRegister(own_, 1, ACL_HOST_REGISTER_READONLY, &device),
                      ACL_ERROR_FEATURE_UNSUPPORTED, {"type", "8"}));
  EXPECT_EQ(aclrtHostRegister(own_, 1, static_cast<aclrtHostRegisterType>(3), &device),
            ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_TRUE(Refused(aclrtHostRegisterV2(own_, 1, ACL_HOST_REG_MAPPED | ACL_HOST_REG_IOMEMORY),
                      ACL_ERROR_FEATURE_UNSUPPORTED, {"flag", "0x6"}));
  EXPECT_EQ(aclrtHostRegisterV2(own_, 1, 0), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtHostRegisterV2(own_, 1, 1), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtHostUnregister(nullptr), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(Place(own_), ACL_MEM_LOCATION_TYPE_UNREGISTERED);
}

}  // namespace
}  // namespace hostacl::testing
