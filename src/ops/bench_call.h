// What the operators' benchmarks share: tensors on a device, and both phases with a synchronize as
// the thing that is timed.
#ifndef HOSTACL_OPS_BENCH_CALL_H_
#define HOSTACL_OPS_BENCH_CALL_H_

#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"

namespace hostacl {

// A device and a stream for the life of a benchmark. Ends the program where the runtime fails:
// there is nothing to time then.
class BenchSession {
 public:
  BenchSession() {
    Check(aclInit(nullptr));
    Check(aclrtSetDevice(0));
    Check(aclrtCreateStream(&stream_));
  }
  ~BenchSession() {
    aclrtDestroyStream(stream_);
    aclrtResetDevice(0);
    aclFinalize();
  }
  BenchSession(const BenchSession&) = delete;
  BenchSession& operator=(const BenchSession&) = delete;

  static void Check(int code) {
    if (code != 0) std::abort();
  }
  aclrtStream stream() const { return stream_; }

 private:
  aclrtStream stream_ = nullptr;
};

// A dense tensor on the device.
class BenchTensor {
 public:
  // Of zeros.
  BenchTensor(const std::vector<int64_t>& dims, aclDataType dtype)
      : bytes_(aclDataTypeSize(dtype)) {
    for (const int64_t size : dims) bytes_ *= static_cast<size_t>(size);
    BenchSession::Check(aclrtMalloc(&data_, bytes_, ACL_MEM_MALLOC_HUGE_FIRST));
    BenchSession::Check(aclrtMemset(data_, bytes_, 0, bytes_));
    tensor_ = aclCreateTensor(dims.data(), dims.size(), dtype, nullptr, 0, ACL_FORMAT_ND,
                              dims.data(), dims.size(), data_);
  }
  // Of float32, filled with one value.
  BenchTensor(const std::vector<int64_t>& dims, float value) : BenchTensor(dims, ACL_FLOAT) {
    const std::vector<float> host(bytes_ / sizeof(float), value);
    BenchSession::Check(aclrtMemcpy(data_, bytes_, host.data(), bytes_, ACL_MEMCPY_HOST_TO_DEVICE));
  }
  ~BenchTensor() {
    aclDestroyTensor(tensor_);
    aclrtFree(data_);
  }
  BenchTensor(const BenchTensor&) = delete;
  BenchTensor& operator=(const BenchTensor&) = delete;

  aclTensor* tensor() const { return tensor_; }
  size_t bytes() const { return bytes_; }

 private:
  size_t bytes_;
  void* data_ = nullptr;
  aclTensor* tensor_ = nullptr;
};

using RunFunction = aclnnStatus (*)(void*, uint64_t, aclOpExecutor*, aclrtStream);

// Times plan(&workspace, &executor), run and a synchronize; counts `bytes` per iteration.
template <typename PlanFunction>
void TimeCall(benchmark::State& state, const BenchSession& session, size_t bytes,
              const PlanFunction& plan, RunFunction run) {
  for (auto _ : state) {
    uint64_t workspace = 0;
    aclOpExecutor* executor = nullptr;
    BenchSession::Check(plan(&workspace, &executor));
    BenchSession::Check(run(nullptr, workspace, executor, session.stream()));
    BenchSession::Check(aclrtSynchronizeStream(session.stream()));
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * bytes));
}

// The yardstick beside each operator: a copy of the same number of bytes, read and written.
inline void TimeCopy(benchmark::State& state, size_t bytes) {
  std::vector<char> from(bytes / 2, 1);
  std::vector<char> to(bytes / 2);
  for (auto _ : state) {
    std::memcpy(to.data(), from.data(), from.size());
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * bytes));
}

// Times an operator that writes one value everywhere, on float32 of the state's two sizes.
// `plan_of` plans it for the tensor it is given.
template <typename PlanFunction>
void TimeFill(benchmark::State& state, const PlanFunction& plan_of, RunFunction run) {
  const BenchSession session;
  const BenchTensor self_ref({state.range(0), state.range(1)}, 2.0f);
  TimeCall(
      state, session, self_ref.bytes(),
      [&](uint64_t* workspace, aclOpExecutor** executor) {
        return plan_of(self_ref.tensor(), workspace, executor);
      },
      run);
}

// The yardstick of those that only write: as many bytes set.
inline void TimeSet(benchmark::State& state) {
  std::vector<float> to(static_cast<size_t>(state.range(0) * state.range(1)));
  const size_t bytes = to.size() * sizeof(float);
  for (auto _ : state) {
    std::memset(to.data(), 1, bytes);
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * bytes));
}

// The sizes that copies, casts and fills are timed on: beside a call, in a cache of each level, in
// memory.
inline void MovementSizes(benchmark::internal::Benchmark* timed) {
  for (const int64_t side : {8, 256, 512, 8192}) timed->Args({side, side});
  timed->UseRealTime();
}

}  // namespace hostacl

#endif  // HOSTACL_OPS_BENCH_CALL_H_
