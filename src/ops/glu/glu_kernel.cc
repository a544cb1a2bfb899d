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
#include "simd/scaled-inl.h"
#include "simd/sigmoid-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hostacl {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// The lanes in which 1 + exp(-|b|) is 1: exp(b) may leave the normal range, and its product with a
// come back.
template <class D>
HWY_NOINLINE hn::Vec<D> MendTail(D d, hn::Vec<D> a, hn::Vec<D> b, hn::Vec<D> y) {
  const auto is_tail = hn::Gt(hn::Abs(b), hn::Set(d, kSigmoidTail<hn::TFromD<D>>));
  const auto small = Unscaled(d, Product(d, ScaledOf(d, a), ScaledTail(d, b)));
  return hn::IfThenElse(is_tail, hn::IfNegativeThenElse(b, small, a), y);
}

template <Precision kPrecision, class D>
HWY_INLINE hn::Vec<D> Glu(D d, hn::Vec<D> a, hn::Vec<D> b) {
  const auto y = hn::Mul(a, Sigmoid<kPrecision>(d, b).sigmoid);
  const auto is_tail = hn::Gt(hn::Abs(b), hn::Set(d, kSigmoidTail<hn::TFromD<D>>));
  return HWY_LIKELY(hn::AllFalse(d, is_tail)) ? y : MendTail(d, a, b, y);
}

template <typename T>
HWY_INLINE void GluRow(const T* as, const T* bs, T* ys, int64_t count) {
  const hn::ScalableTag<ComputeType<T>> d;
  ForEachVector(d, count, [&](const auto& lanes) HWY_ATTR {
    lanes.Store(Glu<kPrecision<T>>(d, lanes.Load(as), lanes.Load(bs)), ys);
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
