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

struct RoofLoop {
  const char* name;
  // Bytes of a stream at a time, before the next stream has its turn: 64, 256, 1024 or kRoofBlock.
  size_t grain;
  size_t prefetch;  // distance in bytes at which reads are prefetched; 0: not at all
  // Whether the second write waits for the end of a block, and then goes in one burst.
  bool burst;
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
