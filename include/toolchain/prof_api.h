// What programs report to a profiler. The library has none, and these functions do what they do
// wherever no profiler listens: a report is dropped and counts as done, a callback is never called.
// acl/acl_prof.h, by which a program would start a profiler, says that there is none.
#ifndef TOOLCHAIN_PROF_API_H_
#define TOOLCHAIN_PROF_API_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct MsprofApi;

// Called when profiling begins or ends.
typedef int32_t (*ProfCommandHandle)(uint32_t type, void* data, uint32_t len);

// A clock for the times in reports: nanoseconds, never set back.
uint64_t MsprofSysCycleTime(void);

// A number that stands for the `length` bytes at `hashInfo` in reports: the same for the same
// bytes, in every process. Null is an empty text.
uint64_t MsprofGetHashId(const char* hashInfo, size_t length);

// 0, whatever comes.
int32_t MsprofRegisterCallback(uint32_t moduleId, ProfCommandHandle handle);
int32_t MsprofReportApi(uint32_t nonPersistantFlag, const struct MsprofApi* api);
int32_t MsprofReportCompactInfo(uint32_t nonPersistantFlag, const void* data, uint32_t length);
int32_t MsprofReportAdditionalInfo(uint32_t nonPersistantFlag, const void* data, uint32_t length);

#ifdef __cplusplus
}
#endif

#endif  // TOOLCHAIN_PROF_API_H_
