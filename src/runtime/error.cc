// Failures: the calling thread's text and its last error.
#include "runtime/error.h"

#include <fmt/format.h>

#include <deque>
#include <mutex>

#include "acl/acl_rt.h"
#include "runtime/log.h"

namespace hostacl {
namespace {

// Failures that nobody asks for must not grow without bound.
constexpr size_t kMaxLines = 16;

struct FailureText {
  std::deque<std::string> lines;  // newest first

  void Add(std::string line) {
    lines.push_front(std::move(line));
    if (lines.size() > kMaxLines) lines.pop_back();
  }

  std::string Take() {
    std::string text;
    for (const std::string& line : lines) {
      if (!text.empty()) text += '\n';
      text += line;
    }
    lines.clear();
    return text;
  }
};

// Shared by all threads under err_msg_mode "1". Never destroyed, see ThreadFailures.
struct ProcessFailures {
  std::mutex mutex;
  bool in_use = false;
  FailureText text;
};

ProcessFailures& OfProcess() {
  static ProcessFailures& failures = *new ProcessFailures;
  return failures;
}

struct ThreadFailures {
  FailureText text;
  std::string handed_over;
};

thread_local aclError last_error = ACL_SUCCESS;

// The library may be called while a thread ends, after its thread-local objects are gone: hence a
// plain pointer, and null from the end on.
thread_local ThreadFailures* thread_failures = nullptr;
thread_local bool thread_ended = false;

struct FreesThreadFailures {
  bool armed = false;
  ~FreesThreadFailures() {
    delete thread_failures;
    thread_failures = nullptr;
    thread_ended = true;
  }
};
thread_local FreesThreadFailures frees_thread_failures;

// Null while the thread ends.
ThreadFailures* OfThread() {
  if (thread_failures == nullptr && !thread_ended) {
    frees_thread_failures.armed = true;
    thread_failures = new ThreadFailures;
  }
  return thread_failures;
}

}  // namespace

void RecordFailure(std::string_view function, int code, std::string_view sentence) noexcept {
  last_error = code;
  try {
    std::string line = fmt::format("{}: {} (error {})", function, sentence, code);
    Log(LogLevel::kError, line);
    ProcessFailures& process = OfProcess();
    {
      std::lock_guard<std::mutex> lock(process.mutex);
      if (process.in_use) return process.text.Add(std::move(line));
    }
    ThreadFailures* const thread = OfThread();
    if (thread != nullptr) thread->text.Add(std::move(line));
  } catch (const std::exception&) {
    // The code still says what happened.
  }
}

void ShareFailureText(bool between_threads) {
  ProcessFailures& process = OfProcess();
  std::lock_guard<std::mutex> lock(process.mutex);
  process.in_use = between_threads;
  process.text.lines.clear();
}

namespace {

const char* TakeFailureText() {
  ThreadFailures* const thread = OfThread();
  if (thread == nullptr) return nullptr;
  thread->handed_over = thread->text.Take();
  {
    ProcessFailures& process = OfProcess();
    std::lock_guard<std::mutex> lock(process.mutex);
    if (process.in_use) thread->handed_over = process.text.Take();
  }
  return thread->handed_over.empty() ? nullptr : thread->handed_over.c_str();
}

void RequireThreadLevel(aclrtLastErrLevel level) {
  if (level == ACL_RT_THREAD_LEVEL) return;
  throw Error{
      ACL_ERROR_RT_PARAM_INVALID,
      fmt::format("level must be ACL_RT_THREAD_LEVEL (0), not {}", static_cast<int>(level))};
}

}  // namespace
}  // namespace hostacl

extern "C" {

const char* aclGetRecentErrMsg() {
  try {
    return hostacl::TakeFailureText();
  } catch (const std::exception&) {
    return nullptr;
  }
}

aclError aclrtPeekAtLastError(aclrtLastErrLevel level) {
  const aclError refused = hostacl::Guard("aclrtPeekAtLastError", hostacl::kAclInnerCodes,
                                          [&] { hostacl::RequireThreadLevel(level); });
  return refused != ACL_SUCCESS ? refused : hostacl::last_error;
}

aclError aclrtGetLastError(aclrtLastErrLevel level) {
  const aclError refused = hostacl::Guard("aclrtGetLastError", hostacl::kAclInnerCodes,
                                          [&] { hostacl::RequireThreadLevel(level); });
  return refused != ACL_SUCCESS ? refused : std::exchange(hostacl::last_error, ACL_SUCCESS);
}

}  // extern "C"
