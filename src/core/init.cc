// aclnnInit and aclnnFinalize.
#include <fmt/format.h>

#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>

#include "aclnn/aclnn_base.h"
#include "runtime/error.h"

namespace hostacl {
namespace {

// Whether aclnnInit was called; the operators themselves need no initialisation.
struct InitState {
  std::mutex mutex;
  bool initialised = false;
};

InitState& State() {
  static InitState& state = *new InitState;
  return state;
}

void CheckConfiguration(const char* path) {
  if (path == nullptr) return;
  std::ifstream file(path);
  if (!file) {
    throw Error{ACLNN_ERR_PARAM_INVALID,
                fmt::format("configPath: expected null or a readable file, got \"{}\"", path)};
  }
  if (!nlohmann::json::accept(file)) {
    throw Error{ACLNN_ERR_PARAM_INVALID,
                fmt::format("configPath: expected JSON, got something else in \"{}\"", path)};
  }
}

}  // namespace
}  // namespace hostacl

extern "C" {

aclnnStatus aclnnInit(const char* configPath) {
  return hostacl::Guard(__func__, hostacl::kAclnnInnerCodes, [&] {
    hostacl::CheckConfiguration(configPath);
    std::lock_guard<std::mutex> lock(hostacl::State().mutex);
    if (hostacl::State().initialised) {
      throw hostacl::Error{ACLNN_ERR_INNER,
                           "expected one call before aclnnFinalize, got another one"};
    }
    hostacl::State().initialised = true;
  });
}

aclnnStatus aclnnFinalize(void) {
  return hostacl::Guard(__func__, hostacl::kAclnnInnerCodes, [&] {
    std::lock_guard<std::mutex> lock(hostacl::State().mutex);
    if (!hostacl::State().initialised) {
      throw hostacl::Error{ACLNN_ERR_INNER, "expected aclnnInit before, but it was not called"};
    }
    hostacl::State().initialised = false;
  });
}

}  // extern "C"
