// Operators by their names. There is one, Identity: out = in, byte by byte.
#include <fmt/format.h>

#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "acl/acl_op_compiler.h"
#include "runtime/data_buffer.h"
#include "runtime/error.h"
#include "runtime/log.h"
#include "runtime/memory.h"
#include "runtime/op_attr.h"
#include "runtime/stream.h"
#include "runtime/tensor_desc.h"
#include "runtime/unsupported.h"

namespace hostacl {
namespace {

// The tensors of one side of an operator, as a C function is given them.
struct Side {
  const char* name;  // "input" or "output"
  int mismatch;      // the code for tensors that the operator does not take
  int count;
  const aclTensorDesc* const* descs;
  const aclDataBuffer* const* buffers;  // null where an operator is only looked for
};

struct Call {
  std::string_view type;
  std::vector<TensorDesc> inputs;
  std::vector<TensorDesc> outputs;
};

std::vector<TensorDesc> ReadDescs(const Side& side) {
  RequireList(fmt::format("{}Desc", side.name), side.count, side.descs);
  std::vector<TensorDesc> descs;
  for (int i = 0; i < side.count; ++i) {
    descs.push_back(RequireTensorDesc(fmt::format("{}Desc[{}]", side.name, i), side.descs[i]));
  }
  return descs;
}

std::vector<BufferRange> ReadBuffers(const Side& side) {
  RequireList(fmt::format("{}s", side.name), side.count, side.buffers);
  std::vector<BufferRange> buffers;
  for (int i = 0; i < side.count; ++i) {
    buffers.push_back(RequireBufferRange(fmt::format("{}s[{}]", side.name, i), side.buffers[i]));
  }
  return buffers;
}

std::string Describe(const Call& call) {
  std::string text;
  for (const TensorDesc& input : call.inputs) {
    text += text.empty() ? "input " : ", ";
    text += input.ToString();
  }
  return text.empty() ? "no input" : text;
}

Call ReadCall(const char* type, const Side& inputs, const Side& outputs, const aclopAttr* attr) {
  if (type == nullptr) throw Error{ACL_ERROR_INVALID_PARAM, "opType must be a name, but is null"};
  Call call{type, ReadDescs(inputs), ReadDescs(outputs)};
  const std::string attributes = DescribeAttr(attr);
  if (LogsAt(LogLevel::kDebug)) {
    Log(LogLevel::kDebug,
        fmt::format("operator {} ({}), attributes: {}", call.type, Describe(call), attributes));
  }
  return call;
}

void RequireEngine(aclopEngineType engine, aclopCompileType compile) {
  const int engine_number = static_cast<int>(engine);
  if (engine_number < ACL_ENGINE_SYS || engine_number > ACL_ENGINE_VECTOR) {
    throw Error{
        ACL_ERROR_INVALID_PARAM,
        fmt::format("engineType must be an aclopEngineType from 0 to 2, not {}", engine_number)};
  }
  const int compile_number = static_cast<int>(compile);
  if (compile_number < ACL_COMPILE_SYS || compile_number > ACL_COMPILE_UNREGISTERED) {
    throw Error{
        ACL_ERROR_INVALID_PARAM,
        fmt::format("compileFlag must be an aclopCompileType, 0 or 1, not {}", compile_number)};
  }
}

void RequireOne(const Side& side) {
  if (side.count == 1) return;
  throw Error{side.mismatch, fmt::format("Identity has 1 {}, not {}", side.name, side.count)};
}

// Throws Error unless the library has the operator. Returns the bytes that it moves.
uint64_t RequireIdentity(const Call& call, const Side& inputs, const Side& outputs) {
  if (call.type != "Identity") {
    throw Error{ACL_ERROR_OP_NOT_FOUND,
                fmt::format("hostacl has no operator {} ({})", call.type, Describe(call))};
  }
  RequireOne(inputs);
  RequireOne(outputs);
  const TensorDesc& in = call.inputs.front();
  const TensorDesc& out = call.outputs.front();
  const std::optional<uint64_t> count = in.ElementCount();
  if (!count || !out.ElementCount()) {
    throw Error{ACL_ERROR_OP_UNSUPPORTED_DYNAMIC,
                fmt::format("Identity needs shapes that are known and fit into memory, not {} and "
                            "{}",
                            in.ToString(), out.ToString())};
  }
  if (in.dtype != out.dtype || count != out.ElementCount()) {
    throw Error{outputs.mismatch, fmt::format("the output of Identity must hold what the input "
                                              "holds, {}, but is {}",
                                              in.ToString(), out.ToString())};
  }
  if (!HaveSameOrder(in.format, out.format)) {
    throw Error{ACL_ERROR_FORMAT_NOT_MATCH,
                fmt::format("Identity cannot turn format {} into format {}",
                            static_cast<int>(in.format), static_cast<int>(out.format))};
  }
  if (const std::optional<uint64_t> bytes = in.Bytes()) return *bytes;
  throw Error{ACL_ERROR_UNSUPPORTED_DATA_TYPE,
              fmt::format("Identity needs elements of whole bytes, not {}", in.ToString())};
}

// The memory of one side of Identity.
struct Memory {
  std::byte* start;
  HeldRange held;  // empty when it is not the library's memory
};

Memory RequireMemory(const Side& side, uint64_t bytes) {
  const BufferRange range = ReadBuffers(side).front();
  if (range.size < bytes || (range.start == nullptr && bytes > 0)) {
    throw Error{side.mismatch, fmt::format("the {} needs {} bytes, but its buffer has {} at {}",
                                           side.name, bytes, range.size, range.start)};
  }
  return {static_cast<std::byte*>(range.start),
          bytes > 0 ? HoldRange(side.name, range.start, bytes) : HeldRange()};
}

void Execute(const char* type, const Side& inputs, const Side& outputs, const aclopAttr* attr,
             aclrtStream handle) {
  const Call call = ReadCall(type, inputs, outputs, attr);
  const uint64_t bytes = RequireIdentity(call, inputs, outputs);
  const Memory in = RequireMemory(inputs, bytes);
  const Memory out = RequireMemory(outputs, bytes);
  ResolveLaunchStream(handle)->Push([in, out, bytes] {
    if (bytes > 0) std::memmove(out.start, in.start, bytes);
    return Error{ACL_SUCCESS, ""};
  });
}

Side Inputs(int count, const aclTensorDesc* const* descs, const aclDataBuffer* const* buffers) {
  return {"input", ACL_ERROR_OP_INPUT_NOT_MATCH, count, descs, buffers};
}

Side Outputs(int count, const aclTensorDesc* const* descs, const aclDataBuffer* const* buffers) {
  return {"output", ACL_ERROR_OP_OUTPUT_NOT_MATCH, count, descs, buffers};
}

int RefuseGraphDump(std::string_view function) noexcept {
  return AnswerUnsupported(function, ACL_ERROR_API_NOT_SUPPORT,
                           "operators are functions here, not graphs");
}

}  // namespace
}  // namespace hostacl

