// The floating-point mode in which kernels run.
#ifndef HOSTACL_CORE_FLOAT_MODE_H_
#define HOSTACL_CORE_FLOAT_MODE_H_

#include <cfenv>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace hostacl {

// Round to nearest, subnormals kept, no traps, for the life of this object on its thread, and what
// it was afterwards, the exception flags too: results must not depend on what the program around
// has set, nor should it see what was set here. The threads of ParallelFor take the mode from the
// thread that calls it.
#if defined(__x86_64__)
// The C library saves and loads the x87 unit too, which no kernel uses and which takes longer than
// an operator on some hundred elements.
class DefaultFloatMode {
 public:
  DefaultFloatMode() : saved_(_mm_getcsr()) { _mm_setcsr(_MM_MASK_MASK); }
  ~DefaultFloatMode() { _mm_setcsr(saved_); }
  DefaultFloatMode(const DefaultFloatMode&) = delete;
  DefaultFloatMode& operator=(const DefaultFloatMode&) = delete;

 private:
  const unsigned saved_;
};
#else
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
#endif

}  // namespace hostacl

#endif  // HOSTACL_CORE_FLOAT_MODE_H_
