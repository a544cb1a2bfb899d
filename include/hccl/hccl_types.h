// Types and codes of HCCL, the communication between devices.
#ifndef HCCL_HCCL_TYPES_H_
#define HCCL_HCCL_TYPES_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  HCCL_SUCCESS = 0,
  HCCL_E_PARA = 1,                // a parameter is wrong
  HCCL_E_PTR = 2,                 // a pointer is null
  HCCL_E_MEMORY = 3,              // memory ran out
  HCCL_E_INTERNAL = 4,            // internal error
  HCCL_E_NOT_SUPPORT = 5,         // not supported
  HCCL_E_NOT_FOUND = 6,           // a resource is not there
  HCCL_E_UNAVAIL = 7,             // a resource cannot be used now
  HCCL_E_SYSCALL = 8,             // a system call failed
  HCCL_E_TIMEOUT = 9,             // out of time
  HCCL_E_OPEN_FILE_FAILURE = 10,  // a file cannot be opened
  HCCL_E_TCP_CONNECT = 11,        // TCP connection failed
  HCCL_E_ROCE_CONNECT = 12,       // RoCE connection failed
  HCCL_E_TCP_TRANSFER = 13,       // TCP transfer failed
  HCCL_E_ROCE_TRANSFER = 14,      // RoCE transfer failed
  HCCL_E_RUNTIME = 15,            // a function of the runtime failed
  HCCL_E_DRV = 16,                // a function of the driver failed
  HCCL_E_PROFILING = 17,          // a function of the profiler failed
  HCCL_E_CCE = 18,                // a function of the compiler failed
  HCCL_E_NETWORK = 19,            // a function of the network failed
  HCCL_E_AGAIN = 20,              // to be called again
  HCCL_E_REMOTE = 21,             // the other side failed
  HCCL_E_SUSPENDING = 22,         // the communicator is being suspended
  HCCL_E_RESERVED = 255,
} HcclResult;

typedef enum {
  HCCL_REDUCE_SUM = 0,
  HCCL_REDUCE_PROD = 1,
  HCCL_REDUCE_MAX = 2,
  HCCL_REDUCE_MIN = 3,
  HCCL_REDUCE_RESERVED = 255,
} HcclReduceOp;

typedef enum {
  HCCL_DATA_TYPE_INT8 = 0,
  HCCL_DATA_TYPE_INT16 = 1,
  HCCL_DATA_TYPE_INT32 = 2,
  HCCL_DATA_TYPE_FP16 = 3,
  HCCL_DATA_TYPE_FP32 = 4,
  HCCL_DATA_TYPE_INT64 = 5,
  HCCL_DATA_TYPE_UINT64 = 6,
  HCCL_DATA_TYPE_UINT8 = 7,
  HCCL_DATA_TYPE_UINT16 = 8,
  HCCL_DATA_TYPE_UINT32 = 9,
  HCCL_DATA_TYPE_FP64 = 10,
  HCCL_DATA_TYPE_BFP16 = 11,
  HCCL_DATA_TYPE_INT128 = 12,
  HCCL_DATA_TYPE_RESERVED = 255,
} HcclDataType;

// Settings of the process, see HcclSetConfig.
typedef enum {
  HCCL_DETERMINISTIC = 0,
  HCCL_CONFIG_RESERVED = 1,
} HcclConfig;

typedef union {
  int32_t value;
} HcclConfigValue;

typedef void* HcclComm;

#define HCCL_ROOT_INFO_BYTES 4108
// What the ranks of a communicator find each other by.
typedef struct HcclRootInfoDef {
  char internal[HCCL_ROOT_INFO_BYTES];
} HcclRootInfo;

typedef struct HcclCommConfigDef HcclCommConfig;
typedef struct HcclSendRecvItemDef HcclSendRecvItem;

#ifdef __cplusplus
}
#endif

#endif  // HCCL_HCCL_TYPES_H_
