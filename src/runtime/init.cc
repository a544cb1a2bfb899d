// Init: counting aclInit, its configuration file, and the end of it all.
#include "runtime/init.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "acl/acl_rt.h"
#include "runtime/callback.h"
#include "runtime/context.h"
#include "runtime/device.h"
#include "runtime/error.h"
#include "runtime/settings.h"

namespace hostacl {
namespace {

using Json = nlohmann::json;

// What acts of aclInit's file.
struct Configuration {
  bool share_failure_text = false;
  bool default_device = false;
};

// No wait happens under this mutex: tasks may call the library. Taken before the devices' mutex.
struct Process {
  std::mutex mutex;
  uint64_t init_count = 0;
  std::atomic<bool> initialised{false};
  std::atomic<bool> default_device{false};
};

Process& TheProcess() {
  static Process& process = *new Process;
  return process;
}

[[noreturn]] void RefuseFile(int code, const char* path, const std::string& why) {
  throw Error{code, fmt::format("configPath: the file \"{}\" {}", path, why)};
}

// What is in a file, or nothing when it cannot be read.
std::optional<std::string> ReadFile(const char* path) {
  std::ifstream file(path, std::ios::binary);
  if (!file.is_open()) return std::nullopt;
  std::string text;
  char piece[4096];
  // In pieces, because only this way of reading tells a directory from an empty file without
  // throwing.
  while (file.read(piece, sizeof piece) || file.gcount() > 0) {
    text.append(piece, static_cast<size_t>(file.gcount()));
  }
  if (file.bad()) return std::nullopt;
  return text;
}

Json ParseFile(const char* path) {
  constexpr int kMaxNesting = 10;
  const std::optional<std::string> text = ReadFile(path);
  if (!text) RefuseFile(ACL_ERROR_INVALID_FILE, path, "does not exist or cannot be read");
  int objects = 0;
  int arrays = 0;
  int deepest = 0;
  const auto count = [&](int, Json::parse_event_t event, Json&) {
    if (event == Json::parse_event_t::object_start) deepest = std::max(deepest, ++objects);
    if (event == Json::parse_event_t::object_end) --objects;
    if (event == Json::parse_event_t::array_start) deepest = std::max(deepest, ++arrays);
    if (event == Json::parse_event_t::array_end) --arrays;
    return true;
  };
  Json json = Json::parse(*text, count, /*allow_exceptions=*/false);
  if (json.is_discarded()) RefuseFile(ACL_ERROR_PARSE_FILE, path, "is not JSON");
  if (!json.is_object()) RefuseFile(ACL_ERROR_PARSE_FILE, path, "does not hold a JSON object");
  if (deepest > kMaxNesting) {
    RefuseFile(ACL_ERROR_PARSE_FILE, path,
               fmt::format("is nested {} levels deep, of which objects and arrays may have {} each",
                           deepest, kMaxNesting));
  }
  return json;
}

Configuration ReadConfiguration(const char* path) {
  Configuration configuration;
  if (path == nullptr) return configuration;
  const Json json = ParseFile(path);
  if (json.contains("err_msg_mode")) {
    const Json& mode = json["err_msg_mode"];
    if (mode != "0" && mode != "1") {
      RefuseFile(ACL_ERROR_FILE_ATTR_INVALID, path,
                 "must have \"0\" or \"1\" as err_msg_mode, not " + mode.dump());
    }
    configuration.share_failure_text = mode == "1";
  }
  if (json.contains("defaultDevice")) {
    const Json& device = json["defaultDevice"];
    if (!device.is_object() || device.value("default_device", Json("0")) != "0") {
      RefuseFile(ACL_ERROR_FILE_ATTR_INVALID, path,
                 "must have {\"default_device\": \"0\"} as defaultDevice, not " + device.dump());
    }
    configuration.default_device = device.contains("default_device");
  }
  return configuration;
}

void Init(const char* path) {
  Process& process = TheProcess();
  std::lock_guard<std::mutex> lock(process.mutex);
  if (process.init_count > 0) {
    ++process.init_count;
    throw Error{
        ACL_ERROR_REPEAT_INITIALIZE,
        fmt::format("the library is initialised already; this is call {}", process.init_count)};
  }
  const Configuration configuration = ReadConfiguration(path);
  RereadSettings();
  ShareFailureText(configuration.share_failure_text);
  process.default_device = configuration.default_device;
  process.init_count = 1;
  process.initialised = true;
}

void RequireInitCount(const Process& process) {
  if (process.init_count > 0) return;
  throw Error{ACL_ERROR_REPEAT_FINALIZE,
              "the library is not initialised: there is nothing to finalize"};
}

// Takes back one aclInit or all of them and returns how many are left.
uint64_t Finalize(bool all) {
  RefuseInCallback("finalizing");
  Process& process = TheProcess();
  std::vector<std::shared_ptr<Context>> contexts;
  {
    std::lock_guard<std::mutex> lock(process.mutex);
    RequireInitCount(process);
    process.init_count = all ? 0 : process.init_count - 1;
    if (process.init_count > 0) return process.init_count;
    process.initialised = false;
    process.default_device = false;
    // Before another thread can initialise the library again, whose contexts must stay.
    contexts = TakeAllContexts();
  }
  for (const auto& context : contexts) context->Release();
  return 0;
}

}  // namespace

void RequireInitialised(std::string_view function) {
  if (TheProcess().initialised) return;
  throw Error{ACL_ERROR_UNINITIALIZE, fmt::format("aclInit must be called before {}", function)};
}

bool HasDefaultDevice() noexcept { return TheProcess().default_device; }

}  // namespace hostacl

using hostacl::Guard;
using hostacl::kAclInnerCodes;

extern "C" {

aclError aclInit(const char* configPath) {
  return Guard("aclInit", kAclInnerCodes, [&] { hostacl::Init(configPath); });
}

aclError aclFinalize() {
  return Guard("aclFinalize", kAclInnerCodes, [] { hostacl::Finalize(/*all=*/true); });
}

aclError aclFinalizeReference(uint64_t* refCount) {
  return Guard("aclFinalizeReference", kAclInnerCodes, [&] {
    if (refCount != nullptr) *refCount = 0;
    const uint64_t left = hostacl::Finalize(/*all=*/false);
    if (refCount != nullptr) *refCount = left;
  });
}

}  // extern "C"
