// The loops of the roof: they read and write streams, and do nothing else.
#ifndef HOSTACL_BENCH_NATIVE_ROOF_LOOP_H_
#define HOSTACL_BENCH_NATIVE_ROOF_LOOP_H_

#include <cstddef>
#include <cstdint>

namespace hostacl {

constexpr int kMaxReads = 3;
constexpr int kMaxWrites = 2;
// Streams are cut into whole blocks of so many bytes.
constexpr size_t kRoofBlock = 4096;

// How a block is passed over.
enum class RoofOrder {
  kTogether,  // all streams side by side, a few cache lines at a time
  kBurst,     // all reads and the first write side by side, then the second write in one go
  kInTurn,    // one stream after another
};

struct RoofLoop {
  const char* name;
  RoofOrder order;
  size_t prefetch;   // distance in bytes at which reads are prefetched; 0: not at all
  bool past_cache;   // whether writes are non-temporal
  bool large_pages;  // whether the memory is of 2 MiB pages
};

// One thread's share: whole blocks at the same place of every stream.
struct RoofShare {
  const uint8_t* reads[kMaxReads];
  uint8_t* writes[kMaxWrites];
  int read_count;
  int write_count;
  size_t bytes;
};

// Passes over the share once. Returns all that was read, folded, so that no read can be left out.
uint64_t PassOver(const RoofLoop& loop, const RoofShare& share);

// The instruction set that PassOver uses.
const char* RoofTarget();

}  // namespace hostacl

#endif  // HOSTACL_BENCH_NATIVE_ROOF_LOOP_H_
