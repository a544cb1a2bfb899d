// Kernels that a program brings along: there is no core that could run them.
#include <string_view>

#include "acl/acl_rt.h"
#include "runtime/rt.h"
#include "runtime/unsupported.h"

namespace {

int Refuse(std::string_view function) noexcept {
  return hostacl::AnswerUnsupported(function, ACL_ERROR_API_NOT_SUPPORT,
                                    "kernels are code for an NPU's cores, which a CPU cannot run");
}

}  // namespace

extern "C" {

aclError aclrtBinaryLoadFromData(const void*, size_t, const aclrtBinaryLoadOptions*,
                                 aclrtBinHandle* binHandle) {
  if (binHandle != nullptr) *binHandle = nullptr;
  return Refuse("aclrtBinaryLoadFromData");
}

aclError aclrtBinaryGetFunction(const aclrtBinHandle, const char*, aclrtFuncHandle* funcHandle) {
  if (funcHandle != nullptr) *funcHandle = nullptr;
  return Refuse("aclrtBinaryGetFunction");
}

aclError aclrtGetFunctionAddr(aclrtFuncHandle, void** aicAddr, void** aivAddr) {
  if (aicAddr != nullptr) *aicAddr = nullptr;
  if (aivAddr != nullptr) *aivAddr = nullptr;
  return Refuse("aclrtGetFunctionAddr");
}

aclError aclrtLaunchKernelWithHostArgs(aclrtFuncHandle, uint32_t, aclrtStream,
                                       aclrtLaunchKernelCfg*, void*, size_t, aclrtPlaceHolderInfo*,
                                       size_t) {
  return Refuse("aclrtLaunchKernelWithHostArgs");
}

rtError_t rtDevBinaryRegister(const rtDevBinary_t*, void**) {
  return Refuse("rtDevBinaryRegister");
}

rtError_t rtFunctionRegister(void*, const void*, const char*, const void*, uint32_t) {
  return Refuse("rtFunctionRegister");
}

rtError_t rtKernelLaunch(const void*, uint32_t, void*, uint32_t, rtSmDesc_t*, rtStream_t) {
  return Refuse("rtKernelLaunch");
}

rtError_t rtGetC2cCtrlAddr(uint64_t* addr, uint32_t* len) {
  if (addr != nullptr) *addr = 0;
  if (len != nullptr) *len = 0;
  return Refuse("rtGetC2cCtrlAddr");
}

}  // extern "C"
