// Draws the bar over itself with a carriage return.
#include "progress.h"

#include <unistd.h>

#include <cstdio>
#include <utility>

namespace train_classifier {
namespace {

constexpr int kWidth = 40;

}  // namespace

Progress::Progress(std::string title, int steps)
    : title_(std::move(title)), steps_(steps), visible_(isatty(STDOUT_FILENO) == 1) {}

Progress::~Progress() {
  if (!visible_) return;
  std::printf("\r\033[K");
  std::fflush(stdout);
}

void Progress::Advance() {
  const int before = done_ * kWidth / steps_;
  const int filled = ++done_ * kWidth / steps_;
  if (!visible_ || filled == before) return;
  std::printf("\r%s [%s%s]", title_.c_str(), std::string(filled, '#').c_str(),
              std::string(kWidth - filled, '.').c_str());
  std::fflush(stdout);
}

}  // namespace train_classifier
