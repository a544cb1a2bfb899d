// Running an operator on tensors of the harness and judging what came.
#include "harness/call.h"

#include <cmath>
#include <limits>
#include <memory>
#include <set>
#include <sstream>
#include <utility>

#include "harness/session.h"
#include "harness/tolerance.h"

namespace hostacl::testing {
namespace {

// Random values that suit an operand.
std::vector<Real> OperandValues(Op op, size_t operand, uint64_t seed, int64_t count) {
  const std::string& name = OperandNames(op)[operand];
  if (name == "output") return UniformValues(seed, count, -9, 0);
  if (name == "self") return UniformValues(seed, count, -7, 7);
  return UniformValues(seed, count, -2, 2);
}

bool IsWithin(aclDataType compute, aclDataType out, Real got, Real want, Real slack) {
  if (!std::isfinite(want)) {
    const Real rounded = Round(out, want);
    return got == rounded || (std::isnan(got) && std::isnan(rounded));
  }
  if (out == compute && std::isfinite(got)) return std::abs(got - want) <= slack;
  return Round(out, want - slack) <= got && got <= Round(out, want + slack);
}

// Where a byte of the operands' memory changed that no result covers; empty when there is none.
std::string FindStray(const std::vector<StridedTensor>& operands, const std::string& out_name) {
  const StridedTensor& out = operands.back();
  std::set<const Memory*> seen;
  for (const StridedTensor& operand : operands) {
    const Memory& memory = operand.memory();
    if (!seen.insert(&memory).second) continue;
    const bool is_out = &memory == &out.memory();
    const std::vector<int64_t> written =
        is_out && memory.is_watchable() ? out.BytePositions() : std::vector<int64_t>();
    const auto stray = memory.FirstStray(written, ElementSize(out.dtype()));
    if (!stray.has_value()) continue;
    return "byte " + std::to_string(*stray) + " of " + std::to_string(memory.size()) + " of " +
           (is_out ? "the storage of " + out_name + " outside its view" : "an input") + " changed";
  }
  return "";
}

}  // namespace

std::vector<Real> UniformValues(uint64_t seed, int64_t count, double low, double high) {
  std::vector<Real> values(count);
  uint64_t state = seed;
  for (Real& value : values) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    value = low + (high - low) * (static_cast<double>(state >> 11) / 9007199254740992.0);
  }
  return values;
}

std::vector<Real> CancellingValues(uint64_t seed, int64_t count, int span) {
  const std::vector<Real> magnitudes = UniformValues(seed, count, 1, 2);
  const std::vector<Real> exponents = UniformValues(seed + 1, count, -span / 2, span / 2);
  const std::vector<Real> places = UniformValues(seed + 2, count, 0, 1);
  std::vector<Real> values(count, 0);
  for (int64_t i = 2; i + 1 < count; i += 2) {
    values[i] = std::ldexp(magnitudes[i], static_cast<int>(exponents[i]));
    values[i + 1] = -values[i];
  }
  // The first stays 0, where `out` shows the sum alone.
  for (int64_t i = count - 1; i > 1; --i) {
    std::swap(values[i], values[1 + static_cast<int64_t>(places[i] * i)]);
  }
  return values;
}

Call::Call(Op op, const Shape& shape, int64_t dim, aclDataType dtype, const CallOptions& options)
    : op(op), shape(shape), dim(dim) {
  const size_t count = OperandNames(op).size();
  for (size_t i = 0; i < count; ++i) {
    const bool is_out = i + 1 == count;
    const LayoutKind kind = options.layouts[options.layouts.size() == 1 ? 0 : i];
    const bool casts = is_out && options.out_dtype != ACL_DT_UNDEFINED;
    StridedTensor& tensor =
        operands.emplace_back(casts ? options.out_dtype : dtype,
                              MakeLayout(kind, OperandShape(op, i, shape, dim)), options.tensors);
    tensor.SetValues(is_out ? std::vector<Real>(tensor.size(), std::nanl(""))
                            : OperandValues(op, i, options.seed * 8 + i, tensor.size()));
  }
}

Call::Call(Op op, const Shape& shape, int64_t dim, std::vector<StridedTensor> operands)
    : op(op), shape(shape), dim(dim), operands(std::move(operands)) {}

void Call::ExposeOrderOfSummation(uint64_t seed) {
  if (IsGlu(op)) return;
  const int64_t axis = dim < 0 ? dim + static_cast<int64_t>(shape.size()) : dim;
  const int64_t length = shape[axis];
  const int64_t inner = PackedStrides(shape)[axis];
  std::vector<Real> values(ElementCount(shape));
  for (int64_t slice = 0; slice < static_cast<int64_t>(values.size()) / length; ++slice) {
    // Next to a largest term the others' sum shows to its last bit.
    std::vector<Real> along = UniformValues(seed + slice, length, -40, -20);
    along[0] = 0;
    if (op == Op::kLogSoftmaxBackward) {
      along =
          CancellingValues(seed + 3 * slice, length, operands[0].dtype() == ACL_FLOAT16 ? 28 : 60);
    }
    const int64_t first = slice / inner * length * inner + slice % inner;
    for (int64_t i = 0; i < length; ++i) values[first + i * inner] = along[i];
  }
  operands[0].SetValues(values);
  if (op == Op::kLogSoftmaxBackward) {
    operands[1].SetValues(std::vector<Real>(values.size(), 0));
  }
}

