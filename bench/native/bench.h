// What the Python side of the benchmark calls: the roof, timed calls of hostacl and oneDNN, and
// data to call them with. Plain C, for ctypes. Each time is in seconds for one call; a negative one
// says that the call failed.
#ifndef HOSTACL_BENCH_NATIVE_BENCH_H_
#define HOSTACL_BENCH_NATIVE_BENCH_H_

#include <stddef.h>
#include <stdint.h>

#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

// The streams that a case reads and writes. All are equally long.
typedef struct BenchStreams {
  int32_t reads;         // 0 to 3
  int32_t writes;        // 0 to 2
  int32_t reads_first;   // streams that are read once more before, on their own: 0 or 1
  int32_t fresh_writes;  // whether each call writes memory that was never touched before
  int32_t threads;       // 1 or more
  uint64_t bytes;        // of each stream
} BenchStreams;

typedef struct BenchRoof BenchRoof;

// The instruction set that Highway chooses on this machine.
const char* BenchTarget(void);

// The variants of the roof's loop: their number, and the name of each.
int32_t BenchRoofVariants(void);
const char* BenchRoofName(int32_t variant);

// Prepares streams of its own and threads. Null where memory is short.
BenchRoof* BenchRoofCreate(const BenchStreams* streams);
double BenchRoofTime(BenchRoof* roof, int32_t variant, int32_t calls);
void BenchRoofDestroy(BenchRoof* roof);

// Fills `count` elements of a dtype of aclDataType with values spread evenly over [low, high).
void BenchFill(void* data, uint64_t count, int32_t dtype, double low, double high, uint32_t seed);

typedef struct BenchCall {
  int32_t op;  // 0: GLU backward, 1: log-softmax backward
  int64_t dim;
  aclTensor* grad;
  aclTensor* input;  // self, or output
  aclTensor* out;
  void* workspace;
  uint64_t workspace_bytes;
  void* stream;
} BenchCall;

// Bytes of workspace that the call wants, or -1 where phase one refuses it.
int64_t BenchWorkspace(const BenchCall* call);
// Both phases and a synchronize.
double BenchCallTime(const BenchCall* call, int32_t calls);

// One operand of a oneDNN call, in elements.
typedef struct BenchView {
  const int64_t* sizes;
  const int64_t* strides;
  int32_t rank;
  int32_t dtype;  // of aclDataType
  void* data;     // the first element
} BenchView;

typedef struct BenchOneDnn BenchOneDnn;

// The version of oneDNN that runs.
const char* BenchOneDnnVersion(void);

// oneDNN's log-softmax backward. Null where oneDNN has none for these operands.
BenchOneDnn* BenchOneDnnCreate(const BenchView* grad, const BenchView* output, const BenchView* out,
                               int32_t dim);
// Writes to `out` from now on.
void BenchOneDnnBind(BenchOneDnn* call, void* out);
double BenchOneDnnTime(BenchOneDnn* call, int32_t calls);
void BenchOneDnnDestroy(BenchOneDnn* call);

#ifdef __cplusplus
}
#endif

#endif  // HOSTACL_BENCH_NATIVE_BENCH_H_
