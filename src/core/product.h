// The emulated product: the families that HOSTACL_SOC chooses from, and what differs between them.
#ifndef HOSTACL_CORE_PRODUCT_H_
#define HOSTACL_CORE_PRODUCT_H_

#include <string>
#include <string_view>

namespace hostacl {

enum class Product {
  kAtlasA3,         // Ascend910_93xx
  kAtlasA2,         // Ascend910B1 to B4-1
  kAtlas200I500A2,  // Ascend310B1 to B4
  kAtlasInference,  // Ascend310P1 to P7
  kAtlasTraining,   // Ascend910A, ProA, ProB, PremiumA, and Ascend910B without a digit
  kAscend950,       // Ascend950xx
};

// The family of a SoC name that the settings have accepted.
Product ProductOf(std::string_view soc);

// The product that this process emulates. Throws Error{361001} when the settings cannot be used.
Product CurrentProduct();

// The name of the emulated SoC, for sentences.
std::string CurrentSoc();

// The threads that an operator planned now may use. Throws as CurrentProduct does.
int OperatorThreads();

bool HasBfloat16(Product product);

// Throws Error{161002} on a product that does not have the operators of this library.
void CheckProductSupports(std::string_view operator_name);

}  // namespace hostacl

#endif  // HOSTACL_CORE_PRODUCT_H_
