// Operands too large for the caches, which the library writes in another way than small ones: the
// same bits as small pieces of the same data give, and no byte elsewhere.
#include <algorithm>
#include <cstring>
#include <utility>

#include "harness/fixture.h"

namespace hostacl::testing {
namespace {

// What all operands of a call take together at least.
constexpr int64_t kBytes = int64_t{17} << 20;
// How many numbers each operand repeats: a prime, so that rows of no layout look alike.
constexpr int64_t kNumbers = 65537;
// Elements that a call is compared in, about.
constexpr int64_t kSampled = 16384;
// Elements of an out's storage behind the view.
constexpr int64_t kTail = 100;

struct Work {
  const char* name;
  Shape shape;  // the undivided one; the size that is 0 becomes as large as kBytes asks for
  int64_t dim;
  LayoutKind inputs = LayoutKind::kDense;
  LayoutKind out = LayoutKind::kDense;
  int64_t head = 0;  // elements of each storage before the view
  bool expands_first = false;
  bool in_place = false;
};

const std::vector<Work> kWorks = {
    {"last dim", {0, 2054}, 1},
    {"last dim, unaligned", {0, 2054}, 1, LayoutKind::kDense, LayoutKind::kDense, 1},
    {"last dim, a power of two", {0, 4096}, 1},
    {"first dim", {0, 1031}, 0},
    {"first dim, unaligned", {0, 1031}, 0, LayoutKind::kDense, LayoutKind::kDense, 1},
    {"middle dim", {0, 66, 515}, 1},
    {"pitched rows", {0, 1030}, 1, LayoutKind::kPaddedRows, LayoutKind::kPaddedRows, 1},
    {"pitched rows, first dim", {0, 1030}, 0, LayoutKind::kPaddedRows, LayoutKind::kPaddedRows, 1},
    {"pitched rows, shorter than runs", {0, 70}, 1, LayoutKind::kDense, LayoutKind::kPaddedRows},
    {"sliced", {0, 35, 258}, 2, LayoutKind::kSliced, LayoutKind::kSliced},
    {"transposed", {514, 0}, 0, LayoutKind::kTransposed, LayoutKind::kTransposed},
    {"transposed, other dim", {514, 0}, 1, LayoutKind::kTransposed, LayoutKind::kTransposed},
    {"transposed in", {0, 1030}, 1, LayoutKind::kTransposed, LayoutKind::kDense, 1},
    {"transposed in, first dim", {1030, 0}, 0, LayoutKind::kTransposed, LayoutKind::kDense},
    {"transposed out", {0, 1030}, 1, LayoutKind::kDense, LayoutKind::kTransposed, 1},
    {"expanded", {0, 2054}, 1, LayoutKind::kDense, LayoutKind::kDense, 0, true},
    {"rows of 8", {0, 8}, 1},
    {"halves of 3", {0, 6}, 1, LayoutKind::kDense, LayoutKind::kDense, 1},
    {"rows of 8 across", {8, 0}, 0},
    {"in place", {0, 2054}, 1, LayoutKind::kDense, LayoutKind::kDense, 1, false, true},
    {"in place, first dim", {0, 1031}, 0, LayoutKind::kDense, LayoutKind::kDense, 0, false, true},
    {"in place, pitched",
     {0, 1030},
     1,
     LayoutKind::kPaddedRows,
     LayoutKind::kPaddedRows,
     1,
     false,
     true},
};

// The shape of a work that takes kBytes for an operator and a dtype.
Shape FullShape(const Work& work, Op op, aclDataType dtype) {
  Shape shape = work.shape;
  int64_t& open = *std::find(shape.begin(), shape.end(), 0);
  open = 2;
  int64_t bytes = 0;
  for (size_t i = 0; i < OperandNames(op).size(); ++i) {
    bytes += ElementCount(OperandShape(op, i, shape, work.dim)) *
             static_cast<int64_t>(ElementSize(dtype));
  }
  open = 2 * (kBytes / bytes + 1);
  // Odd where no half is taken of it.
  if (&open != &shape[static_cast<size_t>(work.dim)] || !IsGlu(op)) ++open;
  return shape;
}

// The encodings of the numbers that an operand repeats through its storage.
std::vector<unsigned char> Numbers(Op op, size_t operand, aclDataType dtype) {
  const std::string& name = OperandNames(op)[operand];
  const double low = name == "output" ? -9 : -3;
  const double high = name == "output" ? 0 : 3;
  const size_t width = ElementSize(dtype);
  std::vector<unsigned char> encoded(kNumbers * width);
  size_t i = 0;
  for (const Real value : UniformValues(operand + 1, kNumbers, low, high)) {
    Store(dtype, value, encoded.data() + width * i++);
  }
  return encoded;
}

// Fills a storage with `pattern` again and again.
void Repeat(const std::vector<unsigned char>& pattern, Memory& memory) {
  for (size_t at = 0; at < memory.size(); at += pattern.size()) {
    std::memcpy(memory.bytes() + at, pattern.data(), std::min(pattern.size(), memory.size() - at));
  }
}

template <typename Bits>
int64_t CountAs(const std::vector<unsigned char>& value, const Memory& memory) {
  Bits bits;
  std::memcpy(&bits, value.data(), sizeof(bits));
  const auto* first = reinterpret_cast<const Bits*>(memory.bytes());
  return std::count(first, first + memory.size() / sizeof(bits), bits);
}

// How many elements of a storage have the bits of `value`.
int64_t CountOf(const std::vector<unsigned char>& value, const Memory& memory) {
  if (value.size() == 2) return CountAs<uint16_t>(value, memory);
  if (value.size() == 4) return CountAs<uint32_t>(value, memory);
  return CountAs<uint64_t>(value, memory);
}

// A layout with room before and behind it.
Layout InTheMiddle(Layout layout, int64_t head) {
  layout.offset += head;
  layout.storage_shape = {head + ElementCount(layout.storage_shape) + kTail};
  return layout;
}

// Up to `most` indices of a dim, the first ones and the last ones and some between.
std::vector<int64_t> SampledIndices(int64_t size, int64_t most) {
  std::vector<int64_t> indices;
  if (size <= most) {
    for (int64_t i = 0; i < size; ++i) indices.push_back(i);
    return indices;
  }
  for (int64_t i = 0; i < most; ++i) {
    // Two neighbours at a time.
    indices.push_back(i / 2 * (size - 2) / ((most - 1) / 2) + i % 2);
  }
  return indices;
}

// The elements of a view whose index is among `indices` in each dim, row-major.
std::vector<int64_t> SampledPositions(const Layout& layout,
                                      const std::vector<std::vector<int64_t>>& indices) {
  std::vector<int64_t> positions{layout.offset};
  for (size_t axis = 0; axis < indices.size(); ++axis) {
    std::vector<int64_t> finer;
    for (const int64_t position : positions) {
      for (const int64_t index : indices[axis]) {
        if (index >= layout.shape[axis]) break;
        finer.push_back(position + index * layout.strides[axis]);
      }
    }
    positions.swap(finer);
  }
  return positions;
}

// One large call, whose operands repeat numbers that are known without looking at them.
class LargeCall {
 public:
  LargeCall(const Work& work, Op op, aclDataType dtype)
      : op_(op), dtype_(dtype), dim_(work.dim), shape_(FullShape(work, op, dtype)) {
    const size_t count = OperandNames(op).size();
    for (size_t i = 0; i < count; ++i) {
      const bool is_out = i + 1 == count;
      const Shape shape = OperandShape(op, i, shape_, dim_);
      Layout layout = MakeLayout(is_out ? work.out : work.inputs, shape);
      if (i == 0 && work.expands_first) layout = ExpandedLayout(shape, 0);
      layout = InTheMiddle(layout, work.head);
      if (is_out && work.in_place) {
        operands_.emplace_back(operands_[SharedInput()], dtype, AtTheEnd(layout));
        break;
      }
      operands_.emplace_back(dtype, layout);
      numbers_.push_back(is_out ? std::vector<unsigned char>() : Numbers(op, i, dtype));
      if (!is_out) Repeat(numbers_.back(), operands_.back().memory());
    }
  }

