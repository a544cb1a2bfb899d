// The operators that copy, convert and fill: entry points, telling values, plain conversions.
#include "harness/movement.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <sstream>
#include <utility>

#include "aclnnop/aclnn_cast.h"
#include "aclnnop/aclnn_copy.h"
#include "aclnnop/aclnn_fill_scalar.h"
#include "aclnnop/aclnn_one.h"
#include "aclnnop/aclnn_zero.h"
#include "harness/session.h"

namespace hostacl::testing {
namespace {

bool IsSource(MoveOp op) { return op == MoveOp::kCopy || op == MoveOp::kCast; }

// The values around which conversions go wrong: limits of the dtypes, and ties of the 16-bit ones,
// alone and with something in the last place that a conversion through a narrower dtype loses.
std::vector<Real> TellingValues(aclDataType dtype) {
  const Real infinity = std::numeric_limits<Real>::infinity();
  std::vector<Real> values = {0, 1, 2, 3, 0.5L, 1.5L, 0.999L, 127, 128, 255, 256, 300};
  for (const int bits : {7, 8, 15, 16, 24, 31, 32, 53, 62, 63, 64}) {
    const Real power = std::ldexp(Real{1}, bits);
    for (const Real value : {power - 1, power, power + 1}) values.push_back(value);
  }
  for (const int digits : {8, 11, 24}) {
    for (const int exponent : {0, 30, 62}) {
      const Real tie = std::ldexp(1 + std::ldexp(Real{1}, -digits), exponent);
      const Real next_tie = std::ldexp(1 + std::ldexp(Real{3}, -digits), exponent);
      const Real little = std::ldexp(Real{1}, exponent == 0 ? -45 : 0);
      for (const Real value : {tie, next_tie}) {
        for (const Real moved : {value - little, value, value + little}) values.push_back(moved);
      }
    }
  }
  if (IsFloating(dtype)) {
    for (const Real value :
         {65504.0L, 65519.0L, 65519.99L, 65520.0L, 0x1p-24L, 0x1p-25L, 0x1.8p-25L, 0x1p-149L,
          0x1.8p-133L, 0x1.8p-133L + 0x1p-165L, 0x1.fep127L, 0x1.fffp127L, 0x1p300L, infinity}) {
      values.push_back(value);
    }
  }
  const size_t positive = values.size();
  for (size_t i = 0; i < positive; ++i) values.push_back(-values[i]);
  if (IsFloating(dtype)) values.push_back(std::nanl(""));
  return values;
}

bool IsNan(aclDataType dtype, const unsigned char* element) {
  return IsFloating(dtype) && std::isnan(Load(dtype, element));
}

template <typename Integer>
void StoreModulo(Real value, unsigned char* to) {
  // Every integer of 64 bits is a Real, and so is what is left of it.
  const auto wide = static_cast<__int128>(value);
  const auto narrow = static_cast<Integer>(static_cast<uint64_t>(wide));
  std::memcpy(to, &narrow, sizeof narrow);
}

}  // namespace

const std::vector<aclDataType> kMovedDtypes = {
    ACL_DOUBLE, ACL_FLOAT, ACL_FLOAT16, ACL_BF16,   ACL_INT8,   ACL_INT16, ACL_INT32,
    ACL_INT64,  ACL_UINT8, ACL_UINT16,  ACL_UINT32, ACL_UINT64, ACL_BOOL};

std::string MoveOpName(MoveOp op) {
  static const char* const names[] = {"aclnnInplaceCopy", "aclnnCast", "aclnnInplaceFillScalar",
                                      "aclnnInplaceOne", "aclnnInplaceZero"};
  return names[static_cast<int>(op)];
}

Bits TellingBits(aclDataType dtype, int64_t count, uint64_t seed) {
  const std::vector<Real> telling = TellingValues(dtype);
  const std::vector<Real> moderate = UniformValues(seed, count, -400, 400);
  const std::vector<Real> random = UniformValues(seed + 1, count * 8, 0, 256);
  const size_t width = ElementSize(dtype);
  Bits bits(static_cast<size_t>(count) * width);
  for (int64_t i = 0; i < count; ++i) {
    unsigned char* element = &bits[static_cast<size_t>(i) * width];
    if (i % 3 == 0) Store(dtype, telling[static_cast<size_t>(i / 3) % telling.size()], element);
    if (i % 3 == 1) Store(dtype, moderate[static_cast<size_t>(i)], element);
    for (size_t byte = 0; i % 3 == 2 && byte < width; ++byte) {
      element[byte] = static_cast<unsigned char>(random[static_cast<size_t>(i) * 8 + byte]);
    }
  }
  return bits;
}

void ConvertElement(aclDataType from_dtype, const unsigned char* from, aclDataType to_dtype,
                    unsigned char* to) {
  if (from_dtype == to_dtype) {
    std::memcpy(to, from, ElementSize(to_dtype));
    return;
  }
  Real value = Load(from_dtype, from);
  if (from_dtype == ACL_BOOL) value = value != 0 ? 1 : 0;
  if (IsFloating(from_dtype) || IsFloating(to_dtype) || to_dtype == ACL_BOOL) {
    Store(to_dtype, value, to);
    return;
  }
  switch (ElementSize(to_dtype)) {
    case 1:
      return StoreModulo<uint8_t>(value, to);
    case 2:
      return StoreModulo<uint16_t>(value, to);
    case 4:
      return StoreModulo<uint32_t>(value, to);
    default:
      return StoreModulo<uint64_t>(value, to);
  }
}

aclnnStatus PlanMove(MoveOp op, const MoveArguments& arguments, uint64_t* workspace_size,
                     aclOpExecutor** executor) {
  const auto& [written, source, value, dtype] = arguments;
  switch (op) {
    case MoveOp::kCopy:
      return aclnnInplaceCopyGetWorkspaceSize(written, source, workspace_size, executor);
    case MoveOp::kCast:
      return aclnnCastGetWorkspaceSize(source, dtype, written, workspace_size, executor);
    case MoveOp::kFillScalar:
      return aclnnInplaceFillScalarGetWorkspaceSize(written, value, workspace_size, executor);
    case MoveOp::kOne:
      return aclnnInplaceOneGetWorkspaceSize(written, workspace_size, executor);
    default:
      return aclnnInplaceZeroGetWorkspaceSize(written, workspace_size, executor);
  }
}

aclnnStatus RunMove(MoveOp op, void* workspace, uint64_t workspace_size, aclOpExecutor* executor,
                    aclrtStream stream) {
  switch (op) {
    case MoveOp::kCopy:
      return aclnnInplaceCopy(workspace, workspace_size, executor, stream);
    case MoveOp::kCast:
      return aclnnCast(workspace, workspace_size, executor, stream);
    case MoveOp::kFillScalar:
      return aclnnInplaceFillScalar(workspace, workspace_size, executor, stream);
    case MoveOp::kOne:
      return aclnnInplaceOne(workspace, workspace_size, executor, stream);
    default:
      return aclnnInplaceZero(workspace, workspace_size, executor, stream);
  }
}

MoveCall::MoveCall(MoveOp op, StridedTensor source, StridedTensor written) : op(op) {
  operands.push_back(std::move(source));
  operands.push_back(std::move(written));
}

MoveCall::MoveCall(MoveOp op, StridedTensor written, aclDataType dtype, Bits value)
    : op(op), value_dtype_(dtype), value_(std::move(value)) {
  operands.push_back(std::move(written));
  if (op == MoveOp::kFillScalar) scalar_.reset(aclCreateScalar(value_.data(), dtype));
  if (op == MoveOp::kOne || op == MoveOp::kZero) {
    value_dtype_ = ACL_INT8;
    value_ = {static_cast<unsigned char>(op == MoveOp::kOne ? 1 : 0)};
  }
}

namespace {

StridedTensor SmallTensor(const TensorOptions& options) {
  return StridedTensor(ACL_FLOAT, MakeLayout(LayoutKind::kDense, {2, 4}), options);
}

Bits OneFloat(float value) {
  Bits bits(sizeof value);
  std::memcpy(bits.data(), &value, sizeof value);
  return bits;
}

}  // namespace

MoveCall::MoveCall(MoveOp op, const TensorOptions& options)
    : MoveCall(op, SmallTensor(options), ACL_FLOAT, OneFloat(2.5f)) {
  if (!IsSource(op)) return;
  operands.insert(operands.begin(), SmallTensor(options));
  operands.front().SetBits(TellingBits(ACL_FLOAT, 8, 1));
}

MoveArguments MoveCall::Arguments() const {
  return {written().descriptor(), IsSource(op) ? operands.front().descriptor() : nullptr,
          scalar_.get(), written().dtype()};
}

Plan PlanArguments(MoveOp op, const MoveArguments& arguments) {
  Plan plan;
  plan.workspace_size = 12345;
  plan.executor = reinterpret_cast<aclOpExecutor*>(uintptr_t{12345});
  RecentMessage();
  plan.status = PlanMove(op, arguments, &plan.workspace_size, &plan.executor);
  if (plan.status != ACLNN_SUCCESS) plan.message = RecentMessage();
  return plan;
}

Plan MoveCall::PlanOnly() const { return PlanArguments(op, Arguments()); }

Outcome MoveCall::Run(aclrtStream stream) const {
  const auto run = [this](void* workspace, uint64_t workspace_size, aclOpExecutor* executor,
                          aclrtStream on) {
    return RunMove(op, workspace, workspace_size, executor, on);
  };
  return RunWatched(operands, "the written tensor", {[this] { return PlanOnly(); }, run}, stream);
}

Bits MoveCall::Want() const {
  Bits source = value_;
  aclDataType dtype = value_dtype_;
  if (IsSource(op)) {
    const StridedTensor& from = operands.front();
    dtype = from.dtype();
    Layout everywhere = from.layout();
    everywhere.shape = written().shape();
    everywhere.strides.assign(everywhere.shape.size(), 0);
    for (size_t i = 0; i < from.shape().size(); ++i) {
      const size_t to = i + everywhere.shape.size() - from.shape().size();
      if (from.shape()[i] != 1) everywhere.strides[to] = from.layout().strides[i];
    }
    source = StridedTensor(from, dtype, everywhere).Bits();
  }
  const size_t width = ElementSize(written().dtype());
  Bits want(static_cast<size_t>(written().size()) * width);
  for (size_t i = 0; i < static_cast<size_t>(written().size()); ++i) {
    const size_t from = IsSource(op) ? i * ElementSize(dtype) : 0;
    ConvertElement(dtype, &source[from], written().dtype(), &want[i * width]);
  }
  return want;
}

::testing::AssertionResult MoveCall::Holds(const Bits& want) const {
  const aclDataType dtype = written().dtype();
  const size_t width = ElementSize(dtype);
  const Bits got = written().Bits();
  for (size_t i = 0; i < got.size(); i += width) {
    if (std::equal(&got[i], &got[i] + width, &want[i])) continue;
    if (IsNan(dtype, &got[i]) && IsNan(dtype, &want[i])) continue;
    std::ostringstream text;
    text.precision(20);
    text << MoveOpName(op) << " from "
         << DtypeName(IsSource(op) ? operands[0].dtype() : value_dtype_) << " to "
         << DtypeName(dtype) << " shape " << ::testing::PrintToString(written().shape())
         << ": element " << i / width << " is " << Load(dtype, &got[i]) << ", should be "
         << Load(dtype, &want[i]);
    return ::testing::AssertionFailure() << text.str();
  }
  return ::testing::AssertionSuccess();
}

::testing::AssertionResult MoveCall::RunsRight(aclrtStream stream) const {
  const Bits want = Want();
  const ::testing::AssertionResult ran = Succeeded(Run(stream));
  return ran ? Holds(want) : ran;
}

}  // namespace hostacl::testing
