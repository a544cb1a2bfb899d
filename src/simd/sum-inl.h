// Sums along a row in a fixed order, whatever the width of the vectors.
//
// Per-target: included once for each instruction set, see foreach_target.h.
#if defined(HOSTACL_SIMD_SUM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HOSTACL_SIMD_SUM_INL_H_
#undef HOSTACL_SIMD_SUM_INL_H_
#else
#define HOSTACL_SIMD_SUM_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "core/tile.h"
#include "simd/lanes-inl.h"
#include "simd/sum_tree.h"

HWY_BEFORE_NAMESPACE();
namespace hostacl {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using DoubleTag = hn::ScalableTag<double>;

// Sums of floats in double lose next to nothing; sums of doubles are worth the care.
template <class D>
inline constexpr bool kKeepLost = std::is_same_v<hn::TFromD<D>, double>;

// left + right; what rounding takes from it is added to `lost`.
template <class D>
HWY_INLINE hn::Vec<D> AddKeeping(D /*d*/, hn::Vec<D> left, hn::Vec<D> right, hn::Vec<D>& lost) {
  const auto sum = hn::Add(left, right);
  const auto left_part = hn::Sub(sum, right);
  const auto right_lost = hn::Sub(right, hn::Sub(sum, left_part));
  lost = hn::Add(lost, hn::Add(hn::Sub(left, left_part), right_lost));
  return sum;
}

// The values of a vector of D as vectors of doubles.
template <class D>
class Doubles {
 public:
  static constexpr size_t kVectors =
      std::max<size_t>(hn::MaxLanes(D()) / hn::MaxLanes(DoubleTag()), 1);

  HWY_INLINE Doubles() {
    for (auto& vector : vectors_) vector = hn::Zero(DoubleTag());
  }

  HWY_INLINE Doubles(D /*d*/, hn::Vec<D> value) {
    const DoubleTag dd;
    if constexpr (std::is_same_v<hn::TFromD<D>, double>) {
      vectors_[0] = value;
    } else if constexpr (hn::MaxLanes(D()) == 1) {
      vectors_[0] = hn::PromoteTo(dd, value);
    } else {
      const hn::Half<D> half;
      vectors_[0] = hn::PromoteTo(dd, hn::LowerHalf(half, value));
      // Found by its arguments: the one-lane target, which never comes here, has no UpperHalf to
      // name.
      vectors_[1] = hn::PromoteTo(dd, UpperHalf(half, value));
    }
  }

  // Adds another one. What is lost goes to `lost` where that matters.
  HWY_INLINE void Add(const Doubles& other, Doubles& lost) {
    for (size_t i = 0; i < kVectors; ++i) {
      if constexpr (kKeepLost<D>) {
        vectors_[i] = AddKeeping(DoubleTag(), vectors_[i], other.vectors_[i], lost.vectors_[i]);
      } else {
        vectors_[i] = hn::Add(vectors_[i], other.vectors_[i]);
      }
    }
  }

  HWY_INLINE void Load(const double* from) {
    const DoubleTag dd;
    for (size_t i = 0; i < kVectors; ++i) vectors_[i] = hn::LoadU(dd, from + i * hn::Lanes(dd));
  }
  HWY_INLINE void Store(double* to) const {
    const DoubleTag dd;
    for (size_t i = 0; i < kVectors; ++i) hn::StoreU(vectors_[i], dd, to + i * hn::Lanes(dd));
  }

  HWY_INLINE hn::Vec<DoubleTag> Vector(size_t i) const { return vectors_[i]; }

 private:
  hn::Vec<DoubleTag> vectors_[kVectors];
};

// The partial sums of a block of a row.
template <class D>
class LaneSums {
 public:
  static constexpr size_t kParts = static_cast<size_t>(kSumGroup) / hn::MaxLanes(D());

  HWY_INLINE LaneSums() {
    for (auto& sum : sums_) sum = hn::Zero(SumTag());
    for (auto& lost : lost_) lost = hn::Zero(SumTag());
  }

  // Adds a group, given as vectors.
  HWY_INLINE void Add(const Doubles<D> (&group)[kParts]) {
    hn::Vec<DoubleTag> vectors[kGroupVectors];
    for (size_t i = 0; i < kGroupVectors; ++i) {
      vectors[i] = group[i / Doubles<D>::kVectors].Vector(i % Doubles<D>::kVectors);
    }
    for (size_t half = kGroupVectors / 2; half >= kVectors; half /= 2) {
      for (size_t i = 0; i < half; ++i) {
        vectors[i] = Halved(DoubleTag(), vectors[i], vectors[i + half], lost_[i % kVectors]);
      }
    }
    for (size_t i = 0; i < kVectors; ++i) {
      sums_[i] = Added(sums_[i], Folded(DoubleTag(), vectors[i]), lost_[i]);
    }
  }

  // What SumOfLanes is to add.
  HWY_INLINE void Store(double* sums) const { StoreAll(sums_, sums); }

