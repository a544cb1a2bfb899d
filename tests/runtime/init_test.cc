// Starting and ending the library: counts, codes and the configuration file.
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "fixture.h"

namespace hostacl::testing {
namespace {

class InitTest : public ::testing::Test {
 protected:
  void TearDown() override {
    aclFinalize();
    aclGetRecentErrMsg();
    if (!path_.empty()) std::remove(path_.c_str());
  }

  // A file with this content; removed after the test.
  const char* File(const std::string& content) {
    path_ = ::testing::TempDir() + "hostacl_init_" +
            ::testing::UnitTest::GetInstance()->current_test_info()->name() + ".json";
    std::ofstream(path_) << content;
    return path_.c_str();
  }

  // What a test leaves behind must not start the library.
  void ExpectNotStarted() { EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE); }

 private:
  std::string path_;
};

std::string Nested(const char* open, const char* close, int levels) {
  std::string text;
  for (int i = 0; i < levels; ++i) text += open;
  for (int i = 0; i < levels; ++i) text += close;
  return text;
}

TEST_F(InitTest, DevicesAndContextsNeedIt) {
  EXPECT_TRUE(Refused(aclrtSetDevice(0), ACL_ERROR_UNINITIALIZE, {"aclrtSetDevice", "aclInit"}));
  aclrtContext context = this;
  EXPECT_TRUE(Refused(aclrtCreateContext(&context, 0), ACL_ERROR_UNINITIALIZE,
                      {"aclrtCreateContext", "aclInit"}));
}

TEST_F(InitTest, DeviceCountAndSocNameDoNotNeedIt) {
  uint32_t count = 0;
  EXPECT_TRUE(Succeeded(aclrtGetDeviceCount(&count)));
  EXPECT_EQ(count, 1u);
  ASSERT_NE(aclrtGetSocName(), nullptr);
}

TEST_F(InitTest, SecondOneSaysSoAndCounts) {
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  EXPECT_TRUE(Refused(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE, {"aclInit", "already"}));
  uint64_t left = 99;
  EXPECT_EQ(aclFinalizeReference(&left), ACL_SUCCESS);
  EXPECT_EQ(left, 1u);
  EXPECT_TRUE(Succeeded(aclrtSetDevice(0)));
  EXPECT_EQ(aclFinalizeReference(&left), ACL_SUCCESS);
  EXPECT_EQ(left, 0u);
  EXPECT_EQ(aclrtSetDevice(0), ACL_ERROR_UNINITIALIZE);
}

TEST_F(InitTest, FinalizeEndsHoweverOftenItWasStarted) {
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  ASSERT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
  ASSERT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  EXPECT_TRUE(
      Refused(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE, {"aclFinalize", "not initialised"}));
  EXPECT_EQ(aclrtSetDevice(0), ACL_ERROR_UNINITIALIZE);
}

TEST_F(InitTest, FinalizeWithoutStartIsRefused) {
  EXPECT_TRUE(Refused(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE, {"not initialised"}));
  uint64_t left = 99;
  EXPECT_EQ(aclFinalizeReference(&left), ACL_ERROR_REPEAT_FINALIZE);
  EXPECT_EQ(left, 0u);
}

TEST_F(InitTest, ReferenceTakesNoPointer) {
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclFinalizeReference(nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclFinalizeReference(nullptr), ACL_ERROR_REPEAT_FINALIZE);
}

TEST_F(InitTest, StartsAgainAfterTheEnd) {
  for (int round = 0; round < 3; ++round) {
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
    aclrtStream stream = nullptr;
    ASSERT_TRUE(Succeeded(aclrtCreateStream(&stream)));
    ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
    ASSERT_EQ(aclFinalize(), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_INVALID_HANDLE);
    aclrtContext context = nullptr;
    EXPECT_EQ(aclrtGetCurrentContext(&context), ACL_ERROR_RT_CONTEXT_NULL);
  }
}

TEST_F(InitTest, ConcurrentReferencesAreCounted) {
  constexpr int kThreads = 8;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([] { aclInit(nullptr); });
  }
  for (std::thread& thread : threads) thread.join();
  threads.clear();
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([] { EXPECT_EQ(aclFinalizeReference(nullptr), ACL_SUCCESS); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(aclFinalizeReference(nullptr), ACL_ERROR_REPEAT_FINALIZE);
}

TEST_F(InitTest, TakesAnEmptyObject) { EXPECT_TRUE(Succeeded(aclInit(File("{}")))); }

TEST_F(InitTest, IgnoresKeysForHardware) {
  EXPECT_TRUE(Succeeded(
      aclInit(File(R"({"dump": {"dump_path": "x"}, "max_opqueue_num": "100", "profiler": {}})"))));
}

TEST_F(InitTest, RefusesAFileThatIsNotThere) {
  EXPECT_TRUE(Refused(aclInit("/nowhere/acl.json"), ACL_ERROR_INVALID_FILE,
                      {"aclInit", "configPath", "/nowhere/acl.json"}));
  ExpectNotStarted();
}

TEST_F(InitTest, RefusesADirectory) {
  EXPECT_TRUE(Refused(aclInit("/tmp"), ACL_ERROR_INVALID_FILE, {"configPath", "/tmp"}));
  ExpectNotStarted();
}

TEST_F(InitTest, RefusesWhatIsNotJson) {
  for (const char* content : {"", "{", "no json", "{} {}", "[]", "1"}) {
    EXPECT_TRUE(Refused(aclInit(File(content)), ACL_ERROR_PARSE_FILE, {"configPath", "JSON"}))
        << content;
    ExpectNotStarted();
  }
}

TEST_F(InitTest, BoundsTheNestingOfObjectsAndOfArraysEach) {
  const auto with_object = [](int levels) { return Nested("{\"a\":", "}", levels); };
  std::string ten = with_object(10);
  ten.insert(ten.find('}'), Nested("[", "]", 10));
  EXPECT_TRUE(Succeeded(aclInit(File(ten))));
  aclFinalize();

  std::string eleven_objects = with_object(11);
  eleven_objects.insert(eleven_objects.find('}'), "1");
  EXPECT_TRUE(Refused(aclInit(File(eleven_objects)), ACL_ERROR_PARSE_FILE, {"11", "10"}));

  EXPECT_TRUE(Refused(aclInit(File("{\"a\":" + Nested("[", "]", 11) + "}")), ACL_ERROR_PARSE_FILE,
                      {"11", "10"}));
  ExpectNotStarted();
}

TEST_F(InitTest, SurvivesAFileNestedWithoutEnd) {
  EXPECT_TRUE(Refused(aclInit(File("{\"a\":" + Nested("[", "]", 200000) + "}")),
                      ACL_ERROR_PARSE_FILE, {"configPath"}));
}

TEST_F(InitTest, RefusesUnknownModes) {
  EXPECT_TRUE(Refused(aclInit(File(R"({"err_msg_mode": "2"})")), ACL_ERROR_FILE_ATTR_INVALID,
                      {"err_msg_mode", "\"0\"", "\"1\"", "\"2\""}));
  EXPECT_TRUE(Refused(aclInit(File(R"({"err_msg_mode": 1})")), ACL_ERROR_FILE_ATTR_INVALID,
                      {"err_msg_mode"}));
  EXPECT_TRUE(Refused(aclInit(File(R"({"defaultDevice": {"default_device": "1"}})")),
                      ACL_ERROR_FILE_ATTR_INVALID, {"defaultDevice"}));
  EXPECT_TRUE(Refused(aclInit(File(R"({"defaultDevice": 0})")), ACL_ERROR_FILE_ATTR_INVALID,
                      {"defaultDevice"}));
  ExpectNotStarted();
}

TEST_F(InitTest, DefaultDeviceServesThreadsThatChoseNone) {
  ASSERT_TRUE(Succeeded(aclInit(File(R"({"defaultDevice": {"default_device": "0"}})"))));
  OnOtherThread([] {
    void* memory = nullptr;
    EXPECT_TRUE(Succeeded(aclrtMalloc(&memory, 16, ACL_MEM_MALLOC_HUGE_FIRST)));
    EXPECT_TRUE(Succeeded(aclrtFree(memory)));
    EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(nullptr)));
  });
}

