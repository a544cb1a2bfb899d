// The HOSTACL_* environment variables, read and checked once.
#ifndef HOSTACL_RUNTIME_SETTINGS_H_
#define HOSTACL_RUNTIME_SETTINGS_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/log.h"

namespace hostacl {

struct SocTraits;

// How this process emulates its devices. See README.md for the variables.
struct Settings {
  std::string soc;                       // HOSTACL_SOC
  const SocTraits* traits;               // of soc
  std::vector<int32_t> visible_devices;  // ids left by ASCEND_RT_VISIBLE_DEVICES, by logical id
  uint64_t device_memory;                // HOSTACL_DEVICE_MEMORY, bytes per device
  int threads;                           // HOSTACL_THREADS, >= 1
  std::string force_target;  // HOSTACL_FORCE_TARGET as it came; empty: the best there is
  LogLevel log_level;        // HOSTACL_LOG
};

// The settings in force. Read at the aclInit that initialises the process, or at the first call
// that needs them; a later aclInit after aclFinalize reads them anew. Throws Error{100000} with a
// sentence that names the variable, what it may be and what it is, each time until the variable is
// mended.
std::shared_ptr<const Settings> CurrentSettings();

// The most memory that the process's container may use, in bytes: what the files of the kernel's
// control groups, of either version, say that lie in the folder `root`. Nothing when they set no
// bound.
std::optional<uint64_t> ContainerMemory(const std::string& root);

// Reads the variables anew and puts them in force; throws likewise and then leaves the old ones.
void RereadSettings();

}  // namespace hostacl

#endif  // HOSTACL_RUNTIME_SETTINGS_H_
