// The driver, as far as adapters ask it for its version and for properties of the chip before they
// profile. There is neither: each function returns DRV_ERROR_NOT_SUPPORT (65534), writes 0 where
// its pointer is not null, and leaves a sentence (aclGetRecentErrMsg) that says so.
#ifndef DRIVER_ASCEND_HAL_H_
#define DRIVER_ASCEND_HAL_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tagDrvError {
  DRV_ERROR_NONE = 0,
  DRV_ERROR_NOT_SUPPORT = 0xFFFE,
} drvError_t;

drvError_t halGetAPIVersion(int* halAPIVersion);
drvError_t halGetDeviceInfo(uint32_t devId, int32_t moduleType, int32_t infoType, int64_t* value);

#ifdef __cplusplus
}
#endif

#endif  // DRIVER_ASCEND_HAL_H_
