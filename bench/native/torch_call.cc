// libtorch's C++ out= calls. Built against the PyTorch of the throw-away environment, so on its
// own: not part of libhostacl_bench.so.
#include <ATen/ops/_log_softmax_backward_data.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/glu_backward.h>

#include <exception>

#include "native/bench.h"
#include "native/clock.h"

namespace {

at::ScalarType TypeOf(int dtype) {
  switch (dtype) {
    case ACL_DOUBLE:
      return at::kDouble;
    case ACL_FLOAT16:
      return at::kHalf;
    case ACL_BF16:
      return at::kBFloat16;
    default:
      return at::kFloat;
  }
}

at::Tensor TensorOf(const BenchView& view) {
  return at::from_blob(view.data, at::IntArrayRef(view.sizes, view.rank),
                       at::IntArrayRef(view.strides, view.rank), TypeOf(view.dtype));
}

}  // namespace

extern "C" {

struct BenchTorch {
  int op;
  int64_t dim;
  at::Tensor grad;
  at::Tensor input;
  at::Tensor out;
};

BenchTorch* BenchTorchCreate(int32_t op, int64_t dim, const BenchView* grad, const BenchView* input,
                             const BenchView* out) {
  return new BenchTorch{op, dim, TensorOf(*grad), TensorOf(*input), TensorOf(*out)};
}

double BenchTorchTime(BenchTorch* call, int32_t calls) try {
  return hostacl::SecondsPerCall(calls, [call] {
    if (call->op == 0) {
      at::glu_backward_out(call->out, call->grad, call->input, call->dim);
    } else {
      at::_log_softmax_backward_data_out(call->out, call->grad, call->input, call->dim,
                                         call->out.scalar_type());
    }
  });
} catch (const std::exception&) {
  return -1;
}

void BenchTorchDestroy(BenchTorch* call) { delete call; }

}  // extern "C"
