// Operators on a few elements, which an idle stream runs on the calling thread, in their place of
// the stream's order all the same.
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cfenv>
#include <cmath>
#include <csignal>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_glu.h"
#include "fixture.h"

namespace hostacl::testing {
namespace {

// A device tensor [2, n] of values a and gates 0: GLU along dim 0 onto the values halves them in
// place.
class Halved {
 public:
  explicit Halved(int64_t count) : count_(count) {
    EXPECT_TRUE(Succeeded(aclrtMalloc(&data_, bytes(), ACL_MEM_MALLOC_HUGE_FIRST)));
    Set(1);
  }
  ~Halved() { aclrtFree(data_); }
  Halved(const Halved&) = delete;
  Halved& operator=(const Halved&) = delete;

  void Set(float value) {
    std::vector<float> host(static_cast<size_t>(2 * count_));
    std::fill_n(host.begin(), count_, value);
    EXPECT_TRUE(
        Succeeded(aclrtMemcpy(data_, bytes(), host.data(), bytes(), ACL_MEMCPY_HOST_TO_DEVICE)));
  }

  aclnnStatus Halve(aclrtStream stream) const {
    const int64_t self_dims[] = {2, count_};
    const int64_t out_dims[] = {1, count_};
    const aclTensor* self =
        aclCreateTensor(self_dims, 2, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, self_dims, 2, data_);
    const aclTensor* out =
        aclCreateTensor(out_dims, 2, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, self_dims, 2, data_);
    uint64_t workspace = 1;
    aclOpExecutor* executor = nullptr;
    aclnnStatus status = aclnnGluGetWorkspaceSize(self, 0, out, &workspace, &executor);
    EXPECT_EQ(workspace, 0u);
    if (status == ACLNN_SUCCESS) status = aclnnGlu(nullptr, 0, executor, stream);
    aclDestroyTensor(self);
    aclDestroyTensor(out);
    return status;
  }

  void* data() const { return data_; }

  std::vector<float> Values() const {
    std::vector<float> host(static_cast<size_t>(count_));
    const size_t size = host.size() * sizeof(float);
    EXPECT_TRUE(Succeeded(aclrtMemcpy(host.data(), size, data_, size, ACL_MEMCPY_DEVICE_TO_HOST)));
    return host;
  }

 private:
  size_t bytes() const { return static_cast<size_t>(2 * count_) * sizeof(float); }

  const int64_t count_;
  void* data_ = nullptr;
};

// Takes a whole page of memory away until a thread touches it, and says which one did.
class FirstToucher {
 public:
  enum class Then { kGoesOn, kWaits };

  // With kWaits the thread goes on once LetGo() is called.
  explicit FirstToucher(void* memory, Then then = Then::kGoesOn) {
    waits_ = then == Then::kWaits;
    const auto size = static_cast<uintptr_t>(kPageSize);
    page_ = reinterpret_cast<void*>((reinterpret_cast<uintptr_t>(memory) + size - 1) / size * size);
    thread_ = 0;
    struct sigaction give_back {};
    give_back.sa_sigaction = &FirstToucher::GiveBack;
    give_back.sa_flags = SA_SIGINFO;
    EXPECT_EQ(sigaction(SIGSEGV, &give_back, &before_), 0);
    EXPECT_EQ(mprotect(page_, kPageSize, PROT_NONE), 0);
  }
  ~FirstToucher() {
    mprotect(page_, kPageSize, PROT_READ | PROT_WRITE);
    sigaction(SIGSEGV, &before_, nullptr);
  }
  FirstToucher(const FirstToucher&) = delete;
  FirstToucher& operator=(const FirstToucher&) = delete;

  static pid_t ThisThread() { return static_cast<pid_t>(syscall(SYS_gettid)); }
  // 0: none yet.
  pid_t thread() const { return thread_; }
  void WaitForTouch() const {
    while (thread_ == 0) std::this_thread::yield();
  }
  void LetGo() { waits_ = false; }

 private:
  static constexpr size_t kPageSize = 4096;

  static void GiveBack(int signal, siginfo_t* info, void*) {
    const auto* address = static_cast<const char*>(info->si_addr);
    const auto* page = static_cast<const char*>(page_);
    if (address < page || address >= page + kPageSize) {
      // A mistake elsewhere: it happens again, without this handler.
      std::signal(signal, SIG_DFL);
      return;
    }
    pid_t none = 0;
    thread_.compare_exchange_strong(none, ThisThread());
    while (waits_) sched_yield();
    mprotect(page_, kPageSize, PROT_READ | PROT_WRITE);
  }

