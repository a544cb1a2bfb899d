// libmsprofiler.so: the other half of the profiler that there is not, see runtime/profiling.cc.
#include <string_view>

#include "acl/acl_prof.h"
#include "runtime/unsupported.h"

namespace {

int Refuse(std::string_view function) noexcept {
  return hostacl::AnswerUnsupported(function, ACL_ERROR_API_NOT_SUPPORT, hostacl::kNoProfiler);
}

int RefuseFeatures(std::string_view function, size_t* size, void** features) noexcept {
  if (size != nullptr) *size = 0;
  if (features != nullptr) *features = nullptr;
  return Refuse(function);
}

}  // namespace

extern "C" {

aclError aclprofWarmup(const aclprofConfig*) { return Refuse("aclprofWarmup"); }

aclError aclprofSetConfig(aclprofConfigType, const char*, size_t) {
  return Refuse("aclprofSetConfig");
}

aclError aclprofMarkEx(const char*, size_t, aclrtStream) { return Refuse("aclprofMarkEx"); }

aclError aclprofRegisterDeviceCallback() { return Refuse("aclprofRegisterDeviceCallback"); }

aclError aclprofGetSupportedFeatures(size_t* featuresSize, void** features) {
  return RefuseFeatures("aclprofGetSupportedFeatures", featuresSize, features);
}

aclError aclprofGetSupportedFeaturesV2(size_t* featuresSize, void** features) {
  return RefuseFeatures("aclprofGetSupportedFeaturesV2", featuresSize, features);
}

}  // extern "C"
