// Times aclnnGluBackward, both phases and a synchronize, beside a copy of as many bytes.
#include "aclnnop/aclnn_glu_backward.h"
#include "ops/bench_call.h"

namespace hostacl {
namespace {

void GluBackward(benchmark::State& state) {
  const BenchSession session;
  const int64_t rows = state.range(0);
  const int64_t cols = state.range(1);
  const BenchTensor grad_out({rows, cols}, 1.0f);
  const BenchTensor self({rows, 2 * cols}, 0.5f);
  const BenchTensor out({rows, 2 * cols}, 0.0f);
  TimeCall(
      state, session, grad_out.bytes() + self.bytes() + out.bytes(),
      [&](uint64_t* workspace, aclOpExecutor** executor) {
        return aclnnGluBackwardGetWorkspaceSize(grad_out.tensor(), self.tensor(), -1, out.tensor(),
                                                workspace, executor);
      },
      aclnnGluBackward);
}

void Copy(benchmark::State& state) {
  TimeCopy(state, static_cast<size_t>(state.range(0) * state.range(1)) * 20);
}

BENCHMARK(GluBackward)->Args({8, 8})->Args({128, 1024})->Args({4096, 4096})->UseRealTime();
BENCHMARK(Copy)->Args({8, 8})->Args({128, 1024})->Args({4096, 4096})->UseRealTime();

}  // namespace
}  // namespace hostacl
