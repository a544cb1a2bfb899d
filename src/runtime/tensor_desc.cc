// Tensor descriptors of the older interface to operators.
#include "runtime/tensor_desc.h"

#include <fmt/format.h>

#include <memory>
#include <mutex>
#include <utility>

#include "runtime/data_type.h"
#include "runtime/error.h"
#include "runtime/handle.h"

namespace hostacl {
namespace {

constexpr int64_t kUnknownDim = -1;
constexpr int64_t kUnknownRank = -2;

// A descriptor behind its handle.
struct LiveDesc {
  mutable std::mutex mutex;
  TensorDesc content;
  // Not in `content`, for aclGetTensorDescName hands out its address.
  std::string name;
};

HandleTable<LiveDesc>& Descs() {
  static HandleTable<LiveDesc>& descs = *new HandleTable<LiveDesc>(HandleKind::kTensorDesc);
  return descs;
}

template <typename... Arguments>
[[noreturn]] void Refuse(fmt::format_string<Arguments...> sentence, Arguments&&... arguments) {
  throw Error{ACL_ERROR_INVALID_PARAM,
              fmt::format(sentence, std::forward<Arguments>(arguments)...)};
}

[[noreturn]] void RefuseDead(std::string_view parameter, const aclTensorDesc* handle) {
  Refuse("{} {} {}", parameter, static_cast<const void*>(handle), Descs().DescribeDead(handle));
}

void RequireGiven(const char* parameter, const void* pointer) {
  if (pointer == nullptr) Refuse("{} must be a valid pointer, but is null", parameter);
}

std::shared_ptr<LiveDesc> RequireLive(std::string_view parameter, const aclTensorDesc* handle) {
  std::shared_ptr<LiveDesc> desc = Descs().Find(handle);
  if (desc == nullptr) RefuseDead(parameter, handle);
  return desc;
}

TensorDesc::Dims CheckDims(int count, const int64_t* dims) {
  if (count < 0) Refuse("numDims must not be negative, but is {}", count);
  if (count > 0) RequireGiven("dims", dims);
  if (count == 1 && *dims == kUnknownRank) return std::nullopt;
  for (int i = 0; i < count; ++i) {
    if (dims[i] < kUnknownDim) {
      Refuse("dims[{}] must be a size, or -1 where it is not known, but is {}", i, dims[i]);
    }
  }
  return std::vector<int64_t>(dims, dims + count);
}

std::vector<TensorDesc::Range> CheckShapeRanges(const TensorDesc& desc, size_t count,
                                                const int64_t (*ranges)[2]) {
  if (count > 0) RequireGiven("dimsRange", ranges);
  if (desc.dims && count != desc.dims->size()) {
    Refuse("dimsCount must be the number of dims, which is {}, but is {}", desc.dims->size(),
           count);
  }
  std::vector<TensorDesc::Range> checked;
  for (size_t i = 0; i < count; ++i) {
    const auto [smallest, largest] = TensorDesc::Range{ranges[i][0], ranges[i][1]};
    if (smallest < 0 || (largest != -1 && largest < smallest)) {
      Refuse(
          "dimsRange[{}] must be a size and the same or a larger one, or -1 for none, not "
          "[{}, {}]",
          i, smallest, largest);
    }
    checked.push_back({smallest, largest});
  }
  return checked;
}

int64_t RequireDim(const TensorDesc& desc, size_t index) {
  if (desc.dims && index < desc.dims->size()) return (*desc.dims)[index];
  Refuse("index must be less than the number of dims of {}, but is {}", desc.ToString(), index);
}

TensorDesc::Range RequireDimRange(const TensorDesc& desc, size_t index) {
  if (index < desc.shape_ranges.size()) return desc.shape_ranges[index];
  const int64_t dim = RequireDim(desc, index);
  if (dim == kUnknownDim) Refuse("dim {} of {} has no range", index, desc.ToString());
  return {dim, dim};
}

// Whether elements have the order of the dims, the last one running fastest.
bool IsRowMajor(aclFormat format) {
  switch (format) {
    case ACL_FORMAT_ND:
    case ACL_FORMAT_NCHW:
    case ACL_FORMAT_NCDHW:
    case ACL_FORMAT_NC:
    case ACL_FORMAT_NCL:
      return true;
    default:
      return false;
  }
}

// Runs `change` on the descriptor for a C function.
template <typename Change>
aclError ChangeDesc(std::string_view function, aclTensorDesc* handle, Change&& change) {
  return Guard(function, kAclInnerCodes, [&] {
    const std::shared_ptr<LiveDesc> desc = RequireLive("desc", handle);
    std::lock_guard<std::mutex> lock(desc->mutex);
    change(desc->content);
  });
}

// What `get` says of the descriptor, or `otherwise`, for a C function.
template <typename Value, typename Get>
Value ReadDesc(std::string_view function, const aclTensorDesc* handle, Value otherwise, Get&& get) {
  Value value = otherwise;
  Guard(function, kAclInnerCodes, [&] { value = get(RequireTensorDesc("desc", handle)); });
  return value;
}

aclError SetFormat(std::string_view function, aclTensorDesc* handle, aclFormat format) {
  return ChangeDesc(function, handle, [format](TensorDesc& desc) { desc.format = format; });
}

aclError SetShape(std::string_view function, aclTensorDesc* handle, int count,
                  const int64_t* dims) {
  return ChangeDesc(function, handle, [&](TensorDesc& desc) {
    desc.dims = CheckDims(count, dims);
    desc.shape_ranges.clear();
  });
}

aclTensorDesc* Insert(TensorDesc content) {
  auto desc = std::make_shared<LiveDesc>();
  desc->content = std::move(content);
  return static_cast<aclTensorDesc*>(Descs().Insert(std::move(desc)));
}

}  // namespace

std::optional<uint64_t> TensorDesc::ElementCount() const {
  if (!dims) return std::nullopt;
  uint64_t count = 1;
  bool empty = false;
  bool too_large = false;
  for (const int64_t dim : *dims) {
    if (dim == kUnknownDim) return std::nullopt;
    if (dim == 0) empty = true;
    too_large |= __builtin_mul_overflow(count, static_cast<uint64_t>(dim), &count);
  }
  if (empty) return 0;
  if (too_large) return std::nullopt;
  return count;
}

std::optional<uint64_t> TensorDesc::Bytes() const {
  const std::optional<uint64_t> count = ElementCount();
  const size_t element = aclDataTypeSize(dtype);
  uint64_t bytes = 0;
  if (!count || element == 0 || __builtin_mul_overflow(*count, element, &bytes)) {
    return std::nullopt;
  }
  return bytes;
}

std::string TensorDesc::ToString() const {
  std::string text = fmt::format("{} [", ElementTypeName(dtype));
  if (!dims) return text + "...]";
  for (size_t i = 0; i < dims->size(); ++i) {
    if (i > 0) text += ',';
    text += (*dims)[i] == kUnknownDim ? "?" : std::to_string((*dims)[i]);
  }
  return text + ']';
}

TensorDesc RequireTensorDesc(std::string_view parameter, const aclTensorDesc* handle) {
  const std::shared_ptr<LiveDesc> desc = RequireLive(parameter, handle);
  std::lock_guard<std::mutex> lock(desc->mutex);
  return desc->content;
}

void SetConstant(const aclTensorDesc* handle, const void* values, size_t length) {
  const std::shared_ptr<LiveDesc> desc = RequireLive("tensorDesc", handle);
  const auto* const bytes = static_cast<const std::byte*>(values);
  std::lock_guard<std::mutex> lock(desc->mutex);
  desc->content.constant.assign(bytes, bytes + length);
}

bool HaveSameOrder(aclFormat one, aclFormat other) {
  return one == other || (IsRowMajor(one) && IsRowMajor(other));
}

}  // namespace hostacl

