// Initialising and finalising the library around a test.
#include "harness/session.h"

#include <cstdlib>
#include <stdexcept>

namespace hostacl::testing {
namespace {

void Require(aclError status, const char* step) {
  if (status == ACL_SUCCESS) return;
  throw std::runtime_error(std::string(step) + " returned " + std::to_string(status) + ": " +
                           RecentMessage());
}

}  // namespace

WithEnvironment::WithEnvironment(const Environment& environment) {
  for (const auto& [name, value] : environment) {
    const char* old = std::getenv(name.c_str());
    saved_.emplace_back(name, old == nullptr ? std::nullopt : std::optional<std::string>(old));
    setenv(name.c_str(), value.c_str(), 1);
  }
}

WithEnvironment::~WithEnvironment() {
  for (const auto& [name, value] : saved_) {
    if (value.has_value()) {
      setenv(name.c_str(), value->c_str(), 1);
    } else {
      unsetenv(name.c_str());
    }
  }
}

Session::Session(const Environment& environment) : environment_(environment) {
  const aclError status = aclInit(nullptr);
  if (status != ACL_ERROR_REPEAT_INITIALIZE) Require(status, "aclInit");
  Require(aclrtSetDevice(0), "aclrtSetDevice");
  Require(aclrtCreateStream(&stream_), "aclrtCreateStream");
}

Session::~Session() {
  aclrtDestroyStream(stream_);
  aclrtResetDevice(0);
  aclFinalize();
}

std::string RecentMessage() {
  const char* message = aclGetRecentErrMsg();
  return message == nullptr ? "" : message;
}

bool IsSanitized() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  return true;
#else
  return false;
#endif
#else
  return false;
#endif
}

}  // namespace hostacl::testing
