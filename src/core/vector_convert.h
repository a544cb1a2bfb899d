// Conversions of rows of values between data types, with vectors.
#ifndef HOSTACL_CORE_VECTOR_CONVERT_H_
#define HOSTACL_CORE_VECTOR_CONVERT_H_

#include <cstddef>
#include <cstdint>

#include "acl/acl_base.h"

namespace hostacl {

// Converts `count` values that lie side by side as ConvertValue does (core/convert.h).
using RowConversion = void (*)(const std::byte* from, std::byte* to, int64_t count);

// The conversion between two different dtypes of whole bytes that are not complex.
RowConversion ConversionOf(aclDataType from, aclDataType to) noexcept;

}  // namespace hostacl

#endif  // HOSTACL_CORE_VECTOR_CONVERT_H_
