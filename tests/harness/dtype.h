// Element types as the tests see them: conversion to and from long double, and the spacing of
// values.
#ifndef HOSTACL_TESTS_HARNESS_DTYPE_H_
#define HOSTACL_TESTS_HARNESS_DTYPE_H_

#include <cstddef>
#include <string>

#include "acl/acl.h"

namespace hostacl::testing {

// What every value is computed in by the tests: wider than each dtype of the operators.
using Real = long double;

// Bytes of one element; 0 for a dtype that the harness does not know.
size_t ElementSize(aclDataType dtype);

// The contract's word for a dtype: "FLOAT16".
std::string DtypeName(aclDataType dtype);

bool IsFloating(aclDataType dtype);

// The dtype that an operator computes in when its inputs have `dtype`.
aclDataType ComputeDtype(aclDataType dtype);

// The value of `dtype` that `value` is converted to. Floating: the nearest one, ties to even.
// Integers: truncated toward zero, saturated, NaN to 0. BOOL: whether `value` differs from 0.
Real Round(aclDataType dtype, Real value);

// Reads one element, which need not be aligned.
Real Load(aclDataType dtype, const void* element);

// Writes Round(dtype, value) to one element, which need not be aligned.
void Store(aclDataType dtype, Real value, void* element);

// The distance from `magnitude` to its next larger neighbour in a floating dtype; 1 for the others.
Real UlpAt(aclDataType dtype, Real magnitude);

// |got - want| in units in the last place of `want`; 0 for two NaNs, infinity where only one of the
// two is NaN or where infinities differ.
Real ErrorInUlps(aclDataType dtype, Real got, Real want);

}  // namespace hostacl::testing

#endif  // HOSTACL_TESTS_HARNESS_DTYPE_H_
