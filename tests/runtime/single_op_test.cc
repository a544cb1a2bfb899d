// Operators by their names: Identity runs in the order of its stream, the others are refused.
#include <cstdint>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "acl/acl_op_compiler.h"
#include "fixture.h"

namespace hostacl::testing {
namespace {

// A tensor in device memory, as the older interface is told of it.
class Operand {
 public:
  Operand(aclDataType dtype, std::vector<int64_t> dims, aclFormat format = ACL_FORMAT_ND)
      : desc_(aclCreateTensorDesc(dtype, static_cast<int>(dims.size()), dims.data(), format)),
        bytes_(aclGetTensorDescSize(desc_)) {
    EXPECT_TRUE(Succeeded(aclrtMalloc(&start_, bytes_ + 64, ACL_MEM_MALLOC_NORMAL_ONLY)));
    std::memset(start_, 0x5A, bytes_ + 64);
    buffer_ = aclCreateDataBuffer(start_, bytes_);
  }
  ~Operand() {
    Forget();
    aclrtFree(start_);
  }
  Operand(const Operand&) = delete;
  Operand& operator=(const Operand&) = delete;

  // Frees the objects and leaves the memory.
  void Forget() {
    if (desc_ == nullptr) return;
    aclDestroyTensorDesc(desc_);
    EXPECT_TRUE(Succeeded(aclDestroyDataBuffer(buffer_)));
    desc_ = nullptr;
  }

  void FillWithNumbers() {
    auto* const bytes = static_cast<uint8_t*>(start_);
    std::iota(bytes, bytes + bytes_, uint8_t{1});
  }

  aclTensorDesc* desc_;
  aclDataBuffer* buffer_ = nullptr;
  void* start_ = nullptr;
  size_t bytes_;
};

class SingleOpTest : public RuntimeTest {
 protected:
  aclError Run(const char* type, std::vector<Operand*> inputs, std::vector<Operand*> outputs,
               aclrtStream stream = nullptr) {
    Collect(inputs, outputs);
    return aclopCompileAndExecute(type, static_cast<int>(inputs.size()), descs_[0].data(),
                                  buffers_[0].data(), static_cast<int>(outputs.size()),
                                  descs_[1].data(), buffers_[1].data(), nullptr, ACL_ENGINE_SYS,
                                  ACL_COMPILE_SYS, nullptr, stream);
  }

  aclError RunV2(const char* type, std::vector<Operand*> inputs, std::vector<Operand*> outputs,
                 aclrtStream stream = nullptr) {
    Collect(inputs, outputs);
    return aclopCompileAndExecuteV2(type, static_cast<int>(inputs.size()), descs_[0].data(),
                                    buffers_[0].data(), static_cast<int>(outputs.size()),
                                    descs_[1].data(), buffers_[1].data(), nullptr, ACL_ENGINE_SYS,
                                    ACL_COMPILE_SYS, nullptr, stream);
  }

  aclError Execute(const char* type, std::vector<Operand*> inputs, std::vector<Operand*> outputs) {
    Collect(inputs, outputs);
    return aclopExecuteV2(type, static_cast<int>(inputs.size()), descs_[0].data(),
                          buffers_[0].data(), static_cast<int>(outputs.size()), descs_[1].data(),
                          buffers_[1].data(), nullptr, nullptr);
  }

  aclError Compile(const char* type, std::vector<Operand*> inputs, std::vector<Operand*> outputs) {
    Collect(inputs, outputs);
    return aclopCompile(type, static_cast<int>(inputs.size()), descs_[0].data(),
                        static_cast<int>(outputs.size()), descs_[1].data(), nullptr,
                        ACL_ENGINE_VECTOR, ACL_COMPILE_UNREGISTERED, nullptr);
  }

  // Whether `out` holds what `in` holds and nothing behind it was touched.
  static ::testing::AssertionResult Holds(const Operand& out, const Operand& in) {
    EXPECT_TRUE(Succeeded(aclrtSynchronizeDevice()));
    if (std::memcmp(out.start_, in.start_, in.bytes_) != 0) {
      return ::testing::AssertionFailure() << "the bytes differ";
    }
    const std::string untouched(64, 0x5A);
    if (std::memcmp(static_cast<char*>(out.start_) + out.bytes_, untouched.data(), 64) != 0) {
      return ::testing::AssertionFailure() << "bytes behind the output were written";
    }
    return ::testing::AssertionSuccess();
  }

