// Copies with vectors against plain loops, on every target.
#include "core/vector_copy.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simd/each_target.h"

namespace hostacl {
namespace {

class VectorCopy : public EachTarget {};
INSTANTIATE_TEST_SUITE_P(Core, VectorCopy, AllTargets(), TargetTestName);

constexpr int64_t kLine = 64;
constexpr std::byte kUntouched{0xFF};

// Bytes that repeat at no multiple of a line, none of them kUntouched.
std::vector<std::byte> SomeBytes(int64_t count) {
  std::vector<std::byte> bytes(static_cast<size_t>(count));
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i % 251);
  return bytes;
}

// Copies to `misaligned` bytes behind the beginning of a line, and looks at every byte around.
void ExpectStreamed(int64_t misaligned, int64_t rows, int64_t row_bytes, int64_t from_pitch,
                    int64_t pitch) {
  const std::vector<std::byte> from = SomeBytes(rows * from_pitch);
  std::vector<std::byte> memory(static_cast<size_t>(4 * kLine + rows * pitch), kUntouched);
  const auto past = static_cast<int64_t>(reinterpret_cast<uintptr_t>(memory.data()) % kLine);
  const int64_t first = 2 * kLine - past + misaligned;
  std::vector<std::byte> want = memory;
  for (int64_t i = 0; i < rows * row_bytes; ++i) {
    want[static_cast<size_t>(first + i / row_bytes * pitch + i % row_bytes)] =
        from[static_cast<size_t>(i / row_bytes * from_pitch + i % row_bytes)];
  }
  StreamRows(from.data(), from_pitch, memory.data() + first, pitch, rows, row_bytes);
  FinishStreams();
  ASSERT_TRUE(memory == want) << rows << " rows of " << row_bytes << " bytes, " << from_pitch
                              << " bytes apart, to " << pitch << " bytes apart, " << misaligned
                              << " bytes behind a line";
}

TEST_P(VectorCopy, StreamsRowsToEveryPlaceInALineAndTouchesNothingElse) {
  for (int64_t misaligned = 0; misaligned < kLine; ++misaligned) {
    for (const int64_t bytes : {1, 2, 31, 62, 63, 64, 65, 126, 127, 128, 129, 192, 257, 1030}) {
      ExpectStreamed(misaligned, 1, bytes, bytes, bytes);
      for (const int64_t gap : {0, 1, 2, 63, 64, 65}) {
        ExpectStreamed(misaligned, 3, bytes, bytes, bytes + gap);
        ExpectStreamed(misaligned, 3, bytes, bytes + 3, bytes + gap);
      }
    }
  }
}

TEST_P(VectorCopy, FillsRowsOfEverySizeAndTouchesNothingElse) {
  const uint64_t pattern = 0x0807060504030201u;
  for (int64_t first = 0; first < 9; ++first) {
    for (int64_t bytes = 0; bytes < 300; ++bytes) {
      std::vector<std::byte> memory(400, kUntouched);
      std::vector<std::byte> want = memory;
      for (int64_t i = 0; i < bytes; ++i) {
        want[static_cast<size_t>(first + i)] = static_cast<std::byte>(1 + i % 8);
      }
      FillRow(pattern, memory.data() + first, bytes);
      ASSERT_TRUE(memory == want) << bytes << " bytes at " << first;
    }
  }
}

// Transposes pieces of two equal matrices of numbered elements, which begin one element in.
template <typename T>
void ExpectTransposed(int64_t rows, int64_t cols, int64_t from_gap, int64_t to_gap, int64_t ahead) {
  constexpr auto kNone = static_cast<T>(-1);
  const int64_t from_pitch = cols + from_gap;
  const int64_t to_pitch = rows + to_gap;
  std::vector<T> from(static_cast<size_t>(rows * from_pitch + 1));
  for (size_t i = 0; i < from.size(); ++i) from[i] = static_cast<T>(i);
  std::vector<T> to(static_cast<size_t>(cols * to_pitch + 2), kNone);
  std::vector<T> want = to;
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < cols; ++j) {
      want[static_cast<size_t>(1 + j * to_pitch + i)] =
          from[static_cast<size_t>(1 + i * from_pitch + j)];
    }
  }
  TransposeCopy(reinterpret_cast<const std::byte*>(from.data() + 1), from_pitch, ahead,
                reinterpret_cast<std::byte*>(to.data() + 1), to_pitch, rows, cols, sizeof(T));
  ASSERT_TRUE(to == want) << rows << " x " << cols << " elements of " << sizeof(T)
                          << " bytes, pitches " << from_pitch << " and " << to_pitch;
}

template <typename T>
void ExpectTransposedOfEverySize() {
  for (int64_t rows = 1; rows <= 40; ++rows) {
    for (int64_t cols = 1; cols <= 40; ++cols) {
      ExpectTransposed<T>(rows, cols, 0, 0, 0);
      ExpectTransposed<T>(rows, cols, 3, 5, 0);
      ExpectTransposed<T>(rows, cols, 0, 1, 1000);
    }
  }
}

TEST_P(VectorCopy, TransposesMatricesOfEverySizeAndTouchesNothingElse) {
  ExpectTransposedOfEverySize<uint8_t>();
  ExpectTransposedOfEverySize<uint16_t>();
  ExpectTransposedOfEverySize<uint32_t>();
  ExpectTransposedOfEverySize<uint64_t>();
}

}  // namespace
}  // namespace hostacl
