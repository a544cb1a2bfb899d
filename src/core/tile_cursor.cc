// The walk over a tile space: tiles brought to the kernels and what they wrote brought back.
#include "core/tile_cursor.h"

#include <algorithm>

#include "core/transfer.h"
#include "core/vector_copy.h"

namespace hostacl {
namespace {

bool IsSame(const TileRange& a, const TileRange& b) {
  return a.outer == b.outer && a.row == b.row && a.col == b.col && a.rows == b.rows &&
         a.cols == b.cols;
}

}  // namespace

TileCursor::~TileCursor() {
  if (space_.Uses(TileSpace::Way::kStream)) FinishStreams();
}

std::byte* TileCursor::OriginOf(size_t part, const TileRange& range) const noexcept {
  const TileSpace::Lay& lay = space_.lays_[part];
  const View& view = space_.parts_[part].view;
  int64_t element = view.offset + range.row * lay.row_stride + range.col * lay.col_stride;
  int64_t outer = range.outer;
  for (int i = space_.outer_rank_; i-- > 0;) {
    element += outer % space_.outer_dims_[i] * lay.strides[i];
    outer /= space_.outer_dims_[i];
  }
  return storages_[space_.parts_[part].storage] + element * ElementSize(view);
}

void TileCursor::LoadPart(size_t part, const TileRange& range, int64_t ahead) noexcept {
  const TileSpace::Lay& lay = space_.lays_[part];
  const View& view = space_.parts_[part].view;
  origin_[part] = OriginOf(part, range);
  if (lay.way == TileSpace::Way::kInPlace) {
    tile_.operands[part] = {origin_[part], lay.row_stride, ahead};
    return;
  }
  std::byte* scratch = scratch_ + lay.scratch_offset;
  tile_.operands[part] = {scratch, range.cols, 0};
  if (space_.parts_[part].written) return;
  // A kernel that reads the scratch asks for the next tile as it goes; what is no run in memory the
  // transfer asks for.
  if (lay.is_run) {
    const auto bytes =
        reinterpret_cast<intptr_t>(origin_[part]) - reinterpret_cast<intptr_t>(scratch);
    tile_.operands[part].ahead = bytes / ElementSize(view) + lay.to_next;
  }
  Transfer(
      {origin_[part], view.dtype, lay.row_stride, lay.col_stride, lay.is_run ? 0 : lay.to_next},
      {tile_.operands[part].data, space_.tile_dtype_, range.cols, 1}, range.rows, range.cols);
}

void TileCursor::MoveTo(const TileRange& range) noexcept {
  range_ = range;
  tile_.dtype = space_.tile_dtype_;
  tile_.rows = range.rows;
  tile_.cols = range.cols;
}

const Tile& TileCursor::LoadFirst(const TileRange& range) noexcept {
  LoadPart(0, range, space_.lays_[0].ahead);
  MoveTo(range);
  first_is_loaded_ = space_.lays_[0].way == TileSpace::Way::kTransfer;
  return tile_;
}

const Tile& TileCursor::Load(const TileRange& range) noexcept {
  const size_t first = first_is_loaded_ && IsSame(range, range_) ? 1 : 0;
  for (size_t part = first; part < space_.parts_.size(); ++part) {
    LoadPart(part, range, space_.lays_[part].write_ahead);
  }
  MoveTo(range);
  first_is_loaded_ = false;
  const bool rows_adjoin =
      std::all_of(tile_.operands.begin(), tile_.operands.begin() + space_.parts_.size(),
                  [&](const Tile::Operand& operand) { return operand.pitch == range.cols; });
  if (rows_adjoin && !space_.reduces_) {
    tile_.cols *= tile_.rows;
    tile_.rows = 1;
  }
  return tile_;
}

void TileCursor::Copy(const TileRange& range) noexcept {
  const auto piece_of = [&](size_t part) {
    const TileSpace::Lay& lay = space_.lays_[part];
    return Piece{OriginOf(part, range), space_.parts_[part].view.dtype, lay.row_stride,
                 lay.col_stride, lay.to_next};
  };
  Piece from = piece_of(0);
  const Piece to = piece_of(1);
  if (space_.lays_[1].way != TileSpace::Way::kStream) {
    Transfer(from, to, range.rows, range.cols);
    return;
  }
  if (space_.lays_[0].way != TileSpace::Way::kInPlace) {
    const Piece gathered{scratch_, to.dtype, range.cols, 1};
    Transfer(from, gathered, range.rows, range.cols);
    from = gathered;
  }
  const int64_t element_bytes = ElementSize(space_.parts_[1].view);
  StreamRows(from.data, from.row_stride * element_bytes, to.data, to.row_stride * element_bytes,
             range.rows, range.cols * element_bytes);
}

void TileCursor::Store() noexcept {
  for (size_t part = 0; part < space_.parts_.size(); ++part) {
    const TileSpace::Lay& lay = space_.lays_[part];
    if (!space_.parts_[part].written || lay.way == TileSpace::Way::kInPlace) continue;
    const View& view = space_.parts_[part].view;
    std::byte* from = tile_.operands[part].data;
    if (lay.way == TileSpace::Way::kStream) {
      const int64_t row_bytes = range_.cols * ElementSize(view);
      StreamRows(from, row_bytes, origin_[part], lay.row_stride * ElementSize(view), range_.rows,
                 row_bytes);
    } else {
      Transfer({from, tile_.dtype, range_.cols, 1},
               {origin_[part], view.dtype, lay.row_stride, lay.col_stride}, range_.rows,
               range_.cols);
    }
  }
}

}  // namespace hostacl
