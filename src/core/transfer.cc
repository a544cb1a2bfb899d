// Transfers between strided views and dense tiles, with conversion where the dtypes differ.
#include "core/transfer.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/tile.h"
#include "core/vector_convert.h"
#include "core/vector_copy.h"

namespace hostacl {
namespace {

// Dense rows from this many elements on are worth a call for each.
constexpr int64_t kLongRow = 32;

// The loop whose strides are smaller runs inside, so that memory is read in order.
template <typename T>
void Loop(const Piece& from, const Piece& to, int64_t rows, int64_t cols) noexcept {
  const auto* source = reinterpret_cast<const T*>(from.data);
  auto* target = reinterpret_cast<T*>(to.data);
  const bool rows_inside = from.row_stride + to.row_stride < from.col_stride + to.col_stride;
  const int64_t outer = rows_inside ? cols : rows;
  const int64_t inner = rows_inside ? rows : cols;
  const int64_t from_outer = rows_inside ? from.col_stride : from.row_stride;
  const int64_t from_inner = rows_inside ? from.row_stride : from.col_stride;
  const int64_t to_outer = rows_inside ? to.col_stride : to.row_stride;
  const int64_t to_inner = rows_inside ? to.row_stride : to.col_stride;
  for (int64_t i = 0; i < outer; ++i) {
    for (int64_t j = 0; j < inner; ++j) {
      target[i * to_outer + j * to_inner] = source[i * from_outer + j * from_inner];
    }
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
    case 1:
      return CopyShortRows<1>(from, from_pitch, to, to_pitch, rows);
    case 2:
      return CopyShortRows<2>(from, from_pitch, to, to_pitch, rows);
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
    const T value = reinterpret_cast<const T*>(from.data)[i * from.row_stride];
    T* row = reinterpret_cast<T*>(to.data) + i * to.row_stride;
    if (cols < kLongRow) {
      std::fill_n(row, cols, value);
      continue;
    }
    std::array<T, sizeof(uint64_t) / sizeof(T)> values;
    values.fill(value);
    uint64_t pattern = 0;
    std::memcpy(&pattern, values.data(), sizeof(pattern));
    FillRow(pattern, reinterpret_cast<std::byte*>(row), cols * static_cast<int64_t>(sizeof(T)));
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
    Loop<T>(from, to, rows, cols);
  }
}

// Moves a piece onto another of its dtype.
void Move(const Piece& from, const Piece& to, int64_t rows, int64_t cols) noexcept {
  switch (aclDataTypeSize(from.dtype)) {
    case 1:
      return Copy<uint8_t>(from, to, rows, cols);
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

// The part of a piece that begins at (row, col).
Piece PartOf(const Piece& piece, int64_t row, int64_t col) {
  Piece part = piece;
  part.data += (row * piece.row_stride + col * piece.col_stride) *
               static_cast<int64_t>(aclDataTypeSize(piece.dtype));
  return part;
}

// Elements that are converted at once, and the side of a square of them.
constexpr int64_t kBlock = 1024;
constexpr int64_t kBlockSide = 32;
// Only dense rows are converted: what is not dense goes through a block of its own dtype.
void ConvertBlock(RowConversion convert, const Piece& from, const Piece& to, int64_t rows,
                  int64_t cols) noexcept {
  alignas(kCacheLine) std::byte from_block[kBlock * sizeof(uint64_t)];
  alignas(kCacheLine) std::byte to_block[kBlock * sizeof(uint64_t)];
  const auto adjoins = [&](const Piece& piece) {
    return (cols == 1 || piece.col_stride == 1) && (rows == 1 || piece.row_stride == cols);
  };
  const Piece dense_from = adjoins(from) ? from : Piece{from_block, from.dtype, cols, 1};
  const Piece dense_to = adjoins(to) ? to : Piece{to_block, to.dtype, cols, 1};
  if (!adjoins(from)) Move(from, dense_from, rows, cols);
  convert(dense_from.data, dense_to.data, rows * cols);
  if (!adjoins(to)) Move(dense_to, to, rows, cols);
}

void Convert(const Piece& from, const Piece& to, int64_t rows, int64_t cols) noexcept {
  const RowConversion convert = ConversionOf(from.dtype, to.dtype);
  if (from.col_stride == 1 && to.col_stride == 1 && cols >= kLongRow) {
    for (int64_t row = 0; row < rows; ++row) {
      convert(PartOf(from, row, 0).data, PartOf(to, row, 0).data, cols);
    }
    return;
  }
  const bool is_turned = from.row_stride == 1 || to.row_stride == 1;
  const int64_t block_cols = std::min(cols, is_turned && rows > 1 ? kBlockSide : kBlock);
  const int64_t block_rows = std::min(rows, kBlock / block_cols);
  for (int64_t row = 0; row < rows; row += block_rows) {
    for (int64_t col = 0; col < cols; col += block_cols) {
      ConvertBlock(convert, PartOf(from, row, col), PartOf(to, row, col),
                   std::min(block_rows, rows - row), std::min(block_cols, cols - col));
    }
  }
}

}  // namespace

void Transfer(const Piece& from, const Piece& to, int64_t rows, int64_t cols) noexcept {
  if (from.dtype == to.dtype) return Move(from, to, rows, cols);
  Convert(from, to, rows, cols);
}

}  // namespace hostacl
