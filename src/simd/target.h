// The choice of the instruction set that kernels run with.
#ifndef HOSTACL_SIMD_TARGET_H_
#define HOSTACL_SIMD_TARGET_H_

#include <string>
#include <vector>

namespace hostacl {

// The targets that were compiled and that this machine has, best first, by Highway's names.
std::vector<std::string> AvailableTargets();

// The target that a kernel which starts now runs with.
std::string CurrentTarget();

// Makes kernels that start from now on run with the target of that name; empty: the best. Throws
// Error{361001} that lists the names for one that is not available.
void UseTarget(const std::string& name);

}  // namespace hostacl

#endif  // HOSTACL_SIMD_TARGET_H_
