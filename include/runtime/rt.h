// The layer below acl_rt.h, as far as programs that bring kernels of their own link it. Kernels are
// code for an NPU's cores: each function returns 200001 and leaves a sentence that says so.
#ifndef RUNTIME_RT_H_
#define RUNTIME_RT_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int32_t rtError_t;
typedef void* rtStream_t;
typedef struct tagRtSmDesc rtSmDesc_t;

// A file of kernels in memory.
typedef struct tagRtDevBinary {
  uint32_t magic;
  uint32_t version;
  const void* data;
  uint64_t length;
} rtDevBinary_t;

rtError_t rtDevBinaryRegister(const rtDevBinary_t* bin, void** handle);
rtError_t rtFunctionRegister(void* binHandle, const void* stubFunc, const char* stubName,
                             const void* devFunc, uint32_t funcMode);
rtError_t rtKernelLaunch(const void* stubFunc, uint32_t blockDim, void* args, uint32_t argsSize,
                         rtSmDesc_t* smDesc, rtStream_t stream);

// The same for the addresses by which an NPU's cores talk to each other. `*addr` and `*len` are 0.
rtError_t rtGetC2cCtrlAddr(uint64_t* addr, uint32_t* len);

#ifdef __cplusplus
}
#endif

#endif  // RUNTIME_RT_H_
