// Runs of elementwise kernels, and of copies, over tile spaces.
#include "core/elementwise.h"

#include <algorithm>

#include "core/parallel.h"
#include "core/tile_cursor.h"

namespace hostacl {
namespace {

constexpr int64_t kTaskElements = 8192;
// The same for copies, which take less time for each.
constexpr int64_t kCopyTaskElements = 65536;

int64_t GrainOf(int64_t task_elements, int64_t elements) {
  return std::max<int64_t>(task_elements / std::max<int64_t>(elements, 1), 1);
}

// Calls visit(cursor, range) on every tile of a space, on the thread that the cursor belongs to.
template <typename Visit>
void ForEachTile(const TileSpace& space, std::byte* const* storages, std::byte* scratch,
                 int threads, int64_t task_elements, const Visit& visit) {
  const int64_t down = CeilDivide(space.rows(), space.tile_rows());
  const int64_t across = CeilDivide(space.cols(), space.tile_cols());
  const int64_t count = space.outer() * down * across;
  const int64_t grain = GrainOf(task_elements, space.tile_rows() * space.tile_cols());
  ParallelFor(threads, count, grain, [&](int64_t begin, int64_t end, int slot) {
    TileCursor cursor(space, storages, ScratchOf(space, scratch, slot));
    for (int64_t i = begin; i < end; ++i) {
      const int64_t row = i / across % down * space.tile_rows();
      const int64_t col = i % across * space.tile_cols();
      visit(cursor, TileRange{i / (down * across), row, col,
                              std::min(space.tile_rows(), space.rows() - row),
                              std::min(space.tile_cols(), space.cols() - col)});
    }
  });
}

}  // namespace

int64_t TaskGrain(int64_t elements) { return GrainOf(kTaskElements, elements); }

std::byte* ScratchOf(const TileSpace& space, std::byte* scratch, int slot) {
  if (scratch == nullptr) return nullptr;
  return scratch + space.scratch_bytes() * static_cast<size_t>(slot);
}

void RunElementwise(const TileSpace& space, ElementwiseKernel kernel, std::byte* const* storages,
                    std::byte* scratch, int threads) {
  ForEachTile(space, storages, scratch, threads, kTaskElements,
              [kernel](TileCursor& cursor, const TileRange& range) {
                kernel(cursor.Load(range));
                cursor.Store();
              });
}

void RunCopy(const TileSpace& space, std::byte* const* storages, std::byte* scratch, int threads) {
  const TilePart& from = space.parts()[0];
  const TilePart& to = space.parts()[1];
  if (IsSameView(from.view, storages[from.storage], to.view, storages[to.storage])) return;
  ForEachTile(space, storages, scratch, threads, kCopyTaskElements,
              [](TileCursor& cursor, const TileRange& range) { cursor.Copy(range); });
}

}  // namespace hostacl