TEST_F(InitTest, WithoutDefaultDeviceThreadsMustChoose) {
  ASSERT_TRUE(Succeeded(aclInit(nullptr)));
  OnOtherThread([] {
    void* memory = nullptr;
    EXPECT_TRUE(Refused(aclrtMalloc(&memory, 16, ACL_MEM_MALLOC_HUGE_FIRST),
                        ACL_ERROR_RT_CONTEXT_NULL, {"aclrtMalloc", "aclrtSetDevice"}));
  });
}

TEST_F(InitTest, OnlyTheFirstFileCounts) {
  ASSERT_TRUE(Succeeded(aclInit(nullptr)));
  EXPECT_EQ(aclInit(File(R"({"defaultDevice": {"default_device": "0"}})")),
            ACL_ERROR_REPEAT_INITIALIZE);
  OnOtherThread([] { EXPECT_EQ(aclrtSynchronizeDevice(), ACL_ERROR_RT_CONTEXT_NULL); });
}

TEST_F(InitTest, FinalizeWaitsForQueuedWork) {
  ASSERT_TRUE(Succeeded(aclInit(nullptr)));
  ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
  aclrtStream stream = nullptr;
  ASSERT_TRUE(Succeeded(aclrtCreateStream(&stream)));
  int ran = 0;
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(Succeeded(aclrtLaunchHostFunc(
        stream, [](void* count) { ++*static_cast<int*>(count); }, &ran)));
  }
  ASSERT_TRUE(Succeeded(aclFinalize()));
  EXPECT_EQ(ran, 100);
}

TEST_F(InitTest, FinalizeInsideAHostFunctionIsRefused) {
  ASSERT_TRUE(Succeeded(aclInit(nullptr)));
  ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
  aclError inside = ACL_SUCCESS;
  const auto finalize = [](void* code) { *static_cast<aclError*>(code) = aclFinalize(); };
  ASSERT_TRUE(Succeeded(aclrtLaunchHostFunc(nullptr, finalize, &inside)));
  ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(nullptr)));
  EXPECT_EQ(inside, ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
}

TEST_F(InitTest, ProcessWideFailureTexts) {
  ASSERT_TRUE(Succeeded(aclInit(File(R"({"err_msg_mode": "1"})"))));
  OnOtherThread([] { aclrtSetDevice(77); });
  const std::string sentence = TakeSentence();
  EXPECT_NE(sentence.find("77"), std::string::npos) << sentence;
  EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
}

}  // namespace
}  // namespace hostacl::testing
