// Descriptors (tensors, scalars, arrays, lists) and executors of the two-phase operators.
//
// Each function returns 0 (ACLNN_SUCCESS) or an error code whose sentence aclGetRecentErrMsg()
// hands over; each create function returns null where it fails. Descriptors are handles, not
// addresses: a null, destroyed or foreign one is answered with a code. Sizes, strides and offsets
// count elements, never bytes. All functions may be called from any thread; one descriptor must
// not be changed by two at once.
// Source: the CANN API reference, "aclnn API > base functions".
#ifndef ACLNN_ACL_META_H_
#define ACLNN_ACL_META_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "acl/acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct aclTensor aclTensor;
typedef struct aclScalar aclScalar;
typedef struct aclIntArray aclIntArray;
typedef struct aclFloatArray aclFloatArray;
typedef struct aclBoolArray aclBoolArray;
typedef struct aclTensorList aclTensorList;
typedef struct aclScalarList aclScalarList;
typedef struct aclOpExecutor aclOpExecutor;

typedef int32_t aclnnStatus;

#ifdef __cplusplus
constexpr aclnnStatus OK = 0;
#endif

// Describes a view over a storage. Element (i0, i1, ...) lies at tensorData + (offset + i0 *
// stride[0] + i1 * stride[1] + ...) * aclDataTypeSize(dataType) bytes.
//
// viewDims, viewDimsNum: the sizes, each >= 0, and the rank; viewDims may be null for rank 0.
// stride: rank values >= 0; null means row-major without gaps. Strides of dims of size 1 mean
// nothing.
// offset: of the first element, >= 0.
// format: kept; operators take the plain formats.
// storageDims, storageDimsNum: the shape of the storage, whose element count bounds the view.
// tensorData: start of the storage, not owned, aligned for dataType; may be null until it is
// bound.
// All arrays are copied. The caller destroys the result with aclDestroyTensor.
// Returns null for a negative size, stride or offset, null viewDims or storageDims with a rank
// above 0, and a data type outside aclDataType.
aclTensor* aclCreateTensor(const int64_t* viewDims, uint64_t viewDimsNum, aclDataType dataType,
                           const int64_t* stride, int64_t offset, aclFormat format,
                           const int64_t* storageDims, uint64_t storageDimsNum, void* tensorData);

// Describes an existing tensor anew; parameters as aclCreateTensor.
// 161001: tensor is null.
// 161002: tensor is not a live aclTensor, or a value that aclCreateTensor refuses; the tensor then
// keeps what it was.
aclnnStatus aclInitTensor(aclTensor* tensor, const int64_t* viewDims, uint64_t viewDimsNum,
                          aclDataType dataType, const int64_t* stride, int64_t offset,
                          aclFormat format, const int64_t* storageDims, uint64_t storageDimsNum,
                          void* tensorDataAddr);

// Copies the one value of type dataType at `value`. The caller destroys the result with
// aclDestroyScalar.
// Returns null for a null value and for a type without a whole number of bytes.
aclScalar* aclCreateScalar(void* value, aclDataType dataType);

// Copies `size` values; size may be 0 (value is then not read). The caller destroys the result
// with aclDestroyIntArray.
// Returns null for a null value with a size above 0.
aclIntArray* aclCreateIntArray(const int64_t* value, uint64_t size);

// Copies `size` values; size may be 0 (value is then not read). The caller destroys the result
// with aclDestroyFloatArray.
// Returns null for a null value with a size above 0.
aclFloatArray* aclCreateFloatArray(const float* value, uint64_t size);

// Copies `size` values; size may be 0 (value is then not read). The caller destroys the result
// with aclDestroyBoolArray.
// Returns null for a null value with a size above 0.
aclBoolArray* aclCreateBoolArray(const bool* value, uint64_t size);

// Makes a list of `size` tensors. The list takes them over: destroying it destroys them, and they
// must not be destroyed on their own. An element may be null. The caller destroys the list with
// aclDestroyTensorList.
// Returns null for a null value with a size above 0, and for an element that is not a live
// aclTensor.
aclTensorList* aclCreateTensorList(const aclTensor* const* value, uint64_t size);

// The same for scalars; destroyed with aclDestroyScalarList.
aclScalarList* aclCreateScalarList(const aclScalar* const* value, uint64_t size);

// Each destroys one descriptor, never the memory it describes. Executors keep their own copies, so
// a descriptor may go right after the first phase. Null is accepted and does nothing.
// 161002: not a live descriptor of that kind (destroyed twice, or of another kind).
aclnnStatus aclDestroyTensor(const aclTensor* tensor);
aclnnStatus aclDestroyScalar(const aclScalar* scalar);
aclnnStatus aclDestroyIntArray(const aclIntArray* array);
aclnnStatus aclDestroyFloatArray(const aclFloatArray* array);
aclnnStatus aclDestroyBoolArray(const aclBoolArray* array);
aclnnStatus aclDestroyTensorList(const aclTensorList* array);
aclnnStatus aclDestroyScalarList(const aclScalarList* array);

