// Runs of slice programs over tile spaces.
#include "core/reduction.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/elementwise.h"
#include "core/parallel.h"
#include "core/tile_cursor.h"

namespace hostacl {
namespace {

// The results of a pass for the slices of a tile.
using SliceValues = std::array<double, kMaxPassValues * kMaxTileSlices>;

// Combines the results of a slice's pieces, given in order, in a fixed binary tree: n pieces are
// the first 2^k < n of them and the rest. Pieces that are themselves aligned powers of two of
// smaller pieces give the tree of the smaller ones, so the cut into pieces does not show. Holds
// log2(n) results.
class PieceTree {
 public:
  PieceTree(const SliceProgram::Pass& pass, int64_t slices)
      : combine_(pass.combine), values_(pass.values), slices_(slices) {}

  void Add(const double* results) {
    nodes_.push_back({1, std::vector<double>(static_cast<size_t>(values_ * slices_))});
    for (int64_t value = 0; value < values_; ++value) {
      const double* first = results + value * kMaxTileSlices;
      std::copy(first, first + slices_, nodes_.back().values.begin() + value * slices_);
    }
    while (nodes_.size() > 1 && nodes_[nodes_.size() - 2].pieces == nodes_.back().pieces) Join();
  }

  void Finish(double* results) {
    while (nodes_.size() > 1) Join();
    for (int64_t value = 0; value < values_; ++value) {
      const auto first = nodes_.front().values.begin() + value * slices_;
      std::copy(first, first + slices_, results + value * kMaxTileSlices);
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
  const int64_t values_;
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

  // One result per slice of the group, over [begin, end) of the axis.
  void Reduce(TileCursor& cursor, const Group& group, int64_t begin, int64_t end, int pass,
              const double* const* earlier, double* results) const {
    const SliceProgram::Pass& step = program_.pass[static_cast<size_t>(pass)];
    if (end - begin <= chunk_) {
      step.reduce(cursor.LoadFirst(Range(group, begin, end - begin)), space_.layout(), earlier,
                  results);
      return;
    }
    PieceTree tree(step, group.slices);
    SliceValues piece;
    for (int64_t position = begin; position < end; position += chunk_) {
      const int64_t length = std::min(chunk_, end - position);
      step.reduce(cursor.LoadFirst(Range(group, position, length)), space_.layout(), earlier,
                  piece.data());
      tree.Add(piece.data());
    }
    tree.Finish(results);
  }

  // The output of the group, over [begin, end) of the axis.
  void Write(TileCursor& cursor, const Group& group, int64_t begin, int64_t end,
             const SliceConstants& constants) const {
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

  void RunWholeSlices() {
    const int64_t grain = TaskGrain(group_slices_ * axis_);
    ParallelFor(threads_, groups_, grain, [&](int64_t begin, int64_t end, int slot) {
      TileCursor cursor(space_, storages_, ScratchOf(space_, scratch_, slot));
      std::array<SliceValues, kMaxPasses> values;
      const std::array<const double*, kMaxPasses> results{values[0].data(), values[1].data()};
      SliceConstants constants;
      for (int64_t index = begin; index < end; ++index) {
        const Group group = GroupAt(index);
        for (int pass = 0; pass < program_.passes; ++pass) {
          Reduce(cursor, group, 0, axis_, pass, results.data(),
                 values[static_cast<size_t>(pass)].data());
        }
        program_.prepare(space_.tile_dtype(), group.slices, results.data(), constants);
        Write(cursor, group, 0, axis_, constants);
      }
    });
  }

  void RunSegments() {
    const int64_t segments = CeilDivide(axis_, segment_);
    const int64_t tasks = groups_ * segments;
    std::vector<std::array<SliceValues, kMaxPasses>> values(static_cast<size_t>(groups_));
    std::vector<SliceValues> pieces(static_cast<size_t>(tasks));
    const auto results_of = [&](int64_t group) {
      const auto& own = values[static_cast<size_t>(group)];
      return std::array<const double*, kMaxPasses>{own[0].data(), own[1].data()};
    };
    const auto for_each_segment = [&](const auto& work) {
      ParallelFor(threads_, tasks, 1, [&](int64_t begin, int64_t end, int slot) {
        TileCursor cursor(space_, storages_, ScratchOf(space_, scratch_, slot));
        for (int64_t task = begin; task < end; ++task) {
          const int64_t position = task % segments * segment_;
          work(cursor, task, position, std::min(position + segment_, axis_));
        }
      });
    };
    for (int pass = 0; pass < program_.passes; ++pass) {
      for_each_segment([&](TileCursor& cursor, int64_t task, int64_t begin, int64_t end) {
        Reduce(cursor, GroupAt(task / segments), begin, end, pass,
               results_of(task / segments).data(), pieces[static_cast<size_t>(task)].data());
      });
      for (int64_t group = 0; group < groups_; ++group) {
        PieceTree tree(program_.pass[static_cast<size_t>(pass)], GroupAt(group).slices);
        for (int64_t segment = 0; segment < segments; ++segment) {
          tree.Add(pieces[static_cast<size_t>(group * segments + segment)].data());
        }
        tree.Finish(values[static_cast<size_t>(group)][static_cast<size_t>(pass)].data());
      }
    }
    std::vector<SliceConstants> constants(static_cast<size_t>(groups_));
    for (int64_t group = 0; group < groups_; ++group) {
      program_.prepare(space_.tile_dtype(), GroupAt(group).slices, results_of(group).data(),
                       constants[static_cast<size_t>(group)]);
    }
    for_each_segment([&](TileCursor& cursor, int64_t task, int64_t begin, int64_t end) {
      const int64_t group = task / segments;
      Write(cursor, GroupAt(group), begin, end, constants[static_cast<size_t>(group)]);
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
