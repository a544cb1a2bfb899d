// The IDX format: a big-endian header of a magic number and the sizes, then one byte per value.
#include "fashion_mnist.h"

#include <zlib.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace train_classifier {
namespace {

constexpr uint32_t kLabelsMagic = 0x801;  // unsigned bytes, one dimension
constexpr uint32_t kImagesMagic = 0x803;  // unsigned bytes, three dimensions

class IdxFile {
 public:
  explicit IdxFile(const std::string& path) : path_(path), file_(gzopen(path.c_str(), "rb")) {
    if (file_ == nullptr) {
      throw std::runtime_error("cannot open " + path +
                               "; Debian's package dataset-fashion-mnist installs it");
    }
  }

  void Read(void* bytes, size_t count) {
    if (gzread(file_.get(), bytes, static_cast<unsigned>(count)) != static_cast<int>(count)) {
      throw std::runtime_error(path_ + " ends early or is damaged");
    }
  }

  uint32_t ReadNumber() {
    uint8_t bytes[4];
    Read(bytes, sizeof(bytes));
    return uint32_t{bytes[0]} << 24 | uint32_t{bytes[1]} << 16 | uint32_t{bytes[2]} << 8 | bytes[3];
  }

  void Expect(const char* what, uint32_t expected) {
    const uint32_t number = ReadNumber();
    if (number != expected) {
      throw std::runtime_error(path_ + ": " + what + " is " + std::to_string(number) + ", not " +
                               std::to_string(expected));
    }
  }

 private:
  struct Close {
    void operator()(gzFile file) const { gzclose(file); }
  };

  std::string path_;
  std::unique_ptr<gzFile_s, Close> file_;
};

}  // namespace

Dataset ReadFashionMnist(const std::string& directory, const std::string& prefix, int limit) {
  IdxFile images(directory + "/" + prefix + "-images-idx3-ubyte.gz");
  IdxFile labels(directory + "/" + prefix + "-labels-idx1-ubyte.gz");
  images.Expect("the magic number", kImagesMagic);
  labels.Expect("the magic number", kLabelsMagic);
  const uint32_t available = images.ReadNumber();
  labels.Expect("the number of labels", available);
  images.Expect("the height", 28);
  images.Expect("the width", 28);

  const int count = static_cast<int>(std::min<uint32_t>(available, limit));
  std::vector<uint8_t> pixels(size_t{kPixels} * count);
  images.Read(pixels.data(), pixels.size());
  Dataset dataset;
  dataset.labels.resize(count);
  labels.Read(dataset.labels.data(), dataset.labels.size());
  for (const uint8_t label : dataset.labels) {
    if (label >= kClasses) throw std::runtime_error(prefix + " holds a label above 9");
  }
  using Bytes = Eigen::Matrix<uint8_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  dataset.images = Eigen::Map<const Bytes>(pixels.data(), count, kPixels).cast<float>() / 255.0f;
  return dataset;
}

}  // namespace train_classifier
