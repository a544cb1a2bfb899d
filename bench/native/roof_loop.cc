// Per block and stream: fold ^= read[i], write[i] = constant. Compiled for every target of Highway.
#include "native/roof_loop.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "native/roof_loop.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h, which includes this file anew for each target.
#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace hostacl {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr size_t kLine = 64;

// No more than a line, which is what streams are cut into.
using Lanes = hn::CappedTag<uint64_t, kLine / sizeof(uint64_t)>;

template <bool kPastCache>
HWY_INLINE void WriteLine(hn::Vec<Lanes> value, uint8_t* to) {
  const Lanes lanes;
  const size_t vector = hn::Lanes(lanes) * sizeof(uint64_t);
  for (size_t done = 0; done < kLine; done += vector) {
    uint64_t* const at = reinterpret_cast<uint64_t*>(to + done);
    if (kPastCache) {
      hn::Stream(value, lanes, at);
    } else {
      hn::Store(value, lanes, at);
    }
  }
}

HWY_INLINE hn::Vec<Lanes> FoldLine(hn::Vec<Lanes> fold, const uint8_t* from, size_t prefetch) {
  const Lanes lanes;
  const size_t vector = hn::Lanes(lanes) * sizeof(uint64_t);
  if (prefetch != 0) hwy::Prefetch(from + prefetch);
  for (size_t done = 0; done < kLine; done += vector) {
    fold = hn::Xor(fold, hn::Load(lanes, reinterpret_cast<const uint64_t*>(from + done)));
  }
  return fold;
}

// Passes over a share with the number of streams known, so that the loops over them unroll.
template <int kReads, int kWrites, bool kPastCache>
class Pass {
 public:
  Pass(const RoofShare& share, size_t prefetch)
      : share_(share), prefetch_(prefetch), value_(hn::Set(Lanes(), 0x3f8000003f800000u)) {}

  template <size_t kGrain>
  uint64_t Run(bool burst) {
    auto fold = hn::Zero(Lanes());
    for (size_t at = 0; at < share_.bytes; at += kRoofBlock) {
      if (burst && kWrites > 1) {
        fold = Block<kGrain, 1>(fold, at);
        for (int w = 1; w < kWrites; ++w) Write<kRoofBlock>(w, at);
      } else {
        fold = Block<kGrain, kWrites>(fold, at);
      }
    }
    hwy::FlushStream();
    return hn::GetLane(hn::SumOfLanes(Lanes(), fold));
  }

 private:
  template <size_t kGrain, int kBeside>
  HWY_INLINE hn::Vec<Lanes> Block(hn::Vec<Lanes> fold, size_t begin) {
    for (size_t at = begin; at < begin + kRoofBlock; at += kGrain) {
      for (int r = 0; r < kReads; ++r) fold = Read<kGrain>(fold, r, at);
      for (int w = 0; w < kBeside; ++w) Write<kGrain>(w, at);
    }
    return fold;
  }

  template <size_t kGrain>
  HWY_INLINE hn::Vec<Lanes> Read(hn::Vec<Lanes> fold, int stream, size_t begin) {
    const uint8_t* const from = share_.reads[stream] + begin;
    for (size_t at = 0; at < kGrain; at += kLine) fold = FoldLine(fold, from + at, prefetch_);
    return fold;
  }

  template <size_t kGrain>
  HWY_INLINE void Write(int stream, size_t begin) {
    uint8_t* const to = share_.writes[stream] + begin;
    for (size_t at = 0; at < kGrain; at += kLine) WriteLine<kPastCache>(value_, to + at);
  }

  const RoofShare& share_;
  const size_t prefetch_;
  const hn::Vec<Lanes> value_;
};

template <int kReads, int kWrites, bool kPastCache>
uint64_t PassInGrains(const RoofLoop& loop, const RoofShare& share) {
  Pass<kReads, kWrites, kPastCache> pass(share, loop.prefetch);
  switch (loop.grain) {
    case 64:
      return pass.template Run<64>(loop.burst);
    case 256:
      return pass.template Run<256>(loop.burst);
    case 1024:
      return pass.template Run<1024>(loop.burst);
    default:
      return pass.template Run<kRoofBlock>(loop.burst);
  }
}

template <int kReads, int kWrites>
uint64_t PassOverStreams(const RoofLoop& loop, const RoofShare& share) {
  if (loop.past_cache) return PassInGrains<kReads, kWrites, true>(loop, share);
  return PassInGrains<kReads, kWrites, false>(loop, share);
}

}  // namespace

uint64_t PassOverShare(const RoofLoop& loop, const RoofShare& share) {
  using Function = uint64_t (*)(const RoofLoop&, const RoofShare&);
  static constexpr Function kFunctions[kMaxReads + 1][kMaxWrites + 1] = {
      {PassOverStreams<0, 0>, PassOverStreams<0, 1>, PassOverStreams<0, 2>},
      {PassOverStreams<1, 0>, PassOverStreams<1, 1>, PassOverStreams<1, 2>},
      {PassOverStreams<2, 0>, PassOverStreams<2, 1>, PassOverStreams<2, 2>},
      {PassOverStreams<3, 0>, PassOverStreams<3, 1>, PassOverStreams<3, 2>},
  };
  return kFunctions[share.read_count][share.write_count](loop, share);
}

const char* TargetName() { return hwy::TargetName(HWY_TARGET); }

}  // namespace HWY_NAMESPACE
}  // namespace hostacl
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hostacl {

HWY_EXPORT(PassOverShare);
HWY_EXPORT(TargetName);

uint64_t PassOver(const RoofLoop& loop, const RoofShare& share) {
  return HWY_DYNAMIC_DISPATCH(PassOverShare)(loop, share);
}

const char* RoofTarget() { return HWY_DYNAMIC_DISPATCH(TargetName)(); }

}  // namespace hostacl
#endif  // HWY_ONCE
