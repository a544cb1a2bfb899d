// libhccl.so: communication between devices, of which there is none.
#include "hccl/hccl.h"

#include <fmt/format.h>

#include <atomic>
#include <string_view>

#include "runtime/error.h"
#include "runtime/unsupported.h"

namespace hostacl {
namespace {

std::atomic<int32_t> deterministic{0};

HcclResult Refuse(std::string_view function) noexcept {
  return static_cast<HcclResult>(AnswerUnsupported(
      function, HCCL_E_NOT_SUPPORT, "there is no communication between the devices of a CPU"));
}

// Runs `body` for a function of the settings, `config` being the setting that is asked for.
template <typename Body>
HcclResult WithSetting(std::string_view function, HcclConfig config, Body&& body) noexcept {
  constexpr InnerCodes kCodes{HCCL_E_MEMORY, HCCL_E_INTERNAL};
  return static_cast<HcclResult>(Guard(function, kCodes, [&] {
    if (config != HCCL_DETERMINISTIC) {
      throw Error{HCCL_E_PARA, fmt::format("config must be HCCL_DETERMINISTIC (0), not {}",
                                           static_cast<int>(config))};
    }
    body();
  }));
}

}  // namespace
}  // namespace hostacl

using hostacl::Refuse;
using hostacl::WithSetting;

