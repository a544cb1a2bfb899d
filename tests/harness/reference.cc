// References for the four operators: the contract's formulas, one slice at a time.
#include "harness/reference.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hostacl::testing {
namespace {

// One line along the dimension `dim` of a row-major array.
struct Slice {
  const Real* first;
  int64_t stride;
  const Real& operator[](int64_t i) const { return first[i * stride]; }
};

// What one slice of the operator gives at index i along `dim`.
struct Point {
  Real value;
  Real scale;
};

// 1 / (1 + exp(-b)), which no finite b makes 0.
Real Sigmoid(Real b) {
  const Real s = 1 / (1 + std::exp(-b));
  return std::isfinite(b) ? std::max(s, std::numeric_limits<Real>::min()) : s;
}

Point Glu(const Slice& self, int64_t half, int64_t i) {
  const Real value = self[i] * Sigmoid(self[half + i]);
  return {value, std::abs(value)};
}

Point GluBackward(const Slice& grad_out, const Slice& self, int64_t half, int64_t i) {
  const Real g = grad_out[i % half], a = self[i % half], b = self[half + i % half];
  const Real value = i < half ? g * Sigmoid(b) : g * a * Sigmoid(b) * Sigmoid(-b);
  return {value, std::abs(value)};
}

std::vector<Point> LogSoftmax(const Slice& x, int64_t size) {
  Real max = -std::numeric_limits<Real>::infinity(), rest = 0;
  int64_t at_max = 0;
  for (int64_t i = 0; i < size; ++i) {
    if (x[i] > max) at_max = i, max = x[i];
  }
  // The largest term is 1; keeping it out of the sum keeps the others' digits.
  for (int64_t i = 0; i < size; ++i) rest += i == at_max ? x[i] - max : std::exp(x[i] - max);
  std::vector<Point> points;
  for (int64_t i = 0; i < size; ++i) {
    const Real value = x[i] - max - std::log1p(rest);
    points.push_back({value, std::max(std::abs(value), std::abs(x[i] - max))});
  }
  return points;
}

std::vector<Point> LogSoftmaxBackward(const Slice& g, const Slice& y, int64_t size,
                                      aclDataType compute) {
  Real sum = 0;
  for (int64_t i = 0; i < size; ++i) sum += g[i];
  const Real limit = compute == ACL_DOUBLE ? Real{std::numeric_limits<double>::max()}
                                           : Real{std::numeric_limits<float>::max()};
  std::vector<Point> points;
  for (int64_t i = 0; i < size; ++i) {
    const Real exact = std::exp(y[i]);
    const Real e = exact > limit ? std::numeric_limits<Real>::infinity() : exact;
    points.push_back({g[i] - e * sum, std::max(std::abs(g[i]), std::abs(e * sum))});
  }
  return points;
}

}  // namespace

Expected Reference(Op op, const std::vector<std::vector<Real>>& inputs, const Shape& shape,
                   int64_t dim, aclDataType compute) {
  const auto rank = static_cast<int64_t>(shape.size());
  const int64_t axis = dim < 0 ? dim + rank : dim;
  const int64_t size = rank == 0 ? 1 : shape[axis];
  const Shape inner_shape(shape.begin() + std::min(rank, axis + 1), shape.end());
  const int64_t inner = ElementCount(inner_shape);
  const int64_t slices = size == 0 ? 0 : ElementCount(shape) / size;
  const int64_t out_size = op == Op::kGlu ? size / 2 : size;
  Expected expected{std::vector<Real>(slices * out_size), std::vector<Real>(slices * out_size)};
  for (int64_t slice = 0; slice < slices; ++slice) {
    const auto start = [&](int64_t length) {
      return slice / inner * length * inner + slice % inner;
    };
    const auto of = [&](size_t input, int64_t length) {
      return Slice{inputs[input].data() + start(length), inner};
    };
    std::vector<Point> points;
    if (op == Op::kLogSoftmax) points = LogSoftmax(of(0, size), size);
    if (op == Op::kLogSoftmaxBackward) {
      points = LogSoftmaxBackward(of(0, size), of(1, size), size, compute);
    }
    for (int64_t i = 0; IsGlu(op) && i < out_size; ++i) {
      points.push_back(op == Op::kGlu ? Glu(of(0, size), size / 2, i)
                                      : GluBackward(of(0, size / 2), of(1, size), size / 2, i));
    }
    for (int64_t i = 0; i < out_size; ++i) {
      expected.values[start(out_size) + i * inner] = points[i].value;
      expected.scales[start(out_size) + i * inner] = points[i].scale;
    }
  }
  return expected;
}

}  // namespace hostacl::testing
