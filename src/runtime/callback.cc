// Callbacks and host functions, and the C functions that queue and run them.
#include "runtime/callback.h"

#include <fmt/format.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "acl/acl_rt.h"
#include "runtime/require.h"
#include "runtime/stream.h"

namespace hostacl {
namespace {

thread_local int running_callbacks = 0;

// While it lives, the thread runs a callback.
class InsideCallback {
 public:
  InsideCallback() { ++running_callbacks; }
  InsideCallback(const InsideCallback&) = delete;
  InsideCallback& operator=(const InsideCallback&) = delete;
  ~InsideCallback() { --running_callbacks; }
};

// The threads that run callbacks, by the id under which they were subscribed.
struct Reporters {
  std::mutex mutex;
  std::unordered_map<uint64_t, std::shared_ptr<Reporter>> by_thread;
};

Reporters& AllReporters() {
  static Reporters& reporters = *new Reporters;
  return reporters;
}

}  // namespace

void RefuseInCallback(std::string_view what) {
  if (running_callbacks == 0) return;
  throw Error{ACL_ERROR_RT_PARAM_INVALID,
              fmt::format("{} waits, which a callback or host function must not do: it could wait "
                          "for itself",
                          what)};
}

Error RunCallback(const std::function<void()>& body) {
  const InsideCallback inside;
  try {
    body();
  } catch (const std::exception& thrown) {
    return {ACL_ERROR_INTERNAL_ERROR,
            std::string("a callback or host function threw: ") + thrown.what()};
  } catch (...) {
    return {ACL_ERROR_INTERNAL_ERROR, "a callback or host function threw"};
  }
  return {ACL_SUCCESS, ""};
}

void Reporter::AddStream(const Stream* stream) {
  std::lock_guard<std::mutex> lock(mutex_);
  streams_.insert(stream);
}

bool Reporter::RemoveStream(const Stream* stream) {
  std::vector<Pending> dropped;
  std::lock_guard<std::mutex> lock(mutex_);
  streams_.erase(stream);
  const auto others =
      std::stable_partition(pending_.begin(), pending_.end(),
                            [stream](const Pending& pending) { return pending.stream != stream; });
  std::move(others, pending_.end(), std::back_inserter(dropped));
  pending_.erase(others, pending_.end());
  changed_.notify_all();
  return streams_.empty();
}

void Reporter::Add(const Stream* stream, std::function<void()> body,
                   std::shared_ptr<CompletesSignal> finished) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (streams_.count(stream) == 0) return;
  pending_.push_back({stream, std::move(body), std::move(finished)});
  changed_.notify_all();
}

Reporter::Outcome Reporter::RunPending(const Deadline& deadline) {
  std::unique_lock<std::mutex> lock(mutex_);
  const auto settled = [this] { return !pending_.empty() || streams_.empty(); };
  if (deadline) {
    if (!changed_.wait_until(lock, *deadline, settled)) return Outcome::kTimeout;
  } else {
    changed_.wait(lock, settled);
  }
  if (pending_.empty()) return Outcome::kUnsubscribed;
  // What is added meanwhile is left for the next call, so that this one ends.
  for (size_t count = pending_.size(); count > 0 && !pending_.empty(); --count) {
    Pending pending = std::move(pending_.front());
    pending_.pop_front();
    lock.unlock();
    const Error result = RunCallback(pending.body);
    pending.finished = nullptr;
    if (result.code != ACL_SUCCESS) throw Error(result);
    lock.lock();
  }
  return Outcome::kRan;
}

void Unsubscribe(Stream* stream) {
  const std::shared_ptr<Reporter> reporter = stream->exchange_reporter(nullptr);
  if (reporter == nullptr) return;
  Reporters& reporters = AllReporters();
  std::lock_guard<std::mutex> lock(reporters.mutex);
  if (!reporter->RemoveStream(stream)) return;
  const auto found = reporters.by_thread.find(reporter->thread());
  if (found != reporters.by_thread.end() && found->second == reporter) {
    reporters.by_thread.erase(found);
  }
}