  // The input that out is the memory of where a work is in place. GLU's self is larger than its
  // out, which overlaps it then, so that it is copied first.
  size_t SharedInput() const { return op_ == Op::kGluBackward ? 1 : 0; }

  // `layout` so that it ends where the input ends that it shares the memory of.
  Layout AtTheEnd(Layout layout) const {
    const Shape& storage = operands_[SharedInput()].layout().storage_shape;
    layout.offset += ElementCount(storage) - ElementCount(layout.storage_shape);
    layout.storage_shape = storage;
    return layout;
  }

  StridedTensor& out() { return operands_.back(); }

  void Run(aclrtStream stream) {
    std::vector<aclTensor*> descriptors;
    for (const StridedTensor& operand : operands_) descriptors.push_back(operand.descriptor());
    const Plan plan = PlanTensors(op_, descriptors, dim_);
    ASSERT_EQ(plan.status, ACLNN_SUCCESS) << plan.message;
    const Memory workspace(MemoryKind::kDevice, plan.workspace_size);
    ASSERT_EQ(RunPlanned(op_, workspace.bytes(), plan.workspace_size, plan.executor, stream),
              ACLNN_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  }

  // Compares some slices with what a call of these alone gives, in dense operands.
  void ExpectBitsOfSmallCall(aclrtStream stream) {
    const std::vector<std::vector<int64_t>> indices = SampledSlices();
    Shape small;
    for (const std::vector<int64_t>& chosen : indices) {
      small.push_back(static_cast<int64_t>(chosen.size()));
    }
    std::vector<StridedTensor> operands;
    for (size_t i = 0; i < operands_.size(); ++i) {
      const Shape shape = OperandShape(op_, i, small, dim_);
      operands.emplace_back(dtype_, MakeLayout(LayoutKind::kDense, shape));
      if (i + 1 < operands_.size()) operands.back().SetBits(InputBits(i, indices));
    }
    const Call call(op_, small, dim_, std::move(operands));
    ASSERT_TRUE(Succeeded(call.Run(stream)));
    ExpectOutBits(call.operands.back().Bits(), indices);
  }

  // That every element of out was written, and nothing else in its storage.
  void ExpectWholeViewWritten() {
    const size_t width = ElementSize(dtype_);
    std::vector<unsigned char> canary(width);
    Store(dtype_, kCanary, canary.data());
    const int64_t elements = ElementCount(out().layout().storage_shape);
    EXPECT_EQ(CountOf(canary, out().memory()), elements - out().size());
  }

 private:
  // Whole slices along the axis: kSampled elements, more or less.
  std::vector<std::vector<int64_t>> SampledSlices() const {
    std::vector<std::vector<int64_t>> indices(shape_.size());
    const auto axis = static_cast<size_t>(dim_);
    indices[axis] = SampledIndices(shape_[axis], shape_[axis]);
    const int64_t most = shape_.size() == 2 ? std::max<int64_t>(kSampled / shape_[axis], 16) : 16;
    for (size_t i = 0; i < shape_.size(); ++i) {
      if (i != axis) indices[i] = SampledIndices(shape_[i], most);
    }
    return indices;
  }

  std::vector<unsigned char> InputBits(size_t operand,
                                       const std::vector<std::vector<int64_t>>& indices) const {
    const size_t width = ElementSize(dtype_);
    std::vector<unsigned char> bits;
    for (const int64_t position : SampledPositions(operands_[operand].layout(), indices)) {
      const auto first =
          numbers_[operand].begin() + position % kNumbers * static_cast<int64_t>(width);
      bits.insert(bits.end(), first, first + static_cast<int64_t>(width));
    }
    return bits;
  }

  void ExpectOutBits(const std::vector<unsigned char>& want,
                     const std::vector<std::vector<int64_t>>& indices) {
    const size_t width = ElementSize(dtype_);
    const unsigned char* bytes = out().memory().bytes();
    size_t wrong = 0;
    size_t first_wrong = 0;
    size_t i = 0;
    for (const int64_t position : SampledPositions(out().layout(), indices)) {
      const unsigned char* got = bytes + static_cast<size_t>(position) * width;
      if (std::memcmp(got, want.data() + i * width, width) != 0 && wrong++ == 0) first_wrong = i;
      ++i;
    }
    EXPECT_EQ(i * width, want.size());
    EXPECT_EQ(wrong, 0u) << "of " << i << " sampled elements, first number " << first_wrong;
  }

  Op op_;
  aclDataType dtype_;
  int64_t dim_;
  Shape shape_;
  std::vector<StridedTensor> operands_;
  std::vector<std::vector<unsigned char>> numbers_;
};

class Large : public OperatorDtypeTest {
 protected:
  Large() : OperatorDtypeTest({{"HOSTACL_THREADS", "2"}}) {}
};
INSTANTIATE_TEST_SUITE_P(Every, Large, ::testing::ValuesIn(OperatorDtypes()), ParameterName());

TEST_P(Large, BitsAreThoseOfSmallPiecesInEveryLayout) {
  for (const Work& work : kWorks) {
    SCOPED_TRACE(work.name);
    LargeCall call(work, op(), dtype());
    ASSERT_NO_FATAL_FAILURE(call.Run(stream()));
    ASSERT_NO_FATAL_FAILURE(call.ExpectBitsOfSmallCall(stream()));
    if (!work.in_place) call.ExpectWholeViewWritten();
  }
}

// One slice that cannot be cut: as large with gaps between the elements of out, which are written
// through the caches.
TEST_P(Large, OneLongRowHasTheBitsOfOneWithGaps) {
  const Work dense = {"", {1, 0}, 1, LayoutKind::kDense, LayoutKind::kDense, 1};
  const Work gaps = {"", {1, 0}, 1, LayoutKind::kDense, LayoutKind::kStridedByTwo, 1};
  LargeCall one(dense, op(), dtype());
  LargeCall other(gaps, op(), dtype());
  ASSERT_NO_FATAL_FAILURE(one.Run(stream()));
  ASSERT_NO_FATAL_FAILURE(other.Run(stream()));
  one.ExpectWholeViewWritten();
  const size_t width = ElementSize(dtype());
  const unsigned char* got = one.out().memory().bytes() + width;
  const unsigned char* want = other.out().memory().bytes() + width;
  int64_t wrong = 0;
  for (int64_t i = 0; i < one.out().size(); ++i) {
    wrong += std::memcmp(got + static_cast<size_t>(i) * width,
                         want + static_cast<size_t>(2 * i) * width, width) != 0;
  }
  EXPECT_EQ(wrong, 0);
}

// Some neighbouring rows of a dense matrix, or some of its columns.
struct Block {
  int64_t first_row;
  int64_t rows;
  int64_t first_col;
  int64_t cols;
};

// Copies a block of a matrix with rows of `pitch` elements to a dense one, or back.
void CopyBlock(std::vector<unsigned char>& matrix, int64_t pitch, const Block& block, size_t width,
               std::vector<unsigned char>& dense, bool back) {
  const size_t bytes = static_cast<size_t>(block.cols) * width;
  dense.resize(static_cast<size_t>(block.rows) * bytes);
  for (int64_t row = 0; row < block.rows; ++row) {
    unsigned char* in_matrix =
        matrix.data() +
        static_cast<size_t>((block.first_row + row) * pitch + block.first_col) * width;
    unsigned char* in_dense = dense.data() + static_cast<size_t>(row) * bytes;
    std::memcpy(back ? in_matrix : in_dense, back ? in_dense : in_matrix, bytes);
  }
}

// What `count` small calls give, each with its share of a matrix's slices.
std::vector<unsigned char> OutOfPieces(const Call& call, int64_t count, aclrtStream stream) {
  const bool along_rows = call.dim == 1;
  const int64_t rows = call.shape[0];
  const int64_t cols = call.shape[1];
  const aclDataType dtype = call.operands[0].dtype();
  std::vector<std::vector<unsigned char>> matrices;
  for (const StridedTensor& operand : call.operands) matrices.push_back(operand.Bits());
  for (int64_t i = 0; i < count; ++i) {
    const Block block = along_rows ? Block{i * rows / count, rows / count, 0, cols}
                                   : Block{0, rows, i * cols / count, cols / count};
    Call small(call.op, {block.rows, block.cols}, call.dim, dtype);
    std::vector<unsigned char> dense;
    for (size_t operand = 0; operand + 1 < matrices.size(); ++operand) {
      CopyBlock(matrices[operand], cols, block, ElementSize(dtype), dense, false);
      small.operands[operand].SetBits(dense);
    }
    EXPECT_TRUE(Succeeded(small.Run(stream)));
    dense = small.out().Bits();
    CopyBlock(matrices.back(), cols, block, ElementSize(dtype), dense, true);
  }
  return matrices.back();
}

class LargeSum : public SessionTest {
 protected:
  LargeSum() : SessionTest({{"HOSTACL_THREADS", "2"}}) {}
};

// The columns of a wide matrix and the rows of a tall one, which are taken in groups, and a few
// long ones, which are cut for the threads; with numbers whose sum tells its order.
TEST_F(LargeSum, SlicesAreSummedAsEachAloneWouldBe) {
  struct Slices {
    Shape shape;
    int64_t dim;
    int64_t pieces;
  };
  const std::vector<Slices> works = {
      {{350, 4200}, 0, 12}, {{4200, 350}, 1, 12}, {{480000, 3}, 0, 3}, {{3, 480000}, 1, 3}};
  for (const auto& [shape, dim, pieces] : works) {
    Call call(Op::kLogSoftmaxBackward, shape, dim, ACL_FLOAT);
    call.ExposeOrderOfSummation(3);
    const std::vector<unsigned char> want = OutOfPieces(call, pieces, stream());
    ASSERT_TRUE(Succeeded(call.Run(stream())));
    EXPECT_TRUE(call.out().Bits() == want) << ::testing::PrintToString(shape);
    // Turned, the one with long slices is the other.
    if (pieces == 3) continue;
    for (StridedTensor& operand : call.operands) {
      StridedTensor turned(ACL_FLOAT, MakeLayout(LayoutKind::kTransposed, shape));
      turned.SetBits(operand.Bits());
      operand = std::move(turned);
    }
    call.out().FillStorage(kCanary);
    ASSERT_TRUE(Succeeded(call.Run(stream())));
    EXPECT_TRUE(call.out().Bits() == want) << ::testing::PrintToString(shape) << " transposed";
  }
}

}  // namespace
}  // namespace hostacl::testing
