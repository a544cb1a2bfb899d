// Tiles: the dense pieces of tensors that kernels see.
#ifndef HOSTACL_CORE_TILE_H_
#define HOSTACL_CORE_TILE_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "acl/acl_base.h"

namespace hostacl {

inline constexpr int kMaxTileOperands = 5;

// The same rows x cols piece of each operand of an operator. The elements of a row lie side by
// side.
struct Tile {
  struct Operand {
    std::byte* data;  // the first element of the first row
    int64_t pitch;    // from one row to the next, in elements
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
inline constexpr int64_t kMaxTileSlices = 256;
inline constexpr int64_t kMaxTileBlocks = 64;

// Reduces the first operand of a tile along the axis: writes one value per slice of the tile to
// `results`, and where the pass has more, each further one kMaxTileSlices behind the one before.
// `earlier[p]` holds what pass p < this pass gave for the same slices. A tile begins at a multiple
// of kSumBlock along the axis and holds a power of two of whole blocks, or the end of the axis.
using ReduceKernel = void (*)(const Tile& tile, SliceLayout layout, const double* const* earlier,
                              double* results) noexcept;

// Computes the output, the last operand, of a tile from the others and the results of the passes.
using SliceKernel = void (*)(const Tile& tile, SliceLayout layout,
                             const double* const* results) noexcept;

// How the results of a slice's pieces become one.
enum class Combine { kSum, kMax };

inline constexpr int kMaxPasses = 2;
inline constexpr int kMaxPassValues = 3;

// An operator that reduces each slice in some passes and then writes it.
struct SliceProgram {
  struct Pass {
    ReduceKernel reduce;
    Combine combine;
    int values;  // per slice
  };
  int passes;
  std::array<Pass, kMaxPasses> pass;
  SliceKernel write;
};

}  // namespace hostacl

#endif  // HOSTACL_CORE_TILE_H_
