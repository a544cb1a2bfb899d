// Attributes of operators in the older interface: values by name.
#ifndef HOSTACL_RUNTIME_OP_ATTR_H_
#define HOSTACL_RUNTIME_OP_ATTR_H_

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "acl/acl_op.h"

namespace hostacl {

// Safe to use from any thread.
class OpAttr {
 public:
  using Value = std::variant<bool, int64_t, float, std::string, aclDataType, std::vector<bool>,
                             std::vector<int64_t>, std::vector<float>, std::vector<std::string>,
                             std::vector<aclDataType>, std::vector<std::vector<int64_t>>>;

  void Set(std::string name, Value value);

  // "axis=1, keep=true", by name; empty without attributes.
  std::string ToString() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, Value> values_;
};

// Sets an attribute of `handle`. Throws Error{100000} when that is not live or `name` is null or
// empty.
void SetAttr(const aclopAttr* handle, const char* name, OpAttr::Value value);

// The list of `count` numbers at `values`, the argument called `parameter`. Throws Error{100000}
// when `count` is negative, or `values` null and the list not empty.
void RequireList(std::string_view parameter, int count, const void* values);

// OpAttr::ToString of a handle; empty for null, which stands for no attributes. Throws
// Error{100000} when it is not live.
std::string DescribeAttr(const aclopAttr* handle);

}  // namespace hostacl

#endif  // HOSTACL_RUNTIME_OP_ATTR_H_
