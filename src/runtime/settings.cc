// The HOSTACL_* environment variables: what they may be and what they are.
#include "runtime/settings.h"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <mutex>
#include <optional>
#include <string_view>

#include "acl/acl_rt.h"
#include "runtime/error.h"
#include "runtime/soc.h"

namespace hostacl {
namespace {

constexpr int kMaxDevices = 64;
constexpr uint64_t kMaxThreads = 1024;

std::optional<std::string> Variable(const char* name) {
  const char* const value = std::getenv(name);
  if (value == nullptr) return std::nullopt;
  return std::string(value);
}

[[noreturn]] void Refuse(const char* name, std::string_view expected, const std::string& value) {
  throw Error{
      ACL_ERROR_INVALID_PARAM,
      fmt::format("the environment variable {} must be {}, but is \"{}\"", name, expected, value)};
}

// A decimal number that is the whole of `text`.
std::optional<uint64_t> ParseNumber(std::string_view text) {
  uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [parsed_to, failure] = std::from_chars(text.data(), end, number);
  if (failure != std::errc() || parsed_to != end) return std::nullopt;
  return number;
}

std::string ReadSoc() {
  std::string soc = Variable("HOSTACL_SOC").value_or("Ascend910B1");
  if (!IsSocName(soc)) Refuse("HOSTACL_SOC", "one of " + SocNamesText(), soc);
  return soc;
}

int ReadDeviceCount() {
  const auto value = Variable("HOSTACL_DEVICE_COUNT");
  if (!value) return 1;
  const auto count = ParseNumber(*value);
  if (!count || *count < 1 || *count > kMaxDevices) {
    Refuse("HOSTACL_DEVICE_COUNT", fmt::format("a number from 1 to {}", kMaxDevices), *value);
  }
  return static_cast<int>(*count);
}

std::vector<int32_t> ReadVisibleDevices(int device_count) {
  std::vector<int32_t> visible;
  const auto value = Variable("ASCEND_RT_VISIBLE_DEVICES");
  if (!value) {
    for (int id = 0; id < device_count; ++id) visible.push_back(id);
    return visible;
  }
  std::string_view rest = *value;
  while (!rest.empty()) {
    const size_t comma = rest.find(',');
    const auto id = ParseNumber(rest.substr(0, comma));
    const bool ascends = id && (visible.empty() || static_cast<int64_t>(*id) > visible.back());
    // CANN's rule for this variable: what follows the first unusable id does not count.
    if (!ascends || *id >= static_cast<uint64_t>(device_count)) break;
    visible.push_back(static_cast<int32_t>(*id));
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
  }
  return visible;
}

uint64_t PhysicalMemory() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page_size = sysconf(_SC_PAGESIZE);
  constexpr uint64_t kUnknown = uint64_t{1} << 30;
  if (pages <= 0 || page_size <= 0) return kUnknown;
  return static_cast<uint64_t>(pages) * static_cast<uint64_t>(page_size);
}

// A container sees the machine's memory and is ended when it uses more than its own.
uint64_t MachineMemory() {
  const uint64_t physical = PhysicalMemory();
  return std::min(physical, ContainerMemory("/sys/fs/cgroup").value_or(physical));
}

std::optional<uint64_t> ParseMemory(std::string_view text) {
  constexpr std::string_view kUnits = "KMGT";
  int shift = 0;
  if (!text.empty()) {
    const size_t unit = kUnits.find(text.back());
    if (unit != std::string_view::npos) {
      shift = 10 * (static_cast<int>(unit) + 1);
      text.remove_suffix(1);
    }
  }
  const auto number = ParseNumber(text);
  if (!number || *number == 0) return std::nullopt;
  // Sizes are added up in signed 64-bit numbers by programs.
  if (*number > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()) >> shift) {
    return std::nullopt;
  }
  return *number << shift;
}

uint64_t ReadDeviceMemory() {
  const auto value = Variable("HOSTACL_DEVICE_MEMORY");
  if (!value) return MachineMemory();
  const auto bytes = ParseMemory(*value);
  if (!bytes) {
    Refuse("HOSTACL_DEVICE_MEMORY",
           "a number of bytes above 0, or one of K, M, G or T such as 32G, below 8388608T", *value);
  }
  return *bytes;
}

int UsableCpus() {
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  if (sched_getaffinity(0, sizeof cpus, &cpus) == 0) return std::max(1, CPU_COUNT(&cpus));
  // More CPUs than the fixed set holds.
  return static_cast<int>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
}

int ReadThreads() {
  const auto value = Variable("HOSTACL_THREADS");
  if (!value) return std::min(UsableCpus(), static_cast<int>(kMaxThreads));
  const auto threads = ParseNumber(*value);
  if (!threads || *threads < 1 || *threads > kMaxThreads) {
    Refuse("HOSTACL_THREADS", fmt::format("a number from 1 to {}", kMaxThreads), *value);
  }
  return static_cast<int>(*threads);
}

LogLevel ReadLogLevel() {
  const auto value = Variable("HOSTACL_LOG");
  if (!value) return LogLevel::kOff;
  const auto level = ParseLogLevel(*value);
  if (!level) Refuse("HOSTACL_LOG", "off, error, warning, info, debug or trace", *value);
  return *level;
}

std::shared_ptr<const Settings> ReadSettings() {
  Settings settings;
  settings.log_level = ReadLogLevel();
  settings.soc = ReadSoc();
  settings.traits = &TraitsOf(settings.soc);
  settings.visible_devices = ReadVisibleDevices(ReadDeviceCount());
  settings.device_memory = ReadDeviceMemory();
  settings.threads = ReadThreads();
  settings.force_target = Variable("HOSTACL_FORCE_TARGET").value_or("");
  return std::make_shared<const Settings>(std::move(settings));
}

struct InForce {
  std::mutex mutex;
  std::shared_ptr<const Settings> settings;

  void Put(std::shared_ptr<const Settings> read) {
    SetLogLevel(read->log_level);
    settings = std::move(read);
  }
};

InForce& TheInForce() {
  static InForce& in_force = *new InForce;
  return in_force;
}

}  // namespace

std::optional<uint64_t> ContainerMemory(const std::string& root) {
  for (const char* name : {"/memory.max", "/memory/memory.limit_in_bytes"}) {
    std::ifstream file(root + name);
    std::string line;
    if (std::getline(file, line)) return ParseNumber(line);
  }
  return std::nullopt;
}

std::shared_ptr<const Settings> CurrentSettings() {
  InForce& in_force = TheInForce();
  std::lock_guard<std::mutex> lock(in_force.mutex);
  if (in_force.settings == nullptr) in_force.Put(ReadSettings());
  return in_force.settings;
}

void RereadSettings() {
  InForce& in_force = TheInForce();
  std::lock_guard<std::mutex> lock(in_force.mutex);
  in_force.Put(ReadSettings());
}

}  // namespace hostacl
