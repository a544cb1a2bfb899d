// The emulated product: the families that HOSTACL_SOC chooses from, and what differs between them.
#include "core/product.h"

#include <fmt/format.h>

#include <cctype>
#include <memory>

#include "aclnn/aclnn_base.h"
#include "runtime/error.h"
#include "runtime/settings.h"

namespace hostacl {
namespace {

bool StartsWith(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

// The runtime refuses settings in its own codes; a first phase reports them as the runtime failure
// that they are to it.
std::shared_ptr<const Settings> SettingsForOperators() {
  std::shared_ptr<const Settings> settings;
  const Error error = Attempt(kAclnnInnerCodes, [&] { settings = CurrentSettings(); });
  if (error.code != 0) throw Error{ACLNN_ERR_RUNTIME_ERROR, error.sentence};
  return settings;
}

}  // namespace

Product ProductOf(std::string_view soc) {
  if (StartsWith(soc, "Ascend950")) return Product::kAscend950;
  if (StartsWith(soc, "Ascend910_93")) return Product::kAtlasA3;
  if (StartsWith(soc, "Ascend310P")) return Product::kAtlasInference;
  if (StartsWith(soc, "Ascend310B")) return Product::kAtlas200I500A2;
  const std::string_view a2 = "Ascend910B";
  const bool digit_follows = StartsWith(soc, a2) && soc.size() > a2.size() &&
                             std::isdigit(static_cast<unsigned char>(soc[a2.size()])) != 0;
  return digit_follows ? Product::kAtlasA2 : Product::kAtlasTraining;
}

Product CurrentProduct() { return ProductOf(SettingsForOperators()->soc); }

std::string CurrentSoc() { return SettingsForOperators()->soc; }

int OperatorThreads() { return SettingsForOperators()->threads; }

bool HasBfloat16(Product product) {
  return product == Product::kAtlasA3 || product == Product::kAtlasA2 ||
         product == Product::kAscend950;
}

void CheckProductSupports(std::string_view operator_name) {
  if (CurrentProduct() != Product::kAtlas200I500A2) return;
  throw Error{ACLNN_ERR_PARAM_INVALID,
              fmt::format("{} is not supported on {} (Atlas 200I/500 A2 inference)", operator_name,
                          CurrentSoc())};
}

}  // namespace hostacl
