// Outputs that share memory with inputs.
#include "harness/fixture.h"

namespace hostacl::testing {
namespace {

// Where an `out` that shares an input's storage lies in it.
struct Sharing {
  size_t input;
  Layout input_layout;
  Layout out_layout;
};

class Aliasing : public OperatorDtypeTest {
 protected:
  // Runs a call whose out and one input share a storage as `sharing` says, and checks the result
  // against the inputs as they were. Returns the workspace size.
  uint64_t RunShared(const Shape& shape, int64_t dim, const Sharing& sharing,
                     aclDataType out_dtype = ACL_DT_UNDEFINED) {
    Call call(op(), shape, dim, dtype());
    const std::vector<Real> values = call.operands[sharing.input].Values();
    call.operands[sharing.input] = StridedTensor(dtype(), sharing.input_layout);
    call.operands[sharing.input].SetStorage(
        UniformValues(7, ElementCount(sharing.input_layout.storage_shape), -3, 0));
    call.operands[sharing.input].SetValues(values);
    call.operands.back() =
        StridedTensor(call.operands[sharing.input],
                      out_dtype == ACL_DT_UNDEFINED ? dtype() : out_dtype, sharing.out_layout);
    const Expected want = call.Want();
    const Outcome outcome = call.Run(stream());
    EXPECT_TRUE(Succeeded(outcome));
    EXPECT_TRUE(call.Matches(want));
    return outcome.workspace_size;
  }

  size_t input_count() const { return OperandNames(op()).size() - 1; }
  // Whether an input has the shape of `out`.
  bool HasOutShape(size_t input) const {
    return op() != Op::kGlu && !(op() == Op::kGluBackward && input == 0);
  }
};
INSTANTIATE_TEST_SUITE_P(Every, Aliasing, ::testing::ValuesIn(OperatorDtypes()), ParameterName());

const Shape kShapes[] = {{34}, {3, 34}, {34, 3}, {4, 6, 10}, {2, 1030}, {300, 18}};

TEST_P(Aliasing, InPlaceIsRightAndNeedsNoWorkspace) {
  for (size_t input = 0; input < input_count(); ++input) {
    for (const Shape& shape : kShapes) {
      for (const LayoutKind kind : kLayoutKinds) {
        for (size_t dim = 0; HasOutShape(input) && dim < shape.size(); ++dim) {
          if (IsGlu(op()) && shape[dim] % 2 != 0) continue;
          const Layout layout = MakeLayout(kind, shape);
          const Sharing sharing{input, layout, layout};
          EXPECT_EQ(RunShared(shape, static_cast<int64_t>(dim), sharing), 0u) << LayoutName(kind);
        }
      }
    }
  }
}

TEST_P(Aliasing, ShiftedOverlapGivesTheResultOfCopiedInputs) {
  for (size_t input = 0; input < input_count(); ++input) {
    for (const Shape& shape : kShapes) {
      for (const int64_t shift : {-3, -1, 1, 2, 5}) {
        const int64_t dim = IsGlu(op()) && shape.back() % 2 != 0 ? 0 : -1;
        const Shape in_shape = OperandShape(op(), input, shape, dim);
        const Shape out_shape = OperandShape(op(), input_count(), shape, dim);
        const Shape storage = {ElementCount(shape) + 10};
        const Layout in_layout{in_shape, PackedStrides(in_shape), 4, storage};
        const Layout out_layout{out_shape, PackedStrides(out_shape), 4 + shift, storage};
        EXPECT_GT(RunShared(shape, dim, {input, in_layout, out_layout}), 0u);
      }
    }
  }
}

TEST_P(Aliasing, TransposedOverlapGivesTheResultOfCopiedInputs) {
  for (size_t input = 0; input < input_count(); ++input) {
    if (!HasOutShape(input)) continue;
    for (const int64_t size : {4, 18, 70}) {
      const Shape square = {size, size};
      const Sharing sharing{input, MakeLayout(LayoutKind::kDense, square),
                            MakeLayout(LayoutKind::kTransposed, square)};
      for (const int64_t dim : {0, 1}) EXPECT_GT(RunShared(square, dim, sharing), 0u);
    }
  }
}

TEST_P(Aliasing, OutOverAHalfOfSelf) {
  if (op() != Op::kGlu) return;
  const Layout whole = MakeLayout(LayoutKind::kDense, {6, 34});
  for (const int64_t half : {0, 1}) {
    RunShared({6, 34}, 1, {0, whole, {{6, 17}, {34, 1}, half * 17, {6, 34}}});
    RunShared({6, 34}, 0, {0, whole, {{3, 34}, {34, 1}, half * 3 * 34, {6, 34}}});
  }
}

TEST_P(Aliasing, InterleavedColumnsNeedNoWorkspace) {
  for (size_t input = 0; input < input_count(); ++input) {
    const Shape shape = {5, 12};
    const Shape in_shape = OperandShape(op(), input, shape, 1);
    const Shape out_shape = OperandShape(op(), input_count(), shape, 1);
    const Layout in_layout{in_shape, {24, 2}, 0, {5, 24}};
    const Layout out_layout{out_shape, {24, 2}, 1, {5, 24}};
    EXPECT_EQ(RunShared(shape, 1, {input, in_layout, out_layout}), 0u);
  }
}

TEST_P(Aliasing, OutOfAnotherDtypeOverTheInput) {
  if (op() == Op::kGluBackward) return;
  for (const aclDataType out_dtype : {ACL_FLOAT16, ACL_FLOAT, ACL_DOUBLE}) {
    if (out_dtype == dtype()) continue;
    const Shape shape = {6, 34};
    const Shape out_shape = OperandShape(op(), input_count(), shape, 1);
    // Room for both, counted in the input's elements.
    const Shape storage = {2 * 6 * 34 * 8};
    const Layout in_layout{shape, {34, 1}, 0, storage};
    Layout out_layout{out_shape, PackedStrides(out_shape), 0, {6 * 34}};
    EXPECT_GT(RunShared(shape, 1, {0, in_layout, out_layout}, out_dtype), 0u);
  }
}

TEST_P(Aliasing, OneInputReadThroughBothParameters) {
  if (op() != Op::kLogSoftmaxBackward) return;
  Call call(op(), {6, 34}, 1, dtype());
  call.operands[0] =
      StridedTensor(call.operands[1], dtype(), MakeLayout(LayoutKind::kDense, {6, 34}));
  EXPECT_TRUE(call.RunsRight(stream()));
  call.operands[2] =
      StridedTensor(call.operands[1], dtype(), MakeLayout(LayoutKind::kDense, {6, 34}));
  EXPECT_TRUE(call.RunsRight(stream()));
}

}  // namespace
}  // namespace hostacl::testing
