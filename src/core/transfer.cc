// Transfers between strided views and dense tiles, with conversion where the dtypes differ.
#include "core/transfer.h"

#include <algorithm>
#include <cstring>

#include "core/convert.h"
#include "core/dtype.h"
#include "core/vector_copy.h"

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

// Copies rows of kBytes bytes each; a size known to the compiler costs no call.
template <size_t kBytes>
void CopyShortRows(const std::byte* from, int64_t from_pitch, std::byte* to, int64_t to_pitch,
                   int64_t rows) noexcept {
  for (int64_t i = 0; i < rows; ++i) std::memcpy(to + i * to_pitch, from + i * from_pitch, kBytes);
}

// Copies dense rows; the pitches are in bytes.
void CopyRows(const std::byte* from, int64_t from_pitch, std::byte* to, int64_t to_pitch,
              int64_t rows, size_t row_bytes) noexcept {
  switch (row_bytes) {
    case 4:
      return CopyShortRows<4>(from, from_pitch, to, to_pitch, rows);
    case 8:
      return CopyShortRows<8>(from, from_pitch, to, to_pitch, rows);
    case 16:
      return CopyShortRows<16>(from, from_pitch, to, to_pitch, rows);
    case 32:
      return CopyShortRows<32>(from, from_pitch, to, to_pitch, rows);
    default:
      for (int64_t i = 0; i < rows; ++i) {
        std::memcpy(to + i * to_pitch, from + i * from_pitch, row_bytes);
      }
  }
}

// Spreads one value over each row.
template <typename T>
void FillRows(const Piece& from, const Piece& to, int64_t rows, int64_t cols) noexcept {
  for (int64_t i = 0; i < rows; ++i) {
    std::fill_n(reinterpret_cast<T*>(to.data) + i * to.row_stride, cols,
                reinterpret_cast<const T*>(from.data)[i * from.row_stride]);
  }
}

template <typename T>
void Copy(const Piece& from, const Piece& to, int64_t rows, int64_t cols) noexcept {
  constexpr auto kBytes = static_cast<int64_t>(sizeof(T));
  if (from.col_stride == 1 && to.col_stride == 1) {
    CopyRows(from.data, from.row_stride * kBytes, to.data, to.row_stride * kBytes, rows,
             static_cast<size_t>(cols * kBytes));
  } else if (from.row_stride == 1 && to.col_stride == 1) {
    TransposeCopy(from.data, from.col_stride, from.ahead, to.data, to.row_stride, cols, rows,
                  sizeof(T));
  } else if (from.col_stride == 1 && to.row_stride == 1) {
    TransposeCopy(from.data, from.row_stride, from.ahead, to.data, to.col_stride, rows, cols,
                  sizeof(T));
  } else if (from.col_stride == 0 && to.col_stride == 1) {
    FillRows<T>(from, to, rows, cols);
  } else {
    Loop<T, T>(from, to, rows, cols);
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
    case 2:
      return Copy<uint16_t>(from, to, rows, cols);
    case 4:
      return Copy<uint32_t>(from, to, rows, cols);
    case 8:
      return Copy<uint64_t>(from, to, rows, cols);
    default:
      return;
  }
}

}  // namespace hostacl
