// Timed calls of hostacl, and the data for all that is timed.
#include <hwy/base.h>

#include <cstring>
#include <random>
#include <vector>

#include "aclnnop/aclnn_glu_backward.h"
#include "aclnnop/aclnn_logsoftmax_backward.h"
#include "native/bench.h"
#include "native/clock.h"

namespace hostacl {
namespace {

// Values repeat after so many; a prime, so that rows of a power of two do not all look alike.
constexpr size_t kPeriod = 65521;

int PhaseOne(const BenchCall& call, uint64_t* workspace, aclOpExecutor** executor) {
  if (call.op == 0) {
    return aclnnGluBackwardGetWorkspaceSize(call.grad, call.input, call.dim, call.out, workspace,
                                            executor);
  }
  return aclnnLogSoftmaxBackwardGetWorkspaceSize(call.grad, call.input, call.dim, call.out,
                                                 workspace, executor);
}

int CallOnce(const BenchCall& call) {
  uint64_t workspace = 0;
  aclOpExecutor* executor = nullptr;
  int code = PhaseOne(call, &workspace, &executor);
  if (code != 0) return code;
  const auto run = call.op == 0 ? aclnnGluBackward : aclnnLogSoftmaxBackward;
  code = run(call.workspace, call.workspace_bytes, executor, call.stream);
  return code != 0 ? code : aclrtSynchronizeStream(call.stream);
}

template <typename Element, typename Convert>
void Fill(void* data, uint64_t count, const std::vector<float>& values, const Convert& convert) {
  std::vector<Element> period;
  for (const float value : values) period.push_back(convert(value));
  auto* to = static_cast<Element*>(data);
  for (; count > 0;) {
    const size_t part = count < kPeriod ? static_cast<size_t>(count) : kPeriod;
    std::memcpy(to, period.data(), part * sizeof(Element));
    to += part;
    count -= part;
  }
}

// The nearest float16, ties to even, of a value whose float16 is normal or zero.
uint16_t Float16Bits(float value) {
  uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  const uint32_t sign = bits >> 16 & 0x8000u;
  const uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude < 0x38800000u) return static_cast<uint16_t>(sign);
  const uint32_t rounded = magnitude + 0xfffu + (magnitude >> 13 & 1u);
  return static_cast<uint16_t>(sign | (rounded - 0x38000000u) >> 13);
}

}  // namespace
}  // namespace hostacl

void BenchFill(void* data, uint64_t count, int32_t dtype, double low, double high, uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> spread(static_cast<float>(low), static_cast<float>(high));
  std::vector<float> values(hostacl::kPeriod);
  for (float& value : values) value = spread(random);
  switch (dtype) {
    case ACL_DOUBLE:
      return hostacl::Fill<double>(data, count, values, [](float x) { return double{x}; });
    case ACL_FLOAT16:
      return hostacl::Fill<uint16_t>(data, count, values, hostacl::Float16Bits);
    case ACL_BF16:
      return hostacl::Fill<uint16_t>(data, count, values,
                                     [](float x) { return hwy::BF16FromF32(x).bits; });
    default:
      return hostacl::Fill<float>(data, count, values, [](float x) { return x; });
  }
}

int64_t BenchWorkspace(const BenchCall* call) {
  uint64_t workspace = 0;
  aclOpExecutor* executor = nullptr;
  if (hostacl::PhaseOne(*call, &workspace, &executor) != 0) return -1;
  aclDestroyAclOpExecutor(executor);
  return static_cast<int64_t>(workspace);
}

double BenchCallTime(const BenchCall* call, int32_t calls) {
  int code = 0;
  const double seconds = hostacl::SecondsPerCall(calls, [&] { code |= hostacl::CallOnce(*call); });
  return code == 0 ? seconds : -1;
}
