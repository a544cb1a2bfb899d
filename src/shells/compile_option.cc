// Compile options: texts of the process by number. Nothing is compiled, so no text has an effect.
#include <fmt/format.h>

#include <array>
#include <cstring>
#include <mutex>
#include <optional>
#include <string>

#include "acl/acl_op_compiler.h"
#include "runtime/error.h"

namespace hostacl {
namespace {

constexpr int kOptions = ACL_ALLOW_HF32 + 1;

struct CompileOptions {
  std::mutex mutex;
  std::array<std::optional<std::string>, kOptions> values;
};

// Never destroyed: the library may be called while the process exits.
CompileOptions& Options() {
  static CompileOptions& options = *[] {
    auto* const made = new CompileOptions;
    made->values[ACL_OP_JIT_COMPILE] = "disable";
    return made;
  }();
  return options;
}

void RequireOption(aclCompileOpt option) {
  const int number = static_cast<int>(option);
  if (number >= 0 && number < kOptions) return;
  throw Error{ACL_ERROR_INVALID_PARAM, fmt::format("opt must be an aclCompileOpt from 0 to {}, "
                                                   "not {}",
                                                   kOptions - 1, number)};
}

void RequireValue(const char* value) {
  if (value != nullptr) return;
  throw Error{ACL_ERROR_INVALID_PARAM, "value must be a valid pointer, but is null"};
}

void SetOption(aclCompileOpt option, const char* value) {
  RequireOption(option);
  RequireValue(value);
  std::string text = value;
  CompileOptions& options = Options();
  std::lock_guard<std::mutex> lock(options.mutex);
  options.values[option] = std::move(text);
}

std::optional<std::string> GetOption(aclCompileOpt option) {
  RequireOption(option);
  CompileOptions& options = Options();
  std::lock_guard<std::mutex> lock(options.mutex);
  return options.values[option];
}

void WriteOption(aclCompileOpt option, char* value, size_t length) {
  RequireValue(value);
  const std::optional<std::string> text = GetOption(option);
  if (!text) {
    throw Error{ACL_ERROR_INVALID_PARAM,
                fmt::format("opt {} was never set", static_cast<int>(option))};
  }
  if (length <= text->size()) {
    throw Error{ACL_ERROR_INVALID_PARAM,
                fmt::format("length must be at least {}, but is {}", text->size() + 1, length)};
  }
  std::memcpy(value, text->c_str(), text->size() + 1);
}

void RequireCompileFlag(aclOpCompileFlag flag) {
  if (flag == ACL_OP_COMPILE_DEFAULT || flag == ACL_OP_COMPILE_FUZZ) return;
  throw Error{ACL_ERROR_INVALID_PARAM, fmt::format("flag must be an aclOpCompileFlag, 0 or 1, "
                                                   "not {}",
                                                   static_cast<int>(flag))};
}

}  // namespace
}  // namespace hostacl

using hostacl::Guard;
using hostacl::kAclInnerCodes;

extern "C" {

aclError aclSetCompileopt(aclCompileOpt opt, const char* value) {
  return Guard("aclSetCompileopt", kAclInnerCodes, [&] { hostacl::SetOption(opt, value); });
}

size_t aclGetCompileoptSize(aclCompileOpt opt) {
  size_t size = 0;
  Guard("aclGetCompileoptSize", kAclInnerCodes, [&] {
    const auto text = hostacl::GetOption(opt);
    if (text) size = text->size() + 1;
  });
  return size;
}

aclError aclGetCompileopt(aclCompileOpt opt, char* value, size_t length) {
  return Guard("aclGetCompileopt", kAclInnerCodes,
               [&] { hostacl::WriteOption(opt, value, length); });
}

aclError aclopSetCompileFlag(aclOpCompileFlag flag) {
  return Guard("aclopSetCompileFlag", kAclInnerCodes, [&] { hostacl::RequireCompileFlag(flag); });
}

}  // extern "C"