 private:
  void Collect(const std::vector<Operand*>& inputs, const std::vector<Operand*>& outputs) {
    for (const int side : {0, 1}) {
      descs_[side].clear();
      buffers_[side].clear();
      for (Operand* operand : side == 0 ? inputs : outputs) {
        descs_[side].push_back(operand->desc_);
        buffers_[side].push_back(operand->buffer_);
      }
    }
  }

  std::vector<aclTensorDesc*> descs_[2];
  std::vector<aclDataBuffer*> buffers_[2];
};

TEST_F(SingleOpTest, IdentityCopiesEveryByte) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16, ACL_BOOL, ACL_INT64, ACL_COMPLEX128}) {
    Operand in(dtype, {3, 5, 7});
    Operand out(dtype, {3, 5, 7});
    in.FillWithNumbers();
    EXPECT_TRUE(Succeeded(Run("Identity", {&in}, {&out})));
    EXPECT_TRUE(Holds(out, in)) << dtype;
    Operand second(dtype, {105});
    EXPECT_TRUE(Succeeded(RunV2("Identity", {&in}, {&second})));
    EXPECT_TRUE(Holds(second, in)) << dtype;
    Operand third(dtype, {3, 5, 7}, ACL_FORMAT_NCL);
    EXPECT_TRUE(Succeeded(Compile("Identity", {&in}, {&third})));
    EXPECT_TRUE(Succeeded(Execute("Identity", {&in}, {&third})));
    EXPECT_TRUE(Holds(third, in)) << dtype;
  }
}

TEST_F(SingleOpTest, ScalarsAndEmptyTensors) {
  Operand scalar(ACL_DOUBLE, {});
  Operand copy(ACL_DOUBLE, {});
  scalar.FillWithNumbers();
  EXPECT_TRUE(Succeeded(Run("Identity", {&scalar}, {&copy})));
  EXPECT_TRUE(Holds(copy, scalar));
  Operand empty(ACL_FLOAT, {4, 0});
  EXPECT_TRUE(Succeeded(aclUpdateDataBuffer(empty.buffer_, nullptr, 0)));
  EXPECT_TRUE(Succeeded(Run("Identity", {&empty}, {&empty})));
  // Empty whatever the other dims are.
  const int64_t vast = int64_t{1} << 62;
  Operand wide(ACL_FLOAT, {vast, vast, 0});
  EXPECT_TRUE(Succeeded(Run("Identity", {&wide}, {&empty})));
  EXPECT_TRUE(Succeeded(aclrtSynchronizeDevice()));
}

TEST_F(SingleOpTest, OverlapsAreCopiedAsIfApart) {
  Operand whole(ACL_INT8, {40});
  whole.FillWithNumbers();
  auto* const bytes = static_cast<uint8_t*>(whole.start_);
  const std::vector<uint8_t> before(bytes, bytes + 30);
  Operand in(ACL_INT8, {30});
  Operand out(ACL_INT8, {30});
  EXPECT_TRUE(Succeeded(aclUpdateDataBuffer(in.buffer_, bytes, 30)));
  EXPECT_TRUE(Succeeded(aclUpdateDataBuffer(out.buffer_, bytes + 7, 30)));
  EXPECT_TRUE(Succeeded(Run("Identity", {&in}, {&out})));
  EXPECT_TRUE(Succeeded(aclrtSynchronizeDevice()));
  EXPECT_EQ(std::vector<uint8_t>(bytes + 7, bytes + 37), before);
}

TEST_F(SingleOpTest, RunsInOrderAndKeepsNothingOfTheCall) {
  const aclrtStream stream = MakeStream();
  Operand in(ACL_FLOAT, {1024});
  Operand out(ACL_FLOAT, {1024});
  Gate& gate = HoldNow(stream);
  EXPECT_TRUE(Succeeded(Run("Identity", {&in}, {&out}, stream)));
  in.Forget();
  out.Forget();
  // The stream has not come to it yet.
  EXPECT_EQ(static_cast<uint8_t*>(out.start_)[0], 0x5A);
  in.FillWithNumbers();
  gate.Open();
  EXPECT_TRUE(Succeeded(aclrtSynchronizeStream(stream)));
  EXPECT_TRUE(Holds(out, in));
}

