// Copies and fills with vectors: past the caches, and across a transposition.
#ifndef HOSTACL_CORE_VECTOR_COPY_H_
#define HOSTACL_CORE_VECTOR_COPY_H_

#include <cstddef>
#include <cstdint>

namespace hostacl {

// Copies rows `from_pitch` bytes apart to rows `to_pitch` bytes apart without bringing those into
// the caches: for what no one is going to read soon. FinishStreams() makes such copies visible to
// other threads.
void StreamRows(const std::byte* from, int64_t from_pitch, std::byte* to, int64_t to_pitch,
                int64_t rows, int64_t row_bytes) noexcept;
void FinishStreams() noexcept;

// Writes the 8 bytes of `pattern` over and over to `bytes` bytes.
void FillRow(uint64_t pattern, std::byte* to, int64_t bytes) noexcept;

// Copies rows x cols elements of 1, 2, 4 or 8 bytes so that rows become columns: element (i, j) of
// `from` to (j, i) of `to`. The pitches, from one row to the next, are in elements, as is `ahead`:
// what lies so far behind each element of `from` is asked for from memory.
void TransposeCopy(const std::byte* from, int64_t from_pitch, int64_t ahead, std::byte* to,
                   int64_t to_pitch, int64_t rows, int64_t cols, size_t element_bytes) noexcept;

}  // namespace hostacl

#endif  // HOSTACL_CORE_VECTOR_COPY_H_
