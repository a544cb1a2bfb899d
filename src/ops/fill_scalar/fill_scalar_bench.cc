// Times aclnnInplaceFillScalar, both phases and a synchronize, beside a memset of as many bytes.
#include "aclnnop/aclnn_fill_scalar.h"
#include "ops/bench_call.h"

namespace hostacl {
namespace {

void InplaceFillScalar(benchmark::State& state) {
  double value = 2.5;
  const aclScalar* scalar = aclCreateScalar(&value, ACL_DOUBLE);
  TimeFill(
      state,
      [scalar](aclTensor* self_ref, uint64_t* workspace, aclOpExecutor** executor) {
        return aclnnInplaceFillScalarGetWorkspaceSize(self_ref, scalar, workspace, executor);
      },
      aclnnInplaceFillScalar);
  aclDestroyScalar(scalar);
}

BENCHMARK(InplaceFillScalar)->Apply(MovementSizes);
BENCHMARK(TimeSet)->Name("Set")->Apply(MovementSizes);

}  // namespace
}  // namespace hostacl
