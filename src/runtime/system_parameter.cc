// System parameters of the process and of contexts.
#include <fmt/format.h>

#include <array>
#include <atomic>

#include "acl/acl_rt.h"
#include "runtime/context.h"
#include "runtime/error.h"
#include "runtime/require.h"

namespace hostacl {
namespace {

constexpr int kParameters = 4;
std::array<std::atomic<int64_t>, kParameters> process_parameters{};

void RequireParameter(aclSysParamOpt option) {
  const int number = static_cast<int>(option);
  if (number >= 0 && number < kParameters) return;
  throw Error{
      ACL_ERROR_RT_PARAM_INVALID,
      fmt::format("opt must be an aclSysParamOpt from 0 to {}, not {}", kParameters - 1, number)};
}

void RequireValue(aclSysParamOpt option, int64_t value) {
  RequireParameter(option);
  const int64_t largest = option == ACL_OPT_DETERMINISTIC ? 3 : 1;
  if (value >= 0 && value <= largest) return;
  throw Error{ACL_ERROR_RT_PARAM_INVALID,
              fmt::format("value must be from 0 to {} for opt {}, not {}", largest,
                          static_cast<int>(option), value)};
}

}  // namespace
}  // namespace hostacl

using hostacl::Guard;
using hostacl::kAclInnerCodes;

extern "C" {

aclError aclrtSetSysParamOpt(aclSysParamOpt opt, int64_t value) {
  return Guard("aclrtSetSysParamOpt", kAclInnerCodes, [&] {
    hostacl::RequireValue(opt, value);
    hostacl::process_parameters[opt] = value;
  });
}

aclError aclrtGetSysParamOpt(aclSysParamOpt opt, int64_t* value) {
  return Guard("aclrtGetSysParamOpt", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("value", value);
    *value = 0;
    hostacl::RequireParameter(opt);
    *value = hostacl::process_parameters[opt];
  });
}

aclError aclrtCtxSetSysParamOpt(aclSysParamOpt opt, int64_t value) {
  return Guard("aclrtCtxSetSysParamOpt", kAclInnerCodes, [&] {
    hostacl::RequireValue(opt, value);
    hostacl::RequireContext()->SetSysParam(opt, value);
  });
}

aclError aclrtCtxGetSysParamOpt(aclSysParamOpt opt, int64_t* value) {
  return Guard("aclrtCtxGetSysParamOpt", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("value", value);
    *value = 0;
    hostacl::RequireParameter(opt);
    const auto found = hostacl::RequireContext()->SysParam(opt);
    if (!found) {
      throw hostacl::Error{
          ACL_ERROR_RT_SYSPARAMOPT_NOT_SET,
          fmt::format("opt {} was never set in the current context", static_cast<int>(opt))};
    }
    *value = *found;
  });
}

}  // extern "C"