  static inline void* page_;
  static inline std::atomic<pid_t> thread_;
  static inline std::atomic<bool> waits_;
  struct sigaction before_ {};
};

class ShortWork : public RuntimeTest {};

TEST_F(ShortWork, IsDoneByTheCallersThread) {
  aclrtStream stream = MakeStream();
  Halved tensor(4096);
  FirstToucher toucher(tensor.data());
  ASSERT_EQ(tensor.Halve(stream), ACLNN_SUCCESS);
  EXPECT_EQ(toucher.thread(), FirstToucher::ThisThread());
}

// One thread inside the operator: a race detector cannot see into oneTBB.
class LargeWork : public RuntimeTest {
 private:
  const WithVariable threads_{"HOSTACL_THREADS", "1"};
};

constexpr int64_t kLarge = 20000;

TEST_F(LargeWork, IsDoneByTheStreamsThread) {
  aclrtStream stream = MakeStream();
  Halved tensor(kLarge);
  FirstToucher toucher(tensor.data());
  ASSERT_EQ(tensor.Halve(stream), ACLNN_SUCCESS);
  toucher.WaitForTouch();
  EXPECT_NE(toucher.thread(), FirstToucher::ThisThread());
  EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
}

// Which of two threads is first is chance, but waking one takes many times as long as a call.
TEST_F(LargeWork, IsDoneByAThreadThatSynchronizesBeforeTheStreamsAwakes) {
  aclrtStream stream = MakeStream();
  Halved tensor(kLarge);
  constexpr int kRounds = 200;
  int own = 0;
  for (int round = 0; round < kRounds; ++round) {
    tensor.Set(1);
    FirstToucher toucher(tensor.data());
    ASSERT_EQ(tensor.Halve(stream), ACLNN_SUCCESS);
    ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
    if (toucher.thread() == FirstToucher::ThisThread()) ++own;
    ASSERT_EQ(tensor.Values(), std::vector<float>(kLarge, 0.5f));
  }
  EXPECT_GT(own, 0);
}

// Long enough for the stream's thread to awake meanwhile and to see the next one in the queue.
TEST_F(LargeWork, OfManyThreadsThatSynchronizeRunsOneAtATime) {
  aclrtStream stream = MakeStream();
  constexpr int kThreads = 2;
  constexpr int kRounds = 10;
  constexpr int kHalvings = 3;
  constexpr int64_t kCount = 10 * kLarge;
  Halved tensor(kCount);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < kRounds; ++round) {
        for (int j = 0; j < kHalvings; ++j) EXPECT_EQ(tensor.Halve(stream), ACLNN_SUCCESS);
        EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(tensor.Values(),
            std::vector<float>(kCount, std::ldexp(1.0f, -kThreads * kRounds * kHalvings)));
}

// What waits for something else keeps to the stream's own thread, which can be told to give up.
TEST_F(LargeWork, BehindAHostFunctionWaitsForIt) {
  aclrtStream stream = MakeStream();
  Halved tensor(kLarge);
  Gate& gate = HoldNow(stream);
  ASSERT_EQ(tensor.Halve(stream), ACLNN_SUCCESS);
  std::thread other([&] { EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(stream))); });
  EXPECT_EQ(tensor.Values()[0], 1);
  gate.Open();
  other.join();
  EXPECT_EQ(tensor.Values()[0], 0.5f);
}

// A stream whose own thread runs and sleeps.
aclrtStream StartedStream(aclrtStream stream) {
  Halved large(kLarge);
  EXPECT_EQ(large.Halve(stream), ACLNN_SUCCESS);
  EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
  return stream;
}

TEST_F(LargeWork, PushedDuringShortWorkIsDoneAfterIt) {
  aclrtStream stream = StartedStream(MakeStream());
  Halved tensor(4096);
  FirstToucher toucher(tensor.data(), FirstToucher::Then::kWaits);
  std::thread other([&] { EXPECT_EQ(tensor.Halve(stream), ACLNN_SUCCESS); });
  toucher.WaitForTouch();
  EXPECT_EQ(tensor.Halve(stream), ACLNN_SUCCESS);
  toucher.LetGo();
  other.join();
  constexpr int32_t kFarTooLong = 20000;
  EXPECT_TRUE(Succeeded(aclrtSynchronizeStreamWithTimeout(stream, kFarTooLong)));
  EXPECT_EQ(tensor.Values()[0], 0.25f);
}

TEST_F(LargeWork, StreamCanBeDestroyedDuringShortWork) {
  aclrtStream stream = nullptr;
  ASSERT_TRUE(Succeeded(aclrtCreateStream(&stream)));
  StartedStream(stream);
  Halved tensor(4096);
  FirstToucher toucher(tensor.data(), FirstToucher::Then::kWaits);
  std::thread other([&] { EXPECT_EQ(tensor.Halve(stream), ACLNN_SUCCESS); });
  toucher.WaitForTouch();
  std::thread release([&] { toucher.LetGo(); });
  EXPECT_TRUE(Succeeded(aclrtDestroyStream(stream)));
  release.join();
  other.join();
  EXPECT_EQ(tensor.Values()[0], 0.5f);
}

