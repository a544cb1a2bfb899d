// Transfers between strided views and dense tiles, with conversion where the dtypes differ.
#ifndef HOSTACL_CORE_TRANSFER_H_
#define HOSTACL_CORE_TRANSFER_H_

#include <cstddef>
#include <cstdint>

#include "acl/acl_base.h"

namespace hostacl {

// A rows x cols piece of memory; strides in elements.
struct Piece {
  std::byte* data;
  aclDataType dtype;
  int64_t row_stride;
  int64_t col_stride;
  // What lies so many elements behind what is read is asked for from memory; only a hint.
  int64_t ahead = 0;
};

// Copies a piece onto another: bytes where the dtypes are equal, else values, which are converted
// (core/convert.h) between any two dtypes of whole bytes that are not complex.
void Transfer(const Piece& from, const Piece& to, int64_t rows, int64_t cols) noexcept;

}  // namespace hostacl

#endif  // HOSTACL_CORE_TRANSFER_H_
