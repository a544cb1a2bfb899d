// Views: how a tensor's elements lie over its storage, and what two views have in common.
#include "core/view.h"

#include <algorithm>

#include "core/bounded_vector.h"

namespace hostacl {
namespace {

using Wide = __int128;

// One summand of a byte distance: `stride` bytes taken between `low` and `high` times.
struct Term {
  int64_t stride;
  int64_t low;
  int64_t high;
};

Wide FloorDivide(Wide a, Wide b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

// The terms of two views' dims.
using Terms = BoundedVector<Term, 2 * kMaxRank>;

bool HasLargerStride(const Term& a, const Term& b) { return a.stride > b.stride; }

// Decides whether the terms can sum to a value in [low, high]. Taking the largest stride first
// leaves few choices per level for nested views, so the search is short; `budget` bounds the
// others.
class DistanceSearch {
 public:
  explicit DistanceSearch(const Terms& terms) : terms_(terms) {
    std::sort(terms_.begin(), terms_.end(), HasLargerStride);
    for (size_t i = terms_.size(); i-- > 0;) {
      rest_low_[i] = rest_low_[i + 1] + Wide{terms_[i].stride} * terms_[i].low;
      rest_high_[i] = rest_high_[i + 1] + Wide{terms_[i].stride} * terms_[i].high;
    }
  }

  bool CanReach(Wide low, Wide high) { return Search(0, low, high); }

 private:
  bool Search(size_t level, Wide low, Wide high) {
    if (level == terms_.size()) return low <= 0 && high >= 0;
    const Term& term = terms_[level];
    const Wide first =
        std::max<Wide>(term.low, -FloorDivide(-(low - rest_high_[level + 1]), term.stride));
    const Wide last =
        std::min<Wide>(term.high, FloorDivide(high - rest_low_[level + 1], term.stride));
    for (Wide count = first; count <= last; ++count) {
      if (--budget_ < 0) return true;
      const Wide taken = count * term.stride;
      if (Search(level + 1, low - taken, high - taken)) return true;
    }
    return false;
  }

  Terms terms_;
  // What the terms from one on sum to at least and at most.
  std::array<Wide, 2 * kMaxRank + 1> rest_low_{};
  std::array<Wide, 2 * kMaxRank + 1> rest_high_{};
  int budget_ = 1 << 22;
};

// Adds the dims of a view as terms that count up (sign 1) or down (-1), joining equal strides.
void AddTerms(const View& view, int sign, Terms& terms) {
  for (int i = 0; i < view.rank; ++i) {
    if (view.dims[i] == 1 || view.strides[i] == 0) continue;
    const int64_t stride = view.strides[i] * ElementSize(view);
    Term* same = std::find_if(terms.begin(), terms.end(),
                              [&](const Term& term) { return term.stride == stride; });
    if (same == terms.end()) {
      terms.push_back({stride, 0, 0});
      same = terms.end() - 1;
    }
    (sign > 0 ? same->high : same->low) += sign * (view.dims[i] - 1);
  }
}

// How many bytes lie from the beginning of a view's first element to the end of its last; 0 when it
// has none.
int64_t Extent(const View& view) {
  // Unsigned, as the strides before a dim of size 0 may be anything.
  uint64_t last = 0;
  for (int i = 0; i < view.rank; ++i) {
    if (view.dims[i] == 0) return 0;
    last += static_cast<uint64_t>(view.dims[i] - 1) * static_cast<uint64_t>(view.strides[i]);
  }
  return static_cast<int64_t>(last + 1) * ElementSize(view);
}

// Whether each stride is beyond all that the smaller ones reach, as it is in views that were not
// made to overlap themselves. The dims come from the largest stride to the smallest.
bool IsNested(const Terms& dims) {
  int64_t reach = 0;
  for (size_t i = dims.size(); i-- > 0;) {
    if (dims[i].stride <= reach) return false;
    reach += dims[i].stride * dims[i].high;
  }
  return true;
}

const std::byte* FirstElement(const View& view, const std::byte* storage) {
  return storage + view.offset * ElementSize(view);
}

}  // namespace

bool IsEmpty(const View& view) {
  return std::find(view.dims.begin(), view.dims.begin() + view.rank, 0) !=
         view.dims.begin() + view.rank;
}

int64_t ElementCount(const View& view) {
  if (IsEmpty(view)) return 0;
  int64_t count = 1;
  for (int i = 0; i < view.rank; ++i) count *= view.dims[i];
  return count;
}

View HalfOf(const View& view, int axis, int which) {
  View half = view;
  half.dims[axis] /= 2;
  half.offset += which * half.dims[axis] * view.strides[axis];
  return half;
}

View BroadcastTo(const View& view, const View& shape) {
  View result = view;
  result.rank = shape.rank;
  result.dims = shape.dims;
  for (int i = 0; i < shape.rank; ++i) {
    const int own = i - (shape.rank - view.rank);
    const bool repeats = own < 0 || view.dims[own] == 1;
    result.strides[i] = repeats ? 0 : view.strides[own];
  }
  return result;
}

View DenseLike(const View& view) {
  View dense = view;
  dense.offset = 0;
  int64_t stride = 1;
  for (int i = view.rank; i-- > 0;) {
    dense.strides[i] = stride;
    stride *= view.dims[i];
  }
  return dense;
}

bool MapsTwoIndicesToOneElement(const View& view) {
  if (IsEmpty(view)) return false;
  Terms terms;
  for (int i = 0; i < view.rank; ++i) {
    if (view.dims[i] == 1) continue;
    if (view.strides[i] == 0) return true;
    terms.push_back({view.strides[i], -(view.dims[i] - 1), view.dims[i] - 1});
  }
  std::sort(terms.begin(), terms.end(), HasLargerStride);
  if (IsNested(terms)) return false;
  // Of two indices of one element, some dim is the first in which they differ; there the difference
  // may be taken as positive.
  for (size_t first = 0; first < terms.size(); ++first) {
    Terms candidates;
    for (size_t i = first; i < terms.size(); ++i) candidates.push_back(terms[i]);
    candidates[0].low = 1;
    if (DistanceSearch(candidates).CanReach(0, 0)) return true;
  }
  return false;
}

bool IsSameView(const View& a, const std::byte* a_storage, const View& b,
                const std::byte* b_storage) {
  if (a.dtype != b.dtype || a.rank != b.rank) return false;
  for (int i = 0; i < a.rank; ++i) {
    if (a.dims[i] != b.dims[i]) return false;
    if (a.dims[i] > 1 && a.strides[i] != b.strides[i]) return false;
  }
  return FirstElement(a, a_storage) == FirstElement(b, b_storage);
}

bool SharesMemory(const View& a, const std::byte* a_storage, const View& b,
                  const std::byte* b_storage) {
  const int64_t a_extent = Extent(a);
  const int64_t b_extent = Extent(b);
  if (a_extent == 0 || b_extent == 0) return false;
  const Wide distance = Wide{reinterpret_cast<intptr_t>(FirstElement(b, b_storage))} -
                        Wide{reinterpret_cast<intptr_t>(FirstElement(a, a_storage))};
  if (distance >= a_extent || -distance >= b_extent) return false;
  Terms terms;
  AddTerms(a, 1, terms);
  AddTerms(b, -1, terms);
  return DistanceSearch(terms).CanReach(distance - ElementSize(a) + 1,
                                        distance + ElementSize(b) - 1);
}

}  // namespace hostacl
