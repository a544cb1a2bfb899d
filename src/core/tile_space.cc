// Tile spaces: several views of one shape cut into tiles that kernels can run on.
#include "core/tile_space.h"

#include <algorithm>

#include "core/parallel.h"

namespace hostacl {
namespace {

// Elements of a tile whose parts are all in place: enough to make the cost of a call small.
constexpr int64_t kInPlaceElements = 8192;
// Elements of a tile that goes through scratch: all its parts stay in the first-level cache.
constexpr int64_t kScratchElements = 8192;
// The side of a tile in which some part runs along the rows and another along the columns.
constexpr int64_t kTransposedSide = 128;
// The same for reductions along rows, along the axis and across slices.
constexpr int64_t kTransposedChunk = kSumBlock;
constexpr int64_t kTransposedSlices = 128;
// Elements along the axis of an in-place tile: whole sum blocks.
constexpr int64_t kRowChunk = kMaxTileBlocks * kSumBlock;
// Bytes of the slices that are reduced before they are written: they wait in the caches.
constexpr int64_t kGroupBytes = 16384;
// The same where lanes run across slices that go through scratch: their partial sums stay there
// too.
constexpr int64_t kColumnBytes = 8192;
// Slices of more bytes than this do not wait there for the next ones.
constexpr int64_t kWaitingBytes = int64_t{2} << 20;
// Bytes of a tile that is copied at once.
constexpr int64_t kCopyBytes = 65536;
// Bytes of an output that is written past the caches at once: its scratch stays in the first-level
// cache, and runs of whole lines go to memory.
constexpr int64_t kStreamBytes = 4096;
// Runs shorter than this are not worth it.
constexpr int64_t kLeastStreamRun = 256;
// Parts of more bytes than this together are written past the caches.
constexpr double kStreamFootprint = 16 << 20;
// How many bytes before its use a value is asked for.
constexpr int64_t kAheadBytes = 1024;
// Rows from this many bytes on lose little when the first values of each are not asked for.
constexpr int64_t kLongRowBytes = 4096;
// Rows of fewer elements are worth putting side by side in scratch.
constexpr int64_t kNarrow = 16;
// An axis this short is better summed across slices, if there are as many as this is.
constexpr int64_t kShortAxis = 32;
constexpr int64_t kManySlices = 64;

constexpr size_t kScratchAlignment = 64;

// One dim of the space while it is put together: its size and each part's stride. Parts that there
// are not have stride 0.
struct Dim {
  int64_t size;
  std::array<int64_t, kMaxTileOperands> strides{};

