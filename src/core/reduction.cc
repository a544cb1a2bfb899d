// Runs of slice programs over tile spaces.
#include "core/reduction.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

#include "core/bounded_vector.h"
#include "core/elementwise.h"
#include "core/parallel.h"
#include "core/tile_cursor.h"

namespace hostacl {
namespace {

// Tables for some slices, in one allocation that is not touched before it is used.
class SliceTables {
 public:
  SliceTables(std::initializer_list<int> rows, int64_t slices)
      : stride_(CeilDivide(slices, kSliceStride) * kSliceStride) {
    int64_t row = 0;
    for (const int count : rows) {
      first_rows_.push_back(row);
      row += count;
    }
    values_.reset(new double[static_cast<size_t>(row * stride_)]);
  }

  SliceTable Table(int i) const {
    return {values_.get() + first_rows_[static_cast<size_t>(i)] * stride_, stride_};
  }

 private:
  int64_t stride_;
  BoundedVector<int64_t, kMaxPasses + 2> first_rows_;
  std::unique_ptr<double[]> values_;
};

// Combines the results of a slice's pieces, given in order, in a fixed binary tree: n pieces are
// the first 2^k < n of them and the rest. Pieces that are themselves aligned powers of two of
// smaller pieces give the tree of the smaller ones, so the cut into pieces does not show. Holds
// log2(n) results.
class PieceTree {
 public:
  PieceTree(const SliceProgram::Pass& pass, int64_t slices)
      : combine_(pass.combine), values_(pass.values), slices_(slices) {}

  void Add(const SliceTable& results) {
    nodes_.push_back({1, std::vector<double>(static_cast<size_t>(values_ * slices_))});
    for (int value = 0; value < values_; ++value) {
      std::copy_n(results.Row(value), slices_, nodes_.back().values.begin() + value * slices_);
    }
    while (nodes_.size() > 1 && nodes_[nodes_.size() - 2].pieces == nodes_.back().pieces) Join();
  }

  void Finish(const SliceTable& results) {
    while (nodes_.size() > 1) Join();
    for (int value = 0; value < values_; ++value) {
      std::copy_n(nodes_.front().values.begin() + value * slices_, slices_, results.Row(value));
    }
  }

 private:
  struct Node {
    int64_t pieces;
    std::vector<double> values;  // [values_, slices_]
  };

  void Join() {
    const Node later = std::move(nodes_.back());
    nodes_.pop_back();
    Node& earlier = nodes_.back();
    earlier.pieces += later.pieces;
    for (size_t i = 0; i < later.values.size(); ++i) {
      earlier.values[i] = combine_ == Combine::kSum ? earlier.values[i] + later.values[i]
                                                    : std::max(earlier.values[i], later.values[i]);
    }
  }

  const Combine combine_;
  const int values_;
  const int64_t slices_;
  std::vector<Node> nodes_;
};

// One run: how the slices are grouped and cut, and the work on one piece.
class ReductionRun {
 public:
  ReductionRun(const TileSpace& space, const SliceProgram& program, std::byte* const* storages,
               std::byte* scratch, int threads)
      : space_(space),
        program_(program),
        storages_(storages),
        scratch_(scratch),
        threads_(threads),
        row_layout_(space.layout() == SliceLayout::kRow),
        axis_(row_layout_ ? space.cols() : space.rows()),
        slices_(row_layout_ ? space.rows() : space.cols()),
        chunk_(row_layout_ ? space.tile_cols() : space.tile_rows()),
        group_slices_(row_layout_ ? space.tile_rows() : space.tile_cols()),
        groups_per_plane_(CeilDivide(slices_, group_slices_)),
        groups_(space.outer() * groups_per_plane_),
        segment_(ChooseSegment()) {}

  void Run() {
    if (segment_ >= axis_) {
      RunWholeSlices();
    } else {
      RunSegments();
    }
  }

 private:
  struct Group {
    int64_t plane;
    int64_t first_slice;
    int64_t slices;
  };

  // A whole slice, unless there are too few groups to go round; then a power of two of chunks that
  // gives every thread several segments.
  int64_t ChooseSegment() const {
    constexpr int64_t kTasksPerThread = 4;
    const int64_t wanted = CeilDivide(kTasksPerThread * threads_, groups_);
    if (threads_ == 1 || wanted <= 1 || axis_ <= chunk_) return axis_;
    int64_t segment = chunk_;
    while (CeilDivide(axis_, segment) > 2 * wanted) segment *= 2;
    return segment;
  }

  Group GroupAt(int64_t index) const {
    const int64_t first = index % groups_per_plane_ * group_slices_;
    return {index / groups_per_plane_, first, std::min(group_slices_, slices_ - first)};
  }

  TileRange Range(const Group& group, int64_t position, int64_t length) const {
    return row_layout_ ? TileRange{group.plane, group.first_slice, position, group.slices, length}
                       : TileRange{group.plane, position, group.first_slice, length, group.slices};
  }

  // What a pass gives for each slice of the group, over [begin, end) of the axis. `piece` is room
  // for what it gives for a part of that.
  void Reduce(TileCursor& cursor, const Group& group, int64_t begin, int64_t end, int pass,
              const SliceTable* earlier, const SliceTable& piece, const SliceTable& results) const {
    const SliceProgram::Pass& step = program_.pass[static_cast<size_t>(pass)];
    if (end - begin <= chunk_) {
      step.reduce(cursor.LoadFirst(Range(group, begin, end - begin)), space_.layout(), earlier,
                  results);
      return;
    }
    PieceTree tree(step, group.slices);
    for (int64_t position = begin; position < end; position += chunk_) {
      const int64_t length = std::min(chunk_, end - position);
      step.reduce(cursor.LoadFirst(Range(group, position, length)), space_.layout(), earlier,
                  piece);
      tree.Add(piece);
    }
    tree.Finish(results);
  }

