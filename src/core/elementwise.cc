// Runs of elementwise kernels over tile spaces.
#include "core/elementwise.h"

#include <algorithm>

#include "core/parallel.h"
#include "core/tile_cursor.h"

namespace hostacl {
namespace {

constexpr int64_t kTaskElements = 8192;

}  // namespace

int64_t TaskGrain(int64_t elements) {
  return std::max<int64_t>(kTaskElements / std::max<int64_t>(elements, 1), 1);
}

std::byte* ScratchOf(const TileSpace& space, std::byte* scratch, int slot) {
  if (scratch == nullptr) return nullptr;
  return scratch + space.scratch_bytes() * static_cast<size_t>(slot);
}

void RunElementwise(const TileSpace& space, ElementwiseKernel kernel, std::byte* const* storages,
                    std::byte* scratch, int threads) {
  const int64_t down = CeilDivide(space.rows(), space.tile_rows());
  const int64_t across = CeilDivide(space.cols(), space.tile_cols());
  const int64_t count = space.outer() * down * across;
  const int64_t grain = TaskGrain(space.tile_rows() * space.tile_cols());
  ParallelFor(threads, count, grain, [&](int64_t begin, int64_t end, int slot) {
    TileCursor cursor(space, storages, ScratchOf(space, scratch, slot));
    for (int64_t i = begin; i < end; ++i) {
      const int64_t row = i / across % down * space.tile_rows();
      const int64_t col = i % across * space.tile_cols();
      kernel(cursor.Load({i / (down * across), row, col,
                          std::min(space.tile_rows(), space.rows() - row),
                          std::min(space.tile_cols(), space.cols() - col)}));
      cursor.Store();
    }
  });
}

}  // namespace hostacl
