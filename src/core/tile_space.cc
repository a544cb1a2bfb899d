// Tile spaces: several views of one shape cut into tiles that kernels can run on.
#include "core/tile_space.h"

#include <algorithm>

#include "core/transfer.h"

namespace hostacl {
namespace {

// Elements of a tile whose parts are all in place: enough to make the cost of a call small.
constexpr int64_t kInPlaceElements = 32768;
// Elements of a tile that goes through scratch: all its parts stay in the first-level cache.
constexpr int64_t kScratchElements = 4096;
// The side of a tile in which some part runs along the rows and another along the columns.
constexpr int64_t kTransposedSide = 64;
// Elements along the axis of an in-place tile: whole sum blocks.
constexpr int64_t kRowChunk = kMaxTileBlocks * kSumBlock;

constexpr size_t kScratchAlignment = 64;

// One dim of the space while it is put together: its size and each part's stride.
struct Dim {
  int64_t size;
  std::vector<int64_t> strides;

  int DensePartCount() const {
    return static_cast<int>(std::count(strides.begin(), strides.end(), 1));
  }
};

// Whether `outer` continues `inner` in every part, so that the two are one dim.
bool CanMerge(const Dim& outer, const Dim& inner) {
  for (size_t part = 0; part < inner.strides.size(); ++part) {
    if (outer.strides[part] != inner.strides[part] * inner.size) return false;
  }
  return true;
}

Dim DimOf(const std::vector<TilePart>& parts, int dim) {
  Dim result{parts.front().view.dims[dim], {}};
  for (const TilePart& part : parts) {
    result.strides.push_back(result.size == 1 ? 0 : part.view.strides[dim]);
  }
  return result;
}

// The dims other than `axis`, from the largest stride of the output, the last part, to the
// smallest.
std::vector<Dim> FreeDims(const std::vector<TilePart>& parts, int axis) {
  std::vector<Dim> dims;
  for (int i = 0; i < parts.front().view.rank; ++i) {
    if (i != axis && parts.front().view.dims[i] != 1) dims.push_back(DimOf(parts, i));
  }
  std::stable_sort(dims.begin(), dims.end(),
                   [](const Dim& a, const Dim& b) { return a.strides.back() > b.strides.back(); });
  for (size_t i = dims.size(); i-- > 1;) {
    if (!CanMerge(dims[i - 1], dims[i])) continue;
    dims[i].size *= dims[i - 1].size;
    dims.erase(dims.begin() + static_cast<ptrdiff_t>(i) - 1);
  }
  return dims;
}

// Takes out the dim in which most parts are dense; of equals, the innermost. A dim of size 1 when
// there is none.
Dim TakeDensest(std::vector<Dim>& dims, size_t parts) {
  if (dims.empty()) return Dim{1, std::vector<int64_t>(parts, 0)};
  size_t best = dims.size() - 1;
  for (size_t i = dims.size(); i-- > 0;) {
    if (dims[i].DensePartCount() > dims[best].DensePartCount()) best = i;
  }
  Dim dim = dims[best];
  dims.erase(dims.begin() + static_cast<ptrdiff_t>(best));
  return dim;
}

}  // namespace

TileSpace::TileSpace(std::vector<TilePart> parts, aclDataType tile_dtype, int axis)
    : parts_(std::move(parts)), tile_dtype_(tile_dtype) {
  ChooseRowsAndCols(axis);
  ChooseTile(axis != kNoAxis);
  const auto tile_bytes =
      static_cast<size_t>(tile_rows_ * tile_cols_) * aclDataTypeSize(tile_dtype_);
  for (Lay& lay : lays_) {
    if (lay.in_place) continue;
    lay.scratch_offset = scratch_bytes_;
    scratch_bytes_ += (tile_bytes + kScratchAlignment - 1) / kScratchAlignment * kScratchAlignment;
  }
}

void TileSpace::ChooseRowsAndCols(int axis) {
  std::vector<Dim> dims = FreeDims(parts_, axis);
  Dim row;
  Dim col;
  if (axis == kNoAxis) {
    col = TakeDensest(dims, parts_.size());
    row = TakeDensest(dims, parts_.size());
  } else {
    const Dim along = DimOf(parts_, axis);
    const Dim across = TakeDensest(dims, parts_.size());
    const bool row_layout = along.size > 1 && along.DensePartCount() >= across.DensePartCount();
    layout_ = row_layout ? SliceLayout::kRow : SliceLayout::kColumn;
    row = row_layout ? across : along;
    col = row_layout ? along : across;
  }
  rows_ = row.size;
  cols_ = col.size;
  outer_rank_ = static_cast<int>(dims.size());
  for (int i = 0; i < outer_rank_; ++i) {
    outer_dims_[i] = dims[static_cast<size_t>(i)].size;
    outer_ *= outer_dims_[i];
  }
  for (size_t part = 0; part < parts_.size(); ++part) {
    Lay lay{};
    for (int i = 0; i < outer_rank_; ++i) {
      lay.strides[i] = dims[static_cast<size_t>(i)].strides[part];
    }
    lay.row_stride = row.strides[part];
    lay.col_stride = col.strides[part];
    lay.in_place = parts_[part].view.dtype == tile_dtype_ && (lay.col_stride == 1 || cols_ == 1);
    lays_.push_back(lay);
  }
}

void TileSpace::ChooseTile(bool reduces) {
  const bool all_in_place =
      std::all_of(lays_.begin(), lays_.end(), [](const Lay& lay) { return lay.in_place; });
  const bool transposed = std::any_of(lays_.begin(), lays_.end(), [](const Lay& lay) {
    return !lay.in_place && lay.row_stride == 1;
  });
  const int64_t elements = all_in_place ? kInPlaceElements : kScratchElements;
  if (!reduces) {
    tile_cols_ = std::min(cols_, transposed ? kTransposedSide : elements);
    tile_rows_ = std::min(rows_, std::max<int64_t>(elements / tile_cols_, 1));
    return;
  }
  const bool row_layout = layout_ == SliceLayout::kRow;
  const int64_t along = row_layout ? cols_ : rows_;
  const int64_t across = row_layout ? rows_ : cols_;
  int64_t chunk = kSumBlock;
  if (row_layout && !transposed) chunk = std::min(kRowChunk, elements);
  chunk = std::min(chunk, along);
  const int64_t slices = std::clamp<int64_t>(elements / chunk, 1, kMaxTileSlices);
  (row_layout ? tile_cols_ : tile_rows_) = chunk;
  (row_layout ? tile_rows_ : tile_cols_) = std::min(slices, across);
}

Tile TileCursor::Load(int64_t outer, int64_t row, int64_t col, int64_t rows, int64_t cols,
                      size_t parts) noexcept {
  std::array<int64_t, kMaxRank> index{};
  for (int i = space_.outer_rank_; i-- > 0;) {
    index[i] = outer % space_.outer_dims_[i];
    outer /= space_.outer_dims_[i];
  }
  tile_.dtype = space_.tile_dtype_;
  tile_.rows = rows;
  tile_.cols = cols;
  for (size_t part = 0; part < parts; ++part) {
    const TileSpace::Lay& lay = space_.lays_[part];
    const View& view = space_.parts_[part].view;
    int64_t element = view.offset + row * lay.row_stride + col * lay.col_stride;
    for (int i = 0; i < space_.outer_rank_; ++i) element += index[i] * lay.strides[i];
    origin_[part] = storages_[space_.parts_[part].storage] + element * ElementSize(view);
    if (lay.in_place) {
      tile_.operands[part] = {origin_[part], lay.row_stride};
      continue;
    }
    tile_.operands[part] = {scratch_ + lay.scratch_offset, cols};
    if (space_.parts_[part].written) continue;
    Transfer({origin_[part], view.dtype, lay.row_stride, lay.col_stride},
             {tile_.operands[part].data, tile_.dtype, cols, 1}, rows, cols);
  }
  return tile_;
}

void TileCursor::Store() noexcept {
  for (size_t part = 0; part < space_.parts_.size(); ++part) {
    const TileSpace::Lay& lay = space_.lays_[part];
    if (!space_.parts_[part].written || lay.in_place) continue;
    Transfer({tile_.operands[part].data, tile_.dtype, tile_.cols, 1},
             {origin_[part], space_.parts_[part].view.dtype, lay.row_stride, lay.col_stride},
             tile_.rows, tile_.cols);
  }
}

}  // namespace hostacl
