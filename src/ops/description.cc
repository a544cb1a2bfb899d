// It lies beside the operators, whose target is part of it.
#include "ops/description.h"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "core/product.h"
#include "runtime/error.h"
#include "simd/target.h"

namespace hostacl {

const char* Description() noexcept {
  thread_local std::string text;
  const int code = Guard("hostacl::Description", kAclnnInnerCodes, [] {
    const std::shared_ptr<const Settings> settings = SettingsForOperators();
    text = fmt::format(
        R"({{"soc": "{}", "devices": {}, "memory": {}, "threads": {}, "target": "{}"}})",
        settings->soc, settings->visible_devices.size(), settings->device_memory, settings->threads,
        CurrentTarget());
  });
  return code == 0 ? text.c_str() : nullptr;
}

}  // namespace hostacl
