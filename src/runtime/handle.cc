// Handles: how they are numbered and how one that is not live is described.
#include "runtime/handle.h"

#include <atomic>

namespace hostacl {
namespace {

// A handle is this mark, its kind and a number. The mark keeps it outside the addresses that a
// program can have, so that using one as a pointer faults at once.
constexpr uint64_t kMark = 0xACull << 56;
constexpr uint64_t kMarkMask = 0xFFull << 56;
constexpr int kKindShift = 48;
constexpr uint64_t kNumberMask = (1ull << kKindShift) - 1;

std::atomic<uint64_t> next_number{1};

const char* TypeName(HandleKind kind) noexcept {
  switch (kind) {
    case HandleKind::kContext:
      return "aclrtContext";
    case HandleKind::kStream:
      return "aclrtStream";
    case HandleKind::kEvent:
      return "aclrtEvent";
    case HandleKind::kDataBuffer:
      return "aclDataBuffer";
    case HandleKind::kStreamConfig:
      return "aclrtStreamConfigHandle";
    case HandleKind::kTensor:
      return "aclTensor";
    case HandleKind::kScalar:
      return "aclScalar";
    case HandleKind::kIntArray:
      return "aclIntArray";
    case HandleKind::kFloatArray:
      return "aclFloatArray";
    case HandleKind::kBoolArray:
      return "aclBoolArray";
    case HandleKind::kTensorList:
      return "aclTensorList";
    case HandleKind::kScalarList:
      return "aclScalarList";
    case HandleKind::kExecutor:
      return "aclOpExecutor";
    case HandleKind::kTensorDesc:
      return "aclTensorDesc";
    case HandleKind::kOpAttr:
      return "aclopAttr";
    case HandleKind::kPhysicalMemory:
      return "aclrtDrvMemHandle";
    case HandleKind::kSharedMemory:
      return "aclrtDrvMemHandle's shareable handle";
  }
  return nullptr;
}

}  // namespace

void* NewHandle(HandleKind kind) noexcept {
  const uint64_t number = next_number.fetch_add(1, std::memory_order_relaxed);
  return reinterpret_cast<void*>(kMark | static_cast<uint64_t>(kind) << kKindShift | number);
}

std::string DescribeDeadHandle(HandleKind expected, const void* handle) {
  if (handle == nullptr) return "is null";
  const uint64_t bits = reinterpret_cast<uint64_t>(handle);
  const auto kind = static_cast<HandleKind>(bits >> kKindShift & 0xFF);
  const uint64_t number = bits & kNumberMask;
  if ((bits & kMarkMask) != kMark || TypeName(kind) == nullptr || number == 0 ||
      number >= next_number.load(std::memory_order_relaxed)) {
    return "is not a handle of this library";
  }
  if (kind == expected) return "was destroyed";
  return std::string("is an ") + TypeName(kind) + ", not an " + TypeName(expected);
}

}  // namespace hostacl
