// What the operators that write one value everywhere have in common.
#include "ops/fill.h"

#include "ops/support.h"

namespace hostacl {

void DefineFill(Plan& plan, const Scalar& value) {
  constexpr int kSelfRef = 0;
  const Operand& self_ref = plan.operand(kSelfRef);

  CheckSupported(plan);
  CheckDtype(self_ref, AllDtypes(plan));
  CheckDtype("value", value.dtype, AllDtypes(plan));
  plan.CheckFormats();
  CheckRank(self_ref, 0);
  plan.CheckViews();
  if (IsEmpty(plan.view(kSelfRef))) return;

  plan.AddFill(value, plan.Whole(kSelfRef));
}

Scalar SmallScalar(int8_t value) { return {ACL_INT8, {static_cast<std::byte>(value)}}; }

}  // namespace hostacl
