// The walk over a tile space: tiles brought to the kernels and what they wrote brought back.
#ifndef HOSTACL_CORE_TILE_CURSOR_H_
#define HOSTACL_CORE_TILE_CURSOR_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/tile.h"
#include "core/tile_space.h"

namespace hostacl {

// A place in a tile space and how much of it.
struct TileRange {
  int64_t outer;  // which plane
  int64_t row;
  int64_t col;
  int64_t rows;
  int64_t cols;
};

// Moves tiles of a space between the parts' storages and the kernels, on one thread.
class TileCursor {
 public:
  // `storages` are the addresses that the parts' indices refer to; `scratch` has scratch_bytes().
  TileCursor(const TileSpace& space, std::byte* const* storages, std::byte* scratch)
      : space_(space), storages_(storages), scratch_(scratch) {}
  ~TileCursor();
  TileCursor(const TileCursor&) = delete;
  TileCursor& operator=(const TileCursor&) = delete;

  // The tile of all parts there. Parts that are read hold their values; parts that are only written
  // hold anything.
  const Tile& Load(const TileRange& range) noexcept;

  // The same of the first part alone, to be reduced.
  const Tile& LoadFirst(const TileRange& range) noexcept;

  // Copies what lies there from the first of two parts to the second.
  void Copy(const TileRange& range) noexcept;

  // Brings what a kernel wrote into the last loaded tile to the parts that are written.
  void Store() noexcept;

 private:
  // Where a part's piece of a range begins.
  std::byte* OriginOf(size_t part, const TileRange& range) const noexcept;
  void LoadPart(size_t part, const TileRange& range, int64_t ahead) noexcept;
  void MoveTo(const TileRange& range) noexcept;

  const TileSpace& space_;
  std::byte* const* storages_;
  std::byte* scratch_;
  Tile tile_{};
  TileRange range_{};
  std::array<std::byte*, kMaxTileOperands> origin_{};
  bool first_is_loaded_ = false;  // the first part of range_ is in scratch
};

}  // namespace hostacl

#endif  // HOSTACL_CORE_TILE_CURSOR_H_
