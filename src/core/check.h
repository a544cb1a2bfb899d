// The checks that first phases are made of. Each throws Error{161002} with a sentence that names
// the parameter, what was expected and what came.
#ifndef HOSTACL_CORE_CHECK_H_
#define HOSTACL_CORE_CHECK_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/dtype.h"
#include "core/tensor.h"
#include "core/view.h"

namespace hostacl {

// A parameter of a first phase: its name in the C signature, which lives forever, and its
// descriptor.
struct Operand {
  std::string_view name;
  std::shared_ptr<const Tensor> tensor;
};

// "[2, 3]".
std::string ShapeText(const std::vector<int64_t>& dims);

void CheckDtype(const Operand& operand, const Dtypes& allowed);
// The same of a parameter that is not a tensor but has a dtype, or is one.
void CheckDtype(std::string_view name, aclDataType dtype, const Dtypes& allowed);
void CheckSameDtype(const Operand& operand, const Operand& reference);
void CheckPlainFormat(const Operand& operand);
void CheckRank(const Operand& operand, int lowest);
void CheckSameRank(const Operand& operand, const Operand& reference);
void CheckShape(const Operand& operand, const std::vector<int64_t>& expected);
// Whether the shape can be broadcast to that of `target`: dims counted from the last one are equal,
// or 1, or not there.
void CheckBroadcast(const Operand& operand, const Operand& target);

// `dim`, which may be negative, as an index; rank 0 counts as rank 1.
int ResolveDim(int64_t dim, const Operand& operand);

// The view of an operand that passed CheckRank, when it stays inside its storage.
View CheckedView(const Operand& operand);

// Refuses an output that maps two indices to one element, or of which that cannot be told in some
// million steps.
void CheckWritable(const Operand& operand, const View& view);

}  // namespace hostacl

#endif  // HOSTACL_CORE_CHECK_H_