namespace {

void Subscribe(uint64_t thread, aclrtStream handle) {
  const std::shared_ptr<Stream> stream = ResolveLaunchStream(handle);
  Reporters& reporters = AllReporters();
  std::lock_guard<std::mutex> lock(reporters.mutex);
  if (const auto other = stream->reporter()) {
    throw Error{
        ACL_ERROR_RT_STREAM_SUBSCRIBE,
        fmt::format("stream {} is subscribed to thread {} already", handle, other->thread())};
  }
  std::shared_ptr<Reporter>& reporter = reporters.by_thread[thread];
  if (reporter == nullptr) reporter = std::make_shared<Reporter>(thread, stream->device());
  if (reporter->device() != stream->device()) {
    throw Error{ACL_ERROR_RT_THREAD_SUBSCRIBE,
                fmt::format("threadId {} serves streams of device {}, not of device {}", thread,
                            reporter->device(), stream->device())};
  }
  reporter->AddStream(stream.get());
  stream->exchange_reporter(reporter);
}

void UnsubscribeThread(uint64_t thread, aclrtStream handle) {
  const std::shared_ptr<Stream> stream = ResolveLaunchStream(handle);
  const std::shared_ptr<Reporter> reporter = stream->reporter();
  if (reporter == nullptr) {
    throw Error{ACL_ERROR_RT_STREAM_SUBSCRIBE,
                fmt::format("stream {} is not subscribed to any thread", handle)};
  }
  if (reporter->thread() != thread) {
    throw Error{ACL_ERROR_RT_THREAD_SUBSCRIBE,
                fmt::format("stream {} is subscribed to thread {}, not to threadId {}", handle,
                            reporter->thread(), thread)};
  }
  Unsubscribe(stream.get());
}

void LaunchCallback(aclrtCallback function, void* user_data, aclrtCallbackBlockType block_type,
                    aclrtStream handle) {
  RequireNotNull("fn", reinterpret_cast<const void*>(function));
  if (block_type != ACL_CALLBACK_NO_BLOCK && block_type != ACL_CALLBACK_BLOCK) {
    throw Error{
        ACL_ERROR_RT_PARAM_INVALID,
        fmt::format("blockType must be ACL_CALLBACK_NO_BLOCK (0) or ACL_CALLBACK_BLOCK (1), "
                    "not {}",
                    static_cast<int>(block_type))};
  }
  const std::shared_ptr<Stream> stream = ResolveLaunchStream(handle);
  const std::shared_ptr<Reporter> reporter = stream->reporter();
  if (reporter == nullptr) {
    throw Error{ACL_ERROR_RT_STREAM_NO_CB_REG,
                fmt::format("stream {} is not subscribed to any thread: call aclrtSubscribeReport "
                            "first",
                            handle)};
  }
  const bool block = block_type == ACL_CALLBACK_BLOCK;
  stream->Push([stream = stream.get(), reporter, function, user_data, block] {
    const auto finished = std::make_shared<Signal>();
    reporter->Add(
        stream, [function, user_data] { function(user_data); },
        std::make_shared<CompletesSignal>(finished));
    if (block) stream->AwaitInTask(finished, std::nullopt);
    return Error{ACL_SUCCESS, ""};
  });
}

void ProcessReport(int32_t timeout) {
  RefuseInCallback("processing reports");
  RequireTimeout(timeout);
  std::shared_ptr<Reporter> reporter;
  {
    Reporters& reporters = AllReporters();
    std::lock_guard<std::mutex> lock(reporters.mutex);
    const auto self = static_cast<uint64_t>(pthread_self());
    auto found = reporters.by_thread.find(self);
    if (found == reporters.by_thread.end()) {
      found = reporters.by_thread.find(static_cast<uint64_t>(syscall(SYS_gettid)));
    }
    if (found != reporters.by_thread.end()) reporter = found->second;
  }
  const Reporter::Outcome outcome = reporter == nullptr
                                        ? Reporter::Outcome::kUnsubscribed
                                        : reporter->RunPending(DeadlineAfterMs(timeout));
  if (outcome == Reporter::Outcome::kUnsubscribed) {
    throw Error{ACL_ERROR_RT_THREAD_SUBSCRIBE,
                "no stream is subscribed to the calling thread: call aclrtSubscribeReport with its "
                "pthread_self() first"};
  }
  if (outcome == Reporter::Outcome::kTimeout) {
    throw Error{ACL_ERROR_RT_REPORT_TIMEOUT,
                fmt::format("no callback came within the timeout of {} ms", timeout)};
  }
}

void LaunchHostFunction(aclrtStream handle, aclrtHostFunc function, void* arguments) {
  RequireNotNull("fn", reinterpret_cast<const void*>(function));
  ResolveLaunchStream(handle)->Push([function, arguments] {
    return RunCallback([function, arguments] { function(arguments); });
  });
}

}  // namespace
}  // namespace hostacl

using hostacl::Guard;
using hostacl::kAclInnerCodes;

extern "C" {

aclError aclrtSubscribeReport(uint64_t threadId, aclrtStream stream) {
  return Guard("aclrtSubscribeReport", kAclInnerCodes,
               [&] { hostacl::Subscribe(threadId, stream); });
}

aclError aclrtUnSubscribeReport(uint64_t threadId, aclrtStream stream) {
  return Guard("aclrtUnSubscribeReport", kAclInnerCodes,
               [&] { hostacl::UnsubscribeThread(threadId, stream); });
}

aclError aclrtLaunchCallback(aclrtCallback fn, void* userData, aclrtCallbackBlockType blockType,
                             aclrtStream stream) {
  return Guard("aclrtLaunchCallback", kAclInnerCodes,
               [&] { hostacl::LaunchCallback(fn, userData, blockType, stream); });
}

aclError aclrtProcessReport(int32_t timeout) {
  return Guard("aclrtProcessReport", kAclInnerCodes, [&] { hostacl::ProcessReport(timeout); });
}

aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc fn, void* args) {
  return Guard("aclrtLaunchHostFunc", kAclInnerCodes,
               [&] { hostacl::LaunchHostFunction(stream, fn, args); });
}

}  // extern "C"
