// The older interface to operators, which goes by their names: running one, and compile options.
// In libacl_op_compiler.so, with aclopExecuteV2, aclopSetAttrListListInt and aclSetTensorConst of
// the other headers.
//
// Nothing is compiled here. The one operator is "Identity": one input, one output, the same bytes.
//
// Failures of the functions that take an operator:
//   100000  a pointer is null, a number is negative, `engineType` or `compileFlag` is none of its
//           enumeration, a descriptor, a buffer or `attr` is not live
//   100021, 100022
//           Identity: not one input, not one output; the output's data type or number of elements
//           is not the input's; a buffer is smaller than its descriptor says, or has no memory
//   100024  the library has no operator `opType`; the sentence names data type and shape of every
//           input: "hostacl has no operator Add (input float32 [6,8], float32 [8])"
//   100026  Identity: a data type without a fixed number of whole bytes
//   100027  Identity: formats in which the elements have different orders
//   107000  Identity: a buffer reaches past the memory that it lies in
//   107002, 107003, 107017
//           the stream, as for other launches (acl_rt.h)
//   148050  Identity: a dim that is not known
// A call that was refused leaves nothing behind; the next one works.
#ifndef ACL_ACL_OP_COMPILER_H_
#define ACL_ACL_OP_COMPILER_H_

#include "acl/acl_base.h"
#include "acl/acl_op.h"

#ifdef __cplusplus
extern "C" {
#endif

// Which operators are looked for: the system's or the application's own.
typedef enum aclCompileType {
  ACL_COMPILE_SYS = 0,
  ACL_COMPILE_UNREGISTERED = 1,
} aclopCompileType;

// Whether operators are compiled for one shape or for many.
typedef enum aclOpCompileFlag {
  ACL_OP_COMPILE_DEFAULT = 0,
  ACL_OP_COMPILE_FUZZ = 1,
} aclOpCompileFlag;

typedef enum aclCompileOpt {
  ACL_PRECISION_MODE = 0,
  ACL_AICORE_NUM = 1,
  ACL_AUTO_TUNE_MODE = 2,
  ACL_OP_SELECT_IMPL_MODE = 3,
  ACL_OPTYPELIST_FOR_IMPLMODE = 4,
  ACL_OP_DEBUG_LEVEL = 5,
  ACL_DEBUG_DIR = 6,
  ACL_OP_COMPILER_CACHE_MODE = 7,
  ACL_OP_COMPILER_CACHE_DIR = 8,
  ACL_OP_PERFORMANCE_MODE = 9,
  ACL_OP_JIT_COMPILE = 10,
  ACL_OP_DETERMINISTIC = 11,
  ACL_CUSTOMIZE_DTYPES = 12,
  ACL_OP_PRECISION_MODE = 13,
  ACL_ALLOW_HF32 = 14,
} aclCompileOpt;

typedef struct aclGraphDumpOption aclGraphDumpOption;

// Checks that the library has the operator, which is all that there is to do. `attr` and `opPath`
// may be null.
ACL_FUNC_VISIBILITY aclError aclopCompile(const char* opType, int numInputs,
                                          const aclTensorDesc* const inputDesc[], int numOutputs,
                                          const aclTensorDesc* const outputDesc[],
                                          const aclopAttr* attr, aclopEngineType engineType,
                                          aclopCompileType compileFlag, const char* opPath);

// Queues an operator on `stream`, null for the default stream, and returns. The arrays have
// `numInputs` and `numOutputs` elements; `attr` and `opPath` may be null. Descriptors, attributes
// and buffer objects may be freed after the call, the memory of the buffers when the operator is
// done. Input and output may overlap.
ACL_FUNC_VISIBILITY aclError aclopCompileAndExecute(
    const char* opType, int numInputs, const aclTensorDesc* const inputDesc[],
    const aclDataBuffer* const inputs[], int numOutputs, const aclTensorDesc* const outputDesc[],
    aclDataBuffer* const outputs[], const aclopAttr* attr, aclopEngineType engineType,
    aclopCompileType compileFlag, const char* opPath, aclrtStream stream);

// The same, for operators that find out the shape of their outputs themselves; Identity writes
// nothing into the descriptors.
ACL_FUNC_VISIBILITY aclError
aclopCompileAndExecuteV2(const char* opType, int numInputs, aclTensorDesc* inputDesc[],
                         aclDataBuffer* inputs[], int numOutputs, aclTensorDesc* outputDesc[],
                         aclDataBuffer* outputs[], aclopAttr* attr, aclopEngineType engineType,
                         aclopCompileType compileFlag, const char* opPath, aclrtStream stream);

// Sets a compile option of the process. The text is copied and kept to be read; no option changes
// what operators do. 100000: `opt` is no option, or `value` is null.
ACL_FUNC_VISIBILITY aclError aclSetCompileopt(aclCompileOpt opt, const char* value);

// Bytes of an option's value with its zero. 0 when it was never set or `opt` is no option.
// ACL_OP_JIT_COMPILE is "disable" until it is set.
ACL_FUNC_VISIBILITY size_t aclGetCompileoptSize(aclCompileOpt opt);

// Writes an option's value with its zero into the `length` bytes at `value`. 100000: the option was
// never set or is none, `value` is null, or `length` is less than aclGetCompileoptSize.
ACL_FUNC_VISIBILITY aclError aclGetCompileopt(aclCompileOpt opt, char* value, size_t length);

// Says for how many shapes operators are to be compiled; without effect. 100000: `flag` is none of
// the two.
ACL_FUNC_VISIBILITY aclError aclopSetCompileFlag(aclOpCompileFlag flag);

// Graphs of operators are not dumped: null, 200001 and 200001, each with a sentence.
ACL_FUNC_VISIBILITY aclGraphDumpOption* aclCreateGraphDumpOpt(void);
ACL_FUNC_VISIBILITY aclError aclDestroyGraphDumpOpt(const aclGraphDumpOption* graphDumpOpt);
ACL_FUNC_VISIBILITY aclError aclGenGraphAndDumpForOp(
    const char* opType, int numInputs, const aclTensorDesc* const inputDesc[],
    const aclDataBuffer* const inputs[], int numOutputs, const aclTensorDesc* const outputDesc[],
    aclDataBuffer* const outputs[], const aclopAttr* attr, aclopEngineType engineType,
    const char* graphDumpPath, const aclGraphDumpOption* graphDumpOpt);

#ifdef __cplusplus
}
#endif

#endif  // ACL_ACL_OP_COMPILER_H_
