// The profiler. The library has none: functions that return an aclError return 200001, those that
// make an object return null, and all leave a sentence that says so.
#ifndef ACL_ACL_PROF_H_
#define ACL_ACL_PROF_H_

#include <stddef.h>
#include <stdint.h>

#include "acl/acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct aclprofConfig aclprofConfig;
typedef struct aclprofStepInfo aclprofStepInfo;
typedef struct aclprofAicoreEvents aclprofAicoreEvents;

// What is counted on the cores.
typedef enum aclprofAicoreMetrics {
  ACL_AICORE_ARITHMETIC_UTILIZATION = 0,
  ACL_AICORE_PIPE_UTILIZATION = 1,
  ACL_AICORE_MEMORY_BANDWIDTH = 2,
  ACL_AICORE_L0B_AND_WIDTH = 3,
  ACL_AICORE_RESOURCE_CONFLICT_RATIO = 4,
  ACL_AICORE_MEMORY_UB = 5,
  ACL_AICORE_L2_CACHE = 6,
  ACL_AICORE_NONE = 0xFF,
} aclprofAicoreMetrics;

// The ends of a step.
typedef enum aclprofStepTag {
  ACL_STEP_START = 0,
  ACL_STEP_END = 1,
} aclprofStepTag;

// Settings by number; none is known here.
typedef int32_t aclprofConfigType;

ACL_FUNC_VISIBILITY aclError aclprofInit(const char* profilerResultPath, size_t length);
ACL_FUNC_VISIBILITY aclError aclprofFinalize(void);
ACL_FUNC_VISIBILITY aclError aclprofStart(const aclprofConfig* profilerConfig);
ACL_FUNC_VISIBILITY aclError aclprofStop(const aclprofConfig* profilerConfig);
ACL_FUNC_VISIBILITY aclprofConfig* aclprofCreateConfig(uint32_t* deviceIdList, uint32_t deviceNums,
                                                       aclprofAicoreMetrics aicoreMetrics,
                                                       const aclprofAicoreEvents* aicoreEvents,
                                                       uint64_t dataTypeConfig);
ACL_FUNC_VISIBILITY aclError aclprofDestroyConfig(const aclprofConfig* profilerConfig);
ACL_FUNC_VISIBILITY aclprofStepInfo* aclprofCreateStepInfo(void);
ACL_FUNC_VISIBILITY aclError aclprofGetStepTimestamp(aclprofStepInfo* stepInfo, aclprofStepTag tag,
                                                     aclrtStream stream);
ACL_FUNC_VISIBILITY void aclprofDestroyStepInfo(aclprofStepInfo* stepInfo);

// The rest is in libmsprofiler.so.
ACL_FUNC_VISIBILITY aclError aclprofWarmup(const aclprofConfig* profilerConfig);
ACL_FUNC_VISIBILITY aclError aclprofSetConfig(aclprofConfigType configType, const char* config,
                                              size_t configLength);
ACL_FUNC_VISIBILITY aclError aclprofMarkEx(const char* message, size_t length, aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclprofRegisterDeviceCallback(void);
// These two write 0 and null where their pointers are not null.
ACL_FUNC_VISIBILITY aclError aclprofGetSupportedFeatures(size_t* featuresSize, void** features);
ACL_FUNC_VISIBILITY aclError aclprofGetSupportedFeaturesV2(size_t* featuresSize, void** features);

#ifdef __cplusplus
}
#endif

#endif  // ACL_ACL_PROF_H_