using hostacl::Guard;
using hostacl::Inputs;
using hostacl::kAclInnerCodes;
using hostacl::Outputs;
using hostacl::RefuseGraphDump;

extern "C" {

aclError aclopCompile(const char* opType, int numInputs, const aclTensorDesc* const inputDesc[],
                      int numOutputs, const aclTensorDesc* const outputDesc[],
                      const aclopAttr* attr, aclopEngineType engineType,
                      aclopCompileType compileFlag, const char*) {
  return Guard("aclopCompile", kAclInnerCodes, [&] {
    hostacl::RequireEngine(engineType, compileFlag);
    const auto inputs = Inputs(numInputs, inputDesc, nullptr);
    const auto outputs = Outputs(numOutputs, outputDesc, nullptr);
    hostacl::RequireIdentity(hostacl::ReadCall(opType, inputs, outputs, attr), inputs, outputs);
  });
}

aclError aclopCompileAndExecute(const char* opType, int numInputs,
                                const aclTensorDesc* const inputDesc[],
                                const aclDataBuffer* const inputs[], int numOutputs,
                                const aclTensorDesc* const outputDesc[],
                                aclDataBuffer* const outputs[], const aclopAttr* attr,
                                aclopEngineType engineType, aclopCompileType compileFlag,
                                const char*, aclrtStream stream) {
  return Guard("aclopCompileAndExecute", kAclInnerCodes, [&] {
    hostacl::RequireEngine(engineType, compileFlag);
    hostacl::Execute(opType, Inputs(numInputs, inputDesc, inputs),
                     Outputs(numOutputs, outputDesc, outputs), attr, stream);
  });
}

aclError aclopCompileAndExecuteV2(const char* opType, int numInputs, aclTensorDesc* inputDesc[],
                                  aclDataBuffer* inputs[], int numOutputs,
                                  aclTensorDesc* outputDesc[], aclDataBuffer* outputs[],
                                  aclopAttr* attr, aclopEngineType engineType,
                                  aclopCompileType compileFlag, const char*, aclrtStream stream) {
  return Guard("aclopCompileAndExecuteV2", kAclInnerCodes, [&] {
    hostacl::RequireEngine(engineType, compileFlag);
    hostacl::Execute(opType, Inputs(numInputs, inputDesc, inputs),
                     Outputs(numOutputs, outputDesc, outputs), attr, stream);
  });
}

aclError aclopExecuteV2(const char* opType, int numInputs, aclTensorDesc* inputDesc[],
                        aclDataBuffer* inputs[], int numOutputs, aclTensorDesc* outputDesc[],
                        aclDataBuffer* outputs[], aclopAttr* attr, aclrtStream stream) {
  return Guard("aclopExecuteV2", kAclInnerCodes, [&] {
    hostacl::Execute(opType, Inputs(numInputs, inputDesc, inputs),
                     Outputs(numOutputs, outputDesc, outputs), attr, stream);
  });
}

aclError aclopSetAttrListListInt(aclopAttr* attr, const char* attrName, int numLists,
                                 const int* numValues, const int64_t* const values[]) {
  return Guard("aclopSetAttrListListInt", kAclInnerCodes, [&] {
    hostacl::RequireList("values", numLists, values);
    hostacl::RequireList("numValues", numLists, numValues);
    std::vector<std::vector<int64_t>> lists;
    for (int i = 0; i < numLists; ++i) {
      hostacl::RequireList(fmt::format("values[{}]", i), numValues[i], values[i]);
      lists.emplace_back(values[i], values[i] + numValues[i]);
    }
    hostacl::SetAttr(attr, attrName, std::move(lists));
  });
}

aclError aclSetTensorConst(aclTensorDesc* desc, void* dataBuffer, size_t length) {
  return Guard("aclSetTensorConst", kAclInnerCodes, [&] {
    if (dataBuffer == nullptr || length == 0) {
      throw hostacl::Error{ACL_ERROR_INVALID_PARAM,
                           fmt::format("dataBuffer and length must name some bytes, not {} at {}",
                                       length, dataBuffer)};
    }
    hostacl::SetConstant(desc, dataBuffer, length);
  });
}

aclGraphDumpOption* aclCreateGraphDumpOpt() {
  RefuseGraphDump("aclCreateGraphDumpOpt");
  return nullptr;
}

aclError aclDestroyGraphDumpOpt(const aclGraphDumpOption*) {
  return RefuseGraphDump("aclDestroyGraphDumpOpt");
}

aclError aclGenGraphAndDumpForOp(const char*, int, const aclTensorDesc* const[],
                                 const aclDataBuffer* const[], int, const aclTensorDesc* const[],
                                 aclDataBuffer* const[], const aclopAttr*, aclopEngineType,
                                 const char*, const aclGraphDumpOption*) {
  return RefuseGraphDump("aclGenGraphAndDumpForOp");
}

}  // extern "C"
