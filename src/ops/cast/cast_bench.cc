// Times aclnnCast, both phases and a synchronize, beside a copy of as many bytes.
#include "aclnnop/aclnn_cast.h"
#include "ops/bench_call.h"

namespace hostacl {
namespace {

void CastToFloat16(benchmark::State& state) {
  const BenchSession session;
  const std::vector<int64_t> dims = {state.range(0), state.range(1)};
  const BenchTensor self(dims, 1.0f);
  const BenchTensor out(dims, ACL_FLOAT16);
  TimeCall(
      state, session, self.bytes() + out.bytes(),
      [&](uint64_t* workspace, aclOpExecutor** executor) {
        return aclnnCastGetWorkspaceSize(self.tensor(), ACL_FLOAT16, out.tensor(), workspace,
                                         executor);
      },
      aclnnCast);
}

void Copy(benchmark::State& state) {
  TimeCopy(state, static_cast<size_t>(state.range(0) * state.range(1)) * 6);
}

BENCHMARK(CastToFloat16)->Apply(MovementSizes);
BENCHMARK(Copy)->Apply(MovementSizes);

}  // namespace
}  // namespace hostacl
