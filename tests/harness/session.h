// The library initialised for one test, with the environment that the test asks for.
#ifndef HOSTACL_TESTS_HARNESS_SESSION_H_
#define HOSTACL_TESTS_HARNESS_SESSION_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "acl/acl.h"

namespace hostacl::testing {

using Environment = std::vector<std::pair<std::string, std::string>>;

// Sets environment variables and puts the old values back at its end.
class WithEnvironment {
 public:
  explicit WithEnvironment(const Environment& environment);
  ~WithEnvironment();
  WithEnvironment(const WithEnvironment&) = delete;
  WithEnvironment& operator=(const WithEnvironment&) = delete;

 private:
  std::vector<std::pair<std::string, std::optional<std::string>>> saved_;
};

// aclInit, device 0 and a stream, undone at its end. The library reads HOSTACL_* at aclInit, so
// each session may have its own environment; no two may be open at once. Device memory does not
// outlive it.
class Session {
 public:
  // Throws std::runtime_error with the library's sentence when a step fails.
  explicit Session(const Environment& environment = {});
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  aclrtStream stream() const { return stream_; }

 private:
  WithEnvironment environment_;
  aclrtStream stream_ = nullptr;
};

// The library's text for the last failures of this thread, empty when there is none; clears it.
std::string RecentMessage();

// Whether the program runs under a sanitizer, whose own memory makes measurements of growth void.
bool IsSanitized();

}  // namespace hostacl::testing

#endif  // HOSTACL_TESTS_HARNESS_SESSION_H_
