// Views: how a tensor's elements lie over its storage, and what two views have in common.
#ifndef HOSTACL_CORE_VIEW_H_
#define HOSTACL_CORE_VIEW_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "acl/acl_base.h"

namespace hostacl {

inline constexpr int kMaxRank = 8;

// Sizes, strides and offset count elements. A view that has elements lies in a storage of fewer
// than 2^63 bytes (CheckedView), so positions and byte distances in it do not overflow.
struct View {
  aclDataType dtype = ACL_DT_UNDEFINED;
  int rank = 0;
  std::array<int64_t, kMaxRank> dims{};
  std::array<int64_t, kMaxRank> strides{};
  int64_t offset = 0;
};

bool IsEmpty(const View& view);

int64_t ElementCount(const View& view);

inline int64_t ElementSize(const View& view) {
  return static_cast<int64_t>(aclDataTypeSize(view.dtype));
}

// The first (which = 0) or second (1) half of a view along `axis`.
View HalfOf(const View& view, int axis, int which);

// `view`, whose dims are 1 or those of `shape` counted from the last one, with the dims of `shape`:
// along dims that it lacks or that are 1 its elements repeat.
View BroadcastTo(const View& view, const View& shape);

// A row-major view without gaps of the same shape, at offset 0.
View DenseLike(const View& view);

// Whether two different indices of `view` name the same element.
bool MapsTwoIndicesToOneElement(const View& view);

// Whether a and b, at their storages' addresses, are one view: same elements, same order, same
// dtype.
bool IsSameView(const View& a, const std::byte* a_storage, const View& b,
                const std::byte* b_storage);

// Whether a byte belongs to both views. Exact for the views that occur in practice; where finding
// out would take too long the answer is yes.
bool SharesMemory(const View& a, const std::byte* a_storage, const View& b,
                  const std::byte* b_storage);

}  // namespace hostacl

#endif  // HOSTACL_CORE_VIEW_H_
