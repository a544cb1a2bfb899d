// Failures: thrown inside the library as one Error, turned into a code and a sentence at the C
// border.
#ifndef HOSTACL_RUNTIME_ERROR_H_
#define HOSTACL_RUNTIME_ERROR_H_

#include <new>
#include <string>
#include <string_view>
#include <utility>

namespace hostacl {

// What went wrong. `code` is an aclError or an aclnnStatus; `sentence` names the parameter, what
// was expected and what came.
struct Error {
  int code;
  std::string sentence;
};

// Puts a failure on top of the calling thread's text (aclGetRecentErrMsg) and makes it the thread's
// last error (aclrtPeekAtLastError). `function` is the C function that was called.
void RecordFailure(std::string_view function, int code, std::string_view sentence) noexcept;

// Decides, at aclInit, whether the failure text is the process's (err_msg_mode "1") or each
// thread's.
void ShareFailureText(bool between_threads);

// Codes that a C function returns for failures that are not an Error.
struct InnerCodes {
  int out_of_memory;
  int other;
};
inline constexpr InnerCodes kAclInnerCodes{200000, 500000};
inline constexpr InnerCodes kAclnnInnerCodes{561000, 561000};

// Runs `body` and returns what it threw as an Error, or Error{0, ""}. The only place where
// exceptions end.
template <typename Body>
Error Attempt(const InnerCodes& codes, Body&& body) noexcept {
  try {
    std::forward<Body>(body)();
    return Error{0, {}};
  } catch (Error& error) {
    return std::move(error);
  } catch (const std::bad_alloc&) {
    return Error{codes.out_of_memory, {}};
  } catch (...) {
    return Error{codes.other, {}};
  }
}

// Runs `body` for the C function `function` and returns 0, or the code of what it threw, which is
// recorded.
template <typename Body>
int Guard(std::string_view function, const InnerCodes& codes, Body&& body) noexcept {
  const Error error = Attempt(codes, std::forward<Body>(body));
  if (error.code == 0) return 0;
  std::string_view sentence = error.sentence;
  if (sentence.empty()) {
    sentence = error.code == codes.out_of_memory ? "host memory ran out" : "internal error";
  }
  RecordFailure(function, error.code, sentence);
  return error.code;
}

}  // namespace hostacl

#endif  // HOSTACL_RUNTIME_ERROR_H_
