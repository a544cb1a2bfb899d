// Plans: what a first phase decides, and how a run of it goes.
#include "core/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <utility>

#include "aclnn/aclnn_base.h"
#include "core/elementwise.h"
#include "core/float_mode.h"
#include "core/product.h"
#include "core/reduction.h"
#include "core/transfer.h"

namespace hostacl {
namespace {

constexpr size_t kAlignment = 64;

size_t RoundUp(size_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

std::byte* AlignUp(std::byte* address) {
  const auto past = reinterpret_cast<size_t>(address) % kAlignment;
  return past == 0 ? address : address + (kAlignment - past);
}

}  // namespace

Plan::Plan(std::string_view operator_name, Operands operands, int input_count)
    : settings_(SettingsForOperators()),
      operator_name_(operator_name),
      operands_(std::move(operands)),
      input_count_(input_count) {
  for (const Operand& operand : operands_) {
    planned_addresses_.push_back(static_cast<std::byte*>(operand.tensor->data));
  }
}

void Plan::CheckFormats() const {
  for (const Operand& operand : operands_) CheckPlainFormat(operand);
}

void Plan::CheckViews() {
  for (int i = 0; i < operand_count(); ++i) {
    View view = CheckedView(operand(i));
    if (view.rank == 0) {
      view.rank = 1;
      view.dims[0] = 1;
      view.strides[0] = 1;
    }
    views_.push_back(view);
  }
  for (int i = input_count_; i < operand_count(); ++i) CheckWritable(operand(i), view(i));
}

bool Plan::NeedsCopy(const TilePart& read, const TileParts& parts, const Addresses& addresses) {
  const auto storage_of = [&](const TilePart& part) {
    return addresses[static_cast<size_t>(part.storage)];
  };
  const std::byte* read_storage = storage_of(read);
  if (read_storage == nullptr) return false;
  return std::any_of(parts.begin(), parts.end(), [&](const TilePart& part) {
    if (!part.written || storage_of(part) == nullptr) return false;
    return SharesMemory(read.view, read_storage, part.view, storage_of(part)) &&
           !IsSameView(read.view, read_storage, part.view, storage_of(part));
  });
}

void Plan::ReserveScratch(const TileSpace& space) {
  const auto threads = static_cast<size_t>(settings_->threads);
  scratch_bytes_ = std::max(scratch_bytes_, space.scratch_bytes() * threads);
}

TilePart Plan::CopyFirst(const TilePart& read) {
  // What repeats is copied once.
  View once = read.view;
  for (int i = 0; i < once.rank; ++i) {
    if (once.strides[i] == 0) once.dims[i] = 1;
  }
  const View dense = DenseLike(once);
  const int storage = copy_storage(copies_.size());
  copies_.push_back({TileSpace({read.storage, once, false}, {storage, dense, true}), copy_bytes_});
  ReserveScratch(copies_.back().space);
  copy_bytes_ += RoundUp(static_cast<size_t>(ElementCount(dense) * ElementSize(dense)));
  return {storage, BroadcastTo(dense, read.view), false};
}

void Plan::CopyOverlapped(TileParts& parts) {
  for (TilePart& part : parts) {
    if (!part.written && NeedsCopy(part, parts, planned_addresses_)) part = CopyFirst(part);
  }
}

void Plan::AddElementwise(ElementwiseKernel kernel, aclDataType tile_dtype, TileParts parts) {
  CopyOverlapped(parts);
  ReserveScratch(space_.emplace(parts, tile_dtype, TileSpace::kNoAxis));
  program_ = kernel;
}

void Plan::AddReduction(const SliceProgram& program, aclDataType tile_dtype, int axis,
                        TileParts parts) {
  CopyOverlapped(parts);
  ReserveScratch(space_.emplace(parts, tile_dtype, axis));
  program_ = program;
}

void Plan::AddCopy(TilePart from, const TilePart& to) {
  if (NeedsCopy(from, {to}, planned_addresses_)) from = CopyFirst(from);
  ReserveScratch(space_.emplace(from, to));
  program_ = CopyProgram{};
}

void Plan::AddFill(const Scalar& value, const TilePart& to) {
  const DefaultFloatMode float_mode;
  std::vector<std::byte> bytes = value.value;
  Transfer({bytes.data(), value.dtype, 1, 1}, {fill_value_.data(), to.view.dtype, 1, 1}, 1, 1);
  View everywhere = to.view;
  everywhere.strides = {};
  everywhere.offset = 0;
  ReserveScratch(space_.emplace(TilePart{fill_storage(), everywhere, false}, to));
  program_ = CopyProgram{};
}

uint64_t Plan::workspace_size() const {
  const size_t bytes = copy_bytes_ + (scratch_in_workspace_ ? scratch_bytes_ : 0);
  // Room to align whatever address the caller brings.
  return bytes == 0 ? 0 : bytes + kAlignment;
}

bool Plan::IsShort() const {
  constexpr int64_t kShortElements = 16384;
  // Of rows that are only moved or filled.
  constexpr int64_t kShortRows = 65536;
  if (!space_) return true;
  const bool fills = space_->parts().front().storage == fill_storage();
  const int64_t most = fills || space_->MovesRows() ? kShortRows : kShortElements;
  int64_t elements = 0;
  for (const TilePart& part : space_->parts()) {
    if (part.written) elements += ElementCount(part.view);
  }
  return elements <= most;
}

void Plan::CheckAddresses(const Addresses& addresses) const {
  for (int i = 0; i < operand_count(); ++i) {
    if (addresses[static_cast<size_t>(i)] == nullptr && !IsEmpty(view(i))) {
      throw Error{ACLNN_ERR_PARAM_NULLPTR,
                  fmt::format("{}: expected an address (tensorData or aclSetTensorAddr), got null",
                              operand(i).name)};
    }
  }
  if (!space_ || addresses == planned_addresses_) return;
  for (const TilePart& part : space_->parts()) {
    const bool is_operand = part.storage < operand_count();
    if (part.written || !is_operand || !NeedsCopy(part, space_->parts(), addresses)) continue;
    throw Error{
        ACLNN_ERR_PARAM_INVALID,
        fmt::format("{}: expected addresses with which no output overlaps it, or the ones "
                    "of the first phase, got {} which overlaps an output; plan again with "
                    "these addresses",
                    operand(part.storage).name,
                    static_cast<const void*>(addresses[static_cast<size_t>(part.storage)]))};
  }
}

void Plan::RunAll(const Addresses& addresses, std::byte* workspace) const {
  if (!space_) return;
  std::byte* copies = AlignUp(workspace);
  BoundedVector<std::byte*, kMaxOperands + 1 + kMaxTileOperands> storages;
  for (std::byte* address : addresses) storages.push_back(address);
  alignas(uint64_t) auto fill_value = fill_value_;
  storages.push_back(fill_value.data());
  for (const Copy& copy : copies_) storages.push_back(copies + copy.workspace_offset);
  std::unique_ptr<std::byte, decltype(&std::free)> own_scratch(nullptr, &std::free);
  std::byte* scratch = scratch_in_workspace_ ? copies + copy_bytes_ : nullptr;
  if (scratch == nullptr && scratch_bytes_ > 0) {
    own_scratch.reset(static_cast<std::byte*>(std::aligned_alloc(kAlignment, scratch_bytes_)));
    if (own_scratch == nullptr) throw std::bad_alloc();
    scratch = own_scratch.get();
  }
  const int threads = settings_->threads;
  for (const Copy& copy : copies_) {
    RunCopy(copy.space, storages.begin(), scratch, threads);
  }
  if (const auto* kernel = std::get_if<ElementwiseKernel>(&program_)) {
    RunElementwise(*space_, *kernel, storages.begin(), scratch, threads);
  } else if (const auto* program = std::get_if<SliceProgram>(&program_)) {
    RunReduction(*space_, *program, storages.begin(), scratch, threads);
  } else {
    RunCopy(*space_, storages.begin(), scratch, threads);
  }
}

Error Plan::Run(const Addresses& addresses, std::byte* workspace) const noexcept {
  const DefaultFloatMode float_mode;
  constexpr InnerCodes kTaskCodes{ACL_ERROR_RT_MEMORY_ALLOCATION, ACL_ERROR_RT_INTERNAL_ERROR};
  Error error = Attempt(kTaskCodes, [&] { RunAll(addresses, workspace); });
  if (error.code == 0) return error;
  const char* what = error.code == kTaskCodes.out_of_memory
                         ? "Failed to allocate host memory while {} ran"
                         : "an internal error occurred while {} ran";
  // Without memory for a sentence the code has to do.
  Attempt(kTaskCodes, [&] { error.sentence = fmt::format(fmt::runtime(what), operator_name_); });
  return error;
}

}  // namespace hostacl
