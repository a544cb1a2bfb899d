// Many threads at once: whatever the order, the codes are the documented ones and nothing is lost.
#include <pthread.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <future>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "fixture.h"

namespace hostacl::testing {
namespace {

constexpr int kThreads = 4;

void AddOne(void* count) { static_cast<std::atomic<int>*>(count)->fetch_add(1); }

// Runs `body` on several threads that start together, when each has set device 0.
void OnThreads(const std::function<void(int)>& body) {
  std::promise<void> start;
  const std::shared_future<void> started = start.get_future().share();
  std::vector<std::promise<void>> ready(kThreads);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&body, &ready, started, i] {
      EXPECT_TRUE(Succeeded(aclrtSetDevice(0)));
      ready[i].set_value();
      started.wait();
      body(i);
    });
  }
  for (std::promise<void>& thread : ready) thread.get_future().wait();
  start.set_value();
  for (std::thread& thread : threads) thread.join();
}

class ConcurrencyTest : public RuntimeTest {};

TEST_F(ConcurrencyTest, StreamsComeAndGo) {
  std::atomic<int> ran{0};
  OnThreads([&](int) {
    for (int round = 0; round < 50; ++round) {
      aclrtStream stream = nullptr;
      ASSERT_TRUE(Succeeded(aclrtCreateStream(&stream)));
      for (int i = 0; i < 5; ++i) {
        ASSERT_TRUE(Succeeded(aclrtLaunchHostFunc(stream, &AddOne, &ran)));
      }
      if (round % 2 == 0) {
        ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
      }
      ASSERT_TRUE(Succeeded(aclrtDestroyStream(stream)));
    }
  });
  EXPECT_EQ(ran, kThreads * 50 * 5);
}

TEST_F(ConcurrencyTest, SharedStreamsLoseNothing) {
  const std::vector<aclrtStream> streams{MakeStream(), MakeStream(), nullptr};
  std::atomic<int> ran{0};
  OnThreads([&](int thread) {
    for (int i = 0; i < 200; ++i) {
      ASSERT_TRUE(Succeeded(aclrtLaunchHostFunc(streams[i % 3], &AddOne, &ran)));
      if (i % 20 == thread) {
        ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(streams[i % 3])));
      }
      aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
      ASSERT_TRUE(Succeeded(aclrtStreamQuery(streams[i % 3], &status)));
    }
  });
  ASSERT_TRUE(Succeeded(aclrtSynchronizeDevice()));
  EXPECT_EQ(ran, kThreads * 200);
}

TEST_F(ConcurrencyTest, OnlyOneDestroyWins) {
  for (int round = 0; round < 50; ++round) {
    const aclrtStream stream = MakeStream();
    const aclrtEvent event = MakeEvent();
    std::atomic<int> ran{0};
    std::atomic<int> streams{0};
    std::atomic<int> events{0};
    ASSERT_TRUE(Succeeded(aclrtLaunchHostFunc(stream, &AddOne, &ran)));
    OnThreads([&](int) {
      const aclError of_stream = aclrtDestroyStream(stream);
      if (of_stream == ACL_SUCCESS) {
        ++streams;
        EXPECT_EQ(ran, 1);
      } else {
        EXPECT_EQ(of_stream, ACL_ERROR_RT_INVALID_HANDLE);
      }
      if (aclrtDestroyEvent(event) == ACL_SUCCESS) ++events;
    });
    EXPECT_EQ(streams, 1);
    EXPECT_EQ(events, 1);
  }
}

TEST_F(ConcurrencyTest, OnlyOneDestroyOfAContextWins) {
  aclrtContext shared = nullptr;
  ASSERT_TRUE(Succeeded(aclrtGetCurrentContext(&shared)));
  for (int round = 0; round < 50; ++round) {
    aclrtContext context = nullptr;
    ASSERT_TRUE(Succeeded(aclrtCreateContext(&context, 0)));
    ASSERT_TRUE(Succeeded(aclrtSetCurrentContext(shared)));
    std::atomic<int> won{0};
    OnThreads([&](int) {
      if (aclrtDestroyContext(context) == ACL_SUCCESS) ++won;
    });
    EXPECT_EQ(won, 1);
  }
}

