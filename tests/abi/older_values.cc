// The numbers of the older interface to operators, of HCCL and of the profiler. Compiled only.
#include <type_traits>

#include "acl/acl_op_compiler.h"
#include "acl/acl_prof.h"
#include "hccl/hccl.h"
#include "runtime/rt.h"

// aclopEngineType, aclopCompileType, aclOpCompileFlag
static_assert(sizeof(aclopEngineType) == 4);
static_assert(ACL_ENGINE_SYS == 0);
static_assert(ACL_ENGINE_AICORE == 1);
static_assert(ACL_ENGINE_VECTOR == 2);
static_assert(sizeof(aclopCompileType) == 4);
static_assert(ACL_COMPILE_SYS == 0);
static_assert(ACL_COMPILE_UNREGISTERED == 1);
static_assert(sizeof(aclOpCompileFlag) == 4);
static_assert(ACL_OP_COMPILE_DEFAULT == 0);
static_assert(ACL_OP_COMPILE_FUZZ == 1);

// aclCompileOpt
static_assert(sizeof(aclCompileOpt) == 4);
static_assert(ACL_PRECISION_MODE == 0);
static_assert(ACL_AICORE_NUM == 1);
static_assert(ACL_AUTO_TUNE_MODE == 2);
static_assert(ACL_OP_SELECT_IMPL_MODE == 3);
static_assert(ACL_OPTYPELIST_FOR_IMPLMODE == 4);
static_assert(ACL_OP_DEBUG_LEVEL == 5);
static_assert(ACL_DEBUG_DIR == 6);
static_assert(ACL_OP_COMPILER_CACHE_MODE == 7);
static_assert(ACL_OP_COMPILER_CACHE_DIR == 8);
static_assert(ACL_OP_PERFORMANCE_MODE == 9);
static_assert(ACL_OP_JIT_COMPILE == 10);
static_assert(ACL_OP_DETERMINISTIC == 11);
static_assert(ACL_CUSTOMIZE_DTYPES == 12);
static_assert(ACL_OP_PRECISION_MODE == 13);
static_assert(ACL_ALLOW_HF32 == 14);

// aclprofAicoreMetrics is handed over by value.
static_assert(sizeof(aclprofAicoreMetrics) == 4);

// HCCL
static_assert(sizeof(HcclResult) == 4);
static_assert(HCCL_SUCCESS == 0);
static_assert(HCCL_E_PARA == 1);
static_assert(HCCL_E_PTR == 2);
static_assert(HCCL_E_INTERNAL == 4);
static_assert(HCCL_E_NOT_SUPPORT == 5);
static_assert(sizeof(HcclRootInfo) == HCCL_ROOT_INFO_BYTES);
static_assert(std::is_same_v<HcclComm, void*>);
static_assert(HCCL_DETERMINISTIC == 0);
static_assert(sizeof(HcclConfigValue) == 4);

// The layer below the runtime
static_assert(sizeof(rtError_t) == 4);
static_assert(sizeof(rtDevBinary_t) == 24);
static_assert(std::is_same_v<rtStream_t, void*>);