  int DensePartCount() const {
    return static_cast<int>(std::count(strides.begin(), strides.end(), 1));
  }
};
using Dims = BoundedVector<Dim, kMaxRank>;

// Whether `outer` continues `inner` in every part, so that the two are one dim.
bool CanMerge(const Dim& outer, const Dim& inner) {
  for (size_t part = 0; part < inner.strides.size(); ++part) {
    if (outer.strides[part] != inner.strides[part] * inner.size) return false;
  }
  return true;
}

Dim DimOf(const TileParts& parts, int dim) {
  Dim result{parts.front().view.dims[dim], {}};
  for (size_t part = 0; part < parts.size(); ++part) {
    result.strides[part] = result.size == 1 ? 0 : parts[part].view.strides[dim];
  }
  return result;
}

// The dims other than `axis`, from the largest stride of the output, the last part, to the
// smallest.
Dims FreeDims(const TileParts& parts, int axis) {
  Dims dims;
  for (int i = 0; i < parts.front().view.rank; ++i) {
    if (i != axis && parts.front().view.dims[i] != 1) dims.push_back(DimOf(parts, i));
  }
  const size_t output = parts.size() - 1;
  const auto has_larger_stride = [output](const Dim& a, const Dim& b) {
    return a.strides[output] > b.strides[output];
  };
  // An insertion sort: stable, as equal strides stay in the order of the view, and without memory.
  for (Dim* next = dims.begin(); next != dims.end(); ++next) {
    std::rotate(std::upper_bound(dims.begin(), next, *next, has_larger_stride), next, next + 1);
  }
  for (size_t i = dims.size(); i-- > 1;) {
    if (!CanMerge(dims[i - 1], dims[i])) continue;
    dims[i].size *= dims[i - 1].size;
    dims.Erase(i - 1);
  }
  return dims;
}

// Takes out the dim in which most parts are dense; of equals, the innermost. A dim of size 1 when
// there is none.
Dim TakeDensest(Dims& dims) {
  if (dims.empty()) return Dim{1, {}};
  size_t best = dims.size() - 1;
  for (size_t i = dims.size(); i-- > 0;) {
    if (dims[i].DensePartCount() > dims[best].DensePartCount()) best = i;
  }
  Dim dim = dims[best];
  dims.Erase(best);
  return dim;
}

}  // namespace

TileSpace::TileSpace(const TileParts& parts, aclDataType tile_dtype, int axis)
    : parts_(parts), tile_dtype_(tile_dtype), reduces_(axis != kNoAxis) {
  ChooseRowsAndCols(axis);
  ChooseWays();
  if (reduces_) {
    ChooseReductionTile();
    ChooseWriteTile();
  } else {
    ChooseTile();
  }
  ChooseAhead();
  LayOutScratch();
}

TileSpace::TileSpace(const TilePart& from, const TilePart& to)
    : parts_{from, to}, tile_dtype_(to.view.dtype), reduces_(false), copies_(true) {
  ChooseRowsAndCols(kNoAxis);
  ChooseWays();
  ChooseCopyTile();
  ChooseAhead();
  LayOutScratch();
}

void TileSpace::ChooseRowsAndCols(int axis) {
  Dims dims = FreeDims(parts_, axis);
  Dim row;
  Dim col;
  if (axis == kNoAxis) {
    col = TakeDensest(dims);
    row = TakeDensest(dims);
  } else {
    const Dim along = DimOf(parts_, axis);
    const Dim across = TakeDensest(dims);
    bool row_layout = along.size > 1 && along.DensePartCount() >= across.DensePartCount();
    if (along.size < kShortAxis && across.size >= kManySlices) row_layout = false;
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
    lays_.push_back(lay);
  }
}

void TileSpace::ChooseWays() {
  // In double, as expanded parts may count more bytes than there are addresses.
  double footprint = 0;
  for (const TilePart& part : parts_) {
    footprint +=
        static_cast<double>(ElementCount(part.view)) * static_cast<double>(ElementSize(part.view));
  }
  const int64_t element_bytes = ElementSize(parts_.back().view);
  for (size_t i = 0; i < parts_.size(); ++i) {
    Lay& lay = lays_[i];
    const bool rows_adjoin = rows_ == 1 || lay.row_stride == cols_;
    const bool narrow = !reduces_ && !copies_ && cols_ < kNarrow && !rows_adjoin;
    const bool dense = parts_[i].view.dtype == tile_dtype_ && (lay.col_stride == 1 || cols_ == 1);
    lay.way = dense && !narrow ? Way::kInPlace : Way::kTransfer;
    if (lay.way == Way::kInPlace && parts_[i].written && footprint > kStreamFootprint &&
        (rows_adjoin || cols_ * element_bytes >= kLeastStreamRun)) {
      lay.way = Way::kStream;
    }
  }
}

bool TileSpace::Uses(Way way) const {
  return std::any_of(lays_.begin(), lays_.end(), [&](const Lay& lay) { return lay.way == way; });
}

bool TileSpace::MovesRows() const { return copies_ && !Uses(Way::kTransfer); }

bool TileSpace::IsTransposed() const {
  return std::any_of(lays_.begin(), lays_.end(), [](const Lay& lay) {
    return lay.way == Way::kTransfer && lay.row_stride == 1;
  });
}

int64_t TileSpace::ElementsIn(int64_t bytes) const {
  return bytes / static_cast<int64_t>(aclDataTypeSize(tile_dtype_));
}

namespace {

// The largest piece of `size` of at most `most`, such that the pieces differ little in size and
// begin at multiples of `unit`.
int64_t EvenPiece(int64_t size, int64_t most, int64_t unit) {
  if (size <= most) return size;
  const int64_t pieces = CeilDivide(size, most);
  return CeilDivide(CeilDivide(size, pieces), unit) * unit;
}

size_t ScratchBytes(size_t bytes) {
  return (bytes + kScratchAlignment - 1) / kScratchAlignment * kScratchAlignment;
}

}  // namespace

void TileSpace::ChooseTile() {
  int64_t elements = kInPlaceElements;
  if (Uses(Way::kTransfer)) elements = kScratchElements;
  if (Uses(Way::kStream) && !IsTransposed()) elements = ElementsIn(kStreamBytes);
  CutInto(elements);
  write_rows_ = tile_rows_;
  write_cols_ = tile_cols_;
}

void TileSpace::ChooseCopyTile() {
  const bool streams = lays_[1].way == Way::kStream;
  int64_t elements = ElementsIn(kCopyBytes);
  if (streams && lays_[0].way != Way::kInPlace) elements = ElementsIn(kStreamBytes);
  if (IsTransposed()) elements = kScratchElements;
  CutInto(elements);
}

void TileSpace::CutInto(int64_t elements) {
  const int64_t most_cols = IsTransposed() ? kTransposedSide : elements;
  tile_cols_ = EvenPiece(cols_, most_cols, ElementsIn(kCacheLine));
  tile_rows_ = std::min(rows_, std::max<int64_t>(elements / tile_cols_, 1));
}

void TileSpace::ChooseReductionTile() {
  const bool row_layout = layout_ == SliceLayout::kRow;
  const int64_t along = row_layout ? cols_ : rows_;
  const int64_t across = row_layout ? rows_ : cols_;
  int64_t most = row_layout ? kRowChunk : kSumBlock;
  if (row_layout && IsTransposed()) most = kTransposedChunk;
  const int64_t chunk = std::min(most, along);
  int64_t slices = ElementsIn(kGroupBytes) / chunk;
  if (!row_layout && Uses(Way::kTransfer)) slices = ElementsIn(kColumnBytes) / chunk;
  if (IsTransposed()) slices = std::max(slices, kTransposedSlices);
  if (!row_layout && !Uses(Way::kTransfer)) slices = kMaxTileSlices;
  slices = std::min(std::clamp<int64_t>(slices, 1, kMaxTileSlices), across);
  (row_layout ? tile_cols_ : tile_rows_) = chunk;
  (row_layout ? tile_rows_ : tile_cols_) = slices;
}

void TileSpace::ChooseWriteTile() {
  write_rows_ = tile_rows_;
  write_cols_ = tile_cols_;
  // What was transferred for the reduction is still there for a tile of the same size.
  if (!Uses(Way::kStream) || Uses(Way::kTransfer)) return;
  const int64_t elements = ElementsIn(kStreamBytes);
  if (layout_ == SliceLayout::kRow) {
    write_cols_ = EvenPiece(cols_, elements, ElementsIn(kCacheLine));
  }
  write_rows_ = std::clamp<int64_t>(elements / write_cols_, 1, tile_rows_);
}

// `run` is how many elements of a row are read before the next row.
int64_t TileSpace::AheadOf(const Lay& lay, int64_t run) const {
  const int64_t ahead = ElementsIn(kAheadBytes);
  if (rows_ == 1 || lay.row_stride == run || run >= ElementsIn(kLongRowBytes)) return ahead;
  return std::min(CeilDivide(ahead, run), rows_ - 1) * lay.row_stride;
}

void TileSpace::ChooseAhead() {
  const bool row_layout = layout_ == SliceLayout::kRow;
  const bool down_next = rows_ != tile_rows_ && (!reduces_ || !row_layout);
  for (size_t i = 0; i < parts_.size(); ++i) {
    Lay& lay = lays_[i];
    if (lay.way == Way::kTransfer) {
      const bool turned = lay.row_stride == 1 && lay.col_stride == rows_ && rows_ == tile_rows_;
      const bool narrow = !reduces_ && cols_ < kNarrow && lay.col_stride == 1;
      lay.to_next = down_next ? tile_rows_ * lay.row_stride : tile_cols_ * lay.col_stride;
      lay.is_run = (turned || narrow) && parts_[i].view.dtype == tile_dtype_;
    }
    if (lay.way != Way::kInPlace) continue;
    lay.ahead = AheadOf(lay, reduces_ && !row_layout ? tile_cols_ : cols_);
    lay.write_ahead = lay.ahead;
  }
  // When slices are written their first part is in the caches, and that of the next slices is not.
  Lay& first = lays_[0];
  const int64_t group = row_layout ? tile_rows_ * cols_ : rows_ * tile_cols_;
  if (!reduces_ || first.way != Way::kInPlace || group > ElementsIn(kWaitingBytes)) return;
  first.write_ahead = row_layout ? tile_rows_ * first.row_stride : tile_cols_;
}

void TileSpace::LayOutScratch() {
  for (Lay& lay : lays_) {
    if (lay.way == Way::kInPlace) continue;
    // A copy needs a place on the way only where it is converted or gathered before it is streamed.
    if (copies_ && (&lay != lays_.begin() || lays_[1].way != Way::kStream)) continue;
    const int64_t elements =
        lay.way == Way::kStream ? write_rows_ * write_cols_ : tile_rows_ * tile_cols_;
    const size_t bytes = static_cast<size_t>(elements) * aclDataTypeSize(tile_dtype_);
    lay.scratch_offset = scratch_bytes_;
    scratch_bytes_ += ScratchBytes(bytes);
  }
}

}  // namespace hostacl
