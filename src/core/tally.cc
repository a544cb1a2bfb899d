// Counts are kept under one lock: they are wanted by programs that run on Python's time.
#include "core/tally.h"

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "runtime/error.h"

namespace hostacl {
namespace {

struct Count {
  int64_t runs = 0;
  std::chrono::nanoseconds time{0};
};

struct Counts {
  std::mutex mutex;
  std::map<std::string_view, Count> by_name;
};

Counts& All() {
  static Counts& counts = *new Counts;
  return counts;
}

}  // namespace

std::atomic<bool> tally_is_on{false};

void SwitchTally(bool on) noexcept { tally_is_on.store(on, std::memory_order_relaxed); }

void Tally(std::string_view operator_name, std::chrono::nanoseconds time) noexcept {
  // Without memory for its entry a run goes uncounted.
  Attempt(kAclnnInnerCodes, [&] {
    std::lock_guard<std::mutex> lock(All().mutex);
    Count& count = All().by_name[operator_name];
    ++count.runs;
    count.time += time;
  });
}

const char* TakeTally() noexcept {
  thread_local std::string text;
  text.clear();
  Attempt(kAclnnInnerCodes, [&] {
    std::map<std::string_view, Count> taken;
    {
      std::lock_guard<std::mutex> lock(All().mutex);
      taken.swap(All().by_name);
    }
    for (const auto& [name, count] : taken) {
      text += fmt::format("{}\"{}\": [{}, {}]", text.empty() ? "" : ", ", name, count.runs,
                          count.time.count());
    }
    text = "{" + text + "}";
  });
  return text.c_str();
}

}  // namespace hostacl