  HWY_INLINE double Sum() const {
    HWY_ALIGN double sums[kSumLanes];
    HWY_ALIGN double lost[kSumLanes];
    StoreAll(sums_, sums);
    StoreAll(lost_, lost);
    return SumOfLanes(sums, kKeepLost<D> ? lost : nullptr);
  }

 private:
  using SumTag = hn::CappedTag<double, static_cast<size_t>(kSumLanes)>;
  using SumVec = hn::Vec<SumTag>;
  static constexpr size_t kGroupVectors =
      static_cast<size_t>(kSumGroup) / hn::MaxLanes(DoubleTag());
  static constexpr size_t kVectors = static_cast<size_t>(kSumLanes) / hn::MaxLanes(SumTag());

  static HWY_INLINE SumVec Added(SumVec left, SumVec right, SumVec& lost) {
    if constexpr (kKeepLost<D>) return AddKeeping(SumTag(), left, right, lost);
    return hn::Add(left, right);
  }

  // Two halves of a group added. Vectors of more lanes than partial sums hold two values of each.
  template <class DD, class V>
  static HWY_INLINE V Halved(DD dd, V left, V right, SumVec& lost) {
    if constexpr (!kKeepLost<D>) {
      return hn::Add(left, right);
    } else if constexpr (hn::MaxLanes(DD()) > kSumLanes) {
      V both_lost = hn::Zero(dd);
      const V sum = AddKeeping(dd, left, right, both_lost);
      const SumTag half;
      lost = hn::Add(hn::Add(lost, hn::LowerHalf(half, both_lost)), UpperHalf(half, both_lost));
      return sum;
    } else {
      return AddKeeping(dd, left, right, lost);
    }
  }

  // A vector of more lanes than there are partial sums, halved; another as it is.
  template <class DD, class V>
  HWY_INLINE SumVec Folded(DD /*dd*/, V vector) {
    if constexpr (hn::MaxLanes(DD()) > kSumLanes) {
      const SumTag half;
      return Added(hn::LowerHalf(half, vector), UpperHalf(half, vector), lost_[0]);
    } else {
      return vector;
    }
  }

  static HWY_INLINE void StoreAll(const SumVec (&vectors)[kVectors], double* to) {
    for (size_t i = 0; i < kVectors; ++i) {
      hn::StoreU(vectors[i], SumTag(), to + i * hn::MaxLanes(SumTag()));
    }
  }

