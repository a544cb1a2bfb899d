// Stream: its queue, its failures, and the C functions on streams.
#include "runtime/stream.h"

#include <fmt/format.h>

#include <atomic>
#include <utility>

#include "runtime/callback.h"
#include "runtime/context.h"
#include "runtime/device.h"
#include "runtime/handle.h"
#include "runtime/log.h"
#include "runtime/require.h"
#include "runtime/soc.h"
#include "runtime/stream_config.h"

namespace hostacl {
namespace {

HandleTable<Stream>& Streams() {
  static HandleTable<Stream>& streams = *new HandleTable<Stream>(HandleKind::kStream);
  return streams;
}

int32_t NextStreamId() noexcept {
  static std::atomic<int32_t> next{0};
  return next.fetch_add(1);
}

// A failure of a task with a sentence, also where none could be made when it happened.
Error Described(Error failure) {
  if (failure.sentence.empty()) {
    failure.sentence = failure.code == ACL_ERROR_RT_MEMORY_ALLOCATION
                           ? "host memory ran out while work of the stream was done"
                           : "work of the stream failed without saying why";
  }
  return failure;
}

}  // namespace

std::shared_ptr<Stream> Stream::Find(aclrtStream handle) { return Streams().Find(handle); }

std::string Stream::DescribeDead(aclrtStream handle) { return Streams().DescribeDead(handle); }

std::shared_ptr<Stream> Stream::Create(const std::shared_ptr<Context>& context, uint32_t flags,
                                       uint32_t priority, bool is_default) {
  const uint32_t limit = CurrentSocTraits().max_streams;
  Quota& quota = StreamQuota(context->device());
  if (!quota.Take(1, limit)) {
    throw Error{ACL_ERROR_RT_NO_STREAM_RESOURCE,
                fmt::format("device {} has {} streams and none is left", context->device(), limit)};
  }
  auto stream =
      std::make_shared<Stream>(context, flags, priority, is_default, QuotaShare(&quota, 1));
  Streams().InsertAs(stream->handle_, stream);
  return stream;
}

Stream::Stream(const std::shared_ptr<Context>& context, uint32_t flags, uint32_t priority,
               bool is_default, QuotaShare share)
    : context_(context),
      failure_stop_(context->failure_stop()),
      device_(context->device()),
      id_(NextStreamId()),
      flags_(flags),
      is_default_(is_default),
      share_(std::move(share)),
      handle_(NewHandle(HandleKind::kStream)),
      numbers_{{priority}} {}

Stream::~Stream() { Close(Worker::Ending::kDrop); }

void Stream::RefuseAfterFailure() const {
  if (const auto stop = failure_stop_->failure()) {
    throw Error{stop->code, fmt::format("the stream takes no more work after a failure under "
                                        "ACL_STOP_ON_FAILURE: {}",
                                        Described(*stop).sentence)};
  }
}

void Stream::RunOrPush(Task task) {
  RefuseAfterFailure();
  const auto run = [this, &task] {
    RunTask(task);
    task = nullptr;
  };
  if (worker_.RunIfIdle(run)) return;
  PushWork(std::move(task));
}

void Stream::Push(Task task) { Queue(std::move(task), Worker::Runner::kOwn); }

void Stream::PushWork(Task task) { Queue(std::move(task), Worker::Runner::kAny); }

void Stream::PushAndWait(Task task) {
  worker_.WaitFor(Queue(std::move(task), Worker::Runner::kOwn), std::nullopt);
}

uint64_t Stream::Queue(Task task, Worker::Runner runner) {
  RefuseAfterFailure();
  return worker_.Push([this, task = std::move(task)] { RunTask(task); }, runner);
}

void Stream::RunTask(const Task& task) noexcept {
  constexpr InnerCodes kTaskCodes{ACL_ERROR_RT_MEMORY_ALLOCATION, ACL_ERROR_INTERNAL_ERROR};
  if (failure_stop_->stopped()) return;
  Error result{ACL_SUCCESS, {}};
  Error thrown = Attempt(kTaskCodes, [&] { result = task(); });
  if (thrown.code != ACL_SUCCESS) result = std::move(thrown);
  if (result.code != ACL_SUCCESS) KeepFailure(std::move(result));
}

void Stream::KeepFailure(Error error) noexcept {
  if (LogsAt(LogLevel::kError)) {
    // Without memory for the line the failure is kept all the same.
    Attempt(kAclInnerCodes, [&] {
      Log(LogLevel::kError,
          fmt::format("stream {}: {} (error {})", id_, Described(error).sentence, error.code));
    });
  }
  std::lock_guard<std::mutex> lock(mutex_);
  if (failure_mode_ == ACL_STOP_ON_FAILURE) failure_stop_->Stop(this, error);
  if (!failure_) failure_ = std::move(error);
}

void Stream::ThrowFailure() {
  if (const auto stop = failure_stop_->failure()) throw Described(*stop);
  std::lock_guard<std::mutex> lock(mutex_);
  if (!failure_) return;
  const std::optional<Error> failure = std::exchange(failure_, std::nullopt);
  throw Described(*failure);
}

void Stream::Synchronize(int32_t timeout_ms) {
  RefuseInCallback("synchronizing a stream");
  RequireTimeout(timeout_ms);
  if (!WaitForPushed(DeadlineAfterMs(timeout_ms))) {
    throw Error{ACL_ERROR_RT_STREAM_SYNC_TIMEOUT,
                fmt::format("the stream was not done within the timeout of {} ms", timeout_ms)};
  }
  ThrowFailure();
}

bool Stream::Retire() { return Streams().Remove(handle_) != nullptr; }

void Stream::Close(Worker::Ending ending) {
  worker_.Close(ending);
  Unsubscribe(this);
  failure_stop_->Lift(this);
}

void Stream::SetFailureMode(uint64_t mode) {
  if (mode != ACL_CONTINUE_ON_FAILURE && mode != ACL_STOP_ON_FAILURE) {
    throw Error{ACL_ERROR_RT_PARAM_INVALID,
                fmt::format("mode must be ACL_CONTINUE_ON_FAILURE (0) or ACL_STOP_ON_FAILURE (1), "
                            "not {}",
                            mode)};
  }
  std::lock_guard<std::mutex> lock(mutex_);
  if (failure_mode_) {
    throw Error{ACL_ERROR_RT_PARAM_INVALID,
                fmt::format("the failure mode of a stream can be set once, and it was set to {}",
                            *failure_mode_)};
  }
  failure_mode_ = mode;
}

uint64_t Stream::failure_mode() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return failure_mode_.value_or(ACL_CONTINUE_ON_FAILURE);
}

