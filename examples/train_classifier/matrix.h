// The host's matrices: row-major, as the device's tensors are.
#ifndef HOSTACL_EXAMPLES_TRAIN_CLASSIFIER_MATRIX_H_
#define HOSTACL_EXAMPLES_TRAIN_CLASSIFIER_MATRIX_H_

#include <Eigen/Core>

namespace train_classifier {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using RowVector = Eigen::RowVectorXf;

}  // namespace train_classifier

#endif  // HOSTACL_EXAMPLES_TRAIN_CLASSIFIER_MATRIX_H_
