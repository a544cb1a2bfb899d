// A type with more range and precision than a compute type, for what is done rarely.
#ifndef HOSTACL_SIMD_WIDER_TYPE_H_
#define HOSTACL_SIMD_WIDER_TYPE_H_

#include <type_traits>

namespace hostacl {

// Its range holds products of a few values of T.
template <typename T>
using WiderType = std::conditional_t<std::is_same_v<T, float>, double, long double>;

}  // namespace hostacl

#endif  // HOSTACL_SIMD_WIDER_TYPE_H_