TEST_F(ConcurrencyTest, AStreamIsDestroyedWhileOthersUseIt) {
  for (int round = 0; round < 30; ++round) {
    const aclrtStream stream = MakeStream();
    const aclrtEvent event = MakeEvent();
    std::atomic<int> launched{0};
    std::atomic<int> ran{0};
    OnThreads([&](int thread) {
      if (thread == 0) {
        EXPECT_TRUE(Succeeded(aclrtDestroyStream(stream)));
        return;
      }
      aclError code = ACL_SUCCESS;
      while (code == ACL_SUCCESS) {
        code = aclrtLaunchHostFunc(stream, &AddOne, &ran);
        if (code == ACL_SUCCESS) ++launched;
        aclrtRecordEvent(event, stream);
        aclrtStreamWaitEvent(stream, event);
        if (thread == 1) aclrtSynchronizeStream(stream);
      }
      EXPECT_EQ(code, ACL_ERROR_RT_INVALID_HANDLE);
    });
    EXPECT_EQ(ran, launched) << "what was accepted has to run";
    EXPECT_TRUE(Succeeded(aclrtSynchronizeEvent(event)));
  }
}

TEST_F(ConcurrencyTest, APageableCopyEndsWithItsStream) {
  void* device = nullptr;
  ASSERT_TRUE(Succeeded(aclrtMalloc(&device, 8, ACL_MEM_MALLOC_HUGE_FIRST)));
  const aclrtEvent never = MakeEvent();
  const aclrtStream held = MakeStream();
  HoldNow(held);
  ASSERT_TRUE(Succeeded(aclrtRecordEvent(never, held)));
  for (int round = 0; round < 20; ++round) {
    const aclrtStream stream = MakeStream();
    ASSERT_TRUE(Succeeded(aclrtStreamWaitEvent(stream, never)));
    OnThreads([&](int thread) {
      if (thread == 0) {
        EXPECT_TRUE(Succeeded(aclrtDestroyStreamForce(stream)));
        return;
      }
      uint64_t number = 1;
      const aclError code =
          aclrtMemcpyAsync(&number, 8, device, 8, ACL_MEMCPY_DEVICE_TO_HOST, stream);
      EXPECT_TRUE(code == ACL_ERROR_RT_STREAM_ABORT || code == ACL_ERROR_RT_INVALID_HANDLE) << code;
      EXPECT_EQ(number, 1u);
    });
  }
  EXPECT_TRUE(Succeeded(aclrtFree(device)));
}

TEST_F(ConcurrencyTest, EventsAreRecordedWaitedForAndResetByAll) {
  const aclrtEvent event = MakeEvent(ACL_EVENT_SYNC | ACL_EVENT_TIME_LINE);
  OnThreads([&](int) {
    aclrtStream stream = nullptr;
    ASSERT_TRUE(Succeeded(aclrtCreateStream(&stream)));
    for (int i = 0; i < 100; ++i) {
      ASSERT_TRUE(Succeeded(aclrtRecordEvent(event, stream)));
      ASSERT_TRUE(Succeeded(aclrtStreamWaitEvent(stream, event)));
      if (i % 3 == 0) {
        ASSERT_TRUE(Succeeded(aclrtResetEvent(event, stream)));
      }
      if (i % 10 == 0) {
        ASSERT_TRUE(Succeeded(aclrtSynchronizeEvent(event)));
      }
      float ms = 0;
      const aclError code = aclrtEventElapsedTime(&ms, event, event);
      ASSERT_TRUE(code == ACL_SUCCESS || code == ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID ||
                  code == ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL)
          << code;
    }
    ASSERT_TRUE(Succeeded(aclrtDestroyStream(stream)));
  });
  aclrtEventWaitStatus status = ACL_EVENT_WAIT_STATUS_NOT_READY;
  EXPECT_TRUE(Succeeded(aclrtQueryEventWaitStatus(event, &status)));
  EXPECT_EQ(status, ACL_EVENT_WAIT_STATUS_COMPLETE);
}

