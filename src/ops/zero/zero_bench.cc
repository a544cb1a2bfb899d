// Times aclnnInplaceZero, both phases and a synchronize, beside a memset of as many bytes.
#include "aclnnop/aclnn_zero.h"
#include "ops/bench_call.h"

namespace hostacl {
namespace {

void InplaceZero(benchmark::State& state) {
  const BenchSession session;
  const std::vector<int64_t> dims = {state.range(0), state.range(1)};
  const BenchTensor self_ref(dims, 2.0f);
  TimeCall(
      state, session, self_ref.bytes(),
      [&](uint64_t* workspace, aclOpExecutor** executor) {
        return aclnnInplaceZeroGetWorkspaceSize(self_ref.tensor(), workspace, executor);
      },
      aclnnInplaceZero);
}

void Set(benchmark::State& state) {
  TimeSet(state, static_cast<size_t>(state.range(0) * state.range(1)) * 4);
}

BENCHMARK(InplaceZero)
    ->Args({8, 8})
    ->Args({256, 256})
    ->Args({512, 512})
    ->Args({8192, 8192})
    ->UseRealTime();
BENCHMARK(Set)->Args({8, 8})->Args({256, 256})->Args({512, 512})->Args({8192, 8192})->UseRealTime();

}  // namespace
}  // namespace hostacl