std::vector<aclTensor*> Call::Descriptors() const {
  std::vector<aclTensor*> descriptors;
  for (const StridedTensor& operand : operands) descriptors.push_back(operand.descriptor());
  return descriptors;
}

Plan PlanTensors(Op op, const std::vector<aclTensor*>& operands, int64_t dim) {
  Plan plan;
  plan.workspace_size = 12345;
  plan.executor = reinterpret_cast<aclOpExecutor*>(uintptr_t{12345});
  RecentMessage();
  plan.status = PlanOperator(op, operands, dim, &plan.workspace_size, &plan.executor);
  if (plan.status != ACLNN_SUCCESS) plan.message = RecentMessage();
  return plan;
}

Plan Call::PlanOnly() const { return PlanTensors(op, Descriptors(), dim); }

Outcome RunWatched(const std::vector<StridedTensor>& operands, const std::string& out_name,
                   const Phases& phases, aclrtStream stream) {
  for (const StridedTensor& operand : operands) operand.memory().Remember();
  const Plan plan = phases.plan();
  Outcome outcome;
  outcome.plan = plan.status;
  outcome.message = plan.message;
  outcome.workspace_size = plan.workspace_size;
  if (plan.status == ACLNN_SUCCESS) {
    Memory workspace(MemoryKind::kDevice, plan.workspace_size);
    workspace.Remember();
    outcome.run = phases.run(plan.workspace_size == 0 ? nullptr : workspace.bytes(),
                             plan.workspace_size, plan.executor, stream);
    outcome.synchronize = aclrtSynchronizeStream(stream);
    if (outcome.run != ACLNN_SUCCESS || outcome.synchronize != ACL_SUCCESS) {
      outcome.message = RecentMessage();
    }
    std::vector<int64_t> usable(plan.workspace_size);
    for (size_t i = 0; i < usable.size(); ++i) usable[i] = static_cast<int64_t>(i);
    if (workspace.FirstStray(usable, 1).has_value()) outcome.stray = "a write past the workspace";
  }
  if (outcome.stray.empty()) outcome.stray = FindStray(operands, out_name);
  return outcome;
}

Outcome Call::Run(aclrtStream stream) const {
  const auto run = [this](void* workspace, uint64_t workspace_size, aclOpExecutor* executor,
                          aclrtStream on) {
    return RunPlanned(op, workspace, workspace_size, executor, on);
  };
  return RunWatched(operands, OperandNames(op).back(), {[this] { return PlanOnly(); }, run},
                    stream);
}

Expected Call::Want() const {
  std::vector<std::vector<Real>> inputs;
  for (size_t i = 0; i + 1 < operands.size(); ++i) inputs.push_back(operands[i].Values());
  return Reference(op, inputs, shape, dim, ComputeDtype(operands[0].dtype()));
}

::testing::AssertionResult Call::Matches(const Expected& expected) const {
  const StridedTensor& out = operands.back();
  const aclDataType compute = ComputeDtype(operands[0].dtype());
  // Computed with all care where out is not as narrow as the inputs.
  const bool same = out.dtype() == operands[0].dtype();
  const double ulps = ToleranceOf(op, same ? out.dtype() : compute).compute_ulps;
  const std::vector<Real> got = out.Values();
  for (size_t i = 0; i < got.size(); ++i) {
    const Real want = expected.values[i];
    if (got[i] == Round(out.dtype(), want)) continue;
    const Real ulp = UlpAt(compute, expected.scales[i]);
    if (IsWithin(compute, out.dtype(), got[i], want, static_cast<Real>(ulps) * ulp)) continue;
    std::ostringstream text;
    text.precision(12);
    text << OpName(op) << " " << DtypeName(operands[0].dtype()) << "->" << DtypeName(out.dtype())
         << " shape " << ::testing::PrintToString(shape) << " dim " << dim << ": element " << i
         << " is " << got[i] << ", should be " << want << ", off by " << (got[i] - want) / ulp
         << " ULP of its scale, allowed " << ulps;
    return ::testing::AssertionFailure() << text.str();
  }
  return ::testing::AssertionSuccess();
}

::testing::AssertionResult Call::RunsRight(aclrtStream stream) const {
  const Expected expected = Want();
  const ::testing::AssertionResult ran = Succeeded(Run(stream));
  return ran ? Matches(expected) : ran;
}

::testing::AssertionResult Succeeded(const Outcome& outcome) {
  if (outcome.plan == 0 && outcome.run == 0 && outcome.synchronize == 0 && outcome.stray.empty()) {
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure()
         << "first phase " << outcome.plan << ", second phase " << outcome.run << ", synchronize "
         << outcome.synchronize << " " << outcome.message << " " << outcome.stray;
}

}  // namespace hostacl::testing
