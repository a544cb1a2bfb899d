// Tile spaces: several views of one shape cut into tiles that kernels can run on.
#ifndef HOSTACL_CORE_TILE_SPACE_H_
#define HOSTACL_CORE_TILE_SPACE_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/bounded_vector.h"
#include "core/tile.h"
#include "core/view.h"

namespace hostacl {

// One view that takes part: which storage it lies in, and whether it is read or written.
struct TilePart {
  int storage;  // index into the addresses that a run is given
  View view;
  bool written;
};
using TileParts = BoundedVector<TilePart, kMaxTileOperands>;

// The joint shape of the parts, without dims of size 1, with dims merged where all parts allow it,
// and ordered so that the last dim is the one in which most parts are dense. The last two dims are
// cut into tiles. What is elementwise may visit the dims in any order; a reduction keeps its axis
// apart as one of the last two.
class TileSpace {
 public:
  static constexpr int kNoAxis = -1;

  // All parts have the same dims, none of size 0. The tiles hold elements of `tile_dtype`; parts of
  // another dtype are converted. `axis` is the reduced dim of the views, or kNoAxis.
  TileSpace(const TileParts& parts, aclDataType tile_dtype, int axis);
  // A space in which `from` is copied to `to`, and converted, without a kernel.
  TileSpace(const TilePart& from, const TilePart& to);

  const TileParts& parts() const { return parts_; }
  aclDataType tile_dtype() const { return tile_dtype_; }
  SliceLayout layout() const { return layout_; }

  int64_t outer() const { return outer_; }  // how many rows x cols planes there are
  int64_t rows() const { return rows_; }
  int64_t cols() const { return cols_; }
  // The most that one tile holds; where an operator reduces, that a tile of a reduction holds.
  int64_t tile_rows() const { return tile_rows_; }
  int64_t tile_cols() const { return tile_cols_; }
  // The most that a tile holds that is written after a reduction; no more than the above.
  int64_t write_rows() const { return write_rows_; }
  int64_t write_cols() const { return write_cols_; }

  // Whether the parts are one copied to another as they are, row by row.
  bool MovesRows() const;

  // Bytes of scratch, a multiple of 64, that a thread needs for the parts of a tile that are not
  // used in place.
  size_t scratch_bytes() const { return scratch_bytes_; }

 private:
  friend class TileCursor;

  // How the values of a part come to the kernels, or from them to memory.
  enum class Way {
    kInPlace,   // the kernel works on the part itself
    kTransfer,  // through scratch, for what is not dense or is of another dtype
    kStream,    // through scratch and past the caches, for outputs that would not stay there
  };

  // How one part lies over the space. The two distances are for Tile::Operand::ahead.
  struct Lay {
    std::array<int64_t, kMaxRank> strides;  // of the outer dims, in elements
    int64_t row_stride;
    int64_t col_stride;
    Way way;
    int64_t ahead;
    int64_t write_ahead;  // in the tiles that are written after a reduction
    // Of parts that are transferred: from a tile to the next, in elements, and whether a tile is
    // one run in memory.
    int64_t to_next;
    bool is_run;
    size_t scratch_offset;
  };

  void ChooseRowsAndCols(int axis);
  void ChooseWays();
  void ChooseTile();
  void ChooseCopyTile();
  // Sets the size of a tile that holds about `elements`.
  void CutInto(int64_t elements);
  void ChooseReductionTile();
  void ChooseWriteTile();
  void ChooseAhead();
  void LayOutScratch();
  bool Uses(Way way) const;  // whether some part takes that way
  bool IsTransposed() const;
  int64_t ElementsIn(int64_t bytes) const;
  int64_t AheadOf(const Lay& lay, int64_t run) const;

  TileParts parts_;
  aclDataType tile_dtype_;
  bool reduces_;
  bool copies_ = false;
  SliceLayout layout_ = SliceLayout::kRow;
  int outer_rank_ = 0;
  std::array<int64_t, kMaxRank> outer_dims_{};
  int64_t outer_ = 1;
  int64_t rows_ = 1;
  int64_t cols_ = 1;
  int64_t tile_rows_ = 1;
  int64_t tile_cols_ = 1;
  int64_t write_rows_ = 1;
  int64_t write_cols_ = 1;
  BoundedVector<Lay, kMaxTileOperands> lays_;
  size_t scratch_bytes_ = 0;
};

}  // namespace hostacl

#endif  // HOSTACL_CORE_TILE_SPACE_H_
