// Runs aclnnGlu and then aclnnLogSoftmax on its result, in C, and checks both in double precision.
//
// With a, b the halves of each row: glu = a / (1 + exp(-b)), then
//   log_softmax = glu - max - log(sum(exp(glu - max))) along each row.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "acl/acl.h"
#include "aclnnop/aclnn_glu.h"
#include "aclnnop/aclnn_logsoftmax.h"

enum { kRows = 2, kHalf = 4, kCount = kRows * kHalf };

static const double kMaxGluUlps = 2;         // the bounds that the operators state for float32;
static const double kMaxLogSoftmaxUlps = 2;  // this one at the size of the larger intermediate

// Device memory and the tensor that describes it as a dense matrix.
typedef struct {
  void* memory;
  aclTensor* tensor;
} DeviceMatrix;

// Ends the program with the library's own sentence when a call failed.
static void Check(int code, const char* call) {
  if (code == 0) return;
  const char* message = aclGetRecentErrMsg();
  fprintf(stderr, "%s returned %d: %s\n", call, code, message != NULL ? message : "no message");
  exit(EXIT_FAILURE);
}

static DeviceMatrix CreateMatrix(int64_t columns) {
  const int64_t shape[] = {kRows, columns};
  const int64_t strides[] = {columns, 1};
  DeviceMatrix matrix = {NULL, NULL};
  Check(aclrtMalloc(&matrix.memory, (size_t)(kRows * columns) * sizeof(float),
                    ACL_MEM_MALLOC_HUGE_FIRST),
        "aclrtMalloc");
  matrix.tensor =
      aclCreateTensor(shape, 2, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, shape, 2, matrix.memory);
  if (matrix.tensor == NULL) Check(ACL_ERROR_FAILURE, "aclCreateTensor");
  return matrix;
}

static void Release(DeviceMatrix matrix) {
  Check(aclDestroyTensor(matrix.tensor), "aclDestroyTensor");
  Check(aclrtFree(matrix.memory), "aclrtFree");
}

