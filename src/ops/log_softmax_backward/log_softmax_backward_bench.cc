// Times aclnnLogSoftmaxBackward, both phases and a synchronize, beside a copy of as many bytes.
#include "aclnnop/aclnn_logsoftmax_backward.h"
#include "ops/bench_call.h"

namespace hostacl {
namespace {

void LogSoftmaxBackward(benchmark::State& state) {
  const BenchSession session;
  const int64_t rows = state.range(0);
  const int64_t cols = state.range(1);
  const BenchTensor grad_output({rows, cols}, 1.0f);
  const BenchTensor output({rows, cols}, -3.0f);
  const BenchTensor out({rows, cols}, 0.0f);
  TimeCall(
      state, session, grad_output.bytes() + output.bytes() + out.bytes(),
      [&](uint64_t* workspace, aclOpExecutor** executor) {
        return aclnnLogSoftmaxBackwardGetWorkspaceSize(grad_output.tensor(), output.tensor(), -1,
                                                       out.tensor(), workspace, executor);
      },
      aclnnLogSoftmaxBackward);
}

void Copy(benchmark::State& state) {
  TimeCopy(state, static_cast<size_t>(state.range(0) * state.range(1)) * 12);
}

BENCHMARK(LogSoftmaxBackward)->Args({8, 8})->Args({128, 1024})->Args({4096, 4096})->UseRealTime();
BENCHMARK(Copy)->Args({8, 8})->Args({128, 1024})->Args({4096, 4096})->UseRealTime();

}  // namespace
}  // namespace hostacl
