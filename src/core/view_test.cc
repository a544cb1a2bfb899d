// Overlap of views, against counting bytes.
#include "core/view.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <set>
#include <vector>

namespace hostacl {
namespace {

View MakeView(aclDataType dtype, const std::vector<int64_t>& dims,
              const std::vector<int64_t>& strides, int64_t offset) {
  View view;
  view.dtype = dtype;
  view.rank = static_cast<int>(dims.size());
  std::copy(dims.begin(), dims.end(), view.dims.begin());
  std::copy(strides.begin(), strides.end(), view.strides.begin());
  view.offset = offset;
  return view;
}

void ForEachElement(const View& view, const std::function<void(int64_t)>& visit) {
  for (int64_t i = 0; i < ElementCount(view); ++i) {
    int64_t rest = i;
    int64_t element = view.offset;
    for (int dim = view.rank; dim-- > 0;) {
      element += rest % view.dims[dim] * view.strides[dim];
      rest /= view.dims[dim];
    }
    visit(element);
  }
}

std::set<int64_t> Bytes(const View& view, int64_t address) {
  std::set<int64_t> bytes;
  ForEachElement(view, [&](int64_t element) {
    for (int64_t byte = 0; byte < ElementSize(view); ++byte) {
      bytes.insert(address + element * ElementSize(view) + byte);
    }
  });
  return bytes;
}

View RandomView(std::mt19937& random) {
  const auto pick = [&](int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  };
  const int64_t rank = pick(1, 4);
  std::vector<int64_t> dims;
  std::vector<int64_t> strides;
  for (int64_t i = 0; i < rank; ++i) {
    dims.push_back(pick(1, 4));
    strides.push_back(pick(0, 12));
  }
  return MakeView(pick(0, 1) != 0 ? ACL_FLOAT : ACL_FLOAT16, dims, strides, pick(0, 20));
}

TEST(View, OverlapAgreesWithCountingBytes) {
  std::mt19937 random(1);
  std::byte* const base = nullptr;
  int overlapping = 0;
  for (int i = 0; i < 3000; ++i) {
    const View a = RandomView(random);
    const View b = RandomView(random);
    const int64_t shift = std::uniform_int_distribution<int64_t>(0, 60)(random);
    const std::set<int64_t> a_bytes = Bytes(a, 1000);
    bool expected = false;
    for (const int64_t byte : Bytes(b, 1000 + shift))
      expected = expected || a_bytes.count(byte) > 0;
    ASSERT_EQ(SharesMemory(a, base + 1000, b, base + 1000 + shift), expected) << i;
    overlapping += expected ? 1 : 0;
  }
  EXPECT_GT(overlapping, 300);
  EXPECT_LT(overlapping, 2700);
}

TEST(View, SelfOverlapAgreesWithCountingElements) {
  std::mt19937 random(2);
  int overlapping = 0;
  for (int i = 0; i < 3000; ++i) {
    const View view = RandomView(random);
    std::set<int64_t> elements;
    ForEachElement(view, [&](int64_t element) { elements.insert(element); });
    const bool expected = static_cast<int64_t>(elements.size()) != ElementCount(view);
    ASSERT_EQ(MapsTwoIndicesToOneElement(view), expected) << i;
    overlapping += expected ? 1 : 0;
  }
  EXPECT_GT(overlapping, 300);
  EXPECT_LT(overlapping, 2900);
}

TEST(View, InterleavedColumnsOfAHugeMatrixAreToldApart) {
  constexpr int64_t kRows = int64_t{1} << 40;
  const std::byte* storage = nullptr;
  const View left = MakeView(ACL_FLOAT, {kRows, 4}, {8, 1}, 0);
  const View right = MakeView(ACL_FLOAT, {kRows, 4}, {8, 1}, 4);
  const View middle = MakeView(ACL_FLOAT, {kRows, 4}, {8, 1}, 3);
  EXPECT_FALSE(SharesMemory(left, storage, right, storage));
  EXPECT_TRUE(SharesMemory(left, storage, middle, storage));
}

TEST(View, SameViewIgnoresStridesOfSizeOne) {
  const std::byte* storage = nullptr;
  const View a = MakeView(ACL_FLOAT, {5, 1}, {1, 0}, 2);
  const View b = MakeView(ACL_FLOAT, {5, 1}, {1, 77}, 2);
  EXPECT_TRUE(IsSameView(a, storage, b, storage));
  EXPECT_FALSE(IsSameView(a, storage, b, storage + 4));
  EXPECT_FALSE(IsSameView(a, storage, MakeView(ACL_FLOAT, {5, 1}, {2, 0}, 2), storage));
}

}  // namespace
}  // namespace hostacl
