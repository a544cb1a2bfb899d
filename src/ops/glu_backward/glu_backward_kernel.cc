// The gradient of the gated linear unit:
//
//   s = sigmoid(b)    t = 1 - s = sigmoid(-b)
//   da = dy s
//   db = dy a s t
//
// t comes from exp, not from 1 - s, so db keeps its relative accuracy for large b. The product s t,
// at most 1/4, meets the larger of dy and a first: dy a alone could overflow, and the smaller of
// them times s t could vanish.
#include "ops/glu_backward/glu_backward_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/glu_backward/glu_backward_kernel.cc"
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

template <class D>
struct Gradients {
  hn::Vec<D> da;
  hn::Vec<D> db;
};

// The lanes in which s or t leaves the normal range, computed one by one in a wider type.
template <class D>
HWY_NOINLINE Gradients<D> MendTail(D d, hn::Vec<D> dy, hn::Vec<D> a, hn::Vec<D> b,
                                   Gradients<D> gradients) {
  using T = hn::TFromD<D>;
  using Wide = WiderType<T>;
  constexpr size_t kLanes = hn::MaxLanes(D());
  HWY_ALIGN T dys[kLanes];
  HWY_ALIGN T as[kLanes];
  HWY_ALIGN T bs[kLanes];
  HWY_ALIGN T das[kLanes];
  HWY_ALIGN T dbs[kLanes];
  hn::Store(dy, d, dys);
  hn::Store(a, d, as);
  hn::Store(b, d, bs);
  hn::Store(gradients.da, d, das);
  hn::Store(gradients.db, d, dbs);
  for (size_t i = 0; i < kLanes; ++i) {
    if (!(std::abs(bs[i]) > kSigmoidTail<T>)) continue;
    const Wide small = SigmoidTail(bs[i]);
    das[i] = static_cast<T>(bs[i] > 0 ? Wide{dys[i]} : dys[i] * small);
    dbs[i] = static_cast<T>(Wide{dys[i]} * as[i] * small);
  }
  return {hn::Load(d, das), hn::Load(d, dbs)};
}

template <typename T>
HWY_INLINE void GluBackwardRow(SourceRow<T> dys, SourceRow<T> as, SourceRow<T> bs, T* das, T* dbs,
                               int64_t count) {
  const hn::ScalableTag<ComputeType<T>> d;
  using D = decltype(d);
  const auto tail = hn::Set(d, kSigmoidTail<ComputeType<T>>);
  ForEachVector(d, count, [&](const auto& lanes) HWY_ATTR {
    const auto dy = lanes.Load(dys);
    const auto a = lanes.Load(as);
    const auto b = lanes.Load(bs);
    const auto sigmoids = Sigmoids(d, b);
    const auto is_dy_larger = hn::Gt(hn::Abs(dy), hn::Abs(a));
    const auto larger = hn::IfThenElse(is_dy_larger, dy, a);
    const auto smaller = hn::IfThenElse(is_dy_larger, a, dy);
    const auto st = hn::Mul(sigmoids.of_x, sigmoids.of_minus_x);
    Gradients<std::remove_cv_t<D>> gradients{hn::Mul(dy, sigmoids.of_x),
                                             hn::Mul(hn::Mul(larger, st), smaller)};
    if (HWY_UNLIKELY(!hn::AllFalse(d, hn::Gt(hn::Abs(b), tail)))) {
      gradients = MendTail(d, dy, a, b, gradients);
    }
    lanes.Store(gradients.da, das);
    lanes.Store(gradients.db, dbs);
  });
}

template <typename T>
HWY_INLINE void GluBackwardRows(const Tile& tile) {
  for (int64_t row = 0; row < tile.rows; ++row) {
    GluBackwardRow<T>(tile.Source<T>(0, row), tile.Source<T>(1, row), tile.Source<T>(2, row),
                      tile.Row<T>(3, row), tile.Row<T>(4, row), tile.cols);
  }
}

HWY_NOINLINE void GluBackwardTile(const Tile& tile) {
  switch (tile.dtype) {
    case ACL_FLOAT:
      return GluBackwardRows<float>(tile);
    case ACL_DOUBLE:
      return GluBackwardRows<double>(tile);
    case ACL_FLOAT16:
      return GluBackwardRows<hwy::float16_t>(tile);
    default:
      return GluBackwardRows<hwy::bfloat16_t>(tile);
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace hostacl
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hostacl {

HWY_EXPORT(GluBackwardTile);

void GluBackwardKernel(const Tile& tile) noexcept { HWY_DYNAMIC_DISPATCH(GluBackwardTile)(tile); }

}  // namespace hostacl
#endif  // HWY_ONCE
