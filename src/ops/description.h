// What this process emulates, as a text for those who show it.
#ifndef HOSTACL_OPS_DESCRIPTION_H_
#define HOSTACL_OPS_DESCRIPTION_H_

namespace hostacl {

// A JSON object: soc, devices, memory (bytes of each), threads (inside an operator), target (of the
// kernels). The text is the calling thread's until its next call. Null when a HOSTACL_ variable
// cannot be used; aclGetRecentErrMsg says which.
const char* Description() noexcept;

}  // namespace hostacl

#endif  // HOSTACL_OPS_DESCRIPTION_H_
