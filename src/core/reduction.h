// Runs of slice programs over tile spaces.
#ifndef HOSTACL_CORE_REDUCTION_H_
#define HOSTACL_CORE_REDUCTION_H_

#include <cstddef>

#include "core/tile.h"
#include "core/tile_space.h"

namespace hostacl {

// Runs `program` on every slice of `space`, which has an axis. Slices are taken in groups of a
// tile; where there are too few groups for the threads, each slice is cut into segments along the
// axis. The results do not depend on how it is cut. `scratch` is as for RunElementwise.
void RunReduction(const TileSpace& space, const SliceProgram& program, std::byte* const* storages,
                  std::byte* scratch, int threads);

}  // namespace hostacl

#endif  // HOSTACL_CORE_REDUCTION_H_
