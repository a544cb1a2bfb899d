// Sharing between processes, which is refused: memory and events are those of one process.
#include <string_view>

#include "acl/acl_rt.h"
#include "runtime/unsupported.h"

namespace hostacl {
namespace {

aclError RefuseSharing(std::string_view function) noexcept {
  return AnswerUnsupported(function, ACL_ERROR_API_NOT_SUPPORT,
                           "memory and events of a device are those of one process; copy the "
                           "values to host memory and share that");
}

}  // namespace
}  // namespace hostacl

using hostacl::RefuseSharing;

extern "C" {

aclError aclrtIpcMemGetExportKey(void*, size_t, char* key, size_t len, uint64_t) {
  if (key != nullptr && len > 0) *key = '\0';
  return RefuseSharing("aclrtIpcMemGetExportKey");
}

aclError aclrtIpcMemSetImportPid(const char*, int32_t*, size_t) {
  return RefuseSharing("aclrtIpcMemSetImportPid");
}

aclError aclrtIpcMemImportByKey(void** devPtr, const char*, uint64_t) {
  if (devPtr != nullptr) *devPtr = nullptr;
  return RefuseSharing("aclrtIpcMemImportByKey");
}

aclError aclrtIpcMemClose(const char*) { return RefuseSharing("aclrtIpcMemClose"); }

aclError aclrtIpcGetEventHandle(aclrtEvent, aclrtIpcEventHandle* handle) {
  if (handle != nullptr) *handle = aclrtIpcEventHandle{};
  return RefuseSharing("aclrtIpcGetEventHandle");
}

aclError aclrtIpcOpenEventHandle(aclrtIpcEventHandle, aclrtEvent* event) {
  if (event != nullptr) *event = nullptr;
  return RefuseSharing("aclrtIpcOpenEventHandle");
}

}  // extern "C"