using hostacl::ChangeDesc;
using hostacl::Guard;
using hostacl::kAclInnerCodes;
using hostacl::ReadDesc;
using hostacl::TensorDesc;

extern "C" {

aclTensorDesc* aclCreateTensorDesc(aclDataType dataType, int numDims, const int64_t* dims,
                                   aclFormat format) {
  aclTensorDesc* handle = nullptr;
  Guard("aclCreateTensorDesc", kAclInnerCodes, [&] {
    if (hostacl::ElementTypeName(dataType) == nullptr) {
      hostacl::Refuse("dataType must be an aclDataType, not {}", static_cast<int>(dataType));
    }
    TensorDesc content;
    content.dtype = dataType;
    content.format = format;
    content.dims = hostacl::CheckDims(numDims, dims);
    handle = hostacl::Insert(std::move(content));
  });
  return handle;
}

void aclDestroyTensorDesc(const aclTensorDesc* desc) {
  Guard("aclDestroyTensorDesc", kAclInnerCodes, [&] {
    if (desc != nullptr && hostacl::Descs().Remove(desc) == nullptr) {
      hostacl::RefuseDead("desc", desc);
    }
  });
}

aclDataType aclGetTensorDescType(const aclTensorDesc* desc) {
  return ReadDesc("aclGetTensorDescType", desc, ACL_DT_UNDEFINED,
                  [](const TensorDesc& content) { return content.dtype; });
}

aclFormat aclGetTensorDescFormat(const aclTensorDesc* desc) {
  return ReadDesc("aclGetTensorDescFormat", desc, ACL_FORMAT_UNDEFINED,
                  [](const TensorDesc& content) { return content.format; });
}

size_t aclGetTensorDescSize(const aclTensorDesc* desc) {
  return ReadDesc("aclGetTensorDescSize", desc, size_t{0},
                  [](const TensorDesc& content) { return content.Bytes().value_or(0); });
}

size_t aclGetTensorDescElementCount(const aclTensorDesc* desc) {
  return ReadDesc("aclGetTensorDescElementCount", desc, size_t{0},
                  [](const TensorDesc& content) { return content.ElementCount().value_or(0); });
}

size_t aclGetTensorDescNumDims(const aclTensorDesc* desc) {
  return ReadDesc("aclGetTensorDescNumDims", desc, size_t{0}, [](const TensorDesc& content) {
    return content.dims ? content.dims->size() : static_cast<size_t>(ACL_UNKNOWN_RANK);
  });
}

int64_t aclGetTensorDescDim(const aclTensorDesc* desc, size_t index) {
  return ReadDesc("aclGetTensorDescDim", desc, int64_t{-1}, [index](const TensorDesc& content) {
    return hostacl::RequireDim(content, index);
  });
}

aclError aclGetTensorDescDimV2(const aclTensorDesc* desc, size_t index, int64_t* dimSize) {
  return Guard("aclGetTensorDescDimV2", kAclInnerCodes, [&] {
    hostacl::RequireGiven("dimSize", dimSize);
    *dimSize = hostacl::RequireDim(hostacl::RequireTensorDesc("desc", desc), index);
  });
}

aclError aclGetTensorDescDimRange(const aclTensorDesc* desc, size_t index, size_t dimRangeNum,
                                  int64_t* dimRange) {
  return Guard("aclGetTensorDescDimRange", kAclInnerCodes, [&] {
    hostacl::RequireGiven("dimRange", dimRange);
    if (dimRangeNum != ACL_TENSOR_SHAPE_RANGE_NUM) {
      hostacl::Refuse("dimRangeNum must be {}, but is {}", ACL_TENSOR_SHAPE_RANGE_NUM, dimRangeNum);
    }
    const auto range = hostacl::RequireDimRange(hostacl::RequireTensorDesc("desc", desc), index);
    dimRange[0] = range.smallest;
    dimRange[1] = range.largest;
  });
}

void aclSetTensorDescName(aclTensorDesc* desc, const char* name) {
  Guard("aclSetTensorDescName", kAclInnerCodes, [&] {
    const auto live = hostacl::RequireLive("desc", desc);
    std::lock_guard<std::mutex> lock(live->mutex);
    live->name = name == nullptr ? "" : name;
  });
}

const char* aclGetTensorDescName(aclTensorDesc* desc) {
  const char* name = "";
  Guard("aclGetTensorDescName", kAclInnerCodes, [&] {
    const auto live = hostacl::RequireLive("desc", desc);
    std::lock_guard<std::mutex> lock(live->mutex);
    name = live->name.c_str();
  });
  return name;
}

aclError aclSetTensorFormat(aclTensorDesc* desc, aclFormat format) {
  return hostacl::SetFormat("aclSetTensorFormat", desc, format);
}

aclError aclSetTensorShape(aclTensorDesc* desc, int numDims, const int64_t* dims) {
  return hostacl::SetShape("aclSetTensorShape", desc, numDims, dims);
}

aclError aclSetTensorStorageFormat(aclTensorDesc* desc, aclFormat format) {
  return hostacl::SetFormat("aclSetTensorStorageFormat", desc, format);
}

aclError aclSetTensorStorageShape(aclTensorDesc* desc, int numDims, const int64_t* dims) {
  return hostacl::SetShape("aclSetTensorStorageShape", desc, numDims, dims);
}

aclError aclSetTensorOriginFormat(aclTensorDesc* desc, aclFormat) {
  return ChangeDesc("aclSetTensorOriginFormat", desc, [](TensorDesc&) {});
}

aclError aclSetTensorOriginShape(aclTensorDesc* desc, int numDims, const int64_t* dims) {
  return ChangeDesc("aclSetTensorOriginShape", desc,
                    [&](TensorDesc&) { hostacl::CheckDims(numDims, dims); });
}

aclError aclSetTensorShapeRange(aclTensorDesc* desc, size_t dimsCount,
                                int64_t dimsRange[][ACL_TENSOR_SHAPE_RANGE_NUM]) {
  return ChangeDesc("aclSetTensorShapeRange", desc, [&](TensorDesc& content) {
    content.shape_ranges = hostacl::CheckShapeRanges(content, dimsCount, dimsRange);
  });
}

aclError aclSetTensorValueRange(aclTensorDesc* desc, size_t valueCount,
                                int64_t valueRange[][ACL_TENSOR_VALUE_RANGE_NUM]) {
  return ChangeDesc("aclSetTensorValueRange", desc, [&](TensorDesc&) {
    if (valueCount > 0) hostacl::RequireGiven("valueRange", valueRange);
  });
}

aclError aclSetTensorPlaceMent(aclTensorDesc* desc, aclMemType memType) {
  return ChangeDesc("aclSetTensorPlaceMent", desc, [memType](TensorDesc&) {
    const int number = static_cast<int>(memType);
    if (number < ACL_MEMTYPE_DEVICE || number > ACL_MEMTYPE_HOST_COMPILE_INDEPENDENT) {
      hostacl::Refuse("memType must be an aclMemType from 0 to 2, not {}", number);
    }
  });
}

aclError aclSetTensorDynamicInput(aclTensorDesc* desc, const char* dynamicInputName) {
  return ChangeDesc("aclSetTensorDynamicInput", desc, [&](TensorDesc&) {
    hostacl::RequireGiven("dynamicInputName", dynamicInputName);
  });
}

aclError aclTransTensorDescFormat(const aclTensorDesc* srcDesc, aclFormat dstFormat,
                                  aclTensorDesc** dstDesc) {
  return Guard("aclTransTensorDescFormat", kAclInnerCodes, [&] {
    hostacl::RequireGiven("dstDesc", dstDesc);
    *dstDesc = nullptr;
    TensorDesc content = hostacl::RequireTensorDesc("srcDesc", srcDesc);
    if (!hostacl::HaveSameOrder(content.format, dstFormat)) {
      throw hostacl::Error{
          ACL_ERROR_FEATURE_UNSUPPORTED,
          fmt::format("format {} orders elements in another way than format {} of srcDesc",
                      static_cast<int>(dstFormat), static_cast<int>(content.format))};
    }
    content.format = dstFormat;
    *dstDesc = hostacl::Insert(std::move(content));
  });
}

aclTensorDesc* aclGetTensorDescByIndex(aclTensorDesc* desc, size_t index) {
  return ReadDesc("aclGetTensorDescByIndex", desc, static_cast<aclTensorDesc*>(nullptr),
                  [&](const TensorDesc&) {
                    if (index > 0) hostacl::Refuse("index must be 0, not {}", index);
                    return desc;
                  });
}

void* aclGetTensorDescAddress(const aclTensorDesc* desc) {
  void* address = nullptr;
  Guard("aclGetTensorDescAddress", kAclInnerCodes, [&] {
    const auto live = hostacl::RequireLive("desc", desc);
    std::lock_guard<std::mutex> lock(live->mutex);
    if (!live->content.constant.empty()) address = live->content.constant.data();
  });
  return address;
}

}  // extern "C"
