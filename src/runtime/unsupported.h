// Answers of C functions that a CPU has nothing for.
#ifndef HOSTACL_RUNTIME_UNSUPPORTED_H_
#define HOSTACL_RUNTIME_UNSUPPORTED_H_

#include <string>
#include <string_view>

#include "runtime/error.h"

namespace hostacl {

// Why there is no profile, in two libraries.
inline constexpr std::string_view kNoProfiler = "there is no profiler; a CPU's own will do";

// Records that `function` is not supported, and why not: `reason` ends a sentence. Returns `code`.
inline int AnswerUnsupported(std::string_view function, int code,
                             std::string_view reason) noexcept {
  return Guard(function, kAclInnerCodes, [&] {
    throw Error{code, std::string("not supported: ").append(reason)};
  });
}

}  // namespace hostacl

#endif  // HOSTACL_RUNTIME_UNSUPPORTED_H_