  // The output of the group, over [begin, end) of the axis.
  void Write(TileCursor& cursor, const Group& group, int64_t begin, int64_t end,
             const SliceTable& constants) const {
    const TileRange whole = Range(group, begin, end - begin);
    for (int64_t row = 0; row < whole.rows; row += space_.write_rows()) {
      for (int64_t col = 0; col < whole.cols; col += space_.write_cols()) {
        const TileRange range{whole.outer, whole.row + row, whole.col + col,
                              std::min(space_.write_rows(), whole.rows - row),
                              std::min(space_.write_cols(), whole.cols - col)};
        program_.write(cursor.Load(range), space_.layout(), constants, row_layout_ ? row : 0);
        cursor.Store();
      }
    }
  }

  // The rows of the tables of a group: the passes' results, then the constants.
  SliceTables GroupTables() const {
    return {{RowsOf(0), RowsOf(1), kMaxSliceConstants}, group_slices_};
  }
  int RowsOf(int pass) const {
    return pass < program_.passes ? program_.pass[static_cast<size_t>(pass)].values + kSpareRows
                                  : 0;
  }
  SliceTables PieceTables() const { return {{std::max(RowsOf(0), RowsOf(1))}, group_slices_}; }
  // Room for the pieces of `length` elements along the axis, if it is more than one.
  SliceTables RoomFor(int64_t length) const {
    return length > chunk_ ? PieceTables() : SliceTables({0}, 0);
  }

  void RunWholeSlices() {
    const int64_t grain = TaskGrain(group_slices_ * axis_);
    ParallelFor(threads_, groups_, grain, [&](int64_t begin, int64_t end, int slot) {
      TileCursor cursor(space_, storages_, ScratchOf(space_, scratch_, slot));
      const SliceTables tables = GroupTables();
      const SliceTables piece = RoomFor(axis_);
      const std::array<SliceTable, kMaxPasses> results{tables.Table(0), tables.Table(1)};
      const SliceTable constants = tables.Table(kMaxPasses);
      for (int64_t index = begin; index < end; ++index) {
        const Group group = GroupAt(index);
        for (int pass = 0; pass < program_.passes; ++pass) {
          Reduce(cursor, group, 0, axis_, pass, results.data(), piece.Table(0),
                 results[static_cast<size_t>(pass)]);
        }
        program_.prepare(space_.tile_dtype(), group.slices, results.data(), constants);
        Write(cursor, group, 0, axis_, constants);
      }
    });
  }

  // Calls work(cursor, task, begin, end) for every segment of every group.
  template <typename Work>
  void ForEachSegment(int64_t segments, const Work& work) const {
    ParallelFor(threads_, groups_ * segments, 1, [&](int64_t begin, int64_t end, int slot) {
      TileCursor cursor(space_, storages_, ScratchOf(space_, scratch_, slot));
      for (int64_t task = begin; task < end; ++task) {
        const int64_t position = task % segments * segment_;
        work(cursor, task, position, std::min(position + segment_, axis_));
      }
    });
  }

  void RunSegments() {
    const int64_t segments = CeilDivide(axis_, segment_);
    std::vector<SliceTables> tables;
    for (int64_t group = 0; group < groups_; ++group) tables.push_back(GroupTables());
    const auto results_of = [&](int64_t group) {
      const SliceTables& own = tables[static_cast<size_t>(group)];
      return std::array<SliceTable, kMaxPasses>{own.Table(0), own.Table(1)};
    };
    std::vector<SliceTables> pieces;
    for (int64_t task = 0; task < groups_ * segments; ++task) pieces.push_back(PieceTables());
    for (int pass = 0; pass < program_.passes; ++pass) {
      ForEachSegment(segments, [&](TileCursor& cursor, int64_t task, int64_t begin, int64_t end) {
        const int64_t group = task / segments;
        const SliceTables piece = RoomFor(end - begin);
        Reduce(cursor, GroupAt(group), begin, end, pass, results_of(group).data(), piece.Table(0),
               pieces[static_cast<size_t>(task)].Table(0));
      });
      for (int64_t group = 0; group < groups_; ++group) {
        PieceTree tree(program_.pass[static_cast<size_t>(pass)], GroupAt(group).slices);
        for (int64_t segment = 0; segment < segments; ++segment) {
          tree.Add(pieces[static_cast<size_t>(group * segments + segment)].Table(0));
        }
        tree.Finish(results_of(group)[static_cast<size_t>(pass)]);
      }
    }
    for (int64_t group = 0; group < groups_; ++group) {
      program_.prepare(space_.tile_dtype(), GroupAt(group).slices, results_of(group).data(),
                       tables[static_cast<size_t>(group)].Table(kMaxPasses));
    }
    ForEachSegment(segments, [&](TileCursor& cursor, int64_t task, int64_t begin, int64_t end) {
      const int64_t group = task / segments;
      Write(cursor, GroupAt(group), begin, end,
            tables[static_cast<size_t>(group)].Table(kMaxPasses));
    });
  }

  const TileSpace& space_;
  const SliceProgram& program_;
  std::byte* const* storages_;
  std::byte* scratch_;
  const int threads_;
  const bool row_layout_;
  const int64_t axis_;
  const int64_t slices_;
  const int64_t chunk_;
  const int64_t group_slices_;
  const int64_t groups_per_plane_;
  const int64_t groups_;
  const int64_t segment_;
};

}  // namespace

void RunReduction(const TileSpace& space, const SliceProgram& program, std::byte* const* storages,
                  std::byte* scratch, int threads) {
  ReductionRun(space, program, storages, scratch, threads).Run();
}

}  // namespace hostacl
