// What the runtime suites share: a started library, streams that are held on purpose, and marks
// that show in which order work ran.
#ifndef HOSTACL_TESTS_RUNTIME_FIXTURE_H_
#define HOSTACL_TESTS_RUNTIME_FIXTURE_H_

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <future>
#include <initializer_list>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "acl/acl.h"

namespace hostacl::testing {

// Hands over the calling thread's newest failure sentence and forgets all of them; empty when there
// is none.
std::string TakeSentence();

// Whether `code` is `expected` and its sentence, which is forgotten, holds each of `parts`.
::testing::AssertionResult Refused(aclError code, aclError expected,
                                   std::initializer_list<const char*> parts);

// Whether `code` is 0; says the sentence otherwise.
::testing::AssertionResult Succeeded(aclError code);

// Sets an environment variable, or removes it for nullptr, and puts the old value back at its end.
class WithVariable {
 public:
  WithVariable(const char* name, const char* value);
  ~WithVariable();
  WithVariable(const WithVariable&) = delete;
  WithVariable& operator=(const WithVariable&) = delete;

 private:
  const std::string name_;
  std::optional<std::string> saved_;
};

// Holds a stream: a host function that does not return before Open.
class Gate {
 public:
  // Queues the host function.
  void Queue(aclrtStream stream);
  // Waits until the stream stands at the gate.
  void AwaitArrival() { arrived_.get_future().wait(); }
  // May be called more than once.
  void Open();

 private:
  std::promise<void> arrived_;
  std::promise<void> opened_;
  std::once_flag once_;
};

// Runs `body` on a thread that has chosen no device, and waits for it.
void OnOtherThread(const std::function<void()>& body);

// The library started, with device 0 set on the test's thread. Ended after each test, with every
// gate opened first, so that a failing test does not hang.
class RuntimeTest : public ::testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  aclrtStream MakeStream();
  aclrtEvent MakeEvent();
  aclrtEvent MakeEvent(uint32_t flags);

  // Holds `stream` from here on until the gate is opened.
  Gate& Hold(aclrtStream stream);
  // The same, and returns when the stream stands at the gate.
  Gate& HoldNow(aclrtStream stream);

  // Queues work on `stream` that adds `number` to the marks.
  void Mark(aclrtStream stream, int number);
  std::vector<int> marks();

  // Queues a host function whose body lives as long as the test.
  void Run(aclrtStream stream, std::function<void()> body);

 private:
  std::deque<Gate> gates_;
  std::deque<std::function<void()>> bodies_;
  std::mutex mutex_;
  std::vector<int> marks_;
};

// A started library without a device on the test's thread.
class ProcessTest : public ::testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;
};

}  // namespace hostacl::testing

#endif  // HOSTACL_TESTS_RUNTIME_FIXTURE_H_
