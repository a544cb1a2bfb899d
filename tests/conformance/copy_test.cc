// Copies and casts: every dtype to every dtype, over every layout, rank and broadcast, bit for bit.
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "harness/fixture.h"
#include "harness/movement.h"

namespace hostacl::testing {
namespace {

struct DtypePair {
  aclDataType from;
  aclDataType to;
};

std::vector<DtypePair> DtypePairs() {
  std::vector<DtypePair> pairs;
  for (const aclDataType from : kMovedDtypes) {
    for (const aclDataType to : kMovedDtypes) pairs.push_back({from, to});
  }
  return pairs;
}

std::string NameOfPair(const ::testing::TestParamInfo<DtypePair>& test) {
  return DtypeName(test.param.from) + "_" + DtypeName(test.param.to);
}

class Copies : public SessionTest, public ::testing::WithParamInterface<DtypePair> {
 protected:
  static aclDataType from() { return GetParam().from; }
  static aclDataType to() { return GetParam().to; }

  StridedTensor Source(const Layout& layout, uint64_t seed = 1) const {
    StridedTensor source(from(), layout);
    source.SetBits(TellingBits(from(), source.size(), seed));
    return source;
  }
  MoveCall CopyOf(StridedTensor source, const Layout& written) const {
    return MoveCall(MoveOp::kCopy, std::move(source), StridedTensor(to(), written));
  }
};
INSTANTIATE_TEST_SUITE_P(Every, Copies, ::testing::ValuesIn(DtypePairs()), NameOfPair);

const Shape kShapes[] = {{1},
                         {300},
                         {64, 33},
                         {500, 3},
                         {4, 9, 20},
                         {2, 3, 4, 5},
                         {6, 2, 2, 3, 4},
                         {2, 1, 3, 2, 2, 3},
                         {2, 2, 3, 1, 2, 2, 2},
                         {2, 1, 2, 3, 2, 1, 2, 3}};

TEST_P(Copies, AreRightOnEveryLayoutOfEveryRank) {
  uint64_t seed = 0;
  for (const Shape& shape : kShapes) {
    for (const LayoutKind kind : kLayoutKinds) {
      const Layout dense = MakeLayout(LayoutKind::kDense, shape);
      const Layout other = MakeLayout(kind, shape);
      EXPECT_TRUE(CopyOf(Source(other, ++seed), dense).RunsRight(stream())) << LayoutName(kind);
      EXPECT_TRUE(CopyOf(Source(dense, ++seed), other).RunsRight(stream())) << LayoutName(kind);
      if (from() != to()) continue;
      EXPECT_TRUE(CopyOf(Source(other, ++seed), other).RunsRight(stream())) << LayoutName(kind);
    }
  }
}

TEST_P(Copies, OfRankZeroMoveOneElement) {
  const Layout scalar{{}, {}, 3, {5}};
  for (uint64_t seed = 0; seed < 30; ++seed) {
    StridedTensor source(from(), scalar);
    const Bits bits = TellingBits(from(), 90, seed);
    source.SetBits(Bits(bits.end() - 3 * (seed + 1) * ElementSize(from()), bits.end()));
    EXPECT_TRUE(CopyOf(std::move(source), scalar).RunsRight(stream()));
  }
}

TEST_P(Copies, BroadcastTheirSource) {
  const std::vector<std::pair<Shape, Shape>> shapes = {{{}, {4}},
                                                       {{}, {3, 40}},
                                                       {{1}, {3, 40}},
                                                       {{40}, {3, 40}},
                                                       {{3, 1}, {3, 40}},
                                                       {{1, 40}, {3, 40}},
                                                       {{5, 1}, {2, 3, 5, 4}},
                                                       {{2, 1, 1, 4}, {2, 3, 5, 4}},
                                                       {{1, 1}, {3, 40}},
                                                       {{3, 1, 2}, {2, 3, 4, 2}},
                                                       {{1}, {2, 1, 2, 3, 2, 1, 2, 3}}};
  for (const auto& [source, written] : shapes) {
    for (const LayoutKind kind : kLayoutKinds) {
      EXPECT_TRUE(CopyOf(Source(MakeLayout(kind, source)), MakeLayout(LayoutKind::kDense, written))
                      .RunsRight(stream()))
          << LayoutName(kind);
      EXPECT_TRUE(CopyOf(Source(MakeLayout(LayoutKind::kDense, source)), MakeLayout(kind, written))
                      .RunsRight(stream()))
          << LayoutName(kind);
    }
  }
}

TEST_P(Copies, TakeExpandedSources) {
  const Shape shape = {4, 30, 34};
  for (int64_t dim = 0; dim < 3; ++dim) {
    const Layout expanded = ExpandedLayout(shape, dim);
    for (const LayoutKind kind : {LayoutKind::kDense, LayoutKind::kTransposed}) {
      StridedTensor source(from(), expanded);
      source.SetStorage(UniformValues(7, ElementCount(expanded.storage_shape), -200, 200));
      EXPECT_TRUE(CopyOf(std::move(source), MakeLayout(kind, shape)).RunsRight(stream()));
    }
  }
}

// Beyond the size from which the written tensor goes past the caches.
TEST_P(Copies, OfMoreThanTheCachesHoldAreRight) {
  const auto both = static_cast<int64_t>(ElementSize(from()) + ElementSize(to()));
  // Of each way one pair: such sizes take their time.
  const bool moves = from() == to() && (from() == ACL_FLOAT || from() == ACL_DOUBLE);
  const bool narrows = from() == ACL_FLOAT && to() == ACL_FLOAT16;
  const bool widens = from() == ACL_INT32 && to() == ACL_DOUBLE;
  if (!moves && !narrows && !widens) return;
  const int64_t rows = 1027;
  const Shape shape = {rows, (int64_t{17} << 20) / both / rows + 1};
  const Bits telling = TellingBits(from(), 3001, 5);
  for (const LayoutKind kind :
       {LayoutKind::kDense, LayoutKind::kTransposed, LayoutKind::kPaddedRows}) {
    StridedTensor source(from(), MakeLayout(kind, shape));
    Bits bits(static_cast<size_t>(source.size()) * ElementSize(from()));
    for (size_t i = 0; i < bits.size(); ++i) bits[i] = telling[i % telling.size()];
    source.SetBits(bits);
    EXPECT_TRUE(
        CopyOf(std::move(source), MakeLayout(LayoutKind::kOffset, shape)).RunsRight(stream()));
  }
}

TEST_P(Copies, ReadNothingPastTheLastElement) {
  TensorOptions options;
  options.memory = MemoryKind::kPageEnd;
  for (int64_t size = 1; size <= 70; ++size) {
    const Layout layout = MakeLayout(LayoutKind::kDense, {size});
    StridedTensor source(from(), layout, options);
    source.SetBits(TellingBits(from(), size, 1));
    EXPECT_TRUE(MoveCall(MoveOp::kCopy, std::move(source), StridedTensor(to(), layout, options))
                    .RunsRight(stream()));
  }
}

TEST_P(Copies, NeedTheAlignmentOfTheirDtypesOnly) {
  for (size_t step = 1; step < 32 / ElementSize(to()); ++step) {
    TensorOptions written;
    written.misalign = step * ElementSize(to());
    TensorOptions read;
    read.misalign = (step * ElementSize(from())) % 32;
    const Layout layout = MakeLayout(LayoutKind::kDense, {3, 70});
    StridedTensor source(from(), layout, read);
    source.SetBits(TellingBits(from(), 210, 1));
    EXPECT_TRUE(MoveCall(MoveOp::kCopy, std::move(source), StridedTensor(to(), layout, written))
                    .RunsRight(stream()));
  }
}

TEST_P(Copies, OfEmptyTensorsSucceed) {
  for (const Shape& shape : {Shape{0}, Shape{3, 0}, Shape{0, 4}, Shape{2, 0, 3}}) {
    const Layout layout = MakeLayout(LayoutKind::kDense, shape);
    const Outcome outcome = CopyOf(StridedTensor(from(), layout), layout).Run(stream());
    EXPECT_TRUE(Succeeded(outcome));
    EXPECT_EQ(outcome.workspace_size, 0u);
  }
}

// Where a narrower dtype has only 65,536 values, all of them.
TEST_P(Copies, ConvertEverySixteenBitValue) {
  if (ElementSize(from()) != 2) return;
  Bits bits(2 * 65536);
  for (size_t i = 0; i < 65536; ++i) {
    bits[2 * i] = static_cast<unsigned char>(i);
    bits[2 * i + 1] = static_cast<unsigned char>(i >> 8);
  }
  const Layout layout = MakeLayout(LayoutKind::kDense, {65536});
  StridedTensor source(from(), layout);
  source.SetBits(bits);
  EXPECT_TRUE(CopyOf(std::move(source), layout).RunsRight(stream()));
}

TEST_P(Copies, CastGivesTheSame) {
  for (const LayoutKind kind : kLayoutKinds) {
    const Layout layout = MakeLayout(kind, {40, 70});
    EXPECT_TRUE(
        MoveCall(MoveOp::kCast, Source(layout), StridedTensor(to(), layout)).RunsRight(stream()));
  }
  const Layout scalar{{}, {}, 0, {1}};
  EXPECT_TRUE(
      MoveCall(MoveOp::kCast, Source(scalar), StridedTensor(to(), scalar)).RunsRight(stream()));
}

// One storage, read through one view and written through another.
class Overlaps : public Copies {
 protected:
  // Runs a copy inside one storage and checks it against what was there before. Returns the
  // workspace size.
  uint64_t RunShared(const Layout& read, const Layout& written) const {
    StridedTensor source(from(), read);
    source.SetStorage(UniformValues(7, ElementCount(read.storage_shape), -200, 200));
    StridedTensor target(source, to(), written);
    MoveCall call(MoveOp::kCopy, std::move(source), std::move(target));
    const Bits want = call.Want();
    const Outcome outcome = call.Run(stream());
    EXPECT_TRUE(Succeeded(outcome));
    EXPECT_TRUE(call.Holds(want));
    return outcome.workspace_size;
  }
  void ExpectCopiedFirst(const Layout& read, const Layout& written) const {
    const uint64_t workspace_size = RunShared(read, written);
    // Elements of other sizes may lie apart for all that.
    if (ElementSize(from()) == ElementSize(to())) {
      EXPECT_GT(workspace_size, 0u);
    }
  }
};
INSTANTIATE_TEST_SUITE_P(Every, Overlaps, ::testing::ValuesIn(DtypePairs()), NameOfPair);

TEST_P(Overlaps, GiveTheResultOfACopiedSource) {
  // Room for either dtype, counted in elements of the one that is read.
  for (const Shape& shape : {Shape{34}, Shape{3, 34}, Shape{70, 18}}) {
    const Shape storage = {8 * ElementCount(shape) + 80};
    for (const int64_t shift : {-3, -1, 1, 2, 5}) {
      const Layout read{shape, PackedStrides(shape), 4, storage};
      const Layout written{shape, PackedStrides(shape), 4 + shift, {ElementCount(shape) + 10}};
      ExpectCopiedFirst(read, written);
    }
  }
}

TEST_P(Overlaps, TransposedOntoItselfGiveTheResultOfACopiedSource) {
  for (const int64_t size : {4, 18, 70}) {
    const Shape square = {size, size};
    Layout read = MakeLayout(LayoutKind::kTransposed, square);
    read.storage_shape = {8 * size * size};
    ExpectCopiedFirst(read, MakeLayout(LayoutKind::kDense, square));
  }
}

TEST_P(Overlaps, OfARowBroadcastOverItsMatrixGiveTheResultOfACopiedSource) {
  const Shape shape = {9, 34};
  for (const int64_t row : {0, 3, 8}) {
    const Layout read{{34}, {1}, row * 34, {8 * 9 * 34}};
    ExpectCopiedFirst(read, MakeLayout(LayoutKind::kDense, shape));
  }
}

TEST_P(Overlaps, InPlaceOrInterleavedNeedNoWorkspace) {
  if (from() != to()) return;
  for (const LayoutKind kind : kLayoutKinds) {
    const Layout layout = MakeLayout(kind, {30, 18});
    EXPECT_EQ(RunShared(layout, layout), 0u) << LayoutName(kind);
  }
  const Layout even{{5, 12}, {24, 2}, 0, {5, 24}};
  const Layout odd{{5, 12}, {24, 2}, 1, {5, 24}};
  EXPECT_EQ(RunShared(even, odd), 0u);
}

}  // namespace
}  // namespace hostacl::testing