TEST_F(ConcurrencyTest, MemoryAddressesAreUniqueAndAccountingIsExact) {
  size_t before = 0;
  size_t total = 0;
  ASSERT_TRUE(Succeeded(aclrtGetMemInfo(ACL_HBM_MEM, &before, &total)));
  std::mutex mutex;
  std::set<void*> live;
  OnThreads([&](int thread) {
    for (int i = 0; i < 200; ++i) {
      void* memory = nullptr;
      ASSERT_TRUE(Succeeded(aclrtMalloc(&memory, 1 + 37 * i, ACL_MEM_MALLOC_HUGE_FIRST)));
      {
        std::lock_guard<std::mutex> lock(mutex);
        ASSERT_TRUE(live.insert(memory).second);
      }
      ASSERT_TRUE(Succeeded(aclrtMemset(memory, 1 + 37 * i, thread, 1 + 37 * i)));
      {
        std::lock_guard<std::mutex> lock(mutex);
        live.erase(memory);
      }
      ASSERT_TRUE(Succeeded(aclrtFree(memory)));
    }
  });
  size_t after = 0;
  ASSERT_TRUE(Succeeded(aclrtGetMemInfo(ACL_HBM_MEM, &after, &total)));
  EXPECT_EQ(after, before);
}

TEST_F(ConcurrencyTest, ContextsComeAndGoWithTheirWork) {
  std::atomic<int> ran{0};
  OnThreads([&](int) {
    for (int round = 0; round < 20; ++round) {
      aclrtContext context = nullptr;
      aclrtStream stream = nullptr;
      ASSERT_TRUE(Succeeded(aclrtCreateContext(&context, 0)));
      ASSERT_TRUE(Succeeded(aclrtCreateStream(&stream)));
      ASSERT_TRUE(Succeeded(aclrtLaunchHostFunc(stream, &AddOne, &ran)));
      ASSERT_TRUE(Succeeded(aclrtLaunchHostFunc(nullptr, &AddOne, &ran)));
      ASSERT_TRUE(Succeeded(aclrtDestroyContext(context)));
    }
  });
  EXPECT_EQ(ran, kThreads * 20 * 2);
}

TEST_F(ConcurrencyTest, SetsAndResetsBalance) {
  OnThreads([](int) {
    for (int i = 0; i < 200; ++i) {
      ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
      ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(nullptr)));
      ASSERT_TRUE(Succeeded(aclrtResetDevice(0)));
    }
    ASSERT_TRUE(Succeeded(aclrtResetDevice(0)));
  });
  EXPECT_TRUE(Succeeded(aclrtResetDevice(0)));
  EXPECT_EQ(aclrtResetDevice(0), ACL_ERROR_RT_INVALID_DEVICEID);
}

TEST_F(ConcurrencyTest, TheDeviceIsResetWhileOthersUseIt) {
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> launched{0};
    std::atomic<int> ran{0};
    OnThreads([&](int thread) {
      if (thread == 0) {
        EXPECT_TRUE(Succeeded(aclrtResetDeviceForce(0)));
        return;
      }
      aclError code = ACL_SUCCESS;
      while (code == ACL_SUCCESS) {
        aclrtStream stream = nullptr;
        aclrtCreateStream(&stream);
        code = aclrtLaunchHostFunc(stream, &AddOne, &ran);
        if (code == ACL_SUCCESS) ++launched;
        aclrtSynchronizeDevice();
      }
      EXPECT_TRUE(code == ACL_ERROR_RT_CONTEXT_NULL || code == ACL_ERROR_RT_INVALID_HANDLE) << code;
    });
    EXPECT_EQ(ran, launched) << "what was accepted has to run";
    ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
  }
}

TEST_F(ConcurrencyTest, TheLibraryEndsWhileOthersUseIt) {
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> launched{0};
    std::atomic<int> ran{0};
    OnThreads([&](int thread) {
      if (thread == 0) {
        EXPECT_TRUE(Succeeded(aclFinalize()));
        return;
      }
      aclError code = ACL_SUCCESS;
      while (code == ACL_SUCCESS) {
        code = aclrtLaunchHostFunc(nullptr, &AddOne, &ran);
        if (code == ACL_SUCCESS) ++launched;
        aclGetRecentErrMsg();
      }
      EXPECT_TRUE(code == ACL_ERROR_RT_CONTEXT_NULL || code == ACL_ERROR_RT_INVALID_HANDLE) << code;
    });
    EXPECT_EQ(ran, launched) << "what was accepted has to run";
    ASSERT_TRUE(Succeeded(aclInit(nullptr)));
    ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
  }
}