std::shared_ptr<Reporter> Stream::reporter() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return reporter_;
}

std::shared_ptr<Reporter> Stream::exchange_reporter(std::shared_ptr<Reporter> reporter) {
  std::lock_guard<std::mutex> lock(mutex_);
  return std::exchange(reporter_, std::move(reporter));
}

std::shared_ptr<Stream> ResolveStream(aclrtStream handle) {
  if (handle == nullptr) return RequireContext()->default_stream();
  std::shared_ptr<Stream> stream = Stream::Find(handle);
  if (stream == nullptr) {
    throw Error{ACL_ERROR_RT_INVALID_HANDLE,
                fmt::format("stream {} {}", handle, Stream::DescribeDead(handle))};
  }
  return stream;
}

std::shared_ptr<Stream> ResolveLaunchStream(aclrtStream handle) {
  const std::shared_ptr<Context> current = RequireContext();
  std::shared_ptr<Stream> stream = ResolveStream(handle);
  if (stream->context() != current) {
    throw Error{ACL_ERROR_RT_STREAM_CONTEXT,
                fmt::format("stream {} belongs to another context (device {}) than the current one "
                            "(device {})",
                            handle, stream->device(), current->device())};
  }
  return stream;
}

namespace {

void RefuseFlags(uint64_t flags) {
  constexpr uint64_t kNotRun =
      ACL_STREAM_PERSISTENT | ACL_STREAM_CPU_SCHEDULE | ACL_STREAM_DEVICE_USE_ONLY;
  if ((flags & kNotRun) == 0) return;
  throw Error{
      ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
      fmt::format("flag {:#x} holds {:#x}: streams of this library run what is launched, so "
                  "ACL_STREAM_PERSISTENT (0x4), ACL_STREAM_CPU_SCHEDULE (0x10) and "
                  "ACL_STREAM_DEVICE_USE_ONLY (0x20) cannot be had",
                  flags, flags & kNotRun)};
}

void CreateStream(aclrtStream* stream, uint32_t priority, uint64_t flags) {
  RequireNotNull("stream", stream);
  *stream = nullptr;
  RefuseFlags(flags);
  *stream = RequireContext()->CreateStream(static_cast<uint32_t>(flags), priority)->handle();
}

void DestroyStream(aclrtStream handle, Worker::Ending ending) {
  RequireNotNull("stream", handle);
  RefuseInCallback("destroying a stream");
  const std::shared_ptr<Stream> stream = ResolveLaunchStream(handle);
  if (stream->is_default()) {
    throw Error{ACL_ERROR_RT_PARAM_INVALID,
                "stream is the default stream of its context and is destroyed with that only"};
  }
  const std::shared_ptr<Context> context = stream->context();
  if (!stream->Retire()) {
    throw Error{ACL_ERROR_RT_INVALID_HANDLE, fmt::format("stream {} was destroyed", handle)};
  }
  stream->Close(ending);
  if (context != nullptr) context->Forget(stream.get());
}

}  // namespace
}  // namespace hostacl

