// The checks that first phases are made of.
#include "core/check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "aclnn/aclnn_base.h"
#include "runtime/error.h"

namespace hostacl {
namespace {

template <typename... Arguments>
[[noreturn]] void Refuse(std::string_view name, fmt::format_string<Arguments...> format,
                         Arguments&&... arguments) {
  throw Error{
      ACLNN_ERR_PARAM_INVALID,
      fmt::format("{}: {}", name, fmt::format(format, std::forward<Arguments>(arguments)...))};
}

template <typename... Arguments>
[[noreturn]] void Refuse(const Operand& operand, fmt::format_string<Arguments...> format,
                         Arguments&&... arguments) {
  Refuse(operand.name, format, std::forward<Arguments>(arguments)...);
}

constexpr std::array<aclFormat, 8> kPlainFormats{
    ACL_FORMAT_ND,    ACL_FORMAT_NCHW, ACL_FORMAT_NHWC, ACL_FORMAT_NCDHW,
    ACL_FORMAT_NDHWC, ACL_FORMAT_HWCN, ACL_FORMAT_NCL,  ACL_FORMAT_NC};

// The number of elements, or false when it does not fit in int64_t.
bool CountElements(const std::vector<int64_t>& dims, int64_t* count) {
  *count = 1;
  if (std::find(dims.begin(), dims.end(), 0) != dims.end()) {
    *count = 0;
    return true;
  }
  return std::none_of(dims.begin(), dims.end(), [count](int64_t size) {
    return __builtin_mul_overflow(*count, size, count);
  });
}

// The position of the last element, or false when it does not fit in int64_t.
bool LastElement(const Tensor& tensor, int64_t* last) {
  *last = tensor.offset;
  for (size_t i = 0; i < tensor.dims.size(); ++i) {
    if (tensor.dims[i] == 1) continue;
    int64_t reach = 0;
    if (__builtin_mul_overflow(tensor.dims[i] - 1, tensor.strides[i], &reach) ||
        __builtin_add_overflow(*last, reach, last)) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::string ShapeText(const std::vector<int64_t>& dims) { return fmt::format("{}", dims); }

void CheckDtype(std::string_view name, aclDataType dtype, const Dtypes& allowed) {
  if (std::find(allowed.begin(), allowed.end(), dtype) != allowed.end()) return;
  Refuse(name, "expected dtype {}, got {}", DtypeNames(allowed), DtypeName(dtype));
}

void CheckDtype(const Operand& operand, const Dtypes& allowed) {
  CheckDtype(operand.name, operand.tensor->dtype, allowed);
}

void CheckSameDtype(const Operand& operand, const Operand& reference) {
  if (operand.tensor->dtype == reference.tensor->dtype) return;
  Refuse(operand, "expected the dtype of {}, {}, got {}", reference.name,
         DtypeName(reference.tensor->dtype), DtypeName(operand.tensor->dtype));
}

void CheckPlainFormat(const Operand& operand) {
  const aclFormat format = operand.tensor->format;
  if (std::find(kPlainFormats.begin(), kPlainFormats.end(), format) != kPlainFormats.end()) return;
  Refuse(operand,
         "expected a plain format (ND, NCHW, NHWC, NCDHW, NDHWC, HWCN, NCL or NC), got aclFormat "
         "{}",
         static_cast<int>(format));
}

void CheckRank(const Operand& operand, int lowest) {
  const size_t rank = operand.tensor->dims.size();
  if (rank >= static_cast<size_t>(lowest) && rank <= kMaxRank) return;
  Refuse(operand, "expected rank {} to {}, got rank {}, shape {}", lowest, kMaxRank, rank,
         operand.tensor->dims);
}

void CheckSameRank(const Operand& operand, const Operand& reference) {
  const size_t rank = operand.tensor->dims.size();
  const size_t expected = reference.tensor->dims.size();
  if (rank == expected) return;
  Refuse(operand, "expected the rank of {}, {}, got rank {}, shape {}", reference.name, expected,
         rank, operand.tensor->dims);
}

void CheckShape(const Operand& operand, const std::vector<int64_t>& expected) {
  if (operand.tensor->dims == expected) return;
  Refuse(operand, "expected shape {}, got {}", expected, operand.tensor->dims);
}

void CheckBroadcast(const Operand& operand, const Operand& target) {
  const std::vector<int64_t>& dims = operand.tensor->dims;
  const std::vector<int64_t>& wanted = target.tensor->dims;
  const auto fits = [](int64_t size, int64_t target_size) {
    return size == 1 || size == target_size;
  };
  if (dims.size() <= wanted.size() &&
      std::equal(dims.rbegin(), dims.rend(), wanted.rbegin(), fits)) {
    return;
  }
  Refuse(operand, "expected a shape that broadcasts to that of {}, {}, got {}", target.name, wanted,
         dims);
}

int ResolveDim(int64_t dim, const Operand& operand) {
  const int64_t rank = std::max<int64_t>(static_cast<int64_t>(operand.tensor->dims.size()), 1);
  if (dim < -rank || dim >= rank) {
    throw Error{ACLNN_ERR_PARAM_INVALID,
                fmt::format("dim: expected a value in [{}, {}] for {} of rank {}, got {}", -rank,
                            rank - 1, operand.name, operand.tensor->dims.size(), dim)};
  }
  return static_cast<int>(dim < 0 ? dim + rank : dim);
}

View CheckedView(const Operand& operand) {
  const Tensor& tensor = *operand.tensor;
  int64_t count = 0;
  int64_t storage_count = 0;
  if (!CountElements(tensor.dims, &count)) {
    Refuse(operand, "expected fewer than 2^63 elements, got shape {}", tensor.dims);
  }
  if (count > 0) {
    if (!CountElements(tensor.storage_dims, &storage_count)) {
      Refuse(operand, "expected a storage of fewer than 2^63 elements, got storage shape {}",
             tensor.storage_dims);
    }
    int64_t storage_bytes = 0;
    if (__builtin_mul_overflow(storage_count, static_cast<int64_t>(aclDataTypeSize(tensor.dtype)),
                               &storage_bytes)) {
      Refuse(operand, "expected a storage of fewer than 2^63 bytes, got storage shape {} of {}",
             tensor.storage_dims, DtypeName(tensor.dtype));
    }
    int64_t last = 0;
    if (!LastElement(tensor, &last) || last >= storage_count) {
      Refuse(operand,
             "expected a view inside its storage of {} elements (storage shape {}), got shape {} "
             "with strides {} and offset {}, which reaches past it",
             storage_count, tensor.storage_dims, tensor.dims, tensor.strides, tensor.offset);
    }
  }
  View view;
  view.dtype = tensor.dtype;
  view.rank = static_cast<int>(tensor.dims.size());
  std::copy(tensor.dims.begin(), tensor.dims.end(), view.dims.begin());
  std::copy(tensor.strides.begin(), tensor.strides.end(), view.strides.begin());
  view.offset = tensor.offset;
  return view;
}

void CheckWritable(const Operand& operand, const View& view) {
  if (!MapsTwoIndicesToOneElement(view)) return;
  Refuse(operand,
         "expected a view whose indices all name different elements, got shape {} with strides {}",
         operand.tensor->dims, operand.tensor->strides);
}

}  // namespace hostacl
