// The choice of the instruction set that kernels run with.
#include "simd/target.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <mutex>

#include "aclnn/aclnn_base.h"
#include "runtime/error.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/target.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h, which includes this file anew for each target.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace hostacl {
namespace HWY_NAMESPACE {

int64_t ThisTarget() { return HWY_TARGET; }

}  // namespace HWY_NAMESPACE
}  // namespace hostacl
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hostacl {
namespace {

HWY_EXPORT(ThisTarget);

// The targets of this machine, which Highway forgets once it was told what to use.
int64_t MachineTargets() {
  static const int64_t targets = hwy::SupportedTargets() & HWY_TARGETS;
  return targets;
}

// The bits of MachineTargets one by one; a better target has a lower bit.
std::vector<int64_t> TargetBits() {
  std::vector<int64_t> bits;
  for (int64_t rest = MachineTargets(); rest != 0; rest &= rest - 1) bits.push_back(rest & -rest);
  return bits;
}

std::mutex& ChoiceMutex() {
  static std::mutex& mutex = *new std::mutex;
  return mutex;
}

}  // namespace

std::vector<std::string> AvailableTargets() {
  std::vector<std::string> names;
  for (const int64_t bit : TargetBits()) names.emplace_back(hwy::TargetName(bit));
  return names;
}

std::string CurrentTarget() { return hwy::TargetName(HWY_DYNAMIC_DISPATCH(ThisTarget)()); }

void UseTarget(const std::string& name) {
  static std::string& current = *new std::string;
  std::lock_guard<std::mutex> lock(ChoiceMutex());
  if (name == current) return;
  int64_t chosen = name.empty() ? MachineTargets() : 0;
  for (const int64_t bit : TargetBits()) {
    if (name == hwy::TargetName(bit)) chosen = bit;
  }
  if (chosen == 0) {
    throw Error{
        ACLNN_ERR_RUNTIME_ERROR,
        fmt::format("the environment variable HOSTACL_FORCE_TARGET must be one of {}, but is "
                    "\"{}\"",
                    fmt::join(AvailableTargets(), ", "), name)};
  }
  hwy::GetChosenTarget().Update(chosen);
  current = name;
}

}  // namespace hostacl
#endif  // HWY_ONCE
