// Configurations of streams. Their layout is public, so these handles are addresses; a list of the
// live ones keeps foreign and freed ones from being looked into.
#include "runtime/stream_config.h"

#include <fmt/format.h>

#include <cstring>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "runtime/error.h"
#include "runtime/require.h"

namespace hostacl {
namespace {

struct LiveConfigs {
  std::mutex mutex;
  std::unordered_map<const void*, std::unique_ptr<aclrtStreamConfigHandle>> configs;

  // To be called with the mutex held.
  aclrtStreamConfigHandle& Require(const aclrtStreamConfigHandle* handle) {
    RequireNotNull("handle", handle);
    const auto found = configs.find(handle);
    if (found == configs.end()) {
      throw Error{ACL_ERROR_RT_INVALID_HANDLE,
                  fmt::format("handle {} is no live stream configuration",
                              static_cast<const void*>(handle))};
    }
    return *found->second;
  }
};

LiveConfigs& Configs() {
  static LiveConfigs& configs = *new LiveConfigs;
  return configs;
}

template <typename Member>
void CopyMember(Member* member, const void* value, size_t value_size) {
  if (value_size != sizeof(Member)) {
    throw Error{
        ACL_ERROR_RT_PARAM_INVALID,
        fmt::format("valueSize must be {} for this attribute, not {}", sizeof(Member), value_size)};
  }
  std::memcpy(member, value, sizeof(Member));
}

void SetOption(aclrtStreamConfigHandle* handle, aclrtStreamConfigAttr attribute, const void* value,
               size_t value_size) {
  RequireNotNull("attrValue", value);
  std::lock_guard<std::mutex> lock(Configs().mutex);
  aclrtStreamConfigHandle& config = Configs().Require(handle);
  switch (attribute) {
    case ACL_RT_STREAM_WORK_ADDR_PTR:
      return CopyMember(&config.workptr, value, value_size);
    case ACL_RT_STREAM_WORK_SIZE:
      return CopyMember(&config.workSize, value, value_size);
    case ACL_RT_STREAM_FLAG:
      return CopyMember(&config.flag, value, value_size);
    case ACL_RT_STREAM_PRIORITY:
      return CopyMember(&config.priority, value, value_size);
  }
  throw Error{ACL_ERROR_RT_PARAM_INVALID,
              fmt::format("attr must be an aclrtStreamConfigAttr from 0 to 3, not {}",
                          static_cast<int>(attribute))};
}

}  // namespace

aclrtStreamConfigHandle ReadStreamConfig(const aclrtStreamConfigHandle* handle) {
  std::lock_guard<std::mutex> lock(Configs().mutex);
  return Configs().Require(handle);
}

}  // namespace hostacl

extern "C" {

aclrtStreamConfigHandle* aclrtCreateStreamConfigHandle() {
  aclrtStreamConfigHandle* handle = nullptr;
  hostacl::Guard("aclrtCreateStreamConfigHandle", hostacl::kAclInnerCodes, [&] {
    auto config = std::make_unique<aclrtStreamConfigHandle>();
    aclrtStreamConfigHandle* const made = config.get();
    std::lock_guard<std::mutex> lock(hostacl::Configs().mutex);
    hostacl::Configs().configs.emplace(made, std::move(config));
    handle = made;
  });
  return handle;
}

aclError aclrtDestroyStreamConfigHandle(aclrtStreamConfigHandle* handle) {
  return hostacl::Guard("aclrtDestroyStreamConfigHandle", hostacl::kAclInnerCodes, [&] {
    std::lock_guard<std::mutex> lock(hostacl::Configs().mutex);
    hostacl::Configs().Require(handle);
    hostacl::Configs().configs.erase(handle);
  });
}

aclError aclrtSetStreamConfigOpt(aclrtStreamConfigHandle* handle, aclrtStreamConfigAttr attr,
                                 const void* attrValue, size_t valueSize) {
  return hostacl::Guard("aclrtSetStreamConfigOpt", hostacl::kAclInnerCodes,
                        [&] { hostacl::SetOption(handle, attr, attrValue, valueSize); });
}

}  // extern "C"
