// Times aclnnLogSoftmax, both phases and a synchronize, beside a copy of as many bytes.
#include "aclnnop/aclnn_logsoftmax.h"
#include "ops/bench_call.h"

namespace hostacl {
namespace {

void LogSoftmax(benchmark::State& state) {
  const BenchSession session;
  const int64_t rows = state.range(0);
  const int64_t cols = state.range(1);
  const BenchTensor self({rows, cols}, 0.5f);
  const BenchTensor out({rows, cols}, 0.0f);
  TimeCall(
      state, session, self.bytes() + out.bytes(),
      [&](uint64_t* workspace, aclOpExecutor** executor) {
        return aclnnLogSoftmaxGetWorkspaceSize(self.tensor(), -1, out.tensor(), workspace,
                                               executor);
      },
      aclnnLogSoftmax);
}

void Copy(benchmark::State& state) {
  TimeCopy(state, static_cast<size_t>(state.range(0) * state.range(1)) * 8);
}

BENCHMARK(LogSoftmax)->Args({8, 8})->Args({128, 1024})->Args({4096, 4096})->UseRealTime();
BENCHMARK(Copy)->Args({8, 8})->Args({128, 1024})->Args({4096, 4096})->UseRealTime();

}  // namespace
}  // namespace hostacl
