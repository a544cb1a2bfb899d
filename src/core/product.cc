// What the emulated product and the settings allow an operator.
#include "core/product.h"

#include <fmt/format.h>

#include <memory>

#include "aclnn/aclnn_base.h"
#include "runtime/error.h"
#include "runtime/settings.h"
#include "runtime/soc.h"

namespace hostacl {
namespace {

// The runtime refuses settings in its own codes; a first phase reports them as the runtime failure
// that they are to it.
std::shared_ptr<const Settings> SettingsForOperators() {
  std::shared_ptr<const Settings> settings;
  const Error error = Attempt(kAclnnInnerCodes, [&] { settings = CurrentSettings(); });
  if (error.code != 0) throw Error{ACLNN_ERR_RUNTIME_ERROR, error.sentence};
  return settings;
}

}  // namespace

void CheckProductSupports(std::string_view operator_name) {
  const std::shared_ptr<const Settings> settings = SettingsForOperators();
  if (TraitsOf(settings->soc).soc_class != SocClass::k310B) return;
  throw Error{ACLNN_ERR_PARAM_INVALID,
              fmt::format("{} is not supported on {} (Atlas 200I/500 A2 inference)", operator_name,
                          settings->soc)};
}

bool ProductHasBfloat16() { return IsRecent(TraitsOf(SettingsForOperators()->soc).soc_class); }

int OperatorThreads() { return SettingsForOperators()->threads; }

}  // namespace hostacl
