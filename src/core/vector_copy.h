// Copies with vectors: past the caches, and across a transposition.
#ifndef HOSTACL_CORE_VECTOR_COPY_H_
#define HOSTACL_CORE_VECTOR_COPY_H_

#include <cstddef>
#include <cstdint>

namespace hostacl {

// Copies rows that lie side by side to rows `pitch` bytes apart without bringing those into the
// caches: for what no one is going to read soon. FinishStreams() makes such copies visible to other
// threads.
void StreamRows(const std::byte* from, std::byte* to, int64_t rows, int64_t row_bytes,
                int64_t pitch) noexcept;
void FinishStreams() noexcept;

}  // namespace hostacl

#endif  // HOSTACL_CORE_VECTOR_COPY_H_
