// The two phases of an operator, as its C functions call them.
#ifndef HOSTACL_CORE_PHASE_H_
#define HOSTACL_CORE_PHASE_H_

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string_view>

#include "acl/acl_rt.h"
#include "aclnn/acl_meta.h"
#include "core/plan.h"

namespace hostacl {

// A tensor parameter of a first phase.
struct Parameter {
  std::string_view name;
  const aclTensor* tensor;
};

// Another parameter that must not be null.
struct Pointer {
  std::string_view name;
  const void* value;
};

// The whole of a first phase for the C function `function` (aclnnXxxGetWorkspaceSize): null checks
// of the tensors, of `others` and of the out-parameters, then `define`, which checks the operands
// and adds the work to the plan, then the executor. Writes null and 0 to the out-parameters on
// failure. `function` and the parameters' names live forever.
aclnnStatus PlanOperator(std::string_view function, std::initializer_list<Parameter> inputs,
                         std::initializer_list<Parameter> outputs, uint64_t* workspace_size,
                         aclOpExecutor** executor, const std::function<void(Plan&)>& define,
                         std::initializer_list<Pointer> others = {});

// The whole of a second phase for the C function `function` (aclnnXxx).
aclnnStatus RunOperator(std::string_view function, void* workspace, uint64_t workspace_size,
                        aclOpExecutor* executor, aclrtStream stream);

}  // namespace hostacl

#endif  // HOSTACL_CORE_PHASE_H_
