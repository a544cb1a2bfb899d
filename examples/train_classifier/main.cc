// Trains the classifier and says whether its test accuracy reaches the bar.
#include <chrono>
#include <cstdio>
#include <exception>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "classifier.h"
#include "device.h"
#include "fashion_mnist.h"
#include "options.h"
#include "progress.h"

namespace train_classifier {
namespace {

constexpr unsigned kSeed = 20240229;
constexpr float kFirstRate = 0.1f;

// The images in a new order. Written out because std::shuffle may differ between libraries.
void Shuffle(std::vector<int>* order, std::mt19937* random) {
  for (size_t i = order->size() - 1; i > 0; --i) {
    std::swap((*order)[i], (*order)[(*random)() % (i + 1)]);
  }
}

// One pass over the images in a random order; returns the mean loss.
double TrainEpoch(const Dataset& dataset, const std::string& title, float rate,
                  Classifier* classifier, std::mt19937* random) {
  std::vector<int> order(dataset.Count());
  std::iota(order.begin(), order.end(), 0);
  Shuffle(&order, random);
  const int steps = dataset.Count() / kBatch;
  Progress progress(title, steps);
  Matrix images(kBatch, kPixels);
  std::vector<uint8_t> labels(kBatch);
  double loss = 0;
  for (int step = 0; step < steps; ++step) {
    for (int i = 0; i < kBatch; ++i) {
      const int source = order[step * kBatch + i];
      images.row(i) = dataset.images.row(source);
      labels[i] = dataset.labels[source];
    }
    loss += classifier->Train(images, labels.data(), rate) / steps;
    progress.Advance();
  }
  return loss;
}

double Accuracy(const Dataset& dataset, Classifier* classifier) {
  int correct = 0;
  for (int start = 0; start + kBatch <= dataset.Count(); start += kBatch) {
    correct += classifier->CountCorrect(dataset.images.middleRows(start, kBatch),
                                        dataset.labels.data() + start);
  }
  return static_cast<double>(correct) / dataset.Count();
}

// Returns whether the bar was reached.
bool Run(const Options& options) {
  const auto start = std::chrono::steady_clock::now();
  const Dataset train = ReadFashionMnist(options.data, "train", options.train_images);
  const Dataset test = ReadFashionMnist(options.data, "t10k", options.test_images);
  std::mt19937 random(kSeed);
  Device device;
  Classifier classifier(&device, options.breakage, &random);

  std::printf("%d training images, %d test images, batches of %d\n", train.Count(), test.Count(),
              kBatch);
  double accuracy = 0;
  for (int epoch = 1; epoch <= options.epochs; ++epoch) {
    const std::string title =
        "epoch " + std::to_string(epoch) + "/" + std::to_string(options.epochs);
    const float rate = kFirstRate * static_cast<float>(options.epochs + 1 - epoch) /
                       static_cast<float>(options.epochs);
    const double loss = TrainEpoch(train, title, rate, &classifier, &random);
    accuracy = Accuracy(test, &classifier);
    std::printf("%s  loss %.4f  test accuracy %.2f %%\n", title.c_str(), loss, 100 * accuracy);
    std::fflush(stdout);
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  const bool reached = accuracy >= options.bar;
  std::printf("test accuracy %.2f %%, %s the bar of %.2f %%; %.1f s\n", 100 * accuracy,
              reached ? "reaches" : "misses", 100 * options.bar, elapsed.count());
  return reached;
}

}  // namespace
}  // namespace train_classifier

int main(int argc, char** argv) {
  try {
    const auto options = train_classifier::ParseOptions(argc, argv);
    if (options.help) {
      std::fputs(train_classifier::kUsage, stdout);
      return 0;
    }
    return train_classifier::Run(options) ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "train_classifier: %s\n", error.what());
    return 2;
  }
}
