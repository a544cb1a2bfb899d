// Calls of the runtime and of the two-phase operators, each with its code checked.
#include "device.h"

#include <stdexcept>
#include <string>

#include "aclnnop/aclnn_glu.h"
#include "aclnnop/aclnn_glu_backward.h"
#include "aclnnop/aclnn_logsoftmax.h"
#include "aclnnop/aclnn_logsoftmax_backward.h"

namespace train_classifier {
namespace {

constexpr int64_t kAlongRows = -1;

}  // namespace

void Check(int code, const char* call) {
  if (code == 0) return;
  const char* message = aclGetRecentErrMsg();
  throw std::runtime_error(std::string(call) + " returned " + std::to_string(code) + ": " +
                           (message != nullptr ? message : "no message"));
}

Device::Device() {
  Check(aclInit(nullptr), "aclInit");
  Check(aclrtSetDevice(0), "aclrtSetDevice");
  Check(aclrtCreateStream(&stream_), "aclrtCreateStream");
}

Device::~Device() {
  // Failures here have nobody left to tell.
  aclrtDestroyStream(stream_);
  if (workspace_ != nullptr) aclrtFree(workspace_);
  aclrtResetDevice(0);
  aclFinalize();
}

void* Device::Workspace(uint64_t size) {
  if (size > workspace_size_) {
    Synchronize();
    if (workspace_ != nullptr) Check(aclrtFree(workspace_), "aclrtFree");
    workspace_ = nullptr;
    workspace_size_ = 0;
    Check(aclrtMalloc(&workspace_, size, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
    workspace_size_ = size;
  }
  return size == 0 ? nullptr : workspace_;
}

DeviceMatrix::DeviceMatrix(int64_t rows, int64_t columns)
    : bytes_(static_cast<size_t>(rows * columns) * sizeof(float)) {
  const int64_t shape[] = {rows, columns};
  const int64_t strides[] = {columns, 1};
  Check(aclrtMalloc(&memory_, bytes_, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
  tensor_ = aclCreateTensor(shape, 2, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, shape, 2, memory_);
  if (tensor_ == nullptr) Check(ACL_ERROR_FAILURE, "aclCreateTensor");
}

DeviceMatrix::~DeviceMatrix() {
  aclDestroyTensor(tensor_);
  aclrtFree(memory_);
}

void DeviceMatrix::Upload(const Matrix& values, const Device& device) {
  Check(aclrtMemcpyAsync(memory_, bytes_, values.data(), bytes_, ACL_MEMCPY_HOST_TO_DEVICE,
                         device.stream()),
        "aclrtMemcpyAsync to the device");
}

void DeviceMatrix::Download(Matrix* values, const Device& device) const {
  Check(aclrtMemcpyAsync(values->data(), bytes_, memory_, bytes_, ACL_MEMCPY_DEVICE_TO_HOST,
                         device.stream()),
        "aclrtMemcpyAsync to the host");
}

void Glu(const DeviceMatrix& self, const DeviceMatrix& out, Device* device) {
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  Check(aclnnGluGetWorkspaceSize(self.tensor(), kAlongRows, out.tensor(), &size, &executor),
        "aclnnGluGetWorkspaceSize");
  Check(aclnnGlu(device->Workspace(size), size, executor, device->stream()), "aclnnGlu");
}

void GluBackward(const DeviceMatrix& grad_out, const DeviceMatrix& self, const DeviceMatrix& out,
                 Device* device) {
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  Check(aclnnGluBackwardGetWorkspaceSize(grad_out.tensor(), self.tensor(), kAlongRows, out.tensor(),
                                         &size, &executor),
        "aclnnGluBackwardGetWorkspaceSize");
  Check(aclnnGluBackward(device->Workspace(size), size, executor, device->stream()),
        "aclnnGluBackward");
}

void LogSoftmax(const DeviceMatrix& self, const DeviceMatrix& out, Device* device) {
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  Check(aclnnLogSoftmaxGetWorkspaceSize(self.tensor(), kAlongRows, out.tensor(), &size, &executor),
        "aclnnLogSoftmaxGetWorkspaceSize");
  Check(aclnnLogSoftmax(device->Workspace(size), size, executor, device->stream()),
        "aclnnLogSoftmax");
}

void LogSoftmaxBackward(const DeviceMatrix& grad_output, const DeviceMatrix& output,
                        const DeviceMatrix& out, Device* device) {
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  Check(aclnnLogSoftmaxBackwardGetWorkspaceSize(grad_output.tensor(), output.tensor(), kAlongRows,
                                                out.tensor(), &size, &executor),
        "aclnnLogSoftmaxBackwardGetWorkspaceSize");
  Check(aclnnLogSoftmaxBackward(device->Workspace(size), size, executor, device->stream()),
        "aclnnLogSoftmaxBackward");
}

}  // namespace train_classifier
