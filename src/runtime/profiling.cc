// Profiling: there is no profiler. Who would start one is told so; who would report to one is
// answered as wherever none listens, for programs report whether or not one does.
#include <chrono>
#include <string_view>

#include "acl/acl_prof.h"
#include "runtime/unsupported.h"
#include "toolchain/prof_api.h"

namespace {

int Refuse(std::string_view function) noexcept {
  return hostacl::AnswerUnsupported(function, ACL_ERROR_API_NOT_SUPPORT, hostacl::kNoProfiler);
}

}  // namespace

extern "C" {

aclError aclprofInit(const char*, size_t) { return Refuse("aclprofInit"); }

aclError aclprofFinalize() { return Refuse("aclprofFinalize"); }

aclError aclprofStart(const aclprofConfig*) { return Refuse("aclprofStart"); }

aclError aclprofStop(const aclprofConfig*) { return Refuse("aclprofStop"); }

aclprofConfig* aclprofCreateConfig(uint32_t*, uint32_t, aclprofAicoreMetrics,
                                   const aclprofAicoreEvents*, uint64_t) {
  Refuse("aclprofCreateConfig");
  return nullptr;
}

aclError aclprofDestroyConfig(const aclprofConfig*) { return Refuse("aclprofDestroyConfig"); }

aclprofStepInfo* aclprofCreateStepInfo() {
  Refuse("aclprofCreateStepInfo");
  return nullptr;
}

aclError aclprofGetStepTimestamp(aclprofStepInfo*, aclprofStepTag, aclrtStream) {
  return Refuse("aclprofGetStepTimestamp");
}

void aclprofDestroyStepInfo(aclprofStepInfo*) { Refuse("aclprofDestroyStepInfo"); }

uint64_t MsprofSysCycleTime() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<uint64_t>(std::chrono::nanoseconds(now).count());
}

// FNV-1a of 64 bits: h = (h xor byte) * prime, byte by byte.
uint64_t MsprofGetHashId(const char* hashInfo, size_t length) {
  constexpr uint64_t kStart = 14695981039346656037u;
  constexpr uint64_t kPrime = 1099511628211u;
  uint64_t hash = kStart;
  if (hashInfo == nullptr) return hash;
  for (const char letter : std::string_view(hashInfo, length)) {
    hash = (hash ^ static_cast<unsigned char>(letter)) * kPrime;
  }
  return hash;
}

int32_t MsprofRegisterCallback(uint32_t, ProfCommandHandle) { return 0; }

int32_t MsprofReportApi(uint32_t, const MsprofApi*) { return 0; }

int32_t MsprofReportCompactInfo(uint32_t, const void*, uint32_t) { return 0; }

int32_t MsprofReportAdditionalInfo(uint32_t, const void*, uint32_t) { return 0; }

}  // extern "C"
