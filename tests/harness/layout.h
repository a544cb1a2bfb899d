// Layouts of views: where the elements of a tensor lie in its storage.
#ifndef HOSTACL_TESTS_HARNESS_LAYOUT_H_
#define HOSTACL_TESTS_HARNESS_LAYOUT_H_

#include <cstdint>
#include <string>
#include <vector>

namespace hostacl::testing {

using Shape = std::vector<int64_t>;

// The product of the sizes, 1 for rank 0.
int64_t ElementCount(const Shape& shape);

// Strides of a row-major shape without gaps.
std::vector<int64_t> PackedStrides(const Shape& shape);

// A view, in elements, over a storage of its own shape.
struct Layout {
  Shape shape;
  std::vector<int64_t> strides;
  int64_t offset = 0;
  Shape storage_shape;
};

enum class LayoutKind {
  kDense,
  kOffset,           // packed, but not from the start of the storage
  kTransposed,       // the last two axes swapped in memory
  kReversedAxes,     // column-major
  kSliced,           // an inner part of a storage larger in each dimension
  kPaddedRows,       // gaps behind each row
  kStridedByTwo,     // every other column
  kJunkUnitStrides,  // packed, with meaningless strides where a dimension is 1
};
extern const std::vector<LayoutKind> kLayoutKinds;
std::string LayoutName(LayoutKind kind);

Layout MakeLayout(LayoutKind kind, const Shape& shape);

// A packed storage without dimension `dim`, along which every element of it repeats (stride 0).
Layout ExpandedLayout(const Shape& shape, int64_t dim);

// The element of the storage that each element of the view is, in row-major order of the view.
std::vector<int64_t> StoragePositions(const Layout& layout);

}  // namespace hostacl::testing

#endif  // HOSTACL_TESTS_HARNESS_LAYOUT_H_
