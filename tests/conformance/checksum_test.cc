// The bits of a fixed set of results, on every target of this machine, against checksums that are
// committed: machines of different kinds are compared through them.
//
// HOSTACL_WRITE_CHECKSUMS=1 in the environment writes the file anew instead, from the best target.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <utility>

#include "harness/fixture.h"

namespace hostacl::testing {
namespace {

struct Work {
  Shape shape;
  int64_t dim;
};

const std::vector<Work> kWorks = {
    {{38}, 0},        {{1, 34}, 1},     {{5, 66}, 1},     {{66, 5}, 0},   {{4, 6, 10}, 0},
    {{4, 6, 10}, 1},  {{4, 6, 10}, 2},  {{3, 130, 7}, 1}, {{2, 4098}, 1}, {{4098, 3}, 0},
    {{1, 100002}, 1}, {{100002, 2}, 0}, {{257, 1030}, 1}};

// What the elements of the inputs are.
enum class Fill {
  kOrdinary,  // numbers that operators meet
  kWild,      // any bits: infinities, NaN, subnormals and the largest numbers among them
  kSeldom,    // ordinary ones with a special one here and there
};

const std::vector<std::pair<Fill, std::string>> kFills = {
    {Fill::kOrdinary, "ordinary"}, {Fill::kWild, "wild"}, {Fill::kSeldom, "seldom"}};

class Generator {
 public:
  explicit Generator(uint64_t seed) : state_(seed) {}
  // 32 random bits.
  uint32_t Next() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<uint32_t>(state_ >> 32);
  }

 private:
  uint64_t state_;
};

void SetRandom(StridedTensor& tensor, Fill fill, bool is_log_probability, uint64_t seed) {
  Generator generator(seed);
  const size_t width = ElementSize(tensor.dtype());
  std::vector<unsigned char> bits(static_cast<size_t>(tensor.size()) * width);
  for (size_t i = 0; i < bits.size(); i += width) {
    const bool is_wild =
        fill == Fill::kWild || (fill == Fill::kSeldom && generator.Next() < 1u << 24);
    if (is_wild) {
      for (size_t byte = 0; byte < width; ++byte) {
        bits[i + byte] = static_cast<unsigned char>(generator.Next() >> 24);
      }
    } else {
      // In [-8, 8), log probabilities in [-16, 0), exact until stored.
      const Real value = std::ldexp(static_cast<Real>(generator.Next()), -28);
      Store(tensor.dtype(), value - (is_log_probability ? 16 : 8), &bits[i]);
    }
  }
  tensor.SetBits(bits);
}

// FNV-1a of the bits of every element; NaN counts as one value, whose sign and payload are not
// promised.
uint64_t Checksum(const StridedTensor& tensor) {
  const std::vector<unsigned char> bits = tensor.Bits();
  const size_t width = ElementSize(tensor.dtype());
  uint64_t hash = 14695981039346656037u;
  for (size_t i = 0; i < bits.size(); i += width) {
    const bool is_nan = std::isnan(Load(tensor.dtype(), &bits[i]));
    for (size_t byte = 0; byte < width; ++byte) {
      hash = (hash ^ (is_nan ? 0xFFu : bits[i + byte])) * 1099511628211u;
    }
  }
  return hash;
}

// The targets of this machine, best first, as the refusal of one that does not exist lists them.
std::vector<std::string> Targets() {
  const Session session(Environment{{"HOSTACL_FORCE_TARGET", "none"}});
  const std::string sentence = Call(Op::kGlu, {2}, 0, ACL_FLOAT).PlanOnly().message;
  const std::string before = "must be one of ";
  const size_t start = sentence.find(before);
  const size_t end = sentence.find(", but is");
  if (start == std::string::npos || end == std::string::npos) return {};
  std::string names = sentence.substr(start + before.size(), end - start - before.size()) + ", ";
  std::vector<std::string> targets;
  for (size_t comma = names.find(", "); comma != std::string::npos; comma = names.find(", ")) {
    targets.push_back(names.substr(0, comma));
    names.erase(0, comma + 2);
  }
  return targets;
}

// From "aclnnGlu FLOAT [ 5, 66 ] dim 1 wild" to its checksum.
using Checksums = std::map<std::string, std::string>;

Checksums ChecksumsOn(const std::string& target) {
  const Session session(Environment{{"HOSTACL_FORCE_TARGET", target}});
  Checksums checksums;
  for (const auto& [op, dtype] : OperatorDtypes()) {
    for (const auto& [shape, dim] : kWorks) {
      for (const auto& [fill, fill_name] : kFills) {
        Call call(op, shape, dim, dtype);
        for (size_t i = 0; i + 1 < call.operands.size(); ++i) {
          SetRandom(call.operands[i], fill, OperandNames(op)[i] == "output", i + 1);
        }
        const std::string name = OpName(op) + " " + DtypeName(dtype) + " " +
                                 ::testing::PrintToString(shape) + " dim " + std::to_string(dim) +
                                 " " + fill_name;
        EXPECT_TRUE(Succeeded(call.Run(session.stream()))) << name;
        char text[17];
        std::snprintf(text, sizeof(text), "%016llx",
                      static_cast<unsigned long long>(Checksum(call.out())));
        checksums[name] = text;
      }
    }
  }
  return checksums;
}

Checksums ReadFile() {
  std::ifstream file(HOSTACL_CHECKSUM_FILE);
  Checksums checksums;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const size_t space = line.find(' ');
    checksums[line.substr(space + 1)] = line.substr(0, space);
  }
  return checksums;
}

void WriteFile(const Checksums& checksums) {
  std::ofstream file(HOSTACL_CHECKSUM_FILE);
  file << "# Written by HOSTACL_WRITE_CHECKSUMS=1 conformance_checksum_test.\n";
  for (const auto& [name, checksum] : checksums) file << checksum << " " << name << "\n";
}

TEST(Checksum, IsThatOfEveryMachineOnEveryTarget) {
  const std::vector<std::string> targets = Targets();
  ASSERT_FALSE(targets.empty());
  if (std::getenv("HOSTACL_WRITE_CHECKSUMS") != nullptr) {
    WriteFile(ChecksumsOn(targets.front()));
    GTEST_SKIP() << "wrote " HOSTACL_CHECKSUM_FILE;
  }
  const Checksums committed = ReadFile();
  for (const std::string& target : targets) {
    const Checksums checksums = ChecksumsOn(target);
    EXPECT_EQ(checksums.size(), committed.size());
    for (const auto& [name, checksum] : checksums) {
      const auto found = committed.find(name);
      EXPECT_EQ(checksum, found == committed.end() ? "none" : found->second)
          << name << " on " << target
          << ": other bits than were committed. If another target of this machine agrees with the "
             "file, this one computes something else; mend it. If none does and the change is "
             "meant, write the file anew: HOSTACL_WRITE_CHECKSUMS=1 conformance_checksum_test";
    }
  }
}

}  // namespace
}  // namespace hostacl::testing
