// SoC: names, generations and their nominal numbers.
#include "runtime/soc.h"

#include <fmt/format.h>

#include <array>
#include <cctype>

#include "runtime/error.h"
#include "runtime/settings.h"

namespace hostacl {
namespace {

struct NamedSoc {
  std::string_view name;
  SocClass soc_class;
};

constexpr std::array<NamedSoc, 28> kNamed{{
    {"Ascend910PremiumA", SocClass::k910}, {"Ascend910ProA", SocClass::k910},
    {"Ascend910A", SocClass::k910},        {"Ascend910ProB", SocClass::k910},
    {"Ascend910B", SocClass::k910},        {"Ascend310P1", SocClass::k310P},
    {"Ascend310P2", SocClass::k310P},      {"Ascend310P3", SocClass::k310P},
    {"Ascend310P4", SocClass::k310P},      {"Ascend310P5", SocClass::k310P},
    {"Ascend310P7", SocClass::k310P},      {"Ascend910B1", SocClass::k910B},
    {"Ascend910B2", SocClass::k910B},      {"Ascend910B2C", SocClass::k910B},
    {"Ascend910B3", SocClass::k910B},      {"Ascend910B4", SocClass::k910B},
    {"Ascend910B4-1", SocClass::k910B},    {"Ascend310B1", SocClass::k310B},
    {"Ascend310B2", SocClass::k310B},      {"Ascend310B3", SocClass::k310B},
    {"Ascend310B4", SocClass::k310B},      {"Ascend910_9391", SocClass::k910_93},
    {"Ascend910_9392", SocClass::k910_93}, {"Ascend910_9381", SocClass::k910_93},
    {"Ascend910_9382", SocClass::k910_93}, {"Ascend910_9372", SocClass::k910_93},
    {"Ascend910_9362", SocClass::k910_93}, {"Ascend910_9363", SocClass::k910_93},
}};

constexpr std::string_view k950Prefix = "Ascend950";
constexpr std::string_view k91093Prefix = "Ascend910_93";

constexpr int64_t kKiB = 1024;
constexpr int64_t kMiB = 1024 * kKiB;

// In the order of SocClass.
constexpr std::array<SocTraits, 6> kTraits{{
    {SocClass::k910, 1001, 32, 0, 14, 32 * kMiB, 256 * kKiB, true, 2048, 65535, 68000, 268435},
    {SocClass::k310P, 2002, 8, 7, 7, 16 * kMiB, 256 * kKiB, false, 1024, 1023, 547000, 2147483},
    {SocClass::k910B, 2201, 24, 48, 6, 192 * kMiB, 192 * kKiB, true, 1984, 65536, 1091000, 4294967},
    {SocClass::k310B, 3002, 1, 1, 1, 4 * kMiB, 248 * kKiB, false, 512, 65536, 1091000, 4294967},
    {SocClass::k910_93, 2201, 24, 48, 6, 192 * kMiB, 192 * kKiB, true, 1984, 65536, 1091000,
     4294967},
    {SocClass::k950, 3510, 32, 64, 6, 128 * kMiB, 248 * kKiB, true, 1984, 65536, 1091000, 4294967},
}};

bool StartsWith(std::string_view text, std::string_view prefix) noexcept {
  return text.substr(0, prefix.size()) == prefix;
}

bool IsOther91093(std::string_view name) noexcept {
  if (!StartsWith(name, k91093Prefix) || name.size() != k91093Prefix.size() + 2) return false;
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return digit(name[name.size() - 2]) && digit(name[name.size() - 1]);
}

// Properties of the SIMT units, which only Ascend 950 has.
bool SimtProperty(aclrtDevAttr attribute, int64_t* value) noexcept {
  switch (attribute) {
    case ACL_DEV_ATTR_WARP_SIZE:
      *value = 32;
      return true;
    case ACL_DEV_ATTR_MAX_THREAD_PER_VECTOR_CORE:
    case ACL_DEV_ATTR_MAX_THREADS_PER_BLOCK:
    case ACL_DEV_ATTR_MAX_BLOCK_DIM_X:
    case ACL_DEV_ATTR_MAX_BLOCK_DIM_Y:
    case ACL_DEV_ATTR_MAX_BLOCK_DIM_Z:
      *value = 2048;
      return true;
    case ACL_DEV_ATTR_MAX_GRID_DIM_X:
    case ACL_DEV_ATTR_MAX_GRID_DIM_Y:
    case ACL_DEV_ATTR_MAX_GRID_DIM_Z:
    case ACL_DEV_ATTR_MAX_BLOCK_PER_GRID:
      *value = 65535;
      return true;
    default:
      return false;
  }
}

}  // namespace

bool IsSocName(std::string_view name) noexcept {
  for (const NamedSoc& named : kNamed) {
    if (named.name == name) return true;
  }
  return StartsWith(name, k950Prefix) || IsOther91093(name);
}

std::string SocNamesText() {
  std::string text;
  for (const NamedSoc& named : kNamed) text += fmt::format("{}, ", named.name);
  return text + "another Ascend910_93 with two more digits, or a name that starts with Ascend950";
}

const SocTraits& TraitsOf(std::string_view soc_name) noexcept {
  SocClass soc_class = StartsWith(soc_name, k950Prefix) ? SocClass::k950 : SocClass::k910_93;
  for (const NamedSoc& named : kNamed) {
    if (named.name == soc_name) soc_class = named.soc_class;
  }
  return kTraits[static_cast<size_t>(soc_class)];
}

const SocTraits& CurrentSocTraits() { return *CurrentSettings()->traits; }

bool IsRecent(SocClass soc_class) noexcept {
  return soc_class == SocClass::k910B || soc_class == SocClass::k910_93 ||
         soc_class == SocClass::k950;
}

int64_t DeviceProperty(const SocTraits& traits, aclrtDevAttr attribute) {
  int64_t value = 0;
  switch (attribute) {
    case ACL_DEV_ATTR_AICPU_CORE_NUM:
      return traits.aicpu_cores;
    case ACL_DEV_ATTR_AICORE_CORE_NUM:
    case ACL_DEV_ATTR_CUBE_CORE_NUM:
      return traits.cube_cores;
    case ACL_DEV_ATTR_VECTOR_CORE_NUM:
      return traits.vector_cores;
    case ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE:
      return traits.unified_buffer_bytes;
    case ACL_DEV_ATTR_L2_CACHE_SIZE:
      return traits.l2_bytes;
    case ACL_DEV_ATTR_NPU_ARCH:
      return traits.npu_arch;
    case ACL_DEV_ATTR_HD_CONNECT_TYPE:
      return ACL_HOST_DEVICE_CONNECT_TYPE_PCIE;
    case ACL_DEV_ATTR_DEVICE_FORM_FACTOR:
      return ACL_DEVICE_FORM_FACTOR_PCIE_CARD;
    case ACL_DEV_ATTR_IS_VIRTUAL:
    case ACL_DEV_ATTR_CUST_OP_PRIVILEGE:
    case ACL_DEV_ATTR_SMP_ID:
    case ACL_DEV_ATTR_MAINBOARD_ID:
      return 0;
    default:
      if (traits.soc_class == SocClass::k950 && SimtProperty(attribute, &value)) return value;
      throw Error{ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                  fmt::format("attr {} is no property of the emulated SoC {}",
                              static_cast<int>(attribute), CurrentSettings()->soc)};
  }
}

}  // namespace hostacl
