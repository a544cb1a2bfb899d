// A progress bar for terminals; nothing elsewhere.
#ifndef HOSTACL_EXAMPLES_TRAIN_CLASSIFIER_PROGRESS_H_
#define HOSTACL_EXAMPLES_TRAIN_CLASSIFIER_PROGRESS_H_

#include <string>

namespace train_classifier {

class Progress {
 public:
  Progress(std::string title, int steps);
  // Wipes the bar off the line.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void Advance();

 private:
  const std::string title_;
  const int steps_;
  const bool visible_;
  int done_ = 0;
};

}  // namespace train_classifier

#endif  // HOSTACL_EXAMPLES_TRAIN_CLASSIFIER_PROGRESS_H_
