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

// A piece of a row, in two steps: exp(-|b|), and the rest.
template <typename T>
HWY_INLINE void GluPiece(SourceRow<T> as, SourceRow<T> bs, T* ys, int64_t count) {
  using C = ComputeType<T>;
  const hn::ScalableTag<C> d;
  using D = std::remove_cv_t<decltype(d)>;
  using Exp = GateExp<kPrecision<T>, D>;
  HWY_ALIGN C exps[Exp::kParts][kStepElements];
  ForEachVector(d, count, [&](const auto& lanes) HWY_ATTR {
    ExpOfGate<kPrecision<T>>(d, lanes.Load(bs)).Store(lanes, exps);
  });
  ForEachVector(d, count, [&](const auto& lanes) HWY_ATTR {
    const auto a = lanes.Load(as);
    const auto b = lanes.Load(bs.data);
    const auto y = hn::Mul(a, SigmoidOf(d, b, Exp::Load(lanes, exps)).sigmoid);
    // Stored in both branches: joined before, y would go through memory.
    if (HWY_LIKELY(hn::AllTrue(d, IsFinite(d, y)))) {
      lanes.Store(y, ys);
    } else {
      lanes.Store(MendTail(d, a, b, y), ys);
    }
  });
}

template <typename T>
HWY_INLINE void GluRows(const Tile& tile) {
  for (int64_t row = 0; row < tile.rows; ++row) {
    ForEachPiece(tile.cols, [&](int64_t first, int64_t count) HWY_ATTR {
      GluPiece<T>(tile.Source<T>(0, row).From(first), tile.Source<T>(1, row).From(first),
                  tile.Row<T>(2, row) + first, count);
    });
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
