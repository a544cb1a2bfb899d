// Runs of elementwise kernels, and of copies, over tile spaces.
#ifndef HOSTACL_CORE_ELEMENTWISE_H_
#define HOSTACL_CORE_ELEMENTWISE_H_

#include <cstddef>

#include "core/tile.h"
#include "core/tile_space.h"

namespace hostacl {

// Calls `kernel` on every tile of `space`. `scratch` holds space.scratch_bytes() for each of
// `threads` threads.
void RunElementwise(const TileSpace& space, ElementwiseKernel kernel, std::byte* const* storages,
                    std::byte* scratch, int threads);

// Copies the first of the two parts of `space` to the second.
void RunCopy(const TileSpace& space, std::byte* const* storages, std::byte* scratch, int threads);

// How many tasks of `elements` elements each a thread should take at once, so that its cost hides
// the cost of handing it out.
int64_t TaskGrain(int64_t elements);

// The scratch of one thread, out of an area for all.
std::byte* ScratchOf(const TileSpace& space, std::byte* scratch, int slot);

}  // namespace hostacl

#endif  // HOSTACL_CORE_ELEMENTWISE_H_
