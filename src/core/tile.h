// Tiles: the dense pieces of tensors that kernels see.
#ifndef HOSTACL_CORE_TILE_H_
#define HOSTACL_CORE_TILE_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "acl/acl_base.h"

namespace hostacl {

inline constexpr int kMaxTileOperands = 5;

// What memory and caches exchange at once, in bytes.
inline constexpr int64_t kCacheLine = 64;

// The values of a row, and how far ahead of them the caches are to be filled.
template <typename T>
struct SourceRow {
  const T* data;
  int64_t ahead;

  SourceRow From(int64_t first) const { return {data + first, ahead}; }
};

// The same rows x cols piece of each operand of an operator. The elements of a row lie side by
// side.
struct Tile {
  struct Operand {
    std::byte* data;  // the first element of the first row
    int64_t pitch;    // from one row to the next, in elements
    int64_t ahead;    // how far before its use a value is asked for, in elements; 0: not at all
  };

  aclDataType dtype;  // of all operands
  int64_t rows;
  int64_t cols;
  std::array<Operand, kMaxTileOperands> operands;

  template <typename T>
  T* Row(int operand, int64_t row) const {
    return reinterpret_cast<T*>(operands[static_cast<size_t>(operand)].data) +
           row * operands[static_cast<size_t>(operand)].pitch;
  }

  // A row that is read from memory in the order of its elements.
  template <typename T>
  SourceRow<T> Source(int operand, int64_t row) const {
    return {Row<T>(operand, row), operands[static_cast<size_t>(operand)].ahead};
  }
};

// Computes one tile of an operator without reductions. The operand order is the operator's own.
using ElementwiseKernel = void (*)(const Tile& tile) noexcept;

// Where the slices of a reduction lie in a tile.
enum class SliceLayout {
  kRow,     // each row is a piece of one slice: lanes run along the axis
  kColumn,  // each column is a piece of one slice: lanes run across slices
};

// The elements of a slice are summed in blocks of this many along the axis, and the blocks' sums in
// a fixed binary tree, so that the order of summation depends on the axis alone: not on strides,
// threads or the instruction set.
inline constexpr int64_t kSumBlock = 256;

// The most slices, and the most blocks along the axis, that one tile of a reduction holds. A tile
// of SliceLayout::kColumn holds at most one block.
inline constexpr int64_t kMaxTileSlices = 4096;
inline constexpr int64_t kMaxTileBlocks = 64;

// Values of each slice of a tile, one row of the table per value.
struct SliceTable {
  double* data;
  int64_t stride;  // from one row to the next: the slices, rounded up to kSliceStride

  double* Row(int value) const { return data + value * stride; }
  // A row that holds Ts instead of doubles.
  template <typename T>
  T* RowOf(int value) const {
    return reinterpret_cast<T*>(Row(value));
  }
};

// A multiple of the lanes of every instruction set.
inline constexpr int64_t kSliceStride = 16;

// Rows behind its results that a reduce kernel may use as it likes.
inline constexpr int kSpareRows = 7;

// Reduces the first operand of a tile along the axis: gives one or more values per slice of the
// tile, each a row of `results`. earlier[p] holds what pass p < this pass gave for the same slices.
// A tile begins at a multiple of kSumBlock along the axis and holds a power of two of whole blocks,
// or the end of the axis.
using ReduceKernel = void (*)(const Tile& tile, SliceLayout layout, const SliceTable* earlier,
                              const SliceTable& results) noexcept;

// Makes from the results of the passes what the write kernel wants to know of each slice: at most
// kMaxSliceConstants rows.
inline constexpr int kMaxSliceConstants = 4;
using PrepareKernel = void (*)(aclDataType dtype, int64_t slices, const SliceTable* results,
                               const SliceTable& constants) noexcept;

// Computes the output, the last operand, of a tile from the others and what is known of its slices,
// the first of which has the constants at `first_slice`.
using SliceKernel = void (*)(const Tile& tile, SliceLayout layout, const SliceTable& constants,
                             int64_t first_slice) noexcept;

// How the results of a slice's pieces become one.
enum class Combine { kSum, kMax };

inline constexpr int kMaxPasses = 2;

// An operator that reduces each slice in some passes and then writes it.
struct SliceProgram {
  struct Pass {
    ReduceKernel reduce;
    Combine combine;
    int values;  // per slice
  };
  int passes;
  std::array<Pass, kMaxPasses> pass;
  PrepareKernel prepare;
  SliceKernel write;
};

}  // namespace hostacl

#endif  // HOSTACL_CORE_TILE_H_
