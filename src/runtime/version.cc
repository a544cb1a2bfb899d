// Versions: of the interface, and of the CANN that the library stands for.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <string_view>

#include "acl/acl_rt.h"
#include "runtime/error.h"
#include "runtime/require.h"

namespace hostacl {
namespace {

// The release whose documents the library follows. Programs choose their code paths by it.
constexpr std::string_view kVersion = "8.5.1";
constexpr std::string_view kMajor = "8";
constexpr std::string_view kMinor = "5";
constexpr std::string_view kRelease = "1";
constexpr int32_t kVersionNumber = 8 * 10000000 + 5 * 100000 + 1 * 1000;

constexpr std::array<std::string_view, 9> kPackages{
    "cann", "runtime", "compiler", "hccl", "toolkit", "opp", "opp_kernel", "driver", "firmware"};

// `text` into an array that is long enough for each of the texts above.
template <size_t N>
void CopyText(std::string_view text, char (&to)[N]) {
  text.copy(to, N - 1);
}

void RequireText(const char* parameter, const void* pointer) {
  if (pointer != nullptr) return;
  throw Error{ACL_ERROR_INVALID_PARAM,
              fmt::format("{} must be a valid pointer, but is null", parameter)};
}

// Whether a package is one of those that later releases have beside "opp". Programs ask in order to
// learn whether they are there: "no" is an answer, not a failure, and leaves no sentence.
bool IsOfLaterReleases(const char* name) {
  return name != nullptr && std::string_view(name).substr(0, 4) == "ops_";
}

void RequirePackage(const char* name) {
  RequireText("pkgName", name);
  std::string lower(name);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (std::find(kPackages.begin(), kPackages.end(), lower) != kPackages.end()) return;
  throw Error{ACL_ERROR_INVALID_PARAM, fmt::format("pkgName must be one of {}, but is \"{}\"",
                                                   fmt::join(kPackages, ", "), name)};
}

void FillVersion(aclCANNPackageName package, aclCANNPackageVersion* version) {
  RequireText("version", version);
  std::memset(version, 0, sizeof *version);
  if (package < ACL_PKG_NAME_CANN || package > ACL_PKG_NAME_DRIVER) {
    throw Error{ACL_ERROR_INVALID_PARAM,
                fmt::format("name must be an aclCANNPackageName from 0 to 7, not {}",
                            static_cast<int>(package))};
  }
  CopyText(kVersion, version->version);
  CopyText(kMajor, version->majorVersion);
  CopyText(kMinor, version->minorVersion);
  CopyText(kRelease, version->releaseVersion);
}

}  // namespace
}  // namespace hostacl

using hostacl::Guard;
using hostacl::kAclInnerCodes;

extern "C" {

aclError aclrtGetVersion(int32_t* majorVersion, int32_t* minorVersion, int32_t* patchVersion) {
  return Guard("aclrtGetVersion", kAclInnerCodes, [&] {
    hostacl::RequireNotNull("majorVersion", majorVersion);
    hostacl::RequireNotNull("minorVersion", minorVersion);
    hostacl::RequireNotNull("patchVersion", patchVersion);
    *majorVersion = ACL_MAJOR_VERSION;
    *minorVersion = ACL_MINOR_VERSION;
    *patchVersion = ACL_PATCH_VERSION;
  });
}

aclError aclsysGetCANNVersion(aclCANNPackageName name, aclCANNPackageVersion* version) {
  return Guard("aclsysGetCANNVersion", kAclInnerCodes,
               [&] { hostacl::FillVersion(name, version); });
}

aclError aclsysGetVersionStr(char* pkgName, char* versionStr) {
  if (versionStr != nullptr) *versionStr = '\0';
  if (hostacl::IsOfLaterReleases(pkgName)) return ACL_ERROR_INVALID_PARAM;
  return Guard("aclsysGetVersionStr", kAclInnerCodes, [&] {
    hostacl::RequireText("versionStr", versionStr);
    hostacl::RequirePackage(pkgName);
    versionStr[hostacl::kVersion.copy(versionStr, ACL_PKG_VERSION_MAX_SIZE - 1)] = '\0';
  });
}

aclError aclsysGetVersionNum(char* pkgName, int32_t* versionNum) {
  return Guard("aclsysGetVersionNum", kAclInnerCodes, [&] {
    hostacl::RequireText("versionNum", versionNum);
    *versionNum = 0;
    hostacl::RequirePackage(pkgName);
    *versionNum = hostacl::kVersionNumber;
  });
}

}  // extern "C"
