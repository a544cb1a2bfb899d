// SoC: which emulated chips there are and what the runtime has to know of them.
#ifndef HOSTACL_RUNTIME_SOC_H_
#define HOSTACL_RUNTIME_SOC_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "acl/acl_rt.h"

namespace hostacl {

// The generations of chips, by CANN's short names.
enum class SocClass { k910, k310P, k910B, k310B, k910_93, k950 };

// Numbers that programs ask for. Limits and architecture are CANN's; core counts and sizes are
// nominal for the generation, since a CPU has none of these units.
struct SocTraits {
  SocClass soc_class;
  int64_t npu_arch;      // ACL_DEV_ATTR_NPU_ARCH
  int64_t cube_cores;    // AI Cores where cube and vector units are not separate
  int64_t vector_cores;  // 0: no separate ones
  int64_t aicpu_cores;
  int64_t l2_bytes;
  int64_t unified_buffer_bytes;  // per vector core
  bool has_hbm;                  // else DDR
  uint32_t max_streams;          // per device
  uint32_t max_events;           // per device
  uint64_t op_timeout_ms;        // at first
  uint64_t op_timeout_interval_us;
};

// Whether HOSTACL_SOC may be `name`.
bool IsSocName(std::string_view name) noexcept;
// What HOSTACL_SOC may be, for a sentence.
std::string SocNamesText();

const SocTraits& TraitsOf(std::string_view soc_name) noexcept;
// Those of the settings in force; throws as CurrentSettings does.
const SocTraits& CurrentSocTraits();

// Whether the generation is Atlas A2, A3 or Ascend 950, which have more features than the others.
bool IsRecent(SocClass soc_class) noexcept;

// A property of the generation for aclrtGetDeviceInfo; throws Error{207000} when it has none such.
int64_t DeviceProperty(const SocTraits& traits, aclrtDevAttr attribute);

}  // namespace hostacl

#endif  // HOSTACL_RUNTIME_SOC_H_
