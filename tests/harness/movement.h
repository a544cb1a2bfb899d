// The operators that copy, convert and fill, behind one interface, and what they should give.
#ifndef HOSTACL_TESTS_HARNESS_MOVEMENT_H_
#define HOSTACL_TESTS_HARNESS_MOVEMENT_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "aclnn/acl_meta.h"
#include "harness/call.h"
#include "harness/strided_tensor.h"

namespace hostacl::testing {

enum class MoveOp { kCopy, kCast, kFillScalar, kOne, kZero };

inline constexpr MoveOp kMoveOps[] = {MoveOp::kCopy, MoveOp::kCast, MoveOp::kFillScalar,
                                      MoveOp::kOne, MoveOp::kZero};

// "aclnnInplaceCopy".
std::string MoveOpName(MoveOp op);

// The dtypes that they take on each product with BFLOAT16.
extern const std::vector<aclDataType> kMovedDtypes;

using Bits = std::vector<unsigned char>;

// `count` elements of a dtype, as they are stored: the values at which conversions go wrong, random
// values of moderate size, and random bits.
Bits TellingBits(aclDataType dtype, int64_t count, uint64_t seed);

// Converts one element by the contract's rules: floats are rounded once, floats become integers
// truncated and saturated, integers become others modulo 2^n, BOOL is whether a value differs from
// 0, and equal dtypes keep their bits.
void ConvertElement(aclDataType from_dtype, const unsigned char* from, aclDataType to_dtype,
                    unsigned char* to);

// The first phase, and the second. `source` is read, where the operator reads one; `dtype` is
// aclnnCast's.
struct MoveArguments {
  aclTensor* written = nullptr;
  aclTensor* source = nullptr;
  aclScalar* value = nullptr;
  aclDataType dtype = ACL_DT_UNDEFINED;
};
aclnnStatus PlanMove(MoveOp op, const MoveArguments& arguments, uint64_t* workspace_size,
                     aclOpExecutor** executor);
aclnnStatus RunMove(MoveOp op, void* workspace, uint64_t workspace_size, aclOpExecutor* executor,
                    aclrtStream stream);

struct DestroyScalar {
  void operator()(aclScalar* scalar) const { aclDestroyScalar(scalar); }
};
using OwnScalar = std::unique_ptr<aclScalar, DestroyScalar>;

// One call: the written tensor, and what it is to hold.
class MoveCall {
 public:
  // A copy or a cast.
  MoveCall(MoveOp op, StridedTensor source, StridedTensor written);
  // A fill; `value` is one element of `dtype`, and matters to aclnnInplaceFillScalar only.
  MoveCall(MoveOp op, StridedTensor written, aclDataType dtype, Bits value);
  // A dense call of an operator whose shapes and dtypes are of no importance.
  explicit MoveCall(MoveOp op, const TensorOptions& options = {});

  StridedTensor& written() { return operands.back(); }
  const StridedTensor& written() const { return operands.back(); }
  MoveArguments Arguments() const;
  Plan PlanOnly() const;
  Outcome Run(aclrtStream stream) const;
  // What the written tensor should hold, in row-major order, from what memory holds now.
  Bits Want() const;
  // Whether it holds that; one NaN is as good as another.
  ::testing::AssertionResult Holds(const Bits& want) const;
  // Runs on `stream` and checks the result.
  ::testing::AssertionResult RunsRight(aclrtStream stream) const;

  MoveOp op;
  std::vector<StridedTensor> operands;  // the written one last

 private:
  aclDataType value_dtype_ = ACL_FLOAT;
  Bits value_;
  OwnScalar scalar_;
};

// Plans whatever a test made, with outputs set beforehand to what a failure must clear.
Plan PlanArguments(MoveOp op, const MoveArguments& arguments);

}  // namespace hostacl::testing

#endif  // HOSTACL_TESTS_HARNESS_MOVEMENT_H_
