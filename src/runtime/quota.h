// Quota: how many of something a device has, and shares of it that are given back by themselves.
#ifndef HOSTACL_RUNTIME_QUOTA_H_
#define HOSTACL_RUNTIME_QUOTA_H_

#include <atomic>
#include <cstdint>
#include <utility>

namespace hostacl {

// Safe to use from any thread.
class Quota {
 public:
  // Takes `amount` unless more than `limit` would be in use then.
  bool Take(uint64_t amount, uint64_t limit) noexcept {
    uint64_t used = used_.load();
    do {
      if (amount > limit || used > limit - amount) return false;
    } while (!used_.compare_exchange_weak(used, used + amount));
    uint64_t peak = peak_.load();
    while (peak < used + amount && !peak_.compare_exchange_weak(peak, used + amount)) {
    }
    return true;
  }
  void GiveBack(uint64_t amount) noexcept { used_.fetch_sub(amount); }
  uint64_t used() const noexcept { return used_.load(); }
  uint64_t peak() const noexcept { return peak_.load(); }  // the most that was ever in use

 private:
  std::atomic<uint64_t> used_{0};
  std::atomic<uint64_t> peak_{0};
};

// What was taken of a quota, given back at destruction. The quota outlives it.
class QuotaShare {
 public:
  QuotaShare() = default;
  QuotaShare(Quota* quota, uint64_t amount) noexcept : quota_(quota), amount_(amount) {}
  QuotaShare(QuotaShare&& other) noexcept
      : quota_(std::exchange(other.quota_, nullptr)), amount_(other.amount_) {}
  QuotaShare& operator=(QuotaShare&&) = delete;
  ~QuotaShare() {
    if (quota_ != nullptr) quota_->GiveBack(amount_);
  }

 private:
  Quota* quota_ = nullptr;
  uint64_t amount_ = 0;
};

}  // namespace hostacl

#endif  // HOSTACL_RUNTIME_QUOTA_H_
