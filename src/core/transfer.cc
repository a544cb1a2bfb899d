// Transfers between strided views and dense tiles, with conversion where the dtypes differ.
#include "core/transfer.h"

#include "core/convert.h"
#include "core/dtype.h"

namespace hostacl {
namespace {

// The loop whose strides are smaller runs inside, so that memory is read in order.
template <typename From, typename To>
void Loop(const Piece& from, const Piece& to, int64_t rows, int64_t cols) noexcept {
  const auto* source = reinterpret_cast<const From*>(from.data);
  auto* target = reinterpret_cast<To*>(to.data);
  const bool rows_inside = from.row_stride + to.row_stride < from.col_stride + to.col_stride;
  const int64_t outer = rows_inside ? cols : rows;
  const int64_t inner = rows_inside ? rows : cols;
  const int64_t from_outer = rows_inside ? from.col_stride : from.row_stride;
  const int64_t from_inner = rows_inside ? from.row_stride : from.col_stride;
  const int64_t to_outer = rows_inside ? to.col_stride : to.row_stride;
  const int64_t to_inner = rows_inside ? to.row_stride : to.col_stride;
  for (int64_t i = 0; i < outer; ++i) {
    for (int64_t j = 0; j < inner; ++j) {
      target[i * to_outer + j * to_inner] =
          ConvertValue<To>(source[i * from_outer + j * from_inner]);
    }
  }
}

template <typename From>
void ConvertFromCompute(const Piece& from, const Piece& to, int64_t rows, int64_t cols) noexcept {
  switch (to.dtype) {
    case ACL_FLOAT:
      return Loop<From, float>(from, to, rows, cols);
    case ACL_DOUBLE:
      return Loop<From, double>(from, to, rows, cols);
    case ACL_FLOAT16:
      return Loop<From, Float16Bits>(from, to, rows, cols);
    case ACL_BF16:
      return Loop<From, Bfloat16Bits>(from, to, rows, cols);
    case ACL_INT8:
      return Loop<From, int8_t>(from, to, rows, cols);
    case ACL_INT16:
      return Loop<From, int16_t>(from, to, rows, cols);
    case ACL_INT32:
      return Loop<From, int32_t>(from, to, rows, cols);
    case ACL_INT64:
      return Loop<From, int64_t>(from, to, rows, cols);
    case ACL_UINT8:
      return Loop<From, uint8_t>(from, to, rows, cols);
    case ACL_UINT16:
      return Loop<From, uint16_t>(from, to, rows, cols);
    case ACL_UINT32:
      return Loop<From, uint32_t>(from, to, rows, cols);
    case ACL_UINT64:
      return Loop<From, uint64_t>(from, to, rows, cols);
    case ACL_BOOL:
      return Loop<From, bool>(from, to, rows, cols);
    default:
      return;
  }
}

// FLOAT16 and BFLOAT16 are only ever converted to FLOAT.
void Convert(const Piece& from, const Piece& to, int64_t rows, int64_t cols) noexcept {
  switch (from.dtype) {
    case ACL_FLOAT16:
      return Loop<Float16Bits, float>(from, to, rows, cols);
    case ACL_BF16:
      return Loop<Bfloat16Bits, float>(from, to, rows, cols);
    case ACL_FLOAT:
      return ConvertFromCompute<float>(from, to, rows, cols);
    case ACL_DOUBLE:
      return ConvertFromCompute<double>(from, to, rows, cols);
    default:
      return;
  }
}

}  // namespace

void Transfer(const Piece& from, const Piece& to, int64_t rows, int64_t cols) noexcept {
  if (from.dtype != to.dtype) return Convert(from, to, rows, cols);
  switch (aclDataTypeSize(from.dtype)) {
    case 1:
      return Loop<uint8_t, uint8_t>(from, to, rows, cols);
    case 2:
      return Loop<uint16_t, uint16_t>(from, to, rows, cols);
    case 4:
      return Loop<uint32_t, uint32_t>(from, to, rows, cols);
    case 8:
      return Loop<uint64_t, uint64_t>(from, to, rows, cols);
    default:
      return;
  }
}

}  // namespace hostacl
