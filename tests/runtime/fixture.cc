// What the runtime suites share.
#include "fixture.h"

#include <cstdlib>
#include <thread>
#include <utility>

namespace hostacl::testing {
namespace {

void CallBody(void* body) { (*static_cast<std::function<void()>*>(body))(); }

// Leaves nothing of the library's state to the next test.
void EndLibrary() {
  aclFinalize();
  aclGetRecentErrMsg();
  aclrtGetLastError(ACL_RT_THREAD_LEVEL);
}

}  // namespace

std::string TakeSentence() {
  const char* const text = aclGetRecentErrMsg();
  if (text == nullptr) return "";
  const std::string whole = text;
  return whole.substr(0, whole.find('\n'));
}

::testing::AssertionResult Refused(aclError code, aclError expected,
                                   std::initializer_list<const char*> parts) {
  const std::string sentence = TakeSentence();
  if (code != expected) {
    return ::testing::AssertionFailure()
           << "returned " << code << " instead of " << expected << ", saying: " << sentence;
  }
  for (const char* part : parts) {
    if (sentence.find(part) == std::string::npos) {
      return ::testing::AssertionFailure() << "the sentence lacks \"" << part << "\": " << sentence;
    }
  }
  return ::testing::AssertionSuccess();
}

::testing::AssertionResult Succeeded(aclError code) {
  if (code == ACL_SUCCESS) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "returned " << code << ", saying: " << TakeSentence();
}

WithVariable::WithVariable(const char* name, const char* value) : name_(name) {
  if (const char* const before = std::getenv(name)) saved_ = before;
  if (value == nullptr) {
    unsetenv(name);
  } else {
    setenv(name, value, 1);
  }
}

WithVariable::~WithVariable() {
  if (saved_) {
    setenv(name_.c_str(), saved_->c_str(), 1);
  } else {
    unsetenv(name_.c_str());
  }
}

void Gate::Queue(aclrtStream stream) {
  const aclrtHostFunc stand = [](void* gate) {
    auto* const self = static_cast<Gate*>(gate);
    self->arrived_.set_value();
    self->opened_.get_future().wait();
  };
  ASSERT_TRUE(Succeeded(aclrtLaunchHostFunc(stream, stand, this)));
}

void Gate::Open() {
  std::call_once(once_, [this] { opened_.set_value(); });
}

void OnOtherThread(const std::function<void()>& body) {
  std::thread thread(body);
  thread.join();
}

void RuntimeTest::SetUp() {
  ASSERT_TRUE(Succeeded(aclInit(nullptr)));
  ASSERT_TRUE(Succeeded(aclrtSetDevice(0)));
}

void RuntimeTest::TearDown() {
  for (Gate& gate : gates_) gate.Open();
  EndLibrary();
}

aclrtStream RuntimeTest::MakeStream() {
  aclrtStream stream = nullptr;
  EXPECT_TRUE(Succeeded(aclrtCreateStream(&stream)));
  return stream;
}

aclrtEvent RuntimeTest::MakeEvent() {
  aclrtEvent event = nullptr;
  EXPECT_TRUE(Succeeded(aclrtCreateEvent(&event)));
  return event;
}

aclrtEvent RuntimeTest::MakeEvent(uint32_t flags) {
  aclrtEvent event = nullptr;
  EXPECT_TRUE(Succeeded(aclrtCreateEventWithFlag(&event, flags)));
  return event;
}

Gate& RuntimeTest::Hold(aclrtStream stream) {
  Gate& gate = gates_.emplace_back();
  gate.Queue(stream);
  return gate;
}

Gate& RuntimeTest::HoldNow(aclrtStream stream) {
  Gate& gate = Hold(stream);
  gate.AwaitArrival();
  return gate;
}

void RuntimeTest::Mark(aclrtStream stream, int number) {
  Run(stream, [this, number] {
    std::lock_guard<std::mutex> lock(mutex_);
    marks_.push_back(number);
  });
}

std::vector<int> RuntimeTest::marks() {
  std::lock_guard<std::mutex> lock(mutex_);
  return marks_;
}

void RuntimeTest::Run(aclrtStream stream, std::function<void()> body) {
  std::function<void()>* kept = nullptr;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    kept = &bodies_.emplace_back(std::move(body));
  }
  EXPECT_TRUE(Succeeded(aclrtLaunchHostFunc(stream, &CallBody, kept)));
}

void ProcessTest::SetUp() { ASSERT_TRUE(Succeeded(aclInit(nullptr))); }

void ProcessTest::TearDown() { EndLibrary(); }

}  // namespace hostacl::testing