TEST_F(SingleOpTest, OthersAreRefusedBySentence) {
  Operand a(ACL_FLOAT, {6, 8});
  Operand b(ACL_BF16, {});
  Operand c(ACL_INT64, {3, 0});
  Operand out(ACL_FLOAT, {6, 8});
  const aclError code = ACL_ERROR_OP_NOT_FOUND;
  EXPECT_TRUE(Refused(Run("Add", {&a}, {&out}), code,
                      {"hostacl has no operator Add (input float32 [6,8])"}));
  EXPECT_TRUE(Refused(RunV2("Select", {&a, &b, &c}, {&out}), code,
                      {"aclopCompileAndExecuteV2: hostacl has no operator Select (input float32 "
                       "[6,8], bfloat16 [], int64 [3,0])"}));
  EXPECT_TRUE(Refused(Execute("Range", {}, {&out}), code, {"has no operator Range (no input)"}));
  EXPECT_TRUE(Refused(Compile("identity", {&a}, {&out}), code, {"has no operator identity"}));
  // Nothing of it is left behind.
  EXPECT_TRUE(Succeeded(aclrtSynchronizeDevice()));
  a.FillWithNumbers();
  EXPECT_TRUE(Succeeded(Run("Identity", {&a}, {&out})));
  EXPECT_TRUE(Holds(out, a));
}

TEST_F(SingleOpTest, IdentityChecksItsTensors) {
  Operand in(ACL_FLOAT, {6, 8});
  Operand same(ACL_FLOAT, {6, 8});
  Operand shorter(ACL_FLOAT, {6, 7});
  Operand other(ACL_INT32, {6, 8});
  Operand swapped(ACL_FLOAT, {6, 8}, ACL_FORMAT_NHWC);
  Operand halves(ACL_INT4, {2});
  const aclError input = ACL_ERROR_OP_INPUT_NOT_MATCH;
  const aclError output = ACL_ERROR_OP_OUTPUT_NOT_MATCH;
  EXPECT_TRUE(Refused(Run("Identity", {&in, &in}, {&same}), input, {"1 input, not 2"}));
  EXPECT_TRUE(Refused(Run("Identity", {}, {&same}), input, {"1 input, not 0"}));
  EXPECT_TRUE(Refused(Run("Identity", {&in}, {}), output, {"1 output, not 0"}));
  EXPECT_TRUE(
      Refused(Run("Identity", {&in}, {&shorter}), output, {"float32 [6,8]", "float32 [6,7]"}));
  EXPECT_TRUE(Refused(Run("Identity", {&in}, {&other}), output, {"float32 [6,8]", "int32 [6,8]"}));
  EXPECT_TRUE(Refused(Run("Identity", {&in}, {&swapped}), ACL_ERROR_FORMAT_NOT_MATCH,
                      {"format 2", "format 1"}));
  EXPECT_TRUE(Refused(Run("Identity", {&halves}, {&halves}), ACL_ERROR_UNSUPPORTED_DATA_TYPE,
                      {"int4 [2]"}));
  const int64_t unknown[2] = {-1, 8};
  EXPECT_TRUE(Succeeded(aclSetTensorShape(shorter.desc_, 2, unknown)));
  EXPECT_TRUE(Refused(Run("Identity", {&in}, {&shorter}), ACL_ERROR_OP_UNSUPPORTED_DYNAMIC,
                      {"float32 [?,8]"}));
  EXPECT_TRUE(Succeeded(aclrtSynchronizeDevice()));
}