extern "C" {

const char* HcclGetErrorString(HcclResult code) {
  switch (code) {
    case HCCL_SUCCESS:
      return "HCCL_SUCCESS";
    case HCCL_E_PARA:
      return "HCCL_E_PARA";
    case HCCL_E_PTR:
      return "HCCL_E_PTR";
    case HCCL_E_MEMORY:
      return "HCCL_E_MEMORY";
    case HCCL_E_INTERNAL:
      return "HCCL_E_INTERNAL";
    case HCCL_E_NOT_SUPPORT:
      return "HCCL_E_NOT_SUPPORT";
    default:
      return "unknown";
  }
}

uint32_t HcclGetCommConfigCapability() { return 0; }

HcclResult HcclSetConfig(HcclConfig config, HcclConfigValue configValue) {
  return WithSetting("HcclSetConfig", config, [&] { hostacl::deterministic = configValue.value; });
}

HcclResult HcclGetConfig(HcclConfig config, HcclConfigValue* configValue) {
  return WithSetting("HcclGetConfig", config, [&] {
    if (configValue == nullptr) {
      throw hostacl::Error{HCCL_E_PTR, "configValue must be a valid pointer, but is null"};
    }
    configValue->value = hostacl::deterministic;
  });
}

HcclResult HcclGetRootInfo(HcclRootInfo*) { return Refuse("HcclGetRootInfo"); }

HcclResult HcclCommInitRootInfo(uint32_t, const HcclRootInfo*, uint32_t, HcclComm*) {
  return Refuse("HcclCommInitRootInfo");
}

HcclResult HcclCommInitRootInfoConfig(uint32_t, const HcclRootInfo*, uint32_t,
                                      const HcclCommConfig*, HcclComm*) {
  return Refuse("HcclCommInitRootInfoConfig");
}

HcclResult HcclCommInitClusterInfo(const char*, uint32_t, HcclComm*) {
  return Refuse("HcclCommInitClusterInfo");
}

HcclResult HcclCommInitClusterInfoConfig(const char*, uint32_t, HcclCommConfig*, HcclComm*) {
  return Refuse("HcclCommInitClusterInfoConfig");
}

HcclResult HcclCommInitAll(uint32_t, int32_t*, HcclComm*) { return Refuse("HcclCommInitAll"); }

HcclResult HcclCreateSubCommConfig(HcclComm*, uint32_t, uint32_t*, uint64_t, uint32_t,
                                   HcclCommConfig*, HcclComm*) {
  return Refuse("HcclCreateSubCommConfig");
}

HcclResult HcclCommDestroy(HcclComm) { return Refuse("HcclCommDestroy"); }

HcclResult HcclCommResume(HcclComm) { return Refuse("HcclCommResume"); }

HcclResult HcclGetCommName(HcclComm, char*) { return Refuse("HcclGetCommName"); }

HcclResult HcclGetCommAsyncError(HcclComm, HcclResult*) { return Refuse("HcclGetCommAsyncError"); }

HcclResult HcclGetRankSize(HcclComm, uint32_t*) { return Refuse("HcclGetRankSize"); }

HcclResult HcclGetRankId(HcclComm, uint32_t*) { return Refuse("HcclGetRankId"); }

HcclResult HcclCommWorkingDevNicSet(HcclComm, uint32_t*, bool*, uint32_t) {
  return Refuse("HcclCommWorkingDevNicSet");
}

HcclResult HcclCommSetMemoryRange(HcclComm, void*, size_t, size_t, uint64_t) {
  return Refuse("HcclCommSetMemoryRange");
}

HcclResult HcclCommUnsetMemoryRange(HcclComm, void*) { return Refuse("HcclCommUnsetMemoryRange"); }

HcclResult HcclCommActivateCommMemory(HcclComm, void*, size_t, size_t, aclrtDrvMemHandle,
                                      uint64_t) {
  return Refuse("HcclCommActivateCommMemory");
}

HcclResult HcclCommDeactivateCommMemory(HcclComm, void*) {
  return Refuse("HcclCommDeactivateCommMemory");
}

HcclResult HcclCommRegister(HcclComm, void*, uint64_t, void**, uint32_t) {
  return Refuse("HcclCommRegister");
}

HcclResult HcclCommDeregister(HcclComm, void*) { return Refuse("HcclCommDeregister"); }

HcclResult HcclCommExchangeMem(HcclComm, void*, uint32_t*, uint32_t) {
  return Refuse("HcclCommExchangeMem");
}

HcclResult HcclAllReduce(void*, void*, uint64_t, HcclDataType, HcclReduceOp, HcclComm,
                         aclrtStream) {
  return Refuse("HcclAllReduce");
}

HcclResult HcclReduce(void*, void*, uint64_t, HcclDataType, HcclReduceOp, uint32_t, HcclComm,
                      aclrtStream) {
  return Refuse("HcclReduce");
}

HcclResult HcclBroadcast(void*, uint64_t, HcclDataType, uint32_t, HcclComm, aclrtStream) {
  return Refuse("HcclBroadcast");
}

HcclResult HcclScatter(void*, void*, uint64_t, HcclDataType, uint32_t, HcclComm, aclrtStream) {
  return Refuse("HcclScatter");
}

HcclResult HcclAllGather(void*, void*, uint64_t, HcclDataType, HcclComm, aclrtStream) {
  return Refuse("HcclAllGather");
}

HcclResult HcclAllGatherV(void*, uint64_t, void*, const void*, const void*, HcclDataType, HcclComm,
                          aclrtStream) {
  return Refuse("HcclAllGatherV");
}

HcclResult HcclReduceScatter(void*, void*, uint64_t, HcclDataType, HcclReduceOp, HcclComm,
                             aclrtStream) {
  return Refuse("HcclReduceScatter");
}

HcclResult HcclReduceScatterV(void*, const void*, const void*, void*, uint64_t, HcclDataType,
                              HcclReduceOp, HcclComm, aclrtStream) {
  return Refuse("HcclReduceScatterV");
}

HcclResult HcclAlltoAll(const void*, uint64_t, HcclDataType, const void*, uint64_t, HcclDataType,
                        HcclComm, aclrtStream) {
  return Refuse("HcclAlltoAll");
}

HcclResult HcclAlltoAllV(const void*, const void*, const void*, HcclDataType, const void*,
                         const void*, const void*, HcclDataType, HcclComm, aclrtStream) {
  return Refuse("HcclAlltoAllV");
}

HcclResult HcclSend(void*, uint64_t, HcclDataType, uint32_t, HcclComm, aclrtStream) {
  return Refuse("HcclSend");
}

HcclResult HcclRecv(void*, uint64_t, HcclDataType, uint32_t, HcclComm, aclrtStream) {
  return Refuse("HcclRecv");
}

HcclResult HcclBatchSendRecv(HcclSendRecvItem*, uint32_t, HcclComm, aclrtStream) {
  return Refuse("HcclBatchSendRecv");
}

HcclResult HcclBarrier(HcclComm, aclrtStream) { return Refuse("HcclBarrier"); }

}  // extern "C"
