// Counts of runs: only while wanted, once, and told only once.
#include "core/tally.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace hostacl {
namespace {

TEST(Tally, AddsRunsAndTimesUntilTheyAreTaken) {
  TakeTally();
  Tally("aclnnGlu", std::chrono::nanoseconds(5));
  Tally("aclnnLogSoftmax", std::chrono::nanoseconds(7));
  Tally("aclnnGlu", std::chrono::nanoseconds(20));
  EXPECT_EQ(std::string(TakeTally()), R"({"aclnnGlu": [2, 25], "aclnnLogSoftmax": [1, 7]})");
  EXPECT_EQ(std::string(TakeTally()), "{}");
}

TEST(Tally, IsOffUntilItIsSwitchedOn) {
  EXPECT_FALSE(tally_is_on.load());
  SwitchTally(true);
  EXPECT_TRUE(tally_is_on.load());
  SwitchTally(false);
  EXPECT_FALSE(tally_is_on.load());
}

}  // namespace
}  // namespace hostacl