  SumVec sums_[kVectors];
  SumVec lost_[kVectors];
};

// The sums of value(lanes) over `count` elements from `first` on, at most a block. Elements that a
// group lacks count as 0.
template <class D, class Value>
HWY_INLINE LaneSums<D> SumBlock(D d, int64_t first, int64_t count, const Value& value) {
  constexpr auto kLanes = static_cast<int64_t>(hn::MaxLanes(D()));
  constexpr auto kParts = static_cast<int64_t>(LaneSums<D>::kParts);
  static_assert(kSumGroup % kLanes == 0);
  LaneSums<D> sums;
  int64_t i = 0;
  for (; i + kSumGroup <= count; i += kSumGroup) {
    Doubles<D> group[kParts];
    for (int64_t part = 0; part < kParts; ++part) {
      group[part] = Doubles<D>(d, value(FullLanes<D>(d, first + i + part * kLanes)));
    }
    sums.Add(group);
  }
  if (i < count) {
    Doubles<D> group[kParts];
    for (int64_t part = 0; part < kParts && i < count; ++part, i += kLanes) {
      if (i + kLanes <= count) {
        group[part] = Doubles<D>(d, value(FullLanes<D>(d, first + i)));
      } else {
        const PartLanes<D> lanes(d, first + i, static_cast<size_t>(count - i));
        group[part] = Doubles<D>(d, lanes.Keep(value(lanes), hn::Zero(d)));
      }
    }
    sums.Add(group);
  }
  return sums;
}

// For each row of a tile, a piece of one slice, the sum of value(row, lanes) over its elements. The
// first of the rows, `stride` apart, takes the results.
template <class D, class Value>
HWY_INLINE void SumRows(D d, const Tile& tile, double* rows, int64_t stride, const Value& value) {
  const auto sum_block = [&](int64_t row, int64_t first) HWY_ATTR {
    return SumBlock(d, first, std::min(kSumBlock, tile.cols - first),
                    [&](const auto& lanes) HWY_ATTR { return value(row, lanes); });
  };
  if (!kKeepLost<D> && tile.cols <= kSumBlock) {
    // Lanes are added for several rows at once, which matters where rows are short.
    static_assert(kSpareRows >= kSumLanes);
    double* lane_sums = rows + stride;
    for (int64_t row = 0; row < tile.rows; ++row) {
      sum_block(row, 0).Store(lane_sums + row * kSumLanes);
    }
    for (int64_t row = 0; row < tile.rows; ++row) {
      rows[row] = SumOfLanes(lane_sums + row * kSumLanes, nullptr);
    }
    return;
  }
  HWY_ALIGN double blocks[kMaxTileBlocks] = {};
  for (int64_t row = 0; row < tile.rows; ++row) {
    int64_t count = 0;
    for (int64_t first = 0; first < tile.cols; first += kSumBlock) {
      blocks[count++] = sum_block(row, first).Sum();
    }
    rows[row] = SumOfNeighbours(blocks, count);
  }
}

// SumOfLanes for each column of [kSumLanes, stride] partial sums and, behind them, what they lost;
// the first row takes the results.
template <class D>
HWY_INLINE void SumColumnsOfLanes(double* sums, int64_t cols, int64_t stride) {
  const DoubleTag dd;
  double* lost_sums = sums + kSumLanes * stride;
  for (int64_t col = 0; col < cols; col += static_cast<int64_t>(hn::Lanes(dd))) {
    for (int64_t half = kSumLanes / 2; half > 0; half /= 2) {
      for (int64_t i = 0; i < half; ++i) {
        double* at = sums + i * stride + col;
        const auto left = hn::LoadU(dd, at);
        const auto right = hn::LoadU(dd, at + half * stride);
        if constexpr (kKeepLost<D>) {
          double* lost_at = lost_sums + i * stride + col;
          auto lost = hn::Add(hn::LoadU(dd, lost_at), hn::LoadU(dd, lost_at + half * stride));
          hn::StoreU(AddKeeping(dd, left, right, lost), dd, at);
          hn::StoreU(lost, dd, lost_at);
        } else {
          hn::StoreU(hn::Add(left, right), dd, at);
        }
      }
    }
    if constexpr (kKeepLost<D>) {
      const auto sum = hn::LoadU(dd, sums + col);
      const auto kept = hn::Add(sum, hn::LoadU(dd, lost_sums + col));
      hn::StoreU(hn::IfThenElse(hn::IsFinite(sum), kept, sum), dd, sums + col);
    }
  }
}

// Adds a group's values that belong to one partial sum of each column: those of `row`, and of the
// `others` rows that follow it kSumLanes apart.
template <class D, class Value>
HWY_INLINE void AddToLane(D d, int64_t row, int64_t others, int64_t cols, double* sums,
                          double* lost_sums, const Value& value) {
  const auto doubles = [&](int64_t which, const auto& lanes) HWY_ATTR {
    return Doubles<D>(d, value(row + which * kSumLanes, lanes));
  };
  ForEachVector(d, cols, [&](const auto& lanes) HWY_ATTR {
    Doubles<D> lost;
    if constexpr (kKeepLost<D>) lost.Load(lost_sums);
    Doubles<D> sum = doubles(0, lanes);
    if (others >= 2) sum.Add(doubles(2, lanes), lost);
    if (others >= 1) {
      Doubles<D> odd = doubles(1, lanes);
      if (others >= 3) odd.Add(doubles(3, lanes), lost);
      sum.Add(odd, lost);
    }
    Doubles<D> total;
    total.Load(sums);
    total.Add(sum, lost);
    total.Store(sums);
    sums += hn::Lanes(d);
    if constexpr (kKeepLost<D>) {
      lost.Store(lost_sums);
      lost_sums += hn::Lanes(d);
    }
  });
}

// For each column of a tile, one block of one slice, the sum of value(row, lanes) over its
// elements: the same sum, in the same order, as SumRows would give. The first of the rows takes the
// results.
template <class D, class Value>
HWY_INLINE void SumColumns(D d, const Tile& tile, double* rows, int64_t stride,
                           const Value& value) {
  constexpr int64_t kRows = kKeepLost<D> ? 2 * kSumLanes : kSumLanes;
  static_assert(kSumGroup == 4 * kSumLanes && kSpareRows >= 2 * kSumLanes - 1);
  for (int64_t row = 0; row < kRows; ++row) {
    std::fill_n(rows + row * stride, std::min(stride, tile.cols + kSliceStride), 0.0);
  }
  for (int64_t group = 0; group < tile.rows; group += kSumGroup) {
    const int64_t lanes = std::min(kSumLanes, tile.rows - group);
    for (int64_t lane = 0; lane < lanes; ++lane) {
      const int64_t row = group + lane;
      const int64_t others = std::min((tile.rows - row - 1) / kSumLanes, kSumGroup / kSumLanes - 1);
      AddToLane(d, row, others, tile.cols, rows + lane * stride, rows + (kSumLanes + lane) * stride,
                value);
    }
  }
  SumColumnsOfLanes<D>(rows, tile.cols, stride);
}

// SumRows or SumColumns, as the slices lie: gives a row of `results`, and uses those behind it.
template <class D, class Value>
HWY_INLINE void SumSlices(D d, const Tile& tile, SliceLayout layout, const SliceTable& results,
                          int result, const Value& value) {
  if (layout == SliceLayout::kRow) {
    SumRows(d, tile, results.Row(result), results.stride, value);
  } else {
    SumColumns(d, tile, results.Row(result), results.stride, value);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace hostacl
HWY_AFTER_NAMESPACE();

#endif  // HOSTACL_SIMD_SUM_INL_H_
