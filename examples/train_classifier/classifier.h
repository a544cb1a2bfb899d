// A gated classifier: linear, GLU, linear, log-softmax, trained by gradient descent with momentum.
#ifndef HOSTACL_EXAMPLES_TRAIN_CLASSIFIER_CLASSIFIER_H_
#define HOSTACL_EXAMPLES_TRAIN_CLASSIFIER_CLASSIFIER_H_

#include <cstdint>
#include <random>

#include "device.h"
#include "fashion_mnist.h"
#include "matrix.h"
#include "options.h"

namespace train_classifier {

inline constexpr int kBatch = 100;  // divides all sizes that the options choose
inline constexpr int kHidden = 64;

// y = x * weights + bias, with the velocities of its descent.
class Linear {
 public:
  Linear(int inputs, int outputs, std::mt19937* random);

  const Matrix& weights() const { return weights_; }
  void Forward(const Matrix& x, Matrix* y) const;
  // One step against the gradient that `dy` = d(loss)/dy has with respect to weights and bias.
  void Descend(const Matrix& x, const Matrix& dy, float rate);

 private:
  Matrix weights_;  // [inputs, outputs]
  RowVector bias_;
  Matrix weights_velocity_;
  RowVector bias_velocity_;
};

// The linear layers run on the host, GLU, log-softmax and their gradients on the device.
class Classifier {
 public:
  Classifier(Device* device, Breakage breakage, std::mt19937* random);

  // One step on kBatch images; returns the mean negative log-likelihood before it. Throws
  // std::runtime_error when a call of the device fails.
  double Train(const Matrix& images, const uint8_t* labels, float rate);

  // The number of kBatch images whose most likely class is their label.
  int CountCorrect(const Matrix& images, const uint8_t* labels);

 private:
  // Fills gated_ and log_probabilities_.
  void Forward(const Matrix& images);

  Device* const device_;
  const Breakage breakage_;
  Linear first_;
  Linear second_;

  Matrix halves_;             // [kBatch, 2 * kHidden]: the values a, then the gates b
  Matrix gated_;              // [kBatch, kHidden]
  Matrix logits_;             // [kBatch, kClasses]
  Matrix log_probabilities_;  // [kBatch, kClasses]
  Matrix grad_log_probabilities_;
  Matrix grad_logits_;
  Matrix grad_gated_;
  Matrix grad_halves_;

  DeviceMatrix device_halves_;
  DeviceMatrix device_gated_;
  DeviceMatrix device_logits_;
  DeviceMatrix device_log_probabilities_;
  DeviceMatrix device_grad_log_probabilities_;
  DeviceMatrix device_grad_logits_;
  DeviceMatrix device_grad_gated_;
  DeviceMatrix device_grad_halves_;
};

}  // namespace train_classifier

#endif  // HOSTACL_EXAMPLES_TRAIN_CLASSIFIER_CLASSIFIER_H_
