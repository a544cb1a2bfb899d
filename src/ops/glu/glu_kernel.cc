// The gated linear unit:
//
//   y = a sigmoid(b)
#include "ops/glu/glu_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/glu/glu_kernel.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h, which includes this file anew for each target.
#include <hwy/highway.h>

#include "simd/lanes-inl.h"
#include "simd/math-inl.h"
#include "simd/sigmoid_tail.h"

HWY_BEFORE_NAMESPACE();
namespace hostacl {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// The lanes in which sigmoid(b) leaves the normal range, computed one by one in a wider type.
template <class D>
HWY_NOINLINE hn::Vec<D> MendTail(D d, hn::Vec<D> a, hn::Vec<D> b, hn::Vec<D> y) {
  using T = hn::TFromD<D>;
  constexpr size_t kLanes = hn::MaxLanes(D());
  HWY_ALIGN T as[kLanes];
  HWY_ALIGN T bs[kLanes];
  HWY_ALIGN T ys[kLanes];
  hn::Store(a, d, as);
  hn::Store(b, d, bs);
  hn::Store(y, d, ys);
  for (size_t i = 0; i < kLanes; ++i) {
    if (bs[i] < -kSigmoidTail<T>) ys[i] = static_cast<T>(as[i] * SigmoidTail(bs[i]));
  }
  return hn::Load(d, ys);
}

template <typename T>
HWY_INLINE void GluRow(const T* as, const T* bs, T* ys, int64_t count) {
  const hn::ScalableTag<ComputeType<T>> d;
  const auto tail = hn::Set(d, -kSigmoidTail<ComputeType<T>>);
  ForEachVector(d, count, [&](const auto& lanes) HWY_ATTR {
    const auto a = lanes.Load(as);
    const auto b = lanes.Load(bs);
    auto y = hn::Mul(a, Sigmoids(d, b).of_x);
    if (HWY_UNLIKELY(!hn::AllFalse(d, hn::Lt(b, tail)))) y = MendTail(d, a, b, y);
    lanes.Store(y, ys);
  });
}

template <typename T>
HWY_INLINE void GluRows(const Tile& tile) {
  for (int64_t row = 0; row < tile.rows; ++row) {
    GluRow<T>(tile.Row<T>(0, row), tile.Row<T>(1, row), tile.Row<T>(2, row), tile.cols);
  }
}

HWY_NOINLINE void GluTile(const Tile& tile) {
  switch (tile.dtype) {
    case ACL_FLOAT:
      return GluRows<float>(tile);
    case ACL_DOUBLE:
      return GluRows<double>(tile);
    case ACL_FLOAT16:
      return GluRows<hwy::float16_t>(tile);
    default:
      return GluRows<hwy::bfloat16_t>(tile);
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace hostacl
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hostacl {

HWY_EXPORT(GluTile);

void GluKernel(const Tile& tile) noexcept { HWY_DYNAMIC_DISPATCH(GluTile)(tile); }

}  // namespace hostacl
#endif  // HWY_ONCE
