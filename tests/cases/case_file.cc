// Turns one line of cases.jsonl into tensors.
#include "case_file.h"

#include <fstream>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>

namespace hostacl::testing {
namespace {

using nlohmann::json;

constexpr int64_t kLazyThreshold = int64_t{1} << 26;

const std::map<std::string, aclDataType>& Dtypes() {
  static const std::map<std::string, aclDataType> dtypes = {
      {"float16", ACL_FLOAT16}, {"bfloat16", ACL_BF16}, {"float32", ACL_FLOAT},
      {"float64", ACL_DOUBLE},  {"int8", ACL_INT8},     {"int16", ACL_INT16},
      {"int32", ACL_INT32},     {"int64", ACL_INT64},   {"uint8", ACL_UINT8},
      {"uint16", ACL_UINT16},   {"uint32", ACL_UINT32}, {"uint64", ACL_UINT64},
      {"bool", ACL_BOOL}};
  return dtypes;
}

void AddUnknown(const json& object, const std::set<std::string>& known, const std::string& where,
                std::vector<std::string>* unknown) {
  for (const auto& [key, value] : object.items()) {
    if (known.count(key) == 0) unknown->push_back(where + "." + key);
  }
}

void AddUnknownFlags(const json& flags, std::vector<std::string>* unknown) {
  static const std::set<std::string> names = {
      "repeat8_bit_equal",           "threads_bit_equal", "inputs_unchanged", "same_bits_as_dim",
      "repeat_for_each_null_tensor", "lazy_commit",       "big_4GB",          "mean_error_below"};
  for (const std::string flag : flags) {
    const bool is_size = flag.rfind("virtual_memory_", 0) == 0;
    if (!is_size && names.count(flag.substr(0, flag.find(':'))) == 0) {
      unknown->push_back("flags." + flag);
    }
  }
}

void AddUnknownOfTensor(const json& tensor, const std::string& name,
                        std::vector<std::string>* unknown) {
  static const std::set<std::string> keys = {
      "shape",    "strides",      "offset",    "storage_shape",       "dtype", "values", "role",
      "alias_of", "null_strides", "data_null", "base_misalign_bytes", "fill"};
  AddUnknown(tensor, keys, name, unknown);
  if (Dtypes().count(tensor.value("dtype", "")) == 0) unknown->push_back(name + ".dtype");
  const json values = tensor.value("values", json());
  if (!values.is_object()) return;
  AddUnknown(values, {"gen", "seed", "lo", "hi", "then", "axis", "value", "sparse"},
             name + ".values", unknown);
  const std::string generator = values.value("gen", "sparse");
  if (generator != "lcg" && generator != "const" && generator != "sparse") {
    unknown->push_back(name + ".values.gen " + generator);
  }
  if (values.value("then", "log_softmax") != "log_softmax") {
    unknown->push_back(name + ".values.then");
  }
}

std::vector<Real> GeneratedValues(const json& values, const Shape& storage_shape) {
  const int64_t count = ElementCount(storage_shape);
  if (values["gen"] == "const") return std::vector<Real>(count, NumberOf(values["value"]));
  std::vector<Real> generated = UniformValues(values["seed"], count, values["lo"], values["hi"]);
  if (!values.contains("then")) return generated;
  generated =
      Reference(Op::kLogSoftmax, {generated}, storage_shape, values["axis"], ACL_DOUBLE).values;
  for (Real& value : generated) value = Round(ACL_DOUBLE, value);
  return generated;
}

void FillTensor(const json& spec, StridedTensor* tensor) {
  const json values = spec.value("values", json());
  if (values.is_array()) {
    std::vector<Real> numbers;
    for (const json& value : values) numbers.push_back(NumberOf(value));
    tensor->SetStorage(numbers);
  } else if (values.contains("gen")) {
    tensor->SetStorage(GeneratedValues(values, tensor->layout().storage_shape));
  } else if (values.contains("sparse")) {
    if (values["sparse"]["fill"] != 0) throw std::runtime_error("a sparse storage is 0 elsewhere");
    for (const auto& [position, value] : values["sparse"]["set"].items()) {
      tensor->SetStorageElement(std::stoll(position), NumberOf(value));
    }
  } else if (spec.contains("fill") && !tensor->memory().is_lazy()) {
    tensor->FillStorage(NumberOf(spec["fill"]));
  } else if (spec.contains("fill")) {
    // Of a lazy storage only the pages that the view lies on.
    const auto page = static_cast<int64_t>(4096 / ElementSize(tensor->dtype()));
    for (const int64_t position : StoragePositions(tensor->layout())) {
      for (int64_t i = 0; i < page; ++i) {
        tensor->SetStorageElement(position / page * page + i, NumberOf(spec["fill"]));
      }
    }
  }
}

TensorOptions OptionsOf(const Case& test_case, const json& spec, int64_t storage_bytes) {
  TensorOptions options;
  options.misalign = spec.value("base_misalign_bytes", 0);
  options.null_strides = spec.value("null_strides", false);
  options.null_address = spec.value("data_null", false);
  // Inputs end at an inaccessible page, so that reading past them cannot go unnoticed.
  const bool is_out = spec.value("role", "") == "out";
  options.memory = is_out || options.misalign != 0 ? MemoryKind::kDevice : MemoryKind::kPageEnd;
  if (HasFlag(test_case, "lazy_commit") && storage_bytes > kLazyThreshold) {
    options.memory = MemoryKind::kLazy;
  }
  return options;
}

Layout LayoutOf(const json& spec) {
  return {spec["shape"], spec["strides"], spec["offset"], spec["storage_shape"]};
}

}  // namespace

std::vector<Case> ReadCases(const std::string& path) {
  std::ifstream file(path);
  std::vector<Case> cases;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty()) cases.push_back(json::parse(line));
  }
  return cases;
}