// Each hands over a copy of one array of the descriptor, allocated with C++ new[]: the caller
// frees it with delete[]. *viewDimsNum (and its siblings) receive the number of values.
// 161001: a parameter is null.
// 161002: tensor is not a live aclTensor.
aclnnStatus aclGetViewShape(const aclTensor* tensor, int64_t** viewDims, uint64_t* viewDimsNum);
aclnnStatus aclGetStorageShape(const aclTensor* tensor, int64_t** storageDims,
                               uint64_t* storageDimsNum);
aclnnStatus aclGetViewStrides(const aclTensor* tensor, int64_t** stridesValue,
                              uint64_t* stridesNum);

// Each writes one value of the descriptor; the offset counts elements.
// 161001: a parameter is null.
// 161002: tensor is not a live aclTensor.
aclnnStatus aclGetViewOffset(const aclTensor* tensor, int64_t* offset);
aclnnStatus aclGetFormat(const aclTensor* tensor, aclFormat* format);
aclnnStatus aclGetDataType(const aclTensor* tensor, aclDataType* dataType);

// Each writes the number of elements.
// 161001: a parameter is null.
// 161002: not a live descriptor of that kind.
aclnnStatus aclGetIntArraySize(const aclIntArray* array, uint64_t* size);
aclnnStatus aclGetFloatArraySize(const aclFloatArray* array, uint64_t* size);
aclnnStatus aclGetBoolArraySize(const aclBoolArray* array, uint64_t* size);
aclnnStatus aclGetTensorListSize(const aclTensorList* tensorList, uint64_t* size);
aclnnStatus aclGetScalarListSize(const aclScalarList* scalarList, uint64_t* size);

// Sets and reads the storage address of a tensor (without the view's offset; not owned). Executors
// made before keep the address they were made with.
// 161001: tensor (or, reading, addr) is null.
// 161002: tensor is not a live aclTensor.
aclnnStatus aclSetRawTensorAddr(aclTensor* tensor, void* addr);
aclnnStatus aclGetRawTensorAddr(const aclTensor* tensor, void** addr);

// Lets the second phase run the executor any number of times; it then lives until
// aclDestroyAclOpExecutor. Call it between the two phases.
// 561103: executor is null.
// 161002: executor is unknown, already consumed or destroyed.
aclnnStatus aclSetAclOpExecutorRepeatable(aclOpExecutor* executor);

// Destroys an executor, run or not. Work that it has already put on a stream is done all the same.
// 561103: executor is null.
// 161002: executor is unknown, already consumed or destroyed.
aclnnStatus aclDestroyAclOpExecutor(aclOpExecutor* executor);

// Each binds the operand that `index` names to the storage address `addr` for the runs that
// follow; runs already on a stream are not touched. Operands count from 0 in the order of the
// first phase's parameters: of the inputs (aclSetInputTensorAddr), of the outputs
// (aclSetOutputTensorAddr), or of both, inputs first (aclSetTensorAddr); each element of a list
// counts. `tensor` must be a live aclTensor; it is not changed.
// 561103: executor or tensor is null.
// 161002: executor or tensor is not live, or index names no operand; no address changes then.
aclnnStatus aclSetInputTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                                  void* addr);
aclnnStatus aclSetOutputTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                                   void* addr);
aclnnStatus aclSetTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                             void* addr);

// The same for list parameters: irIndex is the position of the parameter (among the inputs, the
// outputs, or both), relativeIndex the element in it. A plain tensor parameter counts as a list of
// one.
// 561103: executor or tensors is null.
// 161002: executor or tensors is not live, irIndex names no parameter, or relativeIndex none of
// its elements; no address changes then.
aclnnStatus aclSetDynamicInputTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                         const size_t relativeIndex, aclTensorList* tensors,
                                         void* addr);
aclnnStatus aclSetDynamicOutputTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                          const size_t relativeIndex, aclTensorList* tensors,
                                          void* addr);
aclnnStatus aclSetDynamicTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                    const size_t relativeIndex, aclTensorList* tensors, void* addr);

// Reserved spellings of the six functions above.
aclnnStatus AclSetInputTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                                  void* addr);
aclnnStatus AclSetOutputTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                                   void* addr);
aclnnStatus AclSetTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                             void* addr);
aclnnStatus AclSetDynamicInputTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                         const size_t relativeIndex, aclTensorList* tensors,
                                         void* addr);
aclnnStatus AclSetDynamicOutputTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                          const size_t relativeIndex, aclTensorList* tensors,
                                          void* addr);
aclnnStatus AclSetDynamicTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                    const size_t relativeIndex, aclTensorList* tensors, void* addr);

#ifdef __cplusplus
}
#endif

#endif  // ACLNN_ACL_META_H_