TEST_F(SingleOpTest, IdentityChecksItsMemory) {
  Operand in(ACL_FLOAT, {6, 8});
  Operand out(ACL_FLOAT, {6, 8});
  EXPECT_TRUE(Succeeded(aclUpdateDataBuffer(out.buffer_, out.start_, 191)));
  EXPECT_TRUE(Refused(Run("Identity", {&in}, {&out}), ACL_ERROR_OP_OUTPUT_NOT_MATCH,
                      {"output needs 192 bytes", "191"}));
  EXPECT_TRUE(Succeeded(aclUpdateDataBuffer(out.buffer_, nullptr, 192)));
  EXPECT_EQ(Run("Identity", {&in}, {&out}), ACL_ERROR_OP_OUTPUT_NOT_MATCH);
  EXPECT_TRUE(Succeeded(aclUpdateDataBuffer(out.buffer_, out.start_, 192)));
  EXPECT_TRUE(Succeeded(aclUpdateDataBuffer(in.buffer_, in.start_, 0)));
  EXPECT_EQ(Run("Identity", {&in}, {&out}), ACL_ERROR_OP_INPUT_NOT_MATCH);
  TakeSentence();
  auto* const late = static_cast<char*>(in.start_) + 4096;
  EXPECT_TRUE(Succeeded(aclUpdateDataBuffer(in.buffer_, late - 4000, 1 << 20)));
  const int64_t many[1] = {1 << 16};
  EXPECT_TRUE(Succeeded(aclSetTensorShape(in.desc_, 1, many)));
  EXPECT_TRUE(Succeeded(aclSetTensorShape(out.desc_, 1, many)));
  EXPECT_TRUE(Refused(Run("Identity", {&in}, {&out}), ACL_ERROR_RT_PARAM_INVALID, {"input"}));
  EXPECT_TRUE(Succeeded(aclrtSynchronizeDevice()));
  EXPECT_EQ(static_cast<uint8_t*>(out.start_)[0], 0x5A);
}

TEST_F(SingleOpTest, WrongArgumentsAreRefused) {
  Operand in(ACL_FLOAT, {2});
  Operand out(ACL_FLOAT, {2});
  const aclError code = ACL_ERROR_INVALID_PARAM;
  EXPECT_TRUE(Refused(Run(nullptr, {&in}, {&out}), code, {"opType"}));
  const auto run = [&](int inputs, const aclTensorDesc* const* descs, aclopEngineType engine,
                       aclopCompileType compile, const aclopAttr* attr) {
    return aclopCompileAndExecute("Identity", inputs, descs, &in.buffer_, 1, &out.desc_,
                                  &out.buffer_, attr, engine, compile, nullptr, nullptr);
  };
  EXPECT_TRUE(Refused(run(-1, &in.desc_, ACL_ENGINE_SYS, ACL_COMPILE_SYS, nullptr), code,
                      {"inputDesc", "-1"}));
  EXPECT_TRUE(Refused(run(1, nullptr, ACL_ENGINE_SYS, ACL_COMPILE_SYS, nullptr), code,
                      {"inputDesc", "null"}));
  EXPECT_TRUE(Refused(run(1, &in.desc_, static_cast<aclopEngineType>(3), ACL_COMPILE_SYS, nullptr),
                      code, {"engineType", "3"}));
  EXPECT_TRUE(Refused(run(1, &in.desc_, ACL_ENGINE_SYS, static_cast<aclopCompileType>(2), nullptr),
                      code, {"compileFlag", "2"}));
  const auto* const no_attr = reinterpret_cast<const aclopAttr*>(in.desc_);
  EXPECT_TRUE(Refused(run(1, &in.desc_, ACL_ENGINE_SYS, ACL_COMPILE_SYS, no_attr), code,
                      {"attr", "is an aclTensorDesc, not an aclopAttr"}));
  const aclTensorDesc* const dead = nullptr;
  EXPECT_TRUE(Refused(run(1, &dead, ACL_ENGINE_SYS, ACL_COMPILE_SYS, nullptr), code,
                      {"inputDesc[0]", "is null"}));
  aclDataBuffer* const no_buffer = nullptr;
  EXPECT_TRUE(Refused(
      aclopCompileAndExecute("Identity", 1, &in.desc_, &in.buffer_, 1, &out.desc_, &no_buffer,
                             nullptr, ACL_ENGINE_SYS, ACL_COMPILE_SYS, nullptr, nullptr),
      code, {"outputs[0]", "is null"}));
  EXPECT_TRUE(
      Refused(Run("Identity", {&in}, {&out}, in.buffer_), ACL_ERROR_RT_INVALID_HANDLE, {"stream"}));
}

TEST_F(SingleOpTest, NeedsADevice) {
  Operand in(ACL_FLOAT, {2});
  OnOtherThread([&] {
    EXPECT_TRUE(
        Refused(Run("Identity", {&in}, {&in}), ACL_ERROR_RT_CONTEXT_NULL, {"aclrtSetDevice"}));
  });
}

}  // namespace
}  // namespace hostacl::testing