std::vector<std::string> UnknownWords(const Case& test_case) {
  std::vector<std::string> unknown;
  AddUnknown(test_case,
             {"id", "source", "category", "op", "dim", "tensors", "expect", "rtol", "atol", "note",
              "flags", "tol_reason", "strict", "steps"},
             "case", &unknown);
  AddUnknown(
      test_case["expect"],
      {"status", "values", "values_rounded", "spot", "ref", "sum", "absmax", "phase1_status",
       "untouched", "old_out_untouched", "status_sequence", "guard_intact", "rss_growth_max_mib"},
      "expect", &unknown);
  if (test_case["expect"].value("ref", "formula") != "formula") unknown.push_back("expect.ref");
  AddUnknownFlags(test_case.value("flags", json::array()), &unknown);
  for (const auto& [name, tensor] : test_case["tensors"].items()) {
    if (!tensor.is_null()) AddUnknownOfTensor(tensor, name, &unknown);
  }
  return unknown;
}

bool HasFlag(const Case& test_case, const std::string& flag) {
  for (const std::string present : test_case.value("flags", json::array())) {
    if (present == flag) return true;
  }
  return false;
}

std::optional<std::string> FlagValue(const Case& test_case, const std::string& name) {
  for (const std::string present : test_case.value("flags", json::array())) {
    if (present.rfind(name + ":", 0) == 0) return present.substr(name.size() + 1);
  }
  return std::nullopt;
}

Op OpOf(const Case& test_case) {
  for (const Op op : kOps) {
    if (test_case["op"] == OpName(op)) return op;
  }
  throw std::runtime_error("unknown operator " + test_case["op"].dump());
}

std::vector<size_t> NullOperands(const Case& test_case) {
  const std::vector<std::string>& names = OperandNames(OpOf(test_case));
  std::vector<size_t> operands;
  for (size_t i = 0; i < names.size(); ++i) {
    if (test_case["tensors"].at(names[i]).is_null()) operands.push_back(i);
  }
  return operands;
}

Call BuildCall(const Case& test_case) {
  const Op op = OpOf(test_case);
  const std::vector<std::string>& names = OperandNames(op);
  const json& tensors = test_case["tensors"];
  std::vector<StridedTensor> operands;
  for (const std::string& name : names) {
    const json& spec = tensors.at(name).is_null() ? tensors.at("out") : tensors.at(name);
    const aclDataType dtype = Dtypes().at(spec["dtype"]);
    const Layout layout = LayoutOf(spec);
    if (spec.contains("alias_of")) {
      size_t owner = 0;
      while (names.at(owner) != spec["alias_of"]) ++owner;
      operands.emplace_back(operands.at(owner), dtype, layout);
      continue;
    }
    const auto bytes =
        ElementCount(layout.storage_shape) * static_cast<int64_t>(ElementSize(dtype));
    operands.emplace_back(dtype, layout, OptionsOf(test_case, spec, bytes));
    FillTensor(spec, &operands.back());
  }
  const Shape shape = operands[op == Op::kGluBackward ? 1 : 0].shape();
  return Call(op, shape, test_case["dim"], std::move(operands));
}

Real NumberOf(const json& value) {
  if (!value.is_string()) return static_cast<Real>(value.get<double>());
  const Real infinity = std::numeric_limits<Real>::infinity();
  if (value == "inf") return infinity;
  if (value == "-inf") return -infinity;
  if (value == "nan") return std::numeric_limits<Real>::quiet_NaN();
  throw std::runtime_error("not a number: " + value.dump());
}

}  // namespace hostacl::testing
