// Many copies in one call.
#include <fmt/format.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "acl/acl_rt.h"
#include "runtime/context.h"
#include "runtime/copy.h"
#include "runtime/error.h"
#include "runtime/require.h"

namespace hostacl {
namespace {

// The arguments of a call as they came.
struct Batch {
  void** dsts;
  const size_t* dest_maxs;
  void** srcs;
  const size_t* sizes;
  size_t count;
  const aclrtMemcpyBatchAttr* attributes;
  const size_t* attribute_starts;
  size_t attribute_count;
};

bool IsDirection(const aclrtMemcpyBatchAttr& attribute) {
  const auto to = attribute.dstLoc.type;
  const auto from = attribute.srcLoc.type;
  return (to == ACL_MEM_LOCATION_TYPE_HOST && from == ACL_MEM_LOCATION_TYPE_DEVICE) ||
         (to == ACL_MEM_LOCATION_TYPE_DEVICE && from == ACL_MEM_LOCATION_TYPE_HOST);
}

void RequireAttributes(const Batch& batch) {
  RequireNotNull("attrs", batch.attributes);
  RequireNotNull("attrsIndexes", batch.attribute_starts);
  if (batch.attribute_count == 0 || batch.attribute_count > batch.count) {
    throw Error{ACL_ERROR_RT_PARAM_INVALID,
                fmt::format("numAttrs must be in [1, {}], the number of copies, but is {}",
                            batch.count, batch.attribute_count)};
  }
  for (size_t i = 0; i < batch.attribute_count; ++i) {
    const size_t start = batch.attribute_starts[i];
    const bool in_order = i == 0 ? start == 0 : start > batch.attribute_starts[i - 1];
    if (!in_order || start >= batch.count) {
      throw Error{ACL_ERROR_RT_PARAM_INVALID,
                  fmt::format("attrsIndexes must begin with 0 and rise below {}, but "
                              "attrsIndexes[{}] is {}",
                              batch.count, i, start)};
    }
    const aclrtMemcpyBatchAttr& attribute = batch.attributes[i];
    if (!IsDirection(attribute) || attribute.dstLoc.type != batch.attributes[0].dstLoc.type) {
      throw Error{ACL_ERROR_RT_PARAM_INVALID,
                  fmt::format("attrs[{}]: all copies go from ACL_MEM_LOCATION_TYPE_HOST (0) to "
                              "_DEVICE (1), or all the other way, but this one from {} to {}",
                              i, static_cast<int>(attribute.srcLoc.type),
                              static_cast<int>(attribute.dstLoc.type))};
    }
  }
}

// The copies of a batch, checked. `*fail_index` gets the first that is refused, or SIZE_MAX.
std::vector<Copy> CheckBatch(const Batch& batch, size_t* fail_index) {
  RequireNotNull("failIndex", fail_index);
  *fail_index = SIZE_MAX;
  RequireNotNull("dsts", batch.dsts);
  RequireNotNull("destMaxs", batch.dest_maxs);
  RequireNotNull("srcs", batch.srcs);
  RequireNotNull("sizes", batch.sizes);
  if (batch.count == 0) {
    throw Error{ACL_ERROR_RT_PARAM_INVALID, "numBatches must be above 0, but is 0"};
  }
  RequireAttributes(batch);
  std::vector<Copy> copies;
  copies.reserve(batch.count);
  for (size_t i = 0; i < batch.count; ++i) {
    *fail_index = i;
    copies.push_back(CheckCopy(batch.dsts[i], batch.dest_maxs[i], batch.srcs[i], batch.sizes[i]));
  }
  *fail_index = SIZE_MAX;
  return copies;
}

}  // namespace
}  // namespace hostacl

using hostacl::Guard;
using hostacl::kAclInnerCodes;

extern "C" {

aclError aclrtMemcpyBatch(void** dsts, size_t* destMaxs, void** srcs, size_t* sizes,
                          size_t numBatches, aclrtMemcpyBatchAttr* attrs, size_t* attrsIndexes,
                          size_t numAttrs, size_t* failIndex) {
  return Guard("aclrtMemcpyBatch", kAclInnerCodes, [&] {
    const auto copies = hostacl::CheckBatch(
        {dsts, destMaxs, srcs, sizes, numBatches, attrs, attrsIndexes, numAttrs}, failIndex);
    hostacl::RequireContext();
    for (const auto& copy : copies) copy.Run();
  });
}

aclError aclrtMemcpyBatchAsync(void** dsts, size_t* destMaxs, void** srcs, size_t* sizes,
                               size_t numBatches, aclrtMemcpyBatchAttr* attrs, size_t* attrsIndexes,
                               size_t numAttrs, size_t* failIndex, aclrtStream stream) {
  return Guard("aclrtMemcpyBatchAsync", kAclInnerCodes, [&] {
    auto copies = hostacl::CheckBatch(
        {dsts, destMaxs, srcs, sizes, numBatches, attrs, attrsIndexes, numAttrs}, failIndex);
    hostacl::Launch(std::move(copies), stream);
  });
}

}  // extern "C"
