// Reads Fashion-MNIST as Debian's package dataset-fashion-mnist installs it.
#ifndef HOSTACL_EXAMPLES_TRAIN_CLASSIFIER_FASHION_MNIST_H_
#define HOSTACL_EXAMPLES_TRAIN_CLASSIFIER_FASHION_MNIST_H_

#include <cstdint>
#include <string>
#include <vector>

#include "matrix.h"

namespace train_classifier {

inline constexpr int kPixels = 28 * 28;
inline constexpr int kClasses = 10;

// Images and the class of each.
struct Dataset {
  Matrix images;                // [count, kPixels], from 0 to 1
  std::vector<uint8_t> labels;  // [count], below kClasses

  int Count() const { return static_cast<int>(labels.size()); }
};

// Reads <directory>/<prefix>-images-idx3-ubyte.gz and its labels, at most `limit` of them; `prefix`
// is "train" or "t10k". Throws std::runtime_error, which names the file, when that fails.
Dataset ReadFashionMnist(const std::string& directory, const std::string& prefix, int limit);

}  // namespace train_classifier

#endif  // HOSTACL_EXAMPLES_TRAIN_CLASSIFIER_FASHION_MNIST_H_
