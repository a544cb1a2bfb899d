// Counts of the operators that ran and their time, while someone wants to know.
#ifndef HOSTACL_CORE_TALLY_H_
#define HOSTACL_CORE_TALLY_H_

#include <atomic>
#include <chrono>
#include <string_view>

namespace hostacl {

// Whether runs are counted; at first they are not.
extern std::atomic<bool> tally_is_on;

// Starts or stops counting; what is counted so far stays.
void SwitchTally(bool on) noexcept;

// Notes a run. `operator_name` lives forever.
void Tally(std::string_view operator_name, std::chrono::nanoseconds time) noexcept;

// The counts since the last call, which begin anew, as a JSON object from names to [runs,
// nanoseconds]. The text is the calling thread's until its next call.
const char* TakeTally() noexcept;

}  // namespace hostacl

#endif  // HOSTACL_CORE_TALLY_H_
