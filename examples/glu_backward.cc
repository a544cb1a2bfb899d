// Runs aclnnGluBackward on a small matrix and compares it with the formula in double precision.
//
// With a, b the halves of self along dim and s = 1 / (1 + exp(-b)):
//   out = concat(gradOut * s, gradOut * s * a * (1 - s)) along dim.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_glu_backward.h"

namespace {

constexpr int64_t kRows = 2;
constexpr int64_t kHalf = 4;
constexpr int64_t kDim = 1;
constexpr double kMaxUlps = 2;  // the bound that the operator states for float32

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

DeviceMatrix CreateMatrix(int64_t columns) {
  const int64_t shape[] = {kRows, columns};
  const int64_t strides[] = {columns, 1};
  DeviceMatrix matrix;
  Check(aclrtMalloc(&matrix.memory, kRows * columns * sizeof(float), ACL_MEM_MALLOC_HUGE_FIRST),
        "aclrtMalloc");
  matrix.tensor =
      aclCreateTensor(shape, 2, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, shape, 2, matrix.memory);
  if (matrix.tensor == nullptr) Check(ACL_ERROR_FAILURE, "aclCreateTensor");
  return matrix;
}

DeviceMatrix Upload(const std::vector<float>& values) {
  const DeviceMatrix matrix = CreateMatrix(static_cast<int64_t>(values.size()) / kRows);
  const size_t bytes = values.size() * sizeof(float);
  Check(aclrtMemcpy(matrix.memory, bytes, values.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE),
        "aclrtMemcpy to the device");
  return matrix;
}

std::vector<float> Download(const DeviceMatrix& matrix, int64_t columns) {
  std::vector<float> values(kRows * columns);
  const size_t bytes = values.size() * sizeof(float);
  Check(aclrtMemcpy(values.data(), bytes, matrix.memory, bytes, ACL_MEMCPY_DEVICE_TO_HOST),
        "aclrtMemcpy to the host");
  return values;
}

void Release(const DeviceMatrix& matrix) {
  Check(aclDestroyTensor(matrix.tensor), "aclDestroyTensor");
  Check(aclrtFree(matrix.memory), "aclrtFree");
}

// Both phases on `stream`, and the wait for the result.
void RunGluBackward(const DeviceMatrix& grad_out, const DeviceMatrix& self, const DeviceMatrix& out,
                    aclrtStream stream) {
  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
  Check(aclnnGluBackwardGetWorkspaceSize(grad_out.tensor, self.tensor, kDim, out.tensor,
                                         &workspace_size, &executor),
        "aclnnGluBackwardGetWorkspaceSize");
  void* workspace = nullptr;
  if (workspace_size > 0) {
    Check(aclrtMalloc(&workspace, workspace_size, ACL_MEM_MALLOC_HUGE_FIRST),
          "aclrtMalloc of the workspace");
  }
  Check(aclnnGluBackward(workspace, workspace_size, executor, stream), "aclnnGluBackward");
  Check(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");
  if (workspace != nullptr) Check(aclrtFree(workspace), "aclrtFree of the workspace");
}

std::vector<double> Reference(const std::vector<float>& grad_out, const std::vector<float>& self) {
  std::vector<double> out(self.size());
  for (int64_t row = 0; row < kRows; ++row) {
    for (int64_t i = 0; i < kHalf; ++i) {
      const double g = grad_out[row * kHalf + i];
      const double a = self[row * 2 * kHalf + i];
      const double b = self[row * 2 * kHalf + kHalf + i];
      const double s = 1 / (1 + std::exp(-b));
      out[row * 2 * kHalf + i] = g * s;
      // 1 - s loses every digit for large b; the same number written as 1 / (1 + exp(b)) loses
      // none.
      out[row * 2 * kHalf + kHalf + i] = g * s * a / (1 + std::exp(b));
    }
  }
  return out;
}

// The distance between neighbouring float32 numbers at the size of `value`.
double FloatUlp(double value) {
  return std::ldexp(1.0, value == 0 ? -149 : std::max(std::ilogb(value), -126) - 23);
}

// Prints results beside their references; returns whether the largest error keeps the bound.
bool Report(const std::vector<float>& out, const std::vector<double>& reference) {
  double max_error = 0;
  double max_ulps = 0;
  std::printf("aclnnGluBackward, self [%d, %d], dim %d, float32\n", static_cast<int>(kRows),
              static_cast<int>(2 * kHalf), static_cast<int>(kDim));
  std::printf("%-8s %16s %24s %10s\n", "index", "out", "reference in double", "ULP");
  for (size_t i = 0; i < out.size(); ++i) {
    const double error = std::fabs(out[i] - reference[i]);
    const double ulps = error / FloatUlp(reference[i]);
    std::printf("[%d, %d]   %16.9g %24.17g %10.3f\n", static_cast<int>(i / (2 * kHalf)),
                static_cast<int>(i % (2 * kHalf)), out[i], reference[i], ulps);
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
  // Each row of self holds kHalf values a, then kHalf gates b.
  const std::vector<float> self = {1.0f, -2.0f, 0.5f,  3.0f, 0.0f, 1.0f,  -1.0f, 20.0f,
                                   4.0f, 0.25f, -1.5f, 2.0f, 8.0f, -8.0f, 2.5f,  -0.1f};
  const std::vector<float> grad_out_values = {1.0f, 0.5f, -1.0f, 2.0f, -0.75f, 3.0f, 0.1f, 1.0f};

  Check(aclInit(nullptr), "aclInit");
  Check(aclrtSetDevice(0), "aclrtSetDevice");
  aclrtStream stream = nullptr;
  Check(aclrtCreateStream(&stream), "aclrtCreateStream");

  const DeviceMatrix grad_out = Upload(grad_out_values);
  const DeviceMatrix input = Upload(self);
  const DeviceMatrix out = CreateMatrix(2 * kHalf);
  RunGluBackward(grad_out, input, out, stream);
  const bool good = Report(Download(out, 2 * kHalf), Reference(grad_out_values, self));

  Release(out);
  Release(input);
  Release(grad_out);
  Check(aclrtDestroyStream(stream), "aclrtDestroyStream");
  Check(aclrtResetDevice(0), "aclrtResetDevice");
  Check(aclFinalize(), "aclFinalize");
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