// Device memory for a second phase, null when it needs none.
static void* AllocateWorkspace(uint64_t size) {
  void* workspace = NULL;
  if (size > 0) {
    Check(aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc of a workspace");
  }
  return workspace;
}

// Puts both operators on the stream, the second reading what the first writes, and waits once.
static void RunOperators(DeviceMatrix self, DeviceMatrix glu, DeviceMatrix log_softmax,
                         aclrtStream stream) {
  uint64_t glu_size = 0;
  aclOpExecutor* executor = NULL;
  Check(aclnnGluGetWorkspaceSize(self.tensor, 1, glu.tensor, &glu_size, &executor),
        "aclnnGluGetWorkspaceSize");
  void* glu_workspace = AllocateWorkspace(glu_size);
  Check(aclnnGlu(glu_workspace, glu_size, executor, stream), "aclnnGlu");

  uint64_t log_softmax_size = 0;
  Check(aclnnLogSoftmaxGetWorkspaceSize(glu.tensor, 1, log_softmax.tensor, &log_softmax_size,
                                        &executor),
        "aclnnLogSoftmaxGetWorkspaceSize");
  void* log_softmax_workspace = AllocateWorkspace(log_softmax_size);
  Check(aclnnLogSoftmax(log_softmax_workspace, log_softmax_size, executor, stream),
        "aclnnLogSoftmax");

  Check(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");
  if (glu_workspace != NULL) Check(aclrtFree(glu_workspace), "aclrtFree of a workspace");
  if (log_softmax_workspace != NULL) {
    Check(aclrtFree(log_softmax_workspace), "aclrtFree of a workspace");
  }
}

// The distance between neighbouring float32 numbers at the size of `value`.
static double FloatUlp(double value) {
  const int exponent = value == 0 || ilogb(value) < -126 ? -126 : ilogb(value);
  return ldexp(1.0, exponent - 23);
}

// Prints a result beside its reference and adds its error to the largest ones. `scale` is the size
// at which ULPs count.
static void Report(int index, float result, double reference, double scale, double* max_error,
                   double* max_ulps) {
  const double error = fabs(result - reference);
  const double ulps = error / FloatUlp(scale);
  printf("[%d, %d]   %16.9g %24.17g %10.3f\n", index / kHalf, index % kHalf, result, reference,
         ulps);
  // Written so that a NaN counts as an error.
  if (!(error <= *max_error)) *max_error = error;
  if (!(ulps <= *max_ulps)) *max_ulps = ulps;
}

static void PrintHeading(const char* heading) {
  printf("%s\n%-8s %16s %24s %10s\n", heading, "index", "out", "reference in double", "ULP");
}

static bool PrintSummary(double max_error, double max_ulps, double bound) {
  const bool good = max_ulps <= bound;
  printf("largest error %.3g, %.3f ULP; the bound is %g ULP: %s\n", max_error, max_ulps, bound,
         good ? "kept" : "EXCEEDED");
  return good;
}

static bool ReportGlu(const float* self, const float* glu) {
  double max_error = 0;
  double max_ulps = 0;
  PrintHeading("aclnnGlu, self [2, 8], dim 1, float32");
  for (int i = 0; i < kCount; ++i) {
    const double a = self[i / kHalf * 2 * kHalf + i % kHalf];
    const double b = self[i / kHalf * 2 * kHalf + kHalf + i % kHalf];
    const double reference = a / (1 + exp(-b));
    Report(i, glu[i], reference, reference, &max_error, &max_ulps);
  }
  return PrintSummary(max_error, max_ulps, kMaxGluUlps);
}

// Checks against the log-softmax of what aclnnGlu gave, so that each operator answers for its own
// error.
static bool ReportLogSoftmax(const float* glu, const float* log_softmax) {
  double max_error = 0;
  double max_ulps = 0;
  PrintHeading("aclnnLogSoftmax of that, dim 1, float32");
  for (int row = 0; row < kRows; ++row) {
    const float* x = glu + row * kHalf;
    double max = x[0];
    for (int i = 1; i < kHalf; ++i) max = fmax(max, x[i]);
    double sum = 0;
    for (int i = 0; i < kHalf; ++i) sum += exp(x[i] - max);
    for (int i = 0; i < kHalf; ++i) {
      const double reference = x[i] - max - log(sum);
      Report(row * kHalf + i, log_softmax[row * kHalf + i], reference,
             fmax(fabs(reference), fabs(x[i] - max)), &max_error, &max_ulps);
    }
  }
  return PrintSummary(max_error, max_ulps, kMaxLogSoftmaxUlps);
}

int main(void) {
  // Each row holds kHalf values a, then kHalf gates b.
  const float self[2 * kCount] = {1.0f, -2.0f, 0.5f,  3.0f, 0.0f, 1.0f,  -1.0f, 20.0f,
                                  4.0f, 0.25f, -1.5f, 2.0f, 8.0f, -8.0f, 2.5f,  -0.1f};
  float glu[kCount];
  float log_softmax[kCount];

  Check(aclInit(NULL), "aclInit");
  Check(aclrtSetDevice(0), "aclrtSetDevice");
  aclrtStream stream = NULL;
  Check(aclrtCreateStream(&stream), "aclrtCreateStream");

  const DeviceMatrix device_self = CreateMatrix(2 * kHalf);
  const DeviceMatrix device_glu = CreateMatrix(kHalf);
  const DeviceMatrix device_log_softmax = CreateMatrix(kHalf);
  Check(
      aclrtMemcpy(device_self.memory, sizeof(self), self, sizeof(self), ACL_MEMCPY_HOST_TO_DEVICE),
      "aclrtMemcpy to the device");
  RunOperators(device_self, device_glu, device_log_softmax, stream);
  Check(aclrtMemcpy(glu, sizeof(glu), device_glu.memory, sizeof(glu), ACL_MEMCPY_DEVICE_TO_HOST),
        "aclrtMemcpy to the host");
  Check(aclrtMemcpy(log_softmax, sizeof(log_softmax), device_log_softmax.memory,
                    sizeof(log_softmax), ACL_MEMCPY_DEVICE_TO_HOST),
        "aclrtMemcpy to the host");

  const bool glu_good = ReportGlu(self, glu);
  const bool log_softmax_good = ReportLogSoftmax(glu, log_softmax);

  Release(device_log_softmax);
  Release(device_glu);
  Release(device_self);
  Check(aclrtDestroyStream(stream), "aclrtDestroyStream");
  Check(aclrtResetDevice(0), "aclrtResetDevice");
  Check(aclFinalize(), "aclFinalize");
  return glu_good && log_softmax_good ? EXIT_SUCCESS : EXIT_FAILURE;
}
