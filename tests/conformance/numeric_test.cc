// Sweeps over shapes, dims and layouts against the plain references.
#include "harness/fixture.h"

namespace hostacl::testing {
namespace {

class Numeric : public OperatorDtypeTest {
 protected:
  // GLU's sizes along dim are counted in halves.
  int64_t AlongDim(int64_t size) const { return IsGlu(op()) ? 2 * size : size; }
};
INSTANTIATE_TEST_SUITE_P(Every, Numeric, ::testing::ValuesIn(OperatorDtypes()), ParameterName());

TEST_P(Numeric, SizesAroundTheVectorWidth) {
  std::vector<int64_t> sizes = {127, 128, 129, 255, 256, 257, 4095, 4096, 4097};
  for (int64_t size = 1; size <= 67; ++size) sizes.push_back(size);
  for (const int64_t size : sizes) {
    ASSERT_TRUE(Call(op(), {AlongDim(size)}, 0, dtype()).RunsRight(stream()));
    ASSERT_TRUE(Call(op(), {3, AlongDim(size)}, 1, dtype()).RunsRight(stream()));
    ASSERT_TRUE(Call(op(), {AlongDim(3), size}, 0, dtype()).RunsRight(stream()));
    ASSERT_TRUE(Call(op(), {2, AlongDim(size), 3}, 1, dtype()).RunsRight(stream()));
  }
}

TEST_P(Numeric, LongSlices) {
  for (const Shape& shape : {Shape{AlongDim(16385)}, Shape{2, AlongDim(16385)}}) {
    ASSERT_TRUE(Call(op(), shape, -1, dtype()).RunsRight(stream()));
  }
  ASSERT_TRUE(Call(op(), {AlongDim(2), 16385}, 0, dtype()).RunsRight(stream()));
  ASSERT_TRUE(Call(op(), {AlongDim(16385), 2}, 0, dtype()).RunsRight(stream()));
  ASSERT_TRUE(Call(op(), {4099, AlongDim(3)}, 1, dtype()).RunsRight(stream()));
}

TEST_P(Numeric, EveryRankAndDim) {
  const Shape sizes = {2, 3, 4, 1, 2, 3, 2, 1};
  for (size_t rank = 1; rank <= 8; ++rank) {
    for (int64_t dim = -static_cast<int64_t>(rank); dim < static_cast<int64_t>(rank); ++dim) {
      Shape shape(sizes.begin(), sizes.begin() + rank);
      int64_t& along = shape[dim < 0 ? dim + rank : dim];
      along = AlongDim(along);
      ASSERT_TRUE(Call(op(), shape, dim, dtype()).RunsRight(stream()));
    }
  }
}

// Each operand in each layout: the same bits as from dense ones, since the order of a sum depends
// on the shape alone.
TEST_P(Numeric, BitsDoNotDependOnLayouts) {
  const size_t count = OperandNames(op()).size();
  size_t combinations = 1;
  for (size_t i = 0; i < count; ++i) combinations *= kLayoutKinds.size();
  for (const Shape& shape : {Shape{4, 6, 10}, Shape{2, 1, 34}}) {
    for (const int64_t dim : {0, 2}) {
      Call dense(op(), shape, dim, dtype());
      ASSERT_TRUE(dense.RunsRight(stream()));
      for (size_t combination = 0; combination < combinations; ++combination) {
        CallOptions options;
        options.layouts.clear();
        for (size_t i = 0, rest = combination; i < count; ++i, rest /= kLayoutKinds.size()) {
          options.layouts.push_back(kLayoutKinds[rest % kLayoutKinds.size()]);
        }
        Call call(op(), shape, dim, dtype(), options);
        ASSERT_TRUE(Succeeded(call.Run(stream()))) << LayoutName(options.layouts[0]);
        ASSERT_EQ(call.out().Bits(), dense.out().Bits())
            << LayoutName(options.layouts[0]) << " " << LayoutName(options.layouts[1]) << " "
            << LayoutName(options.layouts.back());
      }
    }
  }
}

TEST_P(Numeric, BitsDoNotDependOnLayoutsOfLargerTensors) {
  for (const Shape& shape : {Shape{70, 514}, Shape{514, 70}, Shape{6, 50, 258}}) {
    for (size_t dim = 0; dim < shape.size(); ++dim) {
      Call dense(op(), shape, static_cast<int64_t>(dim), dtype());
      ASSERT_TRUE(dense.RunsRight(stream()));
      for (const LayoutKind kind : kLayoutKinds) {
        CallOptions options;
        options.layouts = {kind};
        Call call(op(), shape, static_cast<int64_t>(dim), dtype(), options);
        ASSERT_TRUE(Succeeded(call.Run(stream()))) << LayoutName(kind);
        EXPECT_EQ(call.out().Bits(), dense.out().Bits()) << LayoutName(kind) << " dim " << dim;
      }
    }
  }
}

// Rows, columns and strided slices whose sums tell the order that they were added in.
TEST_P(Numeric, BitsOfSumsDoNotDependOnLayouts) {
  if (IsGlu(op())) return;
  for (const Shape& shape : {Shape{70, 514}, Shape{6, 50, 258}, Shape{2, 40000}, Shape{40000, 2}}) {
    for (size_t dim = 0; dim < shape.size(); ++dim) {
      std::vector<unsigned char> dense;
      for (const LayoutKind kind : kLayoutKinds) {
        CallOptions options;
        options.layouts = {kind};
        Call call(op(), shape, static_cast<int64_t>(dim), dtype(), options);
        call.ExposeOrderOfSummation(9);
        ASSERT_TRUE(Succeeded(call.Run(stream()))) << LayoutName(kind);
        if (kind == LayoutKind::kDense) dense = call.out().Bits();
        EXPECT_TRUE(call.out().Bits() == dense) << LayoutName(kind) << " dim " << dim;
      }
    }
  }
}

TEST_P(Numeric, ExpandedInputs) {
  const Shape shape = {4, 6, 10};
  for (const int64_t dim : {0, 1, 2}) {
    for (size_t input = 0; input + 1 < OperandNames(op()).size(); ++input) {
      for (const int64_t expanded : {0, 1, 2}) {
        Call call(op(), shape, dim, dtype());
        const Layout layout = ExpandedLayout(call.operands[input].shape(), expanded);
        call.operands[input] = StridedTensor(dtype(), layout);
        call.operands[input].SetStorage(
            UniformValues(11, ElementCount(layout.storage_shape), -3, 0));
        ASSERT_TRUE(call.RunsRight(stream())) << "input " << input << " along " << expanded;
      }
    }
  }
}

}  // namespace
}  // namespace hostacl::testing
