// The device's side of the classifier: a stream, matrices on it, and the four operators.
#ifndef HOSTACL_EXAMPLES_TRAIN_CLASSIFIER_DEVICE_H_
#define HOSTACL_EXAMPLES_TRAIN_CLASSIFIER_DEVICE_H_

#include <cstdint>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "matrix.h"

namespace train_classifier {

// Throws std::runtime_error with the library's own sentence when `code` is a failure.
void Check(int code, const char* call);

// Device 0 and one stream on it. Everything below belongs to a device that is alive.
class Device {
 public:
  Device();
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  aclrtStream stream() const { return stream_; }
  void Synchronize() { Check(aclrtSynchronizeStream(stream_), "aclrtSynchronizeStream"); }

  // Device memory of at least `size` bytes, null for 0. One block serves all operators, since work
  // on one stream never overlaps.
  void* Workspace(uint64_t size);

 private:
  aclrtStream stream_ = nullptr;
  void* workspace_ = nullptr;
  uint64_t workspace_size_ = 0;
};

// A dense float32 matrix in device memory, and its tensor.
class DeviceMatrix {
 public:
  DeviceMatrix(int64_t rows, int64_t columns);
  ~DeviceMatrix();
  DeviceMatrix(const DeviceMatrix&) = delete;
  DeviceMatrix& operator=(const DeviceMatrix&) = delete;

  aclTensor* tensor() const { return tensor_; }

  // Both take their turn on the device's stream; `values` has the shape of this matrix and must not
  // be touched before Device::Synchronize.
  void Upload(const Matrix& values, const Device& device);
  void Download(Matrix* values, const Device& device) const;

 private:
  const size_t bytes_;
  void* memory_ = nullptr;
  aclTensor* tensor_ = nullptr;
};

// Each plans an operator along the rows and puts it on the device's stream.
void Glu(const DeviceMatrix& self, const DeviceMatrix& out, Device* device);
void GluBackward(const DeviceMatrix& grad_out, const DeviceMatrix& self, const DeviceMatrix& out,
                 Device* device);
void LogSoftmax(const DeviceMatrix& self, const DeviceMatrix& out, Device* device);
void LogSoftmaxBackward(const DeviceMatrix& grad_output, const DeviceMatrix& output,
                        const DeviceMatrix& out, Device* device);

}  // namespace train_classifier

#endif  // HOSTACL_EXAMPLES_TRAIN_CLASSIFIER_DEVICE_H_
