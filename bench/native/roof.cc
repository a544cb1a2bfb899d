// The roof of a case: streams in memory of their own, passed over by a team of threads.
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

#include "native/bench.h"
#include "native/clock.h"
#include "native/roof_loop.h"
#include "native/team.h"

namespace hostacl {
namespace {

constexpr size_t kLargePage = size_t{2} << 20;
// Streams whose addresses agree in their low 12 bits stall each other, so each starts so much later
// in its page than the one before.
constexpr size_t kStagger = 832;

constexpr RoofLoop kLoops[] = {
    {"64 B", 64, 0, false, true, true},
    {"64 B, prefetch 512 B", 64, 512, false, true, true},
    {"64 B, prefetch 1 KiB", 64, 1024, false, true, true},
    {"64 B, prefetch 2 KiB", 64, 2048, false, true, true},
    {"64 B, prefetch 1 KiB, 4 KiB pages", 64, 1024, false, true, false},
    {"64 B, prefetch 1 KiB, plain stores", 64, 1024, false, false, true},
    {"64 B, burst", 64, 0, true, true, true},
    {"64 B, burst, prefetch 1 KiB", 64, 1024, true, true, true},
    {"256 B", 256, 0, false, true, true},
    {"256 B, prefetch 1 KiB", 256, 1024, false, true, true},
    {"256 B, burst, prefetch 1 KiB", 256, 1024, true, true, true},
    {"1 KiB, prefetch 1 KiB", 1024, 1024, false, true, true},
    {"4 KiB, prefetch 4 KiB", kRoofBlock, 4096, false, true, true},
};
constexpr int kLoopCount = sizeof(kLoops) / sizeof(kLoops[0]);

// Zero pages of the system, with room to align and to read a little past the end.
class Pages {
 public:
  Pages(size_t bytes, bool large) : bytes_(bytes + 2 * kLargePage) {
    void* const mapped =
        mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) throw std::bad_alloc();
    mapped_ = static_cast<uint8_t*>(mapped);
    const auto address = reinterpret_cast<uintptr_t>(mapped);
    data_ = mapped_ + ((kLargePage - address % kLargePage) % kLargePage);
    madvise(mapped_, bytes_, large ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
  }
  ~Pages() { munmap(mapped_, bytes_); }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  uint8_t* data() const { return data_; }

 private:
  size_t bytes_;
  uint8_t* mapped_ = nullptr;
  uint8_t* data_ = nullptr;
};

size_t Blocks(size_t bytes) { return (bytes + kRoofBlock - 1) / kRoofBlock; }

}  // namespace
}  // namespace hostacl

struct BenchRoof {
 public:
  explicit BenchRoof(const BenchStreams& streams)
      : streams_(streams), blocks_(hostacl::Blocks(streams.bytes)), team_(streams.threads) {
    for (int large = 0; large < 2; ++large) {
      pages_[large] = std::make_unique<hostacl::Pages>(
          StreamBytes() * (streams_.reads + streams_.writes), large != 0);
      Touch(*pages_[large]);
    }
  }

  double Time(const hostacl::RoofLoop& loop, int calls) {
    double seconds = 0;
    for (int i = 0; i < calls; ++i) {
      if (streams_.fresh_writes != 0) {
        fresh_ =
            std::make_unique<hostacl::Pages>(StreamBytes() * streams_.writes, loop.large_pages);
      }
      seconds += hostacl::SecondsPerCall(1, [&] { Pass(loop); });
    }
    return seconds / calls;
  }

 private:
  size_t StreamBytes() const { return blocks_ * hostacl::kRoofBlock + hostacl::kRoofBlock; }

  // Written by the threads that will use it, share by share.
  void Touch(const hostacl::Pages& pages) {
    const hostacl::RoofLoop plain = {"", 64, 0, false, false, true};
    team_.Run([&](int index) {
      for (int i = 0; i < streams_.reads + streams_.writes; ++i) {
        hostacl::RoofShare share = Share(index, pages.data(), pages.data());
        share.read_count = 0;
        share.write_count = 1;
        share.writes[0] = pages.data() + Place(i) + Begin(index);
        hostacl::PassOver(plain, share);
      }
    });
  }

  void Pass(const hostacl::RoofLoop& loop) {
    uint8_t* const pages = pages_[loop.large_pages ? 1 : 0]->data();
    uint8_t* const written = fresh_ ? fresh_->data() : pages + Place(streams_.reads);
    if (streams_.reads_first != 0) {
      team_.Run([&](int index) {
        hostacl::RoofShare share = Share(index, pages, written);
        share.read_count = 1;
        share.write_count = 0;
        Keep(hostacl::PassOver(loop, share));
      });
    }
    team_.Run([&](int index) { Keep(hostacl::PassOver(loop, Share(index, pages, written))); });
  }

  size_t Place(int stream) const {
    return stream * StreamBytes() + stream * hostacl::kStagger % 4096;
  }
  size_t Begin(int index) const { return blocks_ * index / team_.size() * hostacl::kRoofBlock; }

  hostacl::RoofShare Share(int index, uint8_t* pages, uint8_t* written) const {
    hostacl::RoofShare share = {};
    share.read_count = streams_.reads;
    share.write_count = streams_.writes;
    share.bytes = Begin(index + 1) - Begin(index);
    for (int r = 0; r < streams_.reads; ++r) share.reads[r] = pages + Place(r) + Begin(index);
    for (int w = 0; w < streams_.writes; ++w) share.writes[w] = written + Place(w) + Begin(index);
    return share;
  }

  void Keep(uint64_t fold) { folded_.fetch_xor(fold, std::memory_order_relaxed); }

  const BenchStreams streams_;
  const size_t blocks_;
  hostacl::Team team_;
  std::unique_ptr<hostacl::Pages> pages_[2];
  std::unique_ptr<hostacl::Pages> fresh_;
  std::atomic<uint64_t> folded_{0};
};

const char* BenchTarget() { return hostacl::RoofTarget(); }

int32_t BenchRoofVariants() { return hostacl::kLoopCount; }

const char* BenchRoofName(int32_t variant) { return hostacl::kLoops[variant].name; }

BenchRoof* BenchRoofCreate(const BenchStreams* streams) {
  try {
    return new BenchRoof(*streams);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

double BenchRoofTime(BenchRoof* roof, int32_t variant, int32_t calls) {
  return roof->Time(hostacl::kLoops[variant], calls);
}

void BenchRoofDestroy(BenchRoof* roof) { delete roof; }
