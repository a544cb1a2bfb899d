// Attributes of operators in the older interface: values by name.
#include "runtime/op_attr.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <utility>

#include "runtime/data_type.h"
#include "runtime/error.h"
#include "runtime/handle.h"

namespace hostacl {
namespace {

HandleTable<OpAttr>& Attrs() {
  static HandleTable<OpAttr>& attrs = *new HandleTable<OpAttr>(HandleKind::kOpAttr);
  return attrs;
}

[[noreturn]] void RefuseDead(const aclopAttr* handle) {
  throw Error{ACL_ERROR_INVALID_PARAM, fmt::format("attr {} {}", static_cast<const void*>(handle),
                                                   Attrs().DescribeDead(handle))};
}

std::shared_ptr<OpAttr> RequireAttr(const aclopAttr* handle) {
  std::shared_ptr<OpAttr> attr = Attrs().Find(handle);
  if (attr == nullptr) RefuseDead(handle);
  return attr;
}

aclDataType RequireDataType(aclDataType dtype) {
  if (ElementTypeName(dtype) != nullptr) return dtype;
  throw Error{ACL_ERROR_INVALID_PARAM,
              fmt::format("the value must be an aclDataType, not {}", static_cast<int>(dtype))};
}

std::string RequireText(const char* parameter, const char* text) {
  if (text != nullptr) return text;
  throw Error{ACL_ERROR_INVALID_PARAM, fmt::format("{} must be a text, but is null", parameter)};
}

// A value as text; lists in brackets.
struct ToText {
  template <typename T>
  std::string operator()(const T& value) const {
    return fmt::format("{}", value);
  }
  std::string operator()(aclDataType dtype) const { return ElementTypeName(dtype); }
  std::string operator()(const std::vector<aclDataType>& dtypes) const {
    std::vector<std::string> names;
    for (const aclDataType dtype : dtypes) names.emplace_back(ElementTypeName(dtype));
    return fmt::format("[{}]", fmt::join(names, ", "));
  }
};

// The list that a C function was given.
template <typename Element, typename Given>
std::vector<Element> CopyList(int count, const Given* values) {
  RequireList("values", count, values);
  return std::vector<Element>(values, values + count);
}

}  // namespace

void OpAttr::Set(std::string name, Value value) {
  std::lock_guard<std::mutex> lock(mutex_);
  values_.insert_or_assign(std::move(name), std::move(value));
}

std::string OpAttr::ToString() const {
  std::lock_guard<std::mutex> lock(mutex_);
  std::vector<std::string> texts;
  for (const auto& [name, value] : values_) {
    texts.push_back(name + "=" + std::visit(ToText(), value));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

void SetAttr(const aclopAttr* handle, const char* name, OpAttr::Value value) {
  const std::shared_ptr<OpAttr> attr = RequireAttr(handle);
  std::string key = RequireText("attrName", name);
  if (key.empty()) throw Error{ACL_ERROR_INVALID_PARAM, "attrName must not be empty"};
  attr->Set(std::move(key), std::move(value));
}

void RequireList(std::string_view parameter, int count, const void* values) {
  if (count < 0) {
    throw Error{ACL_ERROR_INVALID_PARAM,
                fmt::format("the number of {} must not be negative, but is {}", parameter, count)};
  }
  if (count > 0 && values == nullptr) {
    throw Error{ACL_ERROR_INVALID_PARAM,
                fmt::format("{} must be a valid pointer, but is null", parameter)};
  }
}

std::string DescribeAttr(const aclopAttr* handle) {
  return handle == nullptr ? std::string() : RequireAttr(handle)->ToString();
}

}  // namespace hostacl

using hostacl::CopyList;
using hostacl::Guard;
using hostacl::kAclInnerCodes;
using hostacl::SetAttr;

extern "C" {

aclopAttr* aclopCreateAttr() {
  void* handle = nullptr;
  Guard("aclopCreateAttr", kAclInnerCodes,
        [&] { handle = hostacl::Attrs().Insert(std::make_shared<hostacl::OpAttr>()); });
  return static_cast<aclopAttr*>(handle);
}

void aclopDestroyAttr(const aclopAttr* attr) {
  Guard("aclopDestroyAttr", kAclInnerCodes, [&] {
    if (attr != nullptr && hostacl::Attrs().Remove(attr) == nullptr) hostacl::RefuseDead(attr);
  });
}

aclError aclopSetAttrBool(aclopAttr* attr, const char* attrName, uint8_t attrValue) {
  return Guard("aclopSetAttrBool", kAclInnerCodes,
               [&] { SetAttr(attr, attrName, attrValue != 0); });
}

aclError aclopSetAttrInt(aclopAttr* attr, const char* attrName, int64_t attrValue) {
  return Guard("aclopSetAttrInt", kAclInnerCodes, [&] { SetAttr(attr, attrName, attrValue); });
}

aclError aclopSetAttrFloat(aclopAttr* attr, const char* attrName, float attrValue) {
  return Guard("aclopSetAttrFloat", kAclInnerCodes, [&] { SetAttr(attr, attrName, attrValue); });
}

aclError aclopSetAttrString(aclopAttr* attr, const char* attrName, const char* attrValue) {
  return Guard("aclopSetAttrString", kAclInnerCodes,
               [&] { SetAttr(attr, attrName, hostacl::RequireText("attrValue", attrValue)); });
}

aclError aclopSetAttrDataType(aclopAttr* attr, const char* attrName, aclDataType attrValue) {
  return Guard("aclopSetAttrDataType", kAclInnerCodes,
               [&] { SetAttr(attr, attrName, hostacl::RequireDataType(attrValue)); });
}

aclError aclopSetAttrListBool(aclopAttr* attr, const char* attrName, int numValues,
                              const uint8_t* values) {
  return Guard("aclopSetAttrListBool", kAclInnerCodes,
               [&] { SetAttr(attr, attrName, CopyList<bool>(numValues, values)); });
}

aclError aclopSetAttrListInt(aclopAttr* attr, const char* attrName, int numValues,
                             const int64_t* values) {
  return Guard("aclopSetAttrListInt", kAclInnerCodes,
               [&] { SetAttr(attr, attrName, CopyList<int64_t>(numValues, values)); });
}

aclError aclopSetAttrListFloat(aclopAttr* attr, const char* attrName, int numValues,
                               const float* values) {
  return Guard("aclopSetAttrListFloat", kAclInnerCodes,
               [&] { SetAttr(attr, attrName, CopyList<float>(numValues, values)); });
}

aclError aclopSetAttrListString(aclopAttr* attr, const char* attrName, int numValues,
                                const char** values) {
  return Guard("aclopSetAttrListString", kAclInnerCodes, [&] {
    hostacl::RequireList("values", numValues, values);
    for (int i = 0; i < numValues; ++i) hostacl::RequireText("values[i]", values[i]);
    SetAttr(attr, attrName, CopyList<std::string>(numValues, values));
  });
}

aclError aclopSetAttrListDataType(aclopAttr* attr, const char* attrName, int numValues,
                                  const aclDataType values[]) {
  return Guard("aclopSetAttrListDataType", kAclInnerCodes, [&] {
    auto dtypes = CopyList<aclDataType>(numValues, values);
    for (const aclDataType dtype : dtypes) hostacl::RequireDataType(dtype);
    SetAttr(attr, attrName, std::move(dtypes));
  });
}

}  // extern "C"
