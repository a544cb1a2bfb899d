// Handles: what the C API's opaque pointers are. They are never addresses and never used twice, so
// that a null, dangling or foreign one is recognised instead of dereferenced.
#ifndef HOSTACL_RUNTIME_HANDLE_H_
#define HOSTACL_RUNTIME_HANDLE_H_

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hostacl {

enum class HandleKind : uint8_t {
  kContext = 1,
  kStream,
  kEvent,
  kDataBuffer,
  kStreamConfig,
  kTensor,
  kScalar,
  kIntArray,
  kFloatArray,
  kBoolArray,
  kTensorList,
  kScalarList,
  kExecutor,
  kTensorDesc,
  kOpAttr,
  kPhysicalMemory,
  kSharedMemory,
};

// A new handle of a kind; unique in this process.
void* NewHandle(HandleKind kind) noexcept;

// What `handle`, which is not live, is instead: "was destroyed", "is an aclTensor, not an
// aclrtStream", "is not a handle of this library".
std::string DescribeDeadHandle(HandleKind expected, const void* handle);

// The live objects of one kind. Safe to use from any thread; holds no lock while it returns.
template <typename T>
class HandleTable {
 public:
  explicit HandleTable(HandleKind kind) : kind_(kind) {}

  void* Insert(std::shared_ptr<T> object) {
    void* handle = NewHandle(kind_);
    InsertAs(handle, std::move(object));
    return handle;
  }

  // For objects that know their own handle, which is one of NewHandle's.
  void InsertAs(void* handle, std::shared_ptr<T> object) {
    std::lock_guard<std::mutex> lock(mutex_);
    objects_.emplace(handle, std::move(object));
  }

  // The object, or null when `handle` is not live.
  std::shared_ptr<T> Find(const void* handle) const {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = objects_.find(handle);
    return found == objects_.end() ? nullptr : found->second;
  }

  // Takes the object out, or returns null when `handle` is not live.
  std::shared_ptr<T> Remove(const void* handle) {
    return FindAndRemoveIf(handle, [](const T&) { return true; });
  }

  // The object, taken out where `ends` says so of it; or null when `handle` is not live.
  template <typename Predicate>
  std::shared_ptr<T> FindAndRemoveIf(const void* handle, const Predicate& ends) {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = objects_.find(handle);
    if (found == objects_.end()) return nullptr;
    if (!ends(*found->second)) return found->second;
    std::shared_ptr<T> object = std::move(found->second);
    objects_.erase(found);
    return object;
  }

  // Makes `handle` the one of another object. False: it is not live.
  bool Replace(const void* handle, std::shared_ptr<T> object) {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = objects_.find(handle);
    if (found == objects_.end()) return false;
    // The object before goes after the lock.
    found->second.swap(object);
    return true;
  }

  // Every live object, in no order.
  std::vector<std::shared_ptr<T>> All() const {
    std::lock_guard<std::mutex> lock(mutex_);
    std::vector<std::shared_ptr<T>> all;
    all.reserve(objects_.size());
    for (const auto& [handle, object] : objects_) all.push_back(object);
    return all;
  }

  std::string DescribeDead(const void* handle) const { return DescribeDeadHandle(kind_, handle); }

 private:
  const HandleKind kind_;
  mutable std::mutex mutex_;
  std::unordered_map<const void*, std::shared_ptr<T>> objects_;
};

}  // namespace hostacl

#endif  // HOSTACL_RUNTIME_HANDLE_H_
