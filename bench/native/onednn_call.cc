// oneDNN's log-softmax backward: the primitive is made once and executed per call.
#include <acl/acl_base.h>

#include <memory>
#include <oneapi/dnnl/dnnl.hpp>
#include <string>
#include <unordered_map>

#include "native/bench.h"
#include "native/clock.h"

namespace hostacl {
namespace {

dnnl::memory::desc Describe(const BenchView& view) {
  const dnnl::memory::dims sizes(view.sizes, view.sizes + view.rank);
  const dnnl::memory::dims strides(view.strides, view.strides + view.rank);
  const auto type = view.dtype == ACL_BF16      ? dnnl::memory::data_type::bf16
                    : view.dtype == ACL_FLOAT16 ? dnnl::memory::data_type::f16
                    : view.dtype == ACL_FLOAT   ? dnnl::memory::data_type::f32
                                                : dnnl::memory::data_type::undef;
  return dnnl::memory::desc(sizes, type, strides);
}

}  // namespace
}  // namespace hostacl

struct BenchOneDnn {
 public:
  BenchOneDnn(const BenchView& grad, const BenchView& output, const BenchView& out, int dim)
      : engine_(dnnl::engine::kind::cpu, 0), stream_(engine_) {
    const auto output_desc = hostacl::Describe(output);
    const auto out_desc = hostacl::Describe(out);
    const dnnl::logsoftmax_forward::primitive_desc forward(
        {dnnl::prop_kind::forward_training, output_desc, dim}, engine_);
    const dnnl::logsoftmax_backward::primitive_desc backward({out_desc, output_desc, dim}, engine_,
                                                             forward);
    primitive_ = dnnl::logsoftmax_backward(backward);
    operands_ = {
        {DNNL_ARG_DST, dnnl::memory(output_desc, engine_, output.data)},
        {DNNL_ARG_DIFF_DST, dnnl::memory(backward.diff_dst_desc(), engine_, grad.data)},
        {DNNL_ARG_DIFF_SRC, dnnl::memory(out_desc, engine_, out.data)},
    };
    if (backward.diff_dst_desc() != hostacl::Describe(grad)) {
      throw dnnl::error(dnnl_unimplemented, "gradOutput and out of different layouts");
    }
  }

  void Bind(void* out) { operands_.at(DNNL_ARG_DIFF_SRC).set_data_handle(out); }

  void Run() {
    primitive_.execute(stream_, operands_);
    stream_.wait();
  }

 private:
  dnnl::engine engine_;
  dnnl::stream stream_;
  dnnl::logsoftmax_backward primitive_;
  std::unordered_map<int, dnnl::memory> operands_;
};

const char* BenchOneDnnVersion() {
  static const std::string version = [] {
    const dnnl_version_t* const parts = dnnl_version();
    return std::to_string(parts->major) + "." + std::to_string(parts->minor) + "." +
           std::to_string(parts->patch);
  }();
  return version.c_str();
}

BenchOneDnn* BenchOneDnnCreate(const BenchView* grad, const BenchView* output, const BenchView* out,
                               int32_t dim) {
  try {
    return new BenchOneDnn(*grad, *output, *out, dim);
  } catch (const dnnl::error&) {
    return nullptr;
  }
}

double BenchOneDnnTime(BenchOneDnn* call, int32_t calls) {
  return hostacl::SecondsPerCall(calls, [&] { call->Run(); });
}

void BenchOneDnnBind(BenchOneDnn* call, void* out) { call->Bind(out); }

void BenchOneDnnDestroy(BenchOneDnn* call) { delete call; }
