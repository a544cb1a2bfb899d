// The command line of train_classifier.
#ifndef HOSTACL_EXAMPLES_TRAIN_CLASSIFIER_OPTIONS_H_
#define HOSTACL_EXAMPLES_TRAIN_CLASSIFIER_OPTIONS_H_

#include <string>

namespace train_classifier {

// A gradient to spoil on purpose, to show that training notices.
enum class Breakage { kNone, kGlu, kGluGates, kLogSoftmax };

struct Options {
  int epochs = 8;
  int train_images = 60000;
  int test_images = 10000;
  double bar = 0.87;  // the test accuracy that must be reached
  Breakage breakage = Breakage::kNone;
  std::string data = "/usr/share/datasets/fashion-mnist";
  bool help = false;
};

extern const char kUsage[];

// Throws std::invalid_argument, which names the argument, for one that cannot be used.
Options ParseOptions(int argc, char** argv);

}  // namespace train_classifier

#endif  // HOSTACL_EXAMPLES_TRAIN_CLASSIFIER_OPTIONS_H_
