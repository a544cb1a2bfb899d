// The floating-point mode in which kernels run.
#ifndef HOSTACL_CORE_FLOAT_MODE_H_
#define HOSTACL_CORE_FLOAT_MODE_H_

#include <cfenv>

namespace hostacl {

// Round to nearest, subnormals kept, no traps, for the life of this object on its thread, and what
// it was
// afterwards: results must not depend on what the program around has set. The threads of
// ParallelFor take the mode from the thread that calls it.
class DefaultFloatMode {
 public:
  DefaultFloatMode() {
    std::fegetenv(&saved_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~DefaultFloatMode() { std::fesetenv(&saved_); }
  DefaultFloatMode(const DefaultFloatMode&) = delete;
  DefaultFloatMode& operator=(const DefaultFloatMode&) = delete;

 private:
  std::fenv_t saved_;
};

}  // namespace hostacl

#endif  // HOSTACL_CORE_FLOAT_MODE_H_
