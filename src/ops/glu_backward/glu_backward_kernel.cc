// The gradient of the gated linear unit:
//
//   s = sigmoid(b)    t = 1 - s = sigmoid(-b)
//   da = dy s
//   db = dy a s t
//
// t comes from exp, not from 1 - s, so db keeps its relative accuracy for large b. dy a may
// overflow where db does not, which shows in a db that is not finite; what dy a loses by underflow
// db, at most a quarter of it, would lose too.
#include "ops/glu_backward/glu_backward_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/glu_backward/glu_backward_kernel.cc"
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

template <class D>
struct Gradients {
  hn::Vec<D> da;
  hn::Vec<D> db;
};

// The lanes in which s or t is exp(-|b|), which may leave the normal range, and those in which db
// came out infinite or NaN.
template <class D>
HWY_NOINLINE Gradients<D> Mend(D d, hn::Vec<D> dy, hn::Vec<D> a, hn::Vec<D> b, hn::Vec<D> slope,
                               hn::Vec<D> da, hn::Vec<D> db) {
  const auto is_tail = hn::Gt(hn::Abs(b), hn::Set(d, kSigmoidTail<hn::TFromD<D>>));
  const Scaled<D> scaled_dy = ScaledOf(d, dy);
  const Scaled<D> tail = ScaledTail(d, b);
  const auto tail_da = hn::IfNegativeThenElse(b, Unscaled(d, Product(d, scaled_dy, tail)), dy);
  const Scaled<D> scaled_slope = Choose(d, is_tail, tail, ScaledOf(d, slope));
  const Scaled<D> scaled_db = Product(d, Product(d, scaled_dy, ScaledOf(d, a)), scaled_slope);
  const auto is_mended = hn::Or(is_tail, hn::Not(IsFinite(d, db)));
  return {hn::IfThenElse(is_tail, tail_da, da),
          hn::IfThenElse(is_mended, Unscaled(d, scaled_db), db)};
}

// dy a slope. Rounded once but for the slope: what dy a loses is added back. Larger by a power of
// two until the end, so that it is not lost next to the smallest normal values.
template <Precision kPrecision, class D>
HWY_INLINE hn::Vec<D> GateGradient(D d, hn::Vec<D> dy, hn::Vec<D> a, hn::Vec<D> slope) {
  if constexpr (kPrecision == Precision::kShort) return hn::Mul(hn::Mul(dy, a), slope);
  using T = hn::TFromD<D>;
  constexpr T kUp = std::is_same_v<T, float> ? T{0x1p60} : T{0x1p120};
  const auto larger_dy = hn::Mul(dy, hn::Set(d, kUp));
  const auto product = hn::Mul(larger_dy, a);
  const auto lost = FusedMulSub(d, larger_dy, a, product);
  return hn::Mul(FusedMulAdd(d, product, slope, hn::Mul(lost, slope)), hn::Set(d, 1 / kUp));
}

// A piece of a row, in three steps: exp(-|b|), s and s t, the gradients.
template <typename T>
HWY_INLINE void GluBackwardPiece(SourceRow<T> dys, SourceRow<T> as, SourceRow<T> bs, T* das, T* dbs,
                                 int64_t count) {
  using C = ComputeType<T>;
  const hn::ScalableTag<C> d;
  using D = std::remove_cv_t<decltype(d)>;
  using Exp = GateExp<kPrecision<T>, D>;
  HWY_ALIGN C exps[Exp::kParts][kStepElements];
  HWY_ALIGN C sigmoids[kStepElements];
  HWY_ALIGN C slopes[kStepElements];
  ForEachVector(d, count, [&](const auto& lanes) HWY_ATTR {
    ExpOfGate<kPrecision<T>>(d, lanes.Load(bs)).Store(lanes, exps);
  });
  ForEachVector(d, count, [&](const auto& lanes) HWY_ATTR {
    const auto s = SigmoidOf(d, lanes.Load(bs.data), Exp::Load(lanes, exps));
    lanes.Store(s.sigmoid, sigmoids);
    lanes.Store(s.slope, slopes);
  });
  ForEachVector(d, count, [&](const auto& lanes) HWY_ATTR {
    const auto dy = lanes.Load(dys);
    const auto a = lanes.Load(as);
    const auto slope = lanes.Load(slopes);
    const auto da = hn::Mul(dy, lanes.Load(sigmoids));
    const auto db = GateGradient<kPrecision<T>>(d, dy, a, slope);
    // Stored in both branches: joined before, they would go through memory.
    if (HWY_LIKELY(hn::AllTrue(d, IsFinite(d, db)))) {
      lanes.Store(da, das);
      lanes.Store(db, dbs);
    } else {
      const Gradients<D> mended = Mend(d, dy, a, lanes.Load(bs.data), slope, da, db);
      lanes.Store(mended.da, das);
      lanes.Store(mended.db, dbs);
    }
  });
}

template <typename T>
HWY_INLINE void GluBackwardRows(const Tile& tile) {
  for (int64_t row = 0; row < tile.rows; ++row) {
    ForEachPiece(tile.cols, [&](int64_t first, int64_t count) HWY_ATTR {
      GluBackwardPiece<T>(tile.Source<T>(0, row).From(first), tile.Source<T>(1, row).From(first),
                          tile.Source<T>(2, row).From(first), tile.Row<T>(3, row) + first,
                          tile.Row<T>(4, row) + first, count);
    });
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
