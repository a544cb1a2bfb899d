// libascend_hal.so: the driver of an NPU, which a CPU does without.
#include "driver/ascend_hal.h"

#include <string_view>

#include "runtime/unsupported.h"

namespace {

template <typename Value>
drvError_t Refuse(std::string_view function, Value* value) noexcept {
  if (value != nullptr) *value = 0;
  return static_cast<drvError_t>(
      hostacl::AnswerUnsupported(function, DRV_ERROR_NOT_SUPPORT, "there is no driver"));
}

}  // namespace

extern "C" {

drvError_t halGetAPIVersion(int* halAPIVersion) {
  return Refuse("halGetAPIVersion", halAPIVersion);
}

drvError_t halGetDeviceInfo(uint32_t, int32_t, int32_t, int64_t* value) {
  return Refuse("halGetDeviceInfo", value);
}

}  // extern "C"
