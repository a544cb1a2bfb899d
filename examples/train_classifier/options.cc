// Parses --name and --name=value.
#include "options.h"

#include <cstdlib>
#include <stdexcept>

namespace train_classifier {

const char kUsage[] =
    "usage: train_classifier [--epochs=N] [--quick] [--break=NAME] [--data=DIRECTORY]\n"
    "\n"
    "Trains a gated classifier on Fashion-MNIST. Exits with 0 when the test accuracy reaches the\n"
    "bar, with 1 when it does not, with 2 on an error.\n"
    "\n"
    "  --epochs=N        passes over the training images, default 8, for which the bar is made\n"
    "  --quick           fewer images and a lower bar: a few seconds\n"
    "  --break=NAME      spoil a gradient, to see the accuracy miss the bar: glu (the sign of the\n"
    "                    gates' half), glu_gates (no gates' half), log_softmax (no sum)\n"
    "  --data=DIRECTORY  where Fashion-MNIST lies, default /usr/share/datasets/fashion-mnist\n";

namespace {

int ParseEpochs(const std::string& text) {
  char* end = nullptr;
  const long epochs = std::strtol(text.c_str(), &end, 10);
  if (text.empty() || *end != '\0' || epochs < 1 || epochs > 1000) {
    throw std::invalid_argument("--epochs takes a number from 1 to 1000, not '" + text + "'");
  }
  return static_cast<int>(epochs);
}

Breakage ParseBreakage(const std::string& text) {
  if (text == "glu") return Breakage::kGlu;
  if (text == "glu_gates") return Breakage::kGluGates;
  if (text == "log_softmax") return Breakage::kLogSoftmax;
  throw std::invalid_argument("--break takes glu, glu_gates or log_softmax, not '" + text + "'");
}

}  // namespace

Options ParseOptions(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const size_t equals = argument.find('=');
    const std::string name = argument.substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : argument.substr(equals + 1);
    if (name == "--epochs") {
      options.epochs = ParseEpochs(value);
    } else if (name == "--break") {
      options.breakage = ParseBreakage(value);
    } else if (name == "--data" && !value.empty()) {
      options.data = value;
    } else if (argument == "--quick") {
      options.train_images = 10000;
      options.test_images = 2000;
      options.epochs = 2;
      options.bar = 0.75;
    } else if (argument == "--help") {
      options.help = true;
    } else {
      throw std::invalid_argument("unknown argument '" + argument + "'; --help lists all");
    }
  }
  return options;
}

}  // namespace train_classifier
