// Programs that leave everything open and end: exit code 0 and no word is all that may be seen.
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "acl/acl.h"

namespace {

std::atomic<bool> at_gate{false};
std::atomic<bool> main_is_over{false};

// Ends the process with a code that ctest sees.
void Require(aclError code) {
  if (code != ACL_SUCCESS) std::_Exit(2);
}

void Nothing(void*) {}

// Still runs when main has returned.
void StandUntilMainIsOver(void*) {
  at_gate = true;
  while (!main_is_over) std::this_thread::yield();
}

aclrtStream MakeStream() {
  aclrtStream stream = nullptr;
  Require(aclrtCreateStream(&stream));
  return stream;
}

// A stream that is held until main is over, with more work behind that.
aclrtStream MakeBusyStream() {
  const aclrtStream stream = MakeStream();
  Require(aclrtLaunchHostFunc(stream, &StandUntilMainIsOver, nullptr));
  for (int i = 0; i < 100; ++i) Require(aclrtLaunchHostFunc(stream, &Nothing, nullptr));
  // Registered after the library's own exit handler, so that it runs before that.
  std::atexit([] { main_is_over = true; });
  while (!at_gate) std::this_thread::yield();
  return stream;
}

// Work that never ends, which must not keep the process from ending.
void LeaveEndless() {
  const auto stand_forever = [](void*) {
    at_gate = true;
    for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
  };
  Require(aclrtLaunchHostFunc(MakeStream(), stand_forever, nullptr));
  while (!at_gate) std::this_thread::yield();
}

void LeaveThingsOpen() {
  void* memory = nullptr;
  aclrtEvent event = nullptr;
  aclrtContext context = nullptr;
  Require(aclrtMalloc(&memory, 1000, ACL_MEM_MALLOC_HUGE_FIRST));
  Require(aclrtMallocHost(&memory, 1000));
  Require(aclrtCreateEvent(&event));
  Require(aclrtRecordEvent(event, MakeStream()));
  Require(aclrtCreateContext(&context, 0));
  Require(aclrtLaunchHostFunc(nullptr, &Nothing, nullptr));
  aclCreateDataBuffer(memory, 1000);
  aclrtCreateStreamConfigHandle();
  aclrtSetDevice(99);
}

// Streams that wait for what never comes.
void LeaveWaiting() {
  aclrtEvent event = nullptr;
  Require(aclrtCreateEvent(&event));
  Require(aclrtRecordEvent(event, MakeBusyStream()));
  for (int i = 0; i < 4; ++i) {
    const aclrtStream stream = MakeStream();
    Require(aclrtStreamWaitEvent(stream, event));
    Require(aclrtLaunchHostFunc(stream, &Nothing, nullptr));
  }
}

// A callback that no thread will run.
void LeaveCallback() {
  const aclrtStream stream = MakeStream();
  Require(aclrtSubscribeReport(1, stream));
  Require(aclrtLaunchCallback(&Nothing, nullptr, ACL_CALLBACK_BLOCK, stream));
}

void ExitFromHostFunction() {
  static std::atomic<bool> queued{false};
  const aclrtStream stream = MakeStream();
  const auto exit_when_queued = [](void*) {
    while (!queued) std::this_thread::yield();
    std::exit(0);
  };
  Require(aclrtLaunchHostFunc(stream, exit_when_queued, nullptr));
  Require(aclrtLaunchHostFunc(stream, &Nothing, nullptr));
  queued = true;
  for (;;) std::this_thread::yield();
}

// Calls the library after main is over, as programs with global objects do.
class CleansUpLate {
 public:
  ~CleansUpLate() {
    if (stream == nullptr) return;
    aclrtLaunchHostFunc(stream, &Nothing, nullptr);
    aclrtSynchronizeStream(stream);
    aclrtDestroyStream(stream);
    aclrtResetDevice(0);
    aclFinalize();
    aclGetRecentErrMsg();
  }
  aclrtStream stream = nullptr;
};
CleansUpLate cleans_up_late;

void LeaveToGlobalObject() {
  cleans_up_late.stream = MakeStream();
  Require(aclrtLaunchHostFunc(cleans_up_late.stream, &Nothing, nullptr));
}

}  // namespace

int main(int argc, char** argv) {
  const char* const way = argc > 1 ? argv[1] : "";
  if (std::strcmp(way, "without_init") == 0) {
    uint32_t count = 0;
    Require(aclrtGetDeviceCount(&count));
    return 0;
  }
  Require(aclInit(nullptr));
  Require(aclrtSetDevice(0));
  if (std::strcmp(way, "idle") == 0) {
    LeaveThingsOpen();
  } else if (std::strcmp(way, "busy") == 0) {
    MakeBusyStream();
  } else if (std::strcmp(way, "waiting") == 0) {
    LeaveWaiting();
  } else if (std::strcmp(way, "callback") == 0) {
    LeaveCallback();
  } else if (std::strcmp(way, "endless") == 0) {
    LeaveEndless();
  } else if (std::strcmp(way, "from_host_function") == 0) {
    ExitFromHostFunction();
  } else if (std::strcmp(way, "global_object") == 0) {
    LeaveToGlobalObject();
  } else {
    return 1;
  }
  return 0;
}
