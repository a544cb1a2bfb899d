// Context: what a thread works in, and the C functions on contexts.
#include "runtime/context.h"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/callback.h"
#include "runtime/device.h"
#include "runtime/handle.h"
#include "runtime/init.h"
#include "runtime/require.h"
#include "runtime/stream.h"

namespace hostacl {
namespace {

HandleTable<Context>& Contexts() {
  static HandleTable<Context>& contexts = *new HandleTable<Context>(HandleKind::kContext);
  return contexts;
}

// A handle and not a pointer to the object: releasing a context thereby takes it away from every
// thread.
thread_local aclrtContext current_context = nullptr;

}  // namespace

void FailureStop::Stop(const Stream* by, const Error& failure) noexcept {
  std::lock_guard<std::mutex> lock(mutex_);
  if (stopped_) return;
  by_ = by;
  failure_ = {failure.code, {}};
  Attempt(kAclInnerCodes, [&] { failure_.sentence = failure.sentence; });
  stopped_ = true;
}

void FailureStop::Lift(const Stream* by) noexcept {
  std::lock_guard<std::mutex> lock(mutex_);
  if (by_ != by) return;
  by_ = nullptr;
  stopped_ = false;
}

std::optional<Error> FailureStop::failure() const {
  if (!stopped_) return std::nullopt;
  std::lock_guard<std::mutex> lock(mutex_);
  if (!stopped_) return std::nullopt;
  return failure_;
}

Context::Context(int32_t device, bool is_primary)
    : device_(device), is_primary_(is_primary), handle_(NewHandle(HandleKind::kContext)) {}

std::shared_ptr<Context> Context::Create(int32_t device, bool is_primary) {
  auto context = std::make_shared<Context>(device, is_primary);
  context->default_stream_ = Stream::Create(context, 0, 0, true);
  context->streams_.push_back(context->default_stream_);
  Contexts().InsertAs(context->handle_, context);
  return context;
}

std::shared_ptr<Context> Context::Find(aclrtContext handle) { return Contexts().Find(handle); }

std::string Context::DescribeDead(aclrtContext handle) { return Contexts().DescribeDead(handle); }

std::vector<std::shared_ptr<Context>> Context::All() {
  std::vector<std::shared_ptr<Context>> all = Contexts().All();
  // Handles count up.
  std::sort(all.begin(), all.end(),
            [](const auto& a, const auto& b) { return a->handle() < b->handle(); });
  return all;
}

std::shared_ptr<Stream> Context::default_stream() const { return default_stream_; }

std::shared_ptr<Stream> Context::CreateStream(uint32_t flags, uint32_t priority) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (released_) {
    throw Error{ACL_ERROR_RT_CONTEXT_NULL, "the current context is being released"};
  }
  streams_.push_back(Stream::Create(shared_from_this(), flags, priority, false));
  return streams_.back();
}

void Context::Forget(const Stream* stream) {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto same = [stream](const auto& other) { return other.get() == stream; };
  streams_.erase(std::remove_if(streams_.begin(), streams_.end(), same), streams_.end());
}

std::vector<std::shared_ptr<Stream>> Context::streams() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return streams_;
}

void Context::Release() {
  Contexts().Remove(handle_);
  std::vector<std::shared_ptr<Stream>> streams;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    released_ = true;
    streams = streams_;
  }
  // All handles go before the first wait, so that no task can push work to a stream behind it.
  for (const auto& stream : streams) stream->Retire();
  for (const auto& stream : streams) stream->Close(Worker::Ending::kDrain);
  std::lock_guard<std::mutex> lock(mutex_);
  streams_.clear();
}

void Context::SetSysParam(aclSysParamOpt option, int64_t value) {
  std::lock_guard<std::mutex> lock(mutex_);
  sys_params_[option] = value;
}

std::optional<int64_t> Context::SysParam(aclSysParamOpt option) const {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto found = sys_params_.find(option);
  if (found == sys_params_.end()) return std::nullopt;
  return found->second;
}

std::shared_ptr<Context> CurrentContext() noexcept {
  if (current_context != nullptr) return Context::Find(current_context);
  try {
    return DefaultDeviceContext();
  } catch (const Error&) {
    return nullptr;
  } catch (const std::exception&) {
    return nullptr;
  }
}

