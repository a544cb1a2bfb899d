// The time of repeated calls.
#ifndef HOSTACL_BENCH_NATIVE_CLOCK_H_
#define HOSTACL_BENCH_NATIVE_CLOCK_H_

#include <chrono>

namespace hostacl {

// Seconds of one of `calls` calls.
template <typename Function>
double SecondsPerCall(int calls, const Function& function) {
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < calls; ++i) function();
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  return elapsed.count() / calls;
}

}  // namespace hostacl

#endif  // HOSTACL_BENCH_NATIVE_CLOCK_H_
