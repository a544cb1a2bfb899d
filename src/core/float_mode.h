// The floating-point mode in which kernels run.
#ifndef HOSTACL_CORE_FLOAT_MODE_H_
#define HOSTACL_CORE_FLOAT_MODE_H_

#include <cfenv>

#if defined(__x86_64__)
#include <fpu_control.h>
#include <xmmintrin.h>
#endif

namespace hostacl {

// Round to nearest, subnormals kept, no traps, for the life of this object on its thread, and what
// it was afterwards, the exception flags too: results must not depend on what the program around
// has set, nor should it see what was set here. The threads of ParallelFor take the mode from the
// thread that calls it.
#if defined(__x86_64__)
// The C library saves and loads the whole x87 unit, which takes longer than an operator on some
// hundred elements; here that is done for a program that has changed its mode. Kernels use it for
// long double alone.
class DefaultFloatMode {
 public:
  DefaultFloatMode() : sse_(_mm_getcsr()) {
    fpu_control_t x87 = 0;
    _FPU_GETCW(x87);
    x87_changed_ = x87 != _FPU_DEFAULT;
    if (x87_changed_) {
      std::fegetenv(&saved_);
      std::fesetenv(FE_DFL_ENV);
    }
    _mm_setcsr(_MM_MASK_MASK);
    x87_flags_ = std::fetestexcept(FE_ALL_EXCEPT);
  }
  ~DefaultFloatMode() {
    _mm_setcsr(_MM_MASK_MASK);
    const int raised = std::fetestexcept(FE_ALL_EXCEPT) & ~x87_flags_;
    if (raised != 0) std::feclearexcept(raised);
    if (x87_changed_) std::fesetenv(&saved_);
    _mm_setcsr(sse_);
  }
  DefaultFloatMode(const DefaultFloatMode&) = delete;
  DefaultFloatMode& operator=(const DefaultFloatMode&) = delete;

 private:
  const unsigned sse_;
  bool x87_changed_;
  int x87_flags_;
  std::fenv_t saved_;
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
