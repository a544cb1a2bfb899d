// Capture of a stream's work into a model that is run again later. The library has none: it says of
// each stream that it is not being captured, and refuses the rest.
#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "acl/acl_rt.h"
#include "runtime/error.h"
#include "runtime/require.h"
#include "runtime/stream.h"
#include "runtime/unsupported.h"

namespace hostacl {
namespace {

// How captures that other threads begin would bear on the calling one.
thread_local aclmdlRICaptureMode capture_mode = ACL_MODEL_RI_CAPTURE_MODE_GLOBAL;

aclError Refuse(std::string_view function) noexcept {
  return AnswerUnsupported(
      function, ACL_ERROR_API_NOT_SUPPORT,
      "work of streams cannot be captured, so there is no model (aclmdlRI) either");
}

void RequireMode(aclmdlRICaptureMode mode) {
  if (mode >= ACL_MODEL_RI_CAPTURE_MODE_GLOBAL && mode <= ACL_MODEL_RI_CAPTURE_MODE_RELAXED) return;
  throw Error{ACL_ERROR_RT_PARAM_INVALID,
              fmt::format("mode must be an aclmdlRICaptureMode from 0 to 2, not {}",
                          static_cast<int>(mode))};
}

}  // namespace
}  // namespace hostacl

using hostacl::Guard;
using hostacl::kAclInnerCodes;
using hostacl::Refuse;

extern "C" {

aclError aclmdlRICaptureGetInfo(aclrtStream stream, aclmdlRICaptureStatus* status,
                                aclmdlRI* modelRI) {
  return Guard("aclmdlRICaptureGetInfo", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("status", status);
    *status = ACL_MODEL_RI_CAPTURE_STATUS_NONE;
    if (modelRI != nullptr) *modelRI = nullptr;
    hostacl::ResolveStream(stream);
  });
}

aclError aclmdlRICaptureThreadExchangeMode(aclmdlRICaptureMode* mode) {
  return Guard("aclmdlRICaptureThreadExchangeMode", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("mode", mode);
    hostacl::RequireMode(*mode);
    std::swap(*mode, hostacl::capture_mode);
  });
}

aclError aclmdlRICaptureBegin(aclrtStream, aclmdlRICaptureMode) {
  return Refuse("aclmdlRICaptureBegin");
}

aclError aclmdlRICaptureToModelRIBegin(aclrtStream, aclmdlRI, aclmdlRICaptureMode) {
  return Refuse("aclmdlRICaptureToModelRIBegin");
}

aclError aclmdlRICaptureEnd(aclrtStream, aclmdlRI* modelRI) {
  if (modelRI != nullptr) *modelRI = nullptr;
  return Refuse("aclmdlRICaptureEnd");
}

aclError aclmdlRICaptureTaskGrpBegin(aclrtStream) { return Refuse("aclmdlRICaptureTaskGrpBegin"); }

aclError aclmdlRICaptureTaskGrpEnd(aclrtStream, aclrtTaskGrp* handle) {
  if (handle != nullptr) *handle = nullptr;
  return Refuse("aclmdlRICaptureTaskGrpEnd");
}

aclError aclmdlRICaptureTaskUpdateBegin(aclrtStream, aclrtTaskGrp) {
  return Refuse("aclmdlRICaptureTaskUpdateBegin");
}

aclError aclmdlRICaptureTaskUpdateEnd(aclrtStream) {
  return Refuse("aclmdlRICaptureTaskUpdateEnd");
}

aclError aclmdlRIExecuteAsync(aclmdlRI, aclrtStream) { return Refuse("aclmdlRIExecuteAsync"); }

aclError aclmdlRIDestroy(aclmdlRI) { return Refuse("aclmdlRIDestroy"); }

aclError aclmdlRIGetId(aclmdlRI, uint32_t* modelRIId) {
  if (modelRIId != nullptr) *modelRIId = 0;
  return Refuse("aclmdlRIGetId");
}

aclError aclmdlRIDebugPrint(aclmdlRI) { return Refuse("aclmdlRIDebugPrint"); }

aclError aclmdlRIDebugJsonPrint(aclmdlRI, const char*, uint32_t) {
  return Refuse("aclmdlRIDebugJsonPrint");
}

aclError aclmdlRICondHandleCreate(aclmdlRI, uint32_t, aclmdlRICondHandleFlag,
                                  aclmdlRICondHandle* handle) {
  if (handle != nullptr) *handle = nullptr;
  return Refuse("aclmdlRICondHandleCreate");
}

aclError aclmdlRICondHandleGetCondPtr(aclmdlRICondHandle, uint64_t** ptr) {
  if (ptr != nullptr) *ptr = nullptr;
  return Refuse("aclmdlRICondHandleGetCondPtr");
}

}  // extern "C"
