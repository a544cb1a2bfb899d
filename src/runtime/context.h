// Context: what a thread works in: a device, a default stream and the streams made there.
#ifndef HOSTACL_RUNTIME_CONTEXT_H_
#define HOSTACL_RUNTIME_CONTEXT_H_

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "acl/acl_rt.h"
#include "runtime/error.h"
#include "runtime/worker.h"

namespace hostacl {

class Stream;

// The failure by which a stream in ACL_STOP_ON_FAILURE mode stopped the streams of its context.
// Holds until that stream is destroyed. Safe to use from any thread.
class FailureStop {
 public:
  // Without memory for the failure's sentence only its code is kept.
  void Stop(const Stream* by, const Error& failure) noexcept;
  void Lift(const Stream* by) noexcept;
  bool stopped() const noexcept { return stopped_; }
  std::optional<Error> failure() const;

 private:
  mutable std::mutex mutex_;
  const Stream* by_ = nullptr;
  Error failure_{0, ""};
  std::atomic<bool> stopped_{false};
};

// Safe to use from any thread.
class Context : public std::enable_shared_from_this<Context> {
 public:
  // Makes a context of a device together with its default stream.
  static std::shared_ptr<Context> Create(int32_t device, bool is_primary);
  // The context of a handle, or null when the handle is not live.
  static std::shared_ptr<Context> Find(aclrtContext handle);
  static std::string DescribeDead(aclrtContext handle);
  // Every live context.
  static std::vector<std::shared_ptr<Context>> All();

  aclrtContext handle() const { return handle_; }
  int32_t device() const { return device_; }
  // Whether this is the context that the threads using the device share (aclrtSetDevice).
  bool is_primary() const { return is_primary_; }
  // Never null.
  std::shared_ptr<Stream> default_stream() const;

  // Throws Error{107002} when the context was released, Error{207008} when the device has no stream
  // left.
  std::shared_ptr<Stream> CreateStream(uint32_t flags, uint32_t priority);
  void Forget(const Stream* stream);
  // The default stream first, the others in the order of their creation.
  std::vector<std::shared_ptr<Stream>> streams() const;

  // Makes the handle dead, waits for the work of all streams and ends them.
  void Release();

  void SetSysParam(aclSysParamOpt option, int64_t value);
  std::optional<int64_t> SysParam(aclSysParamOpt option) const;

  const std::shared_ptr<FailureStop>& failure_stop() const { return failure_stop_; }

  Context(int32_t device, bool is_primary);

 private:
  const int32_t device_;
  const bool is_primary_;
  const std::shared_ptr<FailureStop> failure_stop_ = std::make_shared<FailureStop>();
  const aclrtContext handle_;

  mutable std::mutex mutex_;
  std::shared_ptr<Stream> default_stream_;  // set before the handle is known
  bool released_ = false;
  std::vector<std::shared_ptr<Stream>> streams_;
  std::map<aclSysParamOpt, int64_t> sys_params_;
};

// The calling thread's context, or null when it has none or its context was released. With a
// default device in aclInit's file, a thread that never chose gets that device's.
std::shared_ptr<Context> CurrentContext() noexcept;

// The same, but throws Error{107002}.
std::shared_ptr<Context> RequireContext();

// Whether the calling thread ever chose a context, be it released by now or not.
bool ThreadChoseContext() noexcept;

// Makes a context the calling thread's.
void SetCurrentContext(const Context& context) noexcept;

// Waits for all streams of `device` and returns them; `timeout_ms` as for Stream::Synchronize.
std::vector<std::shared_ptr<Stream>> WaitForDevice(int32_t device, int32_t timeout_ms);

// The same, but throws the first failure that one of them kept.
void SynchronizeDevice(int32_t device, int32_t timeout_ms);

}  // namespace hostacl

#endif  // HOSTACL_RUNTIME_CONTEXT_H_
