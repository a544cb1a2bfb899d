// What the emulated product and the settings allow an operator.
#include "core/product.h"

#include <fmt/format.h>

#include "aclnn/aclnn_base.h"
#include "runtime/error.h"
#include "runtime/soc.h"

namespace hostacl {

// The runtime refuses settings in its own codes; a first phase reports them as the runtime failure
// that they are to it.
std::shared_ptr<const Settings> SettingsForOperators() {
  std::shared_ptr<const Settings> settings;
  const Error error = Attempt(kAclnnInnerCodes, [&] { settings = CurrentSettings(); });
  if (error.code != 0) throw Error{ACLNN_ERR_RUNTIME_ERROR, error.sentence};
  return settings;
}

void CheckProductSupports(const Settings& settings, std::string_view operator_name) {
  if (settings.traits->soc_class != SocClass::k310B) return;
  throw Error{ACLNN_ERR_PARAM_INVALID,
              fmt::format("{} is not supported on {} (Atlas 200I/500 A2 inference)", operator_name,
                          settings.soc)};
}

bool ProductHasBfloat16(const Settings& settings) { return IsRecent(settings.traits->soc_class); }

}  // namespace hostacl
