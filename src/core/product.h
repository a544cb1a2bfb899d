// What the emulated product and the settings allow an operator.
#ifndef HOSTACL_CORE_PRODUCT_H_
#define HOSTACL_CORE_PRODUCT_H_

#include <string_view>

namespace hostacl {

// Each throws Error{361001} when the settings cannot be used.

// Throws Error{161002} on a product that does not have the operators of this library.
void CheckProductSupports(std::string_view operator_name);

// Whether operators take BFLOAT16: Atlas A2, Atlas A3 and Ascend 950.
bool ProductHasBfloat16();

// The threads that an operator planned now may use.
int OperatorThreads();

}  // namespace hostacl

#endif  // HOSTACL_CORE_PRODUCT_H_
