// Times aclnnInplaceOne, both phases and a synchronize, beside a memset of as many bytes.
#include "aclnnop/aclnn_one.h"
#include "ops/bench_call.h"

namespace hostacl {
namespace {

void InplaceOne(benchmark::State& state) {
  TimeFill(state, aclnnInplaceOneGetWorkspaceSize, aclnnInplaceOne);
}

BENCHMARK(InplaceOne)->Apply(MovementSizes);
BENCHMARK(TimeSet)->Name("Set")->Apply(MovementSizes);

}  // namespace
}  // namespace hostacl