TEST_F(ConcurrencyTest, AStartedLibraryIsNotEndedByAnothersReference) {
  std::atomic<int> users{kThreads - 1};
  std::atomic<bool> ended{false};
  const auto use = [](int round) {
    const aclError code = aclInit(nullptr);
    ASSERT_TRUE(code == ACL_SUCCESS || code == ACL_ERROR_REPEAT_INITIALIZE) << code;
    ASSERT_TRUE(Succeeded(aclrtSetDevice(0))) << round;
    ASSERT_TRUE(Succeeded(aclrtSynchronizeStream(nullptr))) << round;
    ASSERT_TRUE(Succeeded(aclFinalizeReference(nullptr))) << round;
  };
  OnThreads([&](int thread) {
    if (thread == 0) {
      EXPECT_TRUE(Succeeded(aclFinalize()));
      ended = true;
      // Keeps the devices busy, so that an end takes its time.
      int32_t active = 0;
      while (users > 0) EXPECT_TRUE(Succeeded(aclrtGetPrimaryCtxState(0, nullptr, &active)));
      return;
    }
    while (!ended) std::this_thread::yield();
    for (int round = 0; round < 10000 && !HasFailure(); ++round) use(round);
    --users;
  });
}

TEST_F(ConcurrencyTest, NothingIsSetUpBehindTheEnd) {
  for (int round = 0; round < 300; ++round) {
    std::vector<aclrtContext> last(kThreads, nullptr);
    OnThreads([&](int thread) {
      if (thread == 0) {
        EXPECT_TRUE(Succeeded(aclFinalize()));
        return;
      }
      aclError code = ACL_SUCCESS;
      while (code == ACL_SUCCESS) {
        aclrtContext context = nullptr;
        code = thread == 1 ? aclrtSetDevice(0) : aclrtCreateContext(&context, 0);
        if (context != nullptr) last[thread] = context;
      }
      EXPECT_TRUE(code == ACL_ERROR_UNINITIALIZE || code == ACL_ERROR_RT_NO_STREAM_RESOURCE)
          << code;
    });
    int32_t active = 1;
    ASSERT_TRUE(Succeeded(aclrtGetPrimaryCtxState(0, nullptr, &active)));
    EXPECT_EQ(active, 0) << round;
    for (const aclrtContext context : last) {
      if (context == nullptr) continue;
      EXPECT_EQ(aclrtSetCurrentContext(context), ACL_ERROR_RT_INVALID_HANDLE) << round;
    }
    ASSERT_TRUE(Succeeded(aclInit(nullptr)));
    ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
  }
}

TEST_F(ConcurrencyTest, AFailureIsToldToOneSynchronize) {
  const aclrtStream stream = MakeStream();
  for (int round = 0; round < 50; ++round) {
    std::atomic<int> told{0};
    Run(stream, [] { throw 1; });
    OnThreads([&](int) {
      const aclError code = aclrtSynchronizeStream(stream);
      if (code == ACL_ERROR_INTERNAL_ERROR) {
        ++told;
      } else {
        EXPECT_EQ(code, ACL_SUCCESS);
      }
    });
    EXPECT_EQ(told, 1);
  }
}

TEST_F(ConcurrencyTest, SubscriptionsChangeWhileCallbacksCome) {
  const aclrtStream stream = MakeStream();
  std::atomic<int> ran{0};
  OnThreads([&](int thread) {
    const auto self = static_cast<uint64_t>(pthread_self());
    for (int i = 0; i < 50; ++i) {
      if (thread % 2 == 0) {
        if (aclrtSubscribeReport(self, stream) == ACL_SUCCESS) {
          aclrtProcessReport(0);
          EXPECT_TRUE(Succeeded(aclrtUnSubscribeReport(self, stream)));
        }
      } else {
        const aclError code = aclrtLaunchCallback(&AddOne, &ran, ACL_CALLBACK_BLOCK, stream);
        EXPECT_TRUE(code == ACL_SUCCESS || code == ACL_ERROR_RT_STREAM_NO_CB_REG) << code;
      }
    }
  });
  EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
}

}  // namespace
}  // namespace hostacl::testing
