// What the emulated product and the settings allow an operator.
#ifndef HOSTACL_CORE_PRODUCT_H_
#define HOSTACL_CORE_PRODUCT_H_

#include <memory>
#include <string_view>

#include "runtime/settings.h"

namespace hostacl {

// The settings under which an operator is planned now. Throws Error{361001} when they cannot be
// used.
std::shared_ptr<const Settings> SettingsForOperators();

// Throws Error{161002} on a product that does not have the operators of this library.
void CheckProductSupports(const Settings& settings, std::string_view operator_name);

// Whether operators take BFLOAT16: Atlas A2, Atlas A3 and Ascend 950.
bool ProductHasBfloat16(const Settings& settings);

}  // namespace hostacl

#endif  // HOSTACL_CORE_PRODUCT_H_
