// Tensor descriptors: what the older interface to operators (acl_op.h, acl_op_compiler.h) is told
// of a tensor besides the memory, which is a data buffer's.
//
// A descriptor is freed with aclDestroyTensorDesc, and operators copy what they need of it: it may
// be changed or freed as soon as a call has returned. Functions that return an aclError give 0 on
// success and 100000 when a pointer is null, a value is outside its range or `desc` is no live
// descriptor. The getters without a code answer as told and leave a sentence (aclGetRecentErrMsg).
// All may be called from any thread.
#ifndef ACL_ACL_BASE_MDL_H_
#define ACL_ACL_BASE_MDL_H_

#include "acl/acl_base_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct aclTensorDesc aclTensorDesc;

// Makes a descriptor of `numDims` dims, which are copied. A dim of -1 is not known yet; a single
// dim of -2 means that not even their number is; no dims, and `dims` may then be null, is a scalar.
// ACL_DT_UNDEFINED stands for an optional tensor that is not given. Null on failure: `dataType` is
// no data type, `numDims` is negative, `dims` is null or holds another negative number.
ACL_FUNC_VISIBILITY aclTensorDesc* aclCreateTensorDesc(aclDataType dataType, int numDims,
                                                       const int64_t* dims, aclFormat format);

// Frees the descriptor. Null is allowed.
ACL_FUNC_VISIBILITY void aclDestroyTensorDesc(const aclTensorDesc* desc);

// The data type; ACL_DT_UNDEFINED for what is no live descriptor.
ACL_FUNC_VISIBILITY aclDataType aclGetTensorDescType(const aclTensorDesc* desc);

// The format; ACL_FORMAT_UNDEFINED for what is no live descriptor.
ACL_FUNC_VISIBILITY aclFormat aclGetTensorDescFormat(const aclTensorDesc* desc);

// The size in bytes: elements times bytes of one. 0 when a dim is not known, when the data type has
// no fixed number of whole bytes, when the product exceeds 64 bits, and for no live descriptor.
ACL_FUNC_VISIBILITY size_t aclGetTensorDescSize(const aclTensorDesc* desc);

// The number of elements, 1 for a scalar. 0 when a dim is not known, when the product exceeds
// 64 bits, and for no live descriptor.
ACL_FUNC_VISIBILITY size_t aclGetTensorDescElementCount(const aclTensorDesc* desc);

// The number of dims; ACL_UNKNOWN_RANK when that is not known, 0 for no live descriptor.
ACL_FUNC_VISIBILITY size_t aclGetTensorDescNumDims(const aclTensorDesc* desc);

// The size of the dim `index`, -1 when it is not known or not there; superseded by
// aclGetTensorDescDimV2.
ACL_FUNC_VISIBILITY int64_t aclGetTensorDescDim(const aclTensorDesc* desc, size_t index);

// Writes the size of the dim `index` into `*dimSize`, -1 when it is not known. 100000 also when
// there is no such dim.
ACL_FUNC_VISIBILITY aclError aclGetTensorDescDimV2(const aclTensorDesc* desc, size_t index,
                                                   int64_t* dimSize);

// Writes the smallest and the largest size that the dim `index` can have into `dimRange`, which has
// `dimRangeNum` elements: 2. A dim that is known and was given no range has that of its size alone.
// 100000 also when there is no such dim, or none of these is known.
ACL_FUNC_VISIBILITY aclError aclGetTensorDescDimRange(const aclTensorDesc* desc, size_t index,
                                                      size_t dimRangeNum, int64_t* dimRange);

// Names the tensor; null takes the name away.
ACL_FUNC_VISIBILITY void aclSetTensorDescName(aclTensorDesc* desc, const char* name);

// The name, empty when there is none or `desc` is no live descriptor. The text belongs to the
// descriptor and stays valid until the name is set again or the descriptor is freed.
ACL_FUNC_VISIBILITY const char* aclGetTensorDescName(aclTensorDesc* desc);

// Set what the tensor is in memory: the format and the dims that the getters above read.
ACL_FUNC_VISIBILITY aclError aclSetTensorFormat(aclTensorDesc* desc, aclFormat format);
ACL_FUNC_VISIBILITY aclError aclSetTensorShape(aclTensorDesc* desc, int numDims,
                                               const int64_t* dims);

// The older names of the two.
ACL_FUNC_VISIBILITY aclError aclSetTensorStorageFormat(aclTensorDesc* desc, aclFormat format);
ACL_FUNC_VISIBILITY aclError aclSetTensorStorageShape(aclTensorDesc* desc, int numDims,
                                                      const int64_t* dims);

// Set what the tensor was before it took on the format of the device. Checked and without effect:
// the library works on what is in memory.
ACL_FUNC_VISIBILITY aclError aclSetTensorOriginFormat(aclTensorDesc* desc, aclFormat format);
ACL_FUNC_VISIBILITY aclError aclSetTensorOriginShape(aclTensorDesc* desc, int numDims,
                                                     const int64_t* dims);

// Sets the smallest and the largest size of each dim, -1 for no largest. aclSetTensorShape forgets
// them.
ACL_FUNC_VISIBILITY aclError aclSetTensorShapeRange(
    aclTensorDesc* desc, size_t dimsCount, int64_t dimsRange[][ACL_TENSOR_SHAPE_RANGE_NUM]);

// Sets the smallest and the largest value of each of `valueCount` elements. Checked and without
// effect, like the two functions after the next.
ACL_FUNC_VISIBILITY aclError aclSetTensorValueRange(
    aclTensorDesc* desc, size_t valueCount, int64_t valueRange[][ACL_TENSOR_VALUE_RANGE_NUM]);

// Says that the tensor's values are known and copies `length` bytes of them from the host's memory
// at `dataBuffer`. In libacl_op_compiler.so.
ACL_FUNC_VISIBILITY aclError aclSetTensorConst(aclTensorDesc* desc, void* dataBuffer,
                                               size_t length);

// Says where the tensor's memory lies.
ACL_FUNC_VISIBILITY aclError aclSetTensorPlaceMent(aclTensorDesc* desc, aclMemType memType);

// Says that the tensor belongs to the input of this name, which takes any number of them.
ACL_FUNC_VISIBILITY aclError aclSetTensorDynamicInput(aclTensorDesc* desc,
                                                      const char* dynamicInputName);

// Makes a descriptor of the same tensor in another format. Only formats in which the elements have
// the same order as in `srcDesc` can be asked for, 200006 else. The caller frees `*dstDesc`.
ACL_FUNC_VISIBILITY aclError aclTransTensorDescFormat(const aclTensorDesc* srcDesc,
                                                      aclFormat dstFormat, aclTensorDesc** dstDesc);

// The descriptor itself for `index` 0, which is all that a descriptor made here holds; else null.
ACL_FUNC_VISIBILITY aclTensorDesc* aclGetTensorDescByIndex(aclTensorDesc* desc, size_t index);

// The address of the values that aclSetTensorConst copied, which belong to the descriptor; null
// when there are none.
ACL_FUNC_VISIBILITY void* aclGetTensorDescAddress(const aclTensorDesc* desc);

#ifdef __cplusplus
}
#endif

#endif  // ACL_ACL_BASE_MDL_H_
