// Data buffers: an address and a size behind a handle.
#include "runtime/data_buffer.h"

#include <fmt/format.h>

#include <memory>
#include <mutex>

#include "runtime/error.h"
#include "runtime/handle.h"

namespace hostacl {
namespace {

class DataBuffer {
 public:
  DataBuffer(void* start, size_t size) : range_{start, size} {}

  void Update(void* start, size_t size) {
    std::lock_guard<std::mutex> lock(mutex_);
    range_ = {start, size};
  }

  BufferRange range() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return range_;
  }

 private:
  mutable std::mutex mutex_;
  BufferRange range_;
};

HandleTable<DataBuffer>& DataBuffers() {
  static HandleTable<DataBuffer>& buffers = *new HandleTable<DataBuffer>(HandleKind::kDataBuffer);
  return buffers;
}

[[noreturn]] void RefuseDead(std::string_view parameter, const aclDataBuffer* handle) {
  throw Error{ACL_ERROR_INVALID_PARAM,
              fmt::format("{} {} {}", parameter, static_cast<const void*>(handle),
                          DataBuffers().DescribeDead(handle))};
}

std::shared_ptr<DataBuffer> RequireBuffer(std::string_view parameter, const aclDataBuffer* handle) {
  std::shared_ptr<DataBuffer> buffer = DataBuffers().Find(handle);
  if (buffer == nullptr) RefuseDead(parameter, handle);
  return buffer;
}

std::shared_ptr<DataBuffer> RequireBuffer(const aclDataBuffer* handle) {
  return RequireBuffer("dataBuffer", handle);
}

}  // namespace

BufferRange RequireBufferRange(std::string_view parameter, const aclDataBuffer* handle) {
  return RequireBuffer(parameter, handle)->range();
}

}  // namespace hostacl

using hostacl::Guard;
using hostacl::kAclInnerCodes;

extern "C" {

aclDataBuffer* aclCreateDataBuffer(void* data, size_t size) {
  void* handle = nullptr;
  Guard("aclCreateDataBuffer", kAclInnerCodes, [&] {
    handle = hostacl::DataBuffers().Insert(std::make_shared<hostacl::DataBuffer>(data, size));
  });
  return static_cast<aclDataBuffer*>(handle);
}

aclError aclDestroyDataBuffer(const aclDataBuffer* dataBuffer) {
  return Guard("aclDestroyDataBuffer", kAclInnerCodes, [&] {
    if (hostacl::DataBuffers().Remove(dataBuffer) == nullptr) {
      hostacl::RefuseDead("dataBuffer", dataBuffer);
    }
  });
}

aclError aclUpdateDataBuffer(aclDataBuffer* dataBuffer, void* data, size_t size) {
  return Guard("aclUpdateDataBuffer", kAclInnerCodes,
               [&] { hostacl::RequireBuffer(dataBuffer)->Update(data, size); });
}

void* aclGetDataBufferAddr(const aclDataBuffer* dataBuffer) {
  void* start = nullptr;
  Guard("aclGetDataBufferAddr", kAclInnerCodes,
        [&] { start = hostacl::RequireBuffer(dataBuffer)->range().start; });
  return start;
}

uint32_t aclGetDataBufferSize(const aclDataBuffer* dataBuffer) {
  size_t size = 0;
  Guard("aclGetDataBufferSize", kAclInnerCodes,
        [&] { size = hostacl::RequireBuffer(dataBuffer)->range().size; });
  return static_cast<uint32_t>(size);
}

size_t aclGetDataBufferSizeV2(const aclDataBuffer* dataBuffer) {
  size_t size = 0;
  Guard("aclGetDataBufferSizeV2", kAclInnerCodes,
        [&] { size = hostacl::RequireBuffer(dataBuffer)->range().size; });
  return size;
}

}  // extern "C"
