// Dumps of tensors: none are made.
#include <string_view>

#include "acl/acl_dump.h"
#include "runtime/unsupported.h"

namespace {

int Refuse(std::string_view function) noexcept {
  return hostacl::AnswerUnsupported(function, ACL_ERROR_API_NOT_SUPPORT,
                                    "operators do not write their tensors into files");
}

}  // namespace

extern "C" {

aclError aclmdlInitDump() { return Refuse("aclmdlInitDump"); }

aclError aclmdlSetDump(const char*) { return Refuse("aclmdlSetDump"); }

aclError aclmdlFinalizeDump() { return Refuse("aclmdlFinalizeDump"); }

}  // extern "C"
