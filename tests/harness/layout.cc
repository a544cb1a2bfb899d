// Makers of the layouts that the suites run the operators on.
#include "harness/layout.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace hostacl::testing {
namespace {

// The layout whose axes lie in memory in the order `axes`, outermost first.
Layout PermutedLayout(const Shape& shape, const std::vector<size_t>& axes) {
  Layout layout{shape, Shape(shape.size()), 0, {}};
  for (const size_t axis : axes) layout.storage_shape.push_back(shape[axis]);
  const std::vector<int64_t> strides = PackedStrides(layout.storage_shape);
  for (size_t i = 0; i < axes.size(); ++i) layout.strides[axes[i]] = strides[i];
  return layout;
}

}  // namespace

const std::vector<LayoutKind> kLayoutKinds = {
    LayoutKind::kDense,        LayoutKind::kOffset,         LayoutKind::kTransposed,
    LayoutKind::kReversedAxes, LayoutKind::kSliced,         LayoutKind::kPaddedRows,
    LayoutKind::kStridedByTwo, LayoutKind::kJunkUnitStrides};

std::string LayoutName(LayoutKind kind) {
  static const char* const names[] = {"Dense",  "Offset",     "Transposed",   "ReversedAxes",
                                      "Sliced", "PaddedRows", "StridedByTwo", "JunkUnitStrides"};
  return names[static_cast<int>(kind)];
}

int64_t ElementCount(const Shape& shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>());
}

std::vector<int64_t> PackedStrides(const Shape& shape) {
  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;)
    strides[i - 1] = strides[i] * std::max<int64_t>(shape[i], 1);
  return strides;
}

Layout MakeLayout(LayoutKind kind, const Shape& shape) {
  std::vector<size_t> axes(shape.size());
  std::iota(axes.begin(), axes.end(), size_t{0});
  if (kind == LayoutKind::kReversedAxes) std::reverse(axes.begin(), axes.end());
  if (kind == LayoutKind::kTransposed && axes.size() > 1)
    std::swap(axes.back(), axes[axes.size() - 2]);
  Layout layout = PermutedLayout(shape, axes);
  if (shape.empty()) return layout;
  switch (kind) {
    case LayoutKind::kOffset:
      layout.offset = 3;
      layout.storage_shape = {3 + ElementCount(shape) + 2};
      break;
    case LayoutKind::kSliced:
      for (int64_t& size : layout.storage_shape) ++size;
      layout.strides = PackedStrides(layout.storage_shape);
      layout.offset = std::accumulate(layout.strides.begin(), layout.strides.end(), int64_t{0});
      break;
    case LayoutKind::kPaddedRows:
      layout.storage_shape.back() += 5;
      layout.strides = PackedStrides(layout.storage_shape);
      break;
    case LayoutKind::kStridedByTwo:
      layout.storage_shape.back() *= 2;
      layout.strides = PackedStrides(layout.storage_shape);
      layout.strides.back() = 2;
      break;
    case LayoutKind::kJunkUnitStrides:
      for (size_t i = 0; i < shape.size(); ++i) {
        if (shape[i] == 1) layout.strides[i] = i % 2 == 0 ? int64_t{1} << 40 : 0;
      }
      break;
    default:
      break;
  }
  return layout;
}

Layout ExpandedLayout(const Shape& shape, int64_t dim) {
  Shape stored = shape;
  stored[dim] = 1;
  Layout layout{shape, PackedStrides(stored), 0, stored};
  layout.strides[dim] = 0;
  return layout;
}

std::vector<int64_t> StoragePositions(const Layout& layout) {
  std::vector<int64_t> positions{layout.offset};
  for (size_t axis = 0; axis < layout.shape.size(); ++axis) {
    std::vector<int64_t> finer;
    finer.reserve(positions.size() * layout.shape[axis]);
    for (const int64_t position : positions) {
      for (int64_t i = 0; i < layout.shape[axis]; ++i) {
        finer.push_back(position + i * layout.strides[axis]);
      }
    }
    positions.swap(finer);
  }
  return positions;
}

}  // namespace hostacl::testing