std::shared_ptr<Context> RequireContext() {
  std::shared_ptr<Context> context = CurrentContext();
  if (context != nullptr) return context;
  throw Error{ACL_ERROR_RT_CONTEXT_NULL,
              current_context == nullptr
                  ? "the calling thread has no current context: call aclrtSetDevice or "
                    "aclrtSetCurrentContext on it first"
                  : "the calling thread's context was released: call aclrtSetDevice or "
                    "aclrtSetCurrentContext on it first"};
}

bool ThreadChoseContext() noexcept { return current_context != nullptr; }

void SetCurrentContext(const Context& context) noexcept { current_context = context.handle(); }

std::vector<std::shared_ptr<Stream>> WaitForDevice(int32_t device, int32_t timeout_ms) {
  RefuseInCallback("synchronizing a device");
  RequireTimeout(timeout_ms);
  const Deadline deadline = DeadlineAfterMs(timeout_ms);
  std::vector<std::shared_ptr<Stream>> streams;
  for (const auto& context : Context::All()) {
    if (context->device() != device) continue;
    for (auto& stream : context->streams()) streams.push_back(std::move(stream));
  }
  for (const auto& stream : streams) {
    if (!stream->WaitForPushed(deadline)) {
      throw Error{ACL_ERROR_RT_STREAM_SYNC_TIMEOUT,
                  fmt::format("stream {} of device {} was not done within the timeout of {} ms",
                              stream->id(), device, timeout_ms)};
    }
  }
  return streams;
}

void SynchronizeDevice(int32_t device, int32_t timeout_ms) {
  for (const auto& stream : WaitForDevice(device, timeout_ms)) stream->ThrowFailure();
}

namespace {

std::shared_ptr<Context> ResolveContext(aclrtContext handle) {
  RequireNotNull("context", handle);
  std::shared_ptr<Context> context = Context::Find(handle);
  if (context == nullptr) {
    throw Error{ACL_ERROR_RT_INVALID_HANDLE,
                fmt::format("context {} {}", handle, Context::DescribeDead(handle))};
  }
  return context;
}

void DestroyContext(aclrtContext handle) {
  RefuseInCallback("destroying a context");
  const std::shared_ptr<Context> context = ResolveContext(handle);
  if (context->is_primary()) {
    throw Error{ACL_ERROR_RT_PARAM_INVALID,
                fmt::format("context is the default one of device {}, which aclrtResetDevice "
                            "releases",
                            context->device())};
  }
  // Of two threads that destroy the context one is refused.
  if (Contexts().Remove(handle) == nullptr) ResolveContext(handle);
  context->Release();
}

}  // namespace
}  // namespace hostacl

using hostacl::Guard;
using hostacl::kAclInnerCodes;

extern "C" {

aclError aclrtCreateContext(aclrtContext* context, int32_t deviceId) {
  return Guard("aclrtCreateContext", kAclInnerCodes, [&] {
    hostacl::RequireInitialised("aclrtCreateContext");
    hostacl::RequireNotNull("context", context);
    *context = nullptr;
    const auto made = hostacl::CreateContext(deviceId);
    hostacl::SetCurrentContext(*made);
    *context = made->handle();
  });
}

aclError aclrtDestroyContext(aclrtContext context) {
  return Guard("aclrtDestroyContext", kAclInnerCodes, [&] { hostacl::DestroyContext(context); });
}

aclError aclrtSetCurrentContext(aclrtContext context) {
  return Guard("aclrtSetCurrentContext", kAclInnerCodes,
               [&] { hostacl::SetCurrentContext(*hostacl::ResolveContext(context)); });
}

aclError aclrtGetCurrentContext(aclrtContext* context) {
  return Guard("aclrtGetCurrentContext", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("context", context);
    *context = nullptr;
    *context = hostacl::RequireContext()->handle();
  });
}

aclError aclrtCtxGetCurrentDefaultStream(aclrtStream* stream) {
  return Guard("aclrtCtxGetCurrentDefaultStream", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("stream", stream);
    *stream = nullptr;
    *stream = hostacl::RequireContext()->default_stream()->handle();
  });
}

}  // extern "C"
