// The log, and the application's way into it.
#include "runtime/log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <array>
#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>

#include "acl/acl_rt.h"

namespace hostacl {
namespace {

constexpr std::array<std::pair<std::string_view, LogLevel>, 6> kNames{{
    {"off", LogLevel::kOff},
    {"error", LogLevel::kError},
    {"warning", LogLevel::kWarning},
    {"info", LogLevel::kInfo},
    {"debug", LogLevel::kDebug},
    {"trace", LogLevel::kTrace},
}};

constexpr int kUnread = -1;
std::atomic<int> current_level{kUnread};

int ReadLevel() noexcept {
  const int level = current_level.load(std::memory_order_relaxed);
  if (level != kUnread) return level;
  const char* name = std::getenv("HOSTACL_LOG");
  const LogLevel read = ParseLogLevel(name == nullptr ? "" : name).value_or(LogLevel::kOff);
  int unread = kUnread;
  current_level.compare_exchange_strong(unread, static_cast<int>(read));
  return current_level.load(std::memory_order_relaxed);
}

spdlog::level::level_enum SpdlogLevel(LogLevel level) noexcept {
  switch (level) {
    case LogLevel::kOff:
      return spdlog::level::off;
    case LogLevel::kError:
      return spdlog::level::err;
    case LogLevel::kWarning:
      return spdlog::level::warn;
    case LogLevel::kInfo:
      return spdlog::level::info;
    case LogLevel::kDebug:
      return spdlog::level::debug;
    case LogLevel::kTrace:
      return spdlog::level::trace;
  }
  return spdlog::level::off;
}

// Never destroyed: threads log until the process is gone.
spdlog::logger& Logger() {
  static spdlog::logger& logger = *[] {
    auto sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
    auto made = std::make_unique<spdlog::logger>("hostacl", std::move(sink));
    made->set_level(spdlog::level::trace);
    made->set_pattern("%Y-%m-%d %H:%M:%S.%e [hostacl] [%l] [%t] %v");
    return made.release();
  }();
  return logger;
}

}  // namespace

std::optional<LogLevel> ParseLogLevel(std::string_view name) noexcept {
  for (const auto& [known, level] : kNames) {
    if (known == name) return level;
  }
  return std::nullopt;
}

void SetLogLevel(LogLevel level) noexcept { current_level.store(static_cast<int>(level)); }

bool LogsAt(LogLevel level) noexcept {
  return level != LogLevel::kOff && static_cast<int>(level) <= ReadLevel();
}

void Log(LogLevel level, std::string_view line) noexcept {
  if (!LogsAt(level)) return;
  try {
    Logger().log(SpdlogLevel(level), line);
  } catch (const std::exception&) {
    // A line that cannot be written is lost; the call that wrote it goes on.
  }
}

}  // namespace hostacl

extern "C" {

void aclAppLog(aclLogLevel logLevel, const char* func, const char* file, uint32_t line,
               const char* fmt, ...) {
  using hostacl::LogLevel;
  LogLevel level = LogLevel::kError;
  if (logLevel == ACL_DEBUG) level = LogLevel::kDebug;
  if (logLevel == ACL_INFO) level = LogLevel::kInfo;
  if (logLevel == ACL_WARNING) level = LogLevel::kWarning;
  if (!hostacl::LogsAt(level)) return;

  constexpr size_t kMaxLine = 1024;
  char text[kMaxLine + 1] = "";
  if (fmt != nullptr) {
    va_list arguments;
    va_start(arguments, fmt);
    std::vsnprintf(text, sizeof text, fmt, arguments);
    va_end(arguments);
  }
  const char* const in_function = func == nullptr ? "" : func;
  const char* const in_file = file == nullptr ? "" : file;
  char whole[2 * kMaxLine];
  std::snprintf(whole, sizeof whole, "%s:%u %s: %s", in_file, line, in_function, text);
  hostacl::Log(level, whole);
}

}  // extern "C"
