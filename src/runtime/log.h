// The log: what HOSTACL_LOG asks for, written to stderr.
#ifndef HOSTACL_RUNTIME_LOG_H_
#define HOSTACL_RUNTIME_LOG_H_

#include <optional>
#include <string_view>

namespace hostacl {

// As HOSTACL_LOG names them; a line is written when its level is at or before the one that is set.
enum class LogLevel { kOff, kError, kWarning, kInfo, kDebug, kTrace };

// The level of a name, or nothing when there is no such name.
std::optional<LogLevel> ParseLogLevel(std::string_view name) noexcept;

// Until this is called the level is what HOSTACL_LOG says, or kOff when it says nothing usable.
void SetLogLevel(LogLevel level) noexcept;

// Whether a line of this level would be written; ask before making a costly one.
bool LogsAt(LogLevel level) noexcept;

// Safe to use from any thread, also while the process exits.
void Log(LogLevel level, std::string_view line) noexcept;

}  // namespace hostacl

#endif  // HOSTACL_RUNTIME_LOG_H_