using hostacl::Guard;
using hostacl::kAclInnerCodes;

extern "C" {

aclError aclrtCreateStream(aclrtStream* stream) {
  return Guard("aclrtCreateStream", kAclInnerCodes, [&] { hostacl::CreateStream(stream, 0, 0); });
}

aclError aclrtCreateStreamWithConfig(aclrtStream* stream, uint32_t priority, uint32_t flag) {
  return Guard("aclrtCreateStreamWithConfig", kAclInnerCodes,
               [&] { hostacl::CreateStream(stream, priority, flag); });
}

aclError aclrtCreateStreamV2(aclrtStream* stream, const aclrtStreamConfigHandle* handle) {
  return Guard("aclrtCreateStreamV2", kAclInnerCodes, [&] {
    const aclrtStreamConfigHandle config = hostacl::ReadStreamConfig(handle);
    hostacl::CreateStream(stream, config.priority, config.flag);
  });
}

aclError aclrtDestroyStream(aclrtStream stream) {
  return Guard("aclrtDestroyStream", kAclInnerCodes,
               [&] { hostacl::DestroyStream(stream, hostacl::Worker::Ending::kDrain); });
}

aclError aclrtDestroyStreamForce(aclrtStream stream) {
  return Guard("aclrtDestroyStreamForce", kAclInnerCodes,
               [&] { hostacl::DestroyStream(stream, hostacl::Worker::Ending::kDrop); });
}

aclError aclrtSynchronizeStream(aclrtStream stream) {
  return Guard("aclrtSynchronizeStream", kAclInnerCodes,
               [&] { hostacl::ResolveStream(stream)->Synchronize(); });
}

aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout) {
  return Guard("aclrtSynchronizeStreamWithTimeout", kAclInnerCodes,
               [&] { hostacl::ResolveStream(stream)->Synchronize(timeout); });
}

aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus* status) {
  return Guard("aclrtStreamQuery", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("status", status);
    const bool idle = hostacl::ResolveStream(stream)->Idle();
    *status = idle ? ACL_STREAM_STATUS_COMPLETE : ACL_STREAM_STATUS_NOT_READY;
  });
}

aclError aclrtStreamGetId(aclrtStream stream, int32_t* streamId) {
  return Guard("aclrtStreamGetId", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("streamId", streamId);
    *streamId = hostacl::ResolveStream(stream)->id();
  });
}

aclError aclrtStreamGetFlags(aclrtStream stream, uint32_t* flags) {
  return Guard("aclrtStreamGetFlags", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("flags", flags);
    *flags = hostacl::ResolveStream(stream)->flags();
  });
}

aclError aclrtStreamGetPriority(aclrtStream stream, uint32_t* priority) {
  return Guard("aclrtStreamGetPriority", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("priority", priority);
    *priority = hostacl::ResolveStream(stream)->numbers().priority;
  });
}

aclError aclrtGetStreamAvailableNum(uint32_t* streamCount) {
  return Guard("aclrtGetStreamAvailableNum", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("streamCount", streamCount);
    const uint64_t used = hostacl::StreamQuota(hostacl::RequireContext()->device()).used();
    const uint32_t limit = hostacl::CurrentSocTraits().max_streams;
    *streamCount = used >= limit ? 0 : limit - static_cast<uint32_t>(used);
  });
}

}  // extern "C"
