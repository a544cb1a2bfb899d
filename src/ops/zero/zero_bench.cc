// Times aclnnInplaceZero, both phases and a synchronize, beside a memset of as many bytes.
#include "aclnnop/aclnn_zero.h"
#include "ops/bench_call.h"

namespace hostacl {
namespace {

void InplaceZero(benchmark::State& state) {
  TimeFill(state, aclnnInplaceZeroGetWorkspaceSize, aclnnInplaceZero);
}

BENCHMARK(InplaceZero)->Apply(MovementSizes);
BENCHMARK(TimeSet)->Name("Set")->Apply(MovementSizes);

}  // namespace
}  // namespace hostacl
