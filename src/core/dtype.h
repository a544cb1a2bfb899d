// Names of data types, and the types by which kernels and conversions know them.
#ifndef HOSTACL_CORE_DTYPE_H_
#define HOSTACL_CORE_DTYPE_H_

#include <cstdint>
#include <string>

#include "acl/acl_base.h"
#include "core/bounded_vector.h"

namespace hostacl {

// Bits of a 16-bit float in memory; conversions are in core/convert.h and simd/lanes-inl.h.
struct Float16Bits {
  uint16_t bits;
};
struct Bfloat16Bits {
  uint16_t bits;
};

// A BOOL in memory, where a byte other than 0 and 1 counts as true.
struct BoolByte {
  uint8_t byte;
};

// The name as the contract spells it, e.g. "BFLOAT16"; "data type 99" for a value without one.
std::string DtypeName(aclDataType dtype);

// Whether a value is one of aclDataType's.
bool IsDataType(aclDataType dtype);

// The dtypes that a parameter may have.
using Dtypes = BoundedVector<aclDataType, 16>;

// "FLOAT, FLOAT16 or BFLOAT16".
std::string DtypeNames(const Dtypes& dtypes);

// The type in which an operator computes on `dtype`: DOUBLE for DOUBLE, FLOAT for the other floats.
inline aclDataType ComputeDtype(aclDataType dtype) {
  return dtype == ACL_DOUBLE ? ACL_DOUBLE : ACL_FLOAT;
}

}  // namespace hostacl

#endif  // HOSTACL_CORE_DTYPE_H_
