// What can be set of a stream after it was made.
#include <fmt/format.h>

#include <memory>
#include <string_view>

#include "acl/acl_rt.h"
#include "runtime/error.h"
#include "runtime/require.h"
#include "runtime/soc.h"
#include "runtime/stream.h"
#include "runtime/unsupported.h"

namespace hostacl {
namespace {

void SetFailureMode(aclrtStream handle, uint64_t mode) {
  const auto stream = ResolveStream(handle);
  if (handle == nullptr && !IsRecent(CurrentSocTraits().soc_class)) {
    throw Error{ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                "stream is null: the default stream's failure mode can be set on Atlas A2, A3 and "
                "Ascend 950 only"};
  }
  stream->SetFailureMode(mode);
}

uint32_t RequireSwitch(const char* parameter, uint32_t value) {
  if (value <= 1) return value;
  throw Error{ACL_ERROR_RT_PARAM_INVALID,
              fmt::format("{} must be 0 or 1, not {}", parameter, value)};
}

uint32_t RequirePriority(uint32_t priority) {
  if (priority <= kLeastStreamPriority) return priority;
  throw Error{ACL_ERROR_RT_PARAM_INVALID, fmt::format("value->streamPriority must be from 0 to {}, "
                                                      "not {}",
                                                      kLeastStreamPriority, priority)};
}

[[noreturn]] void RefuseAttribute(aclrtStreamAttr attribute) {
  throw Error{ACL_ERROR_RT_PARAM_INVALID,
              fmt::format("stmAttrType must be an aclrtStreamAttr from 1 to 5, not {}",
                          static_cast<int>(attribute))};
}

void SetAttribute(aclrtStream handle, aclrtStreamAttr attribute,
                  const aclrtStreamAttrValue* value) {
  RequireNotNull("value", value);
  StreamNumbers& numbers = ResolveStream(handle)->numbers();
  switch (attribute) {
    case ACL_STREAM_ATTR_FAILURE_MODE:
      return SetFailureMode(handle, value->failureMode);
    case ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK:
      numbers.overflow_switch = RequireSwitch("value->overflowSwitch", value->overflowSwitch);
      return;
    case ACL_STREAM_ATTR_USER_CUSTOM_TAG:
      numbers.tag = value->userCustomTag;
      return;
    case ACL_STREAM_ATTR_CACHE_OP_INFO:
      numbers.cache_switch = RequireSwitch("value->cacheOpInfoSwitch", value->cacheOpInfoSwitch);
      return;
    case ACL_STREAM_ATTR_PRIORITY:
      numbers.priority = RequirePriority(value->streamPriority);
      return;
  }
  RefuseAttribute(attribute);
}

void GetAttribute(aclrtStream handle, aclrtStreamAttr attribute, aclrtStreamAttrValue* value) {
  RequireNotNull("value", value);
  *value = aclrtStreamAttrValue{};
  const std::shared_ptr<Stream> stream = ResolveStream(handle);
  const StreamNumbers& numbers = stream->numbers();
  switch (attribute) {
    case ACL_STREAM_ATTR_FAILURE_MODE:
      value->failureMode = stream->failure_mode();
      return;
    case ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK:
      value->overflowSwitch = numbers.overflow_switch;
      return;
    case ACL_STREAM_ATTR_USER_CUSTOM_TAG:
      value->userCustomTag = numbers.tag;
      return;
    case ACL_STREAM_ATTR_CACHE_OP_INFO:
      value->cacheOpInfoSwitch = numbers.cache_switch;
      return;
    case ACL_STREAM_ATTR_PRIORITY:
      value->streamPriority = numbers.priority;
      return;
  }
  RefuseAttribute(attribute);
}

aclError RefuseOverflowStatus(std::string_view function) noexcept {
  return AnswerUnsupported(function, ACL_ERROR_API_NOT_SUPPORT,
                           "results that are too large are infinite, as IEEE 754 has it; look for "
                           "them in the results");
}

}  // namespace
}  // namespace hostacl

using hostacl::Guard;
using hostacl::kAclInnerCodes;

extern "C" {

aclError aclrtSetStreamFailureMode(aclrtStream stream, uint64_t mode) {
  return Guard("aclrtSetStreamFailureMode", kAclInnerCodes,
               [&] { hostacl::SetFailureMode(stream, mode); });
}

aclError aclrtSetStreamAttribute(aclrtStream stream, aclrtStreamAttr stmAttrType,
                                 aclrtStreamAttrValue* value) {
  return Guard("aclrtSetStreamAttribute", kAclInnerCodes,
               [&] { hostacl::SetAttribute(stream, stmAttrType, value); });
}

aclError aclrtGetStreamAttribute(aclrtStream stream, aclrtStreamAttr stmAttrType,
                                 aclrtStreamAttrValue* value) {
  return Guard("aclrtGetStreamAttribute", kAclInnerCodes,
               [&] { hostacl::GetAttribute(stream, stmAttrType, value); });
}

aclError aclrtSetStreamOverflowSwitch(aclrtStream stream, uint32_t flag) {
  return Guard("aclrtSetStreamOverflowSwitch", kAclInnerCodes, [&] {
    const uint32_t value = hostacl::RequireSwitch("flag", flag);
    hostacl::ResolveStream(stream)->numbers().overflow_switch = value;
  });
}

aclError aclrtGetStreamOverflowSwitch(aclrtStream stream, uint32_t* flag) {
  return Guard("aclrtGetStreamOverflowSwitch", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("flag", flag);
    *flag = 0;
    *flag = hostacl::ResolveStream(stream)->numbers().overflow_switch;
  });
}

aclError aclrtGetOverflowStatus(void*, size_t, aclrtStream) {
  return hostacl::RefuseOverflowStatus("aclrtGetOverflowStatus");
}

aclError aclrtResetOverflowStatus(aclrtStream) {
  return hostacl::RefuseOverflowStatus("aclrtResetOverflowStatus");
}

}  // extern "C"
