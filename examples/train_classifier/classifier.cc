// The forward pass, the backward pass, and what --break spoils.
#include "classifier.h"

#include <cmath>

namespace train_classifier {
namespace {

constexpr float kMomentum = 0.9f;

}  // namespace

Linear::Linear(int inputs, int outputs, std::mt19937* random)
    : weights_(inputs, outputs),
      bias_(RowVector::Zero(outputs)),
      weights_velocity_(Matrix::Zero(inputs, outputs)),
      bias_velocity_(RowVector::Zero(outputs)) {
  // Uniform with variance 1 / inputs. Written out because the standard's distributions may give
  // other numbers in other libraries.
  const float bound = std::sqrt(3.0f / static_cast<float>(inputs));
  for (float& weight : weights_.reshaped()) {
    weight = bound * (std::ldexp(static_cast<float>((*random)() >> 8), -23) - 1.0f);
  }
}

void Linear::Forward(const Matrix& x, Matrix* y) const {
  y->noalias() = x * weights_;
  y->rowwise() += bias_;
}

void Linear::Descend(const Matrix& x, const Matrix& dy, float rate) {
  weights_velocity_ *= kMomentum;
  weights_velocity_.noalias() -= rate * (x.transpose() * dy);
  weights_ += weights_velocity_;
  bias_velocity_ = kMomentum * bias_velocity_ - rate * dy.colwise().sum();
  bias_ += bias_velocity_;
}

Classifier::Classifier(Device* device, Breakage breakage, std::mt19937* random)
    : device_(device),
      breakage_(breakage),
      first_(kPixels, 2 * kHidden, random),
      second_(kHidden, kClasses, random),
      halves_(kBatch, 2 * kHidden),
      gated_(kBatch, kHidden),
      logits_(kBatch, kClasses),
      log_probabilities_(kBatch, kClasses),
      grad_log_probabilities_(kBatch, kClasses),
      grad_logits_(kBatch, kClasses),
      grad_gated_(kBatch, kHidden),
      grad_halves_(kBatch, 2 * kHidden),
      device_halves_(kBatch, 2 * kHidden),
      device_gated_(kBatch, kHidden),
      device_logits_(kBatch, kClasses),
      device_log_probabilities_(kBatch, kClasses),
      device_grad_log_probabilities_(kBatch, kClasses),
      device_grad_logits_(kBatch, kClasses),
      device_grad_gated_(kBatch, kHidden),
      device_grad_halves_(kBatch, 2 * kHidden) {}

void Classifier::Forward(const Matrix& images) {
  first_.Forward(images, &halves_);
  device_halves_.Upload(halves_, *device_);
  Glu(device_halves_, device_gated_, device_);
  device_gated_.Download(&gated_, *device_);
  device_->Synchronize();

  second_.Forward(gated_, &logits_);
  device_logits_.Upload(logits_, *device_);
  LogSoftmax(device_logits_, device_log_probabilities_, device_);
  device_log_probabilities_.Download(&log_probabilities_, *device_);
  device_->Synchronize();
}

double Classifier::Train(const Matrix& images, const uint8_t* labels, float rate) {
  Forward(images);
  double loss = 0;
  grad_log_probabilities_.setZero();
  for (int i = 0; i < kBatch; ++i) {
    loss -= log_probabilities_(i, labels[i]) / kBatch;
    grad_log_probabilities_(i, labels[i]) = -1.0f / kBatch;
  }

  device_grad_log_probabilities_.Upload(grad_log_probabilities_, *device_);
  LogSoftmaxBackward(device_grad_log_probabilities_, device_log_probabilities_, device_grad_logits_,
                     device_);
  device_grad_logits_.Download(&grad_logits_, *device_);
  device_->Synchronize();
  // As if the operator forgot to subtract exp(output) * sum.
  if (breakage_ == Breakage::kLogSoftmax) grad_logits_ = grad_log_probabilities_;

  grad_gated_.noalias() = grad_logits_ * second_.weights().transpose();
  device_grad_gated_.Upload(grad_gated_, *device_);
  GluBackward(device_grad_gated_, device_halves_, device_grad_halves_, device_);
  device_grad_halves_.Download(&grad_halves_, *device_);
  device_->Synchronize();
  // As if the operator had the sign of the gates' half wrong, or never wrote that half.
  if (breakage_ == Breakage::kGlu) grad_halves_.rightCols(kHidden) *= -1.0f;
  if (breakage_ == Breakage::kGluGates) grad_halves_.rightCols(kHidden).setZero();

  second_.Descend(gated_, grad_logits_, rate);
  first_.Descend(images, grad_halves_, rate);
  return loss;
}

int Classifier::CountCorrect(const Matrix& images, const uint8_t* labels) {
  Forward(images);
  int correct = 0;
  for (int i = 0; i < kBatch; ++i) {
    Eigen::Index likeliest = 0;
    log_probabilities_.row(i).maxCoeff(&likeliest);
    correct += likeliest == labels[i];
  }
  return correct;
}

}  // namespace train_classifier