TEST_F(ShortWork, WaitsBehindWhatRuns) {
  aclrtStream stream = MakeStream();
  Halved tensor(8);
  Gate& gate = HoldNow(stream);
  ASSERT_EQ(tensor.Halve(stream), ACLNN_SUCCESS);
  EXPECT_EQ(tensor.Values(), std::vector<float>(8, 1));
  gate.Open();
  ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
  EXPECT_EQ(tensor.Values(), std::vector<float>(8, 0.5f));
}

TEST_F(ShortWork, OfManyThreadsRunsOneAtATime) {
  aclrtStream stream = MakeStream();
  constexpr int kThreads = 3;
  constexpr int kHalvings = 40;
  for (int round = 0; round < 20; ++round) {
    Halved tensor(2048);
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([&] {
        for (int j = 0; j < kHalvings; ++j) EXPECT_EQ(tensor.Halve(stream), ACLNN_SUCCESS);
      });
    }
    for (std::thread& thread : threads) thread.join();
    ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
    ASSERT_EQ(tensor.Values(), std::vector<float>(2048, std::ldexp(1.0f, -kThreads * kHalvings)));
  }
}

TEST_F(ShortWork, IsOverWhenItsStreamIsDestroyed) {
  for (int round = 0; round < 50; ++round) {
    aclrtStream stream = nullptr;
    ASSERT_TRUE(Succeeded(aclrtCreateStream(&stream)));
    Halved tensor(2048);
    std::atomic<int> launched{0};
    std::thread launcher([&] {
      while (tensor.Halve(stream) == ACLNN_SUCCESS) ++launched;
    });
    while (launched == 0) std::this_thread::yield();
    EXPECT_TRUE(
        Succeeded(round % 2 == 0 ? aclrtDestroyStream(stream) : aclrtDestroyStreamForce(stream)));
    // Nothing may write any more, so this must not be a race.
    const std::vector<float> values = tensor.Values();
    EXPECT_EQ(values, std::vector<float>(values.size(), values.front()));
    launcher.join();
    EXPECT_EQ(tensor.Values(), values);
  }
}

TEST_F(ShortWork, IsRefusedAfterAStop) {
  aclrtStream held = MakeStream();
  aclrtStream stream = MakeStream();
  aclrtEvent event = MakeEvent();
  ASSERT_TRUE(Succeeded(aclrtSetStreamFailureMode(stream, ACL_STOP_ON_FAILURE)));
  Hold(held);
  ASSERT_TRUE(Succeeded(aclrtRecordEvent(event, held)));
  ASSERT_TRUE(Succeeded(aclrtStreamWaitEventWithTimeout(stream, event, 1)));
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_WAIT_TIMEOUT);
  Halved tensor(8);
  EXPECT_TRUE(Refused(tensor.Halve(stream), ACLNN_ERR_RUNTIME_ERROR, {"stream", "failure"}));
  EXPECT_EQ(tensor.Values(), std::vector<float>(8, 1));
}

TEST_F(ShortWork, LeavesTheCallersExceptionFlags) {
  aclrtStream stream = MakeStream();
  Halved tensor(512);
  tensor.Set(0x1p-149f);
  std::feclearexcept(FE_ALL_EXCEPT);
  std::feraiseexcept(FE_DIVBYZERO);
  const aclnnStatus status = tensor.Halve(stream);
  EXPECT_EQ(std::fetestexcept(FE_ALL_EXCEPT), FE_DIVBYZERO);
  std::feclearexcept(FE_ALL_EXCEPT);
  ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
  ASSERT_EQ(status, ACLNN_SUCCESS);
  EXPECT_EQ(tensor.Values(), std::vector<float>(512, 0));
}

// Double gates this far out are computed in long double, which has flags of its own on x86-64.
TEST_F(ShortWork, DoesNotDependOnTheCallersRoundingMode) {
  aclrtStream stream = MakeStream();
  Halved tensor(512);
  constexpr float kSmallest = 0x1p-149f;
  tensor.Set(3 * kSmallest);
  ASSERT_EQ(std::fesetround(FE_UPWARD), 0);
  const aclnnStatus status = tensor.Halve(stream);
  const aclError synchronized = aclrtSynchronizeStream(stream);
  EXPECT_EQ(std::fegetround(), FE_UPWARD);
  std::fesetround(FE_TONEAREST);
  ASSERT_EQ(status, ACLNN_SUCCESS);
  ASSERT_TRUE(Succeeded(synchronized));
  // 1.5 of the smallest number is a tie, which goes to the even 2.
  EXPECT_EQ(tensor.Values(), std::vector<float>(512, 2 * kSmallest));
  tensor.Set(5 * kSmallest);
  std::fesetround(FE_UPWARD);
  tensor.Halve(stream);
  aclrtSynchronizeStream(stream);
  std::fesetround(FE_TONEAREST);
  EXPECT_EQ(tensor.Values(), std::vector<float>(512, 2 * kSmallest));
}

}  // namespace
}  // namespace hostacl::testing
