// Runs aclnnLogSoftmaxBackward on a small matrix and compares it with the formula in double
// precision.
//
//   out = gradOutput - exp(output) * sum(gradOutput along dim), where output = log_softmax(x).
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_logsoftmax_backward.h"

namespace {

constexpr int64_t kRows = 3;
constexpr int64_t kColumns = 5;
constexpr int64_t kDim = -1;
// The bound that the operator states, in ULP of the larger of the two terms of the difference, on
// any CPU.
constexpr double kMaxUlps = 2;

// Ends the program with the library's own sentence when a call failed.
void Check(int code, const char* call) {
  if (code == 0) return;
  const char* message = aclGetRecentErrMsg();
  std::fprintf(stderr, "%s returned %d: %s\n", call, code, message ? message : "no message");
  std::exit(EXIT_FAILURE);
}

// Device memory and the tensor that describes it as a dense matrix.
struct DeviceMatrix {
  void* memory = nullptr;
  aclTensor* tensor = nullptr;
};

constexpr size_t kMatrixBytes = kRows * kColumns * sizeof(float);

DeviceMatrix CreateMatrix() {
  const int64_t shape[] = {kRows, kColumns};
  const int64_t strides[] = {kColumns, 1};
  DeviceMatrix matrix;
  Check(aclrtMalloc(&matrix.memory, kMatrixBytes, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
  matrix.tensor =
      aclCreateTensor(shape, 2, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, shape, 2, matrix.memory);
  if (matrix.tensor == nullptr) Check(ACL_ERROR_FAILURE, "aclCreateTensor");
  return matrix;
}

DeviceMatrix Upload(const std::vector<float>& values) {
  const DeviceMatrix matrix = CreateMatrix();
  Check(aclrtMemcpy(matrix.memory, kMatrixBytes, values.data(), kMatrixBytes,
                    ACL_MEMCPY_HOST_TO_DEVICE),
        "aclrtMemcpy to the device");
  return matrix;
}

std::vector<float> Download(const DeviceMatrix& matrix) {
  std::vector<float> values(kRows * kColumns);
  Check(aclrtMemcpy(values.data(), kMatrixBytes, matrix.memory, kMatrixBytes,
                    ACL_MEMCPY_DEVICE_TO_HOST),
        "aclrtMemcpy to the host");
  return values;
}

void Release(const DeviceMatrix& matrix) {
  Check(aclDestroyTensor(matrix.tensor), "aclDestroyTensor");
  Check(aclrtFree(matrix.memory), "aclrtFree");
}

// Both phases on `stream`, and the wait for the result.
void RunLogSoftmaxBackward(const DeviceMatrix& grad_output, const DeviceMatrix& output,
                           const DeviceMatrix& out, aclrtStream stream) {
  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
  Check(aclnnLogSoftmaxBackwardGetWorkspaceSize(grad_output.tensor, output.tensor, kDim, out.tensor,
                                                &workspace_size, &executor),
        "aclnnLogSoftmaxBackwardGetWorkspaceSize");
  void* workspace = nullptr;
  if (workspace_size > 0) {
    Check(aclrtMalloc(&workspace, workspace_size, ACL_MEM_MALLOC_HUGE_FIRST),
          "aclrtMalloc of the workspace");
  }
  Check(aclnnLogSoftmaxBackward(workspace, workspace_size, executor, stream),
        "aclnnLogSoftmaxBackward");
  Check(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");
  if (workspace != nullptr) Check(aclrtFree(workspace), "aclrtFree of the workspace");
}

// The log-softmax of each row of `x`, as the forward pass would have left it.
std::vector<float> LogSoftmax(const std::vector<float>& x) {
  std::vector<float> output(x.size());
  for (int64_t row = 0; row < kRows; ++row) {
    double sum = 0;
    for (int64_t i = 0; i < kColumns; ++i) sum += std::exp(double{x[row * kColumns + i]});
    for (int64_t i = 0; i < kColumns; ++i) {
      output[row * kColumns + i] = static_cast<float>(x[row * kColumns + i] - std::log(sum));
    }
  }
  return output;
}

// A result in double, and the size at which its ULPs count.
struct Expected {
  double value;
  double scale;
};

std::vector<Expected> Reference(const std::vector<float>& grad_output,
                                const std::vector<float>& output) {
  std::vector<Expected> expected(output.size());
  for (int64_t row = 0; row < kRows; ++row) {
    double sum = 0;
    for (int64_t i = 0; i < kColumns; ++i) sum += grad_output[row * kColumns + i];
    for (int64_t i = 0; i < kColumns; ++i) {
      const double gradient = grad_output[row * kColumns + i];
      const double share = std::exp(double{output[row * kColumns + i]}) * sum;
      expected[row * kColumns + i] = {gradient - share,
                                      std::max(std::fabs(gradient), std::fabs(share))};
    }
  }
  return expected;
}

// The distance between neighbouring float32 numbers at the size of `value`.
double FloatUlp(double value) {
  return std::ldexp(1.0, value == 0 ? -149 : std::max(std::ilogb(value), -126) - 23);
}

// Prints results beside their references; returns whether the largest error keeps the bound.
bool Report(const std::vector<float>& out, const std::vector<Expected>& expected) {
  double max_error = 0;
  double max_ulps = 0;
  std::printf("aclnnLogSoftmaxBackward, shape [%d, %d], dim %d, float32\n", static_cast<int>(kRows),
              static_cast<int>(kColumns), static_cast<int>(kDim));
  std::printf("%-8s %16s %24s %10s\n", "index", "out", "reference in double", "ULP");
  for (size_t i = 0; i < out.size(); ++i) {
    const double error = std::fabs(out[i] - expected[i].value);
    const double ulps = error / FloatUlp(expected[i].scale);
    std::printf("[%d, %d]   %16.9g %24.17g %10.3f\n", static_cast<int>(i / kColumns),
                static_cast<int>(i % kColumns), out[i], expected[i].value, ulps);
    // Written so that a NaN counts as an error.
    if (!(error <= max_error)) max_error = error;
    if (!(ulps <= max_ulps)) max_ulps = ulps;
  }
  const bool good = max_ulps <= kMaxUlps;
  std::printf("largest error %.3g, %.3f ULP; the bound is %g ULP: %s\n", max_error, max_ulps,
              kMaxUlps, good ? "kept" : "EXCEEDED");
  return good;
}

}  // namespace

int main() {
  // The first row's gradient is that of a negative log-likelihood whose label is 2.
  const std::vector<float> grad_output_values = {0.0f, 0.0f,   -1.0f, 0.0f,  0.0f,
                                                 1.0f, -2.0f,  0.5f,  0.25f, 3.0f,
                                                 0.1f, 100.0f, -0.1f, 10.0f, -7.0f};
  const std::vector<float> output_values = LogSoftmax(
      {1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, -9.0f, 8.0f, 0.5f, -3.0f, 6.0f});

  Check(aclInit(nullptr), "aclInit");
  Check(aclrtSetDevice(0), "aclrtSetDevice");
  aclrtStream stream = nullptr;
  Check(aclrtCreateStream(&stream), "aclrtCreateStream");

  const DeviceMatrix grad_output = Upload(grad_output_values);
  const DeviceMatrix output = Upload(output_values);
  const DeviceMatrix out = CreateMatrix();
  RunLogSoftmaxBackward(grad_output, output, out, stream);
  const bool good = Report(Download(out), Reference(grad_output_values, output_values));

  Release(out);
  Release(output);
  Release(grad_output);
  Check(aclrtDestroyStream(stream), "aclrtDestroyStream");
  Check(aclrtResetDevice(0), "aclrtResetDevice");
  Check(aclFinalize(), "aclFinalize");
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
