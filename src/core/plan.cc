// Plans: what a first phase decides, and how a run of it goes.
#include "core/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

#include "aclnn/aclnn_base.h"
#include "core/elementwise.h"
#include "core/float_mode.h"
#include "core/product.h"
#include "core/reduction.h"

namespace hostacl {
namespace {

constexpr size_t kAlignment = 64;

size_t RoundUp(size_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

std::byte* AlignUp(std::byte* address) {
  const auto past = reinterpret_cast<size_t>(address) % kAlignment;
  return past == 0 ? address : address + (kAlignment - past);
}

// Copies rows of the first operand to the second.
void CopyKernel(const Tile& tile) noexcept {
  const auto element_bytes = static_cast<int64_t>(aclDataTypeSize(tile.dtype));
  const auto row_bytes = static_cast<size_t>(tile.cols * element_bytes);
  for (int64_t row = 0; row < tile.rows; ++row) {
    std::memcpy(tile.operands[1].data + row * tile.operands[1].pitch * element_bytes,
                tile.operands[0].data + row * tile.operands[0].pitch * element_bytes, row_bytes);
  }
}

}  // namespace

Plan::Plan(std::string operator_name, std::vector<Operand> inputs, std::vector<Operand> outputs)
    : operator_name_(std::move(operator_name)),
      operands_(std::move(inputs)),
      input_count_(static_cast<int>(operands_.size())),
      threads_(OperatorThreads()) {
  std::move(outputs.begin(), outputs.end(), std::back_inserter(operands_));
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

std::vector<std::byte*> Plan::PlannedAddresses() const {
  std::vector<std::byte*> addresses;
  for (const Operand& operand : operands_) {
    addresses.push_back(static_cast<std::byte*>(operand.tensor.data));
  }
  return addresses;
}

bool Plan::NeedsCopy(const Part& read, const std::vector<Part>& writes,
                     const std::vector<std::byte*>& addresses) {
  const std::byte* read_storage = addresses[static_cast<size_t>(read.operand)];
  if (read_storage == nullptr) return false;
  return std::any_of(writes.begin(), writes.end(), [&](const Part& write) {
    const std::byte* write_storage = addresses[static_cast<size_t>(write.operand)];
    return write_storage != nullptr &&
           !IsSameView(read.view, read_storage, write.view, write_storage) &&
           SharesMemory(read.view, read_storage, write.view, write_storage);
  });
}

void Plan::AddStep(size_t scratch_bytes, std::function<void(const Frame&)> run) {
  steps_.push_back(std::move(run));
  scratch_bytes_ = std::max(scratch_bytes_, scratch_bytes * static_cast<size_t>(threads_));
}

TilePart Plan::CopyFirst(const Part& read) {
  const View dense = DenseLike(read.view);
  const int storage = operand_count() + static_cast<int>(copies_.size());
  copies_.push_back({read, copy_bytes_});
  copy_bytes_ += RoundUp(static_cast<size_t>(ElementCount(dense) * ElementSize(dense)));
  const TilePart target{storage, dense, true};
  TileSpace space({{read.operand, read.view, false}, target}, dense.dtype, TileSpace::kNoAxis);
  AddStep(space.scratch_bytes(), [space](const Frame& frame) {
    RunElementwise(space, CopyKernel, frame.storages, frame.scratch, frame.threads);
  });
  return {storage, dense, false};
}

TileParts Plan::MakeTileParts(const std::vector<Part>& reads, const std::vector<Part>& writes) {
  const std::vector<std::byte*> addresses = PlannedAddresses();
  TileParts parts;
  for (const Part& read : reads) {
    if (NeedsCopy(read, writes, addresses)) {
      parts.push_back(CopyFirst(read));
    } else {
      parts.push_back({read.operand, read.view, false});
      uncopied_reads_.push_back(read);
    }
  }
  for (const Part& write : writes) {
    parts.push_back({write.operand, write.view, true});
    writes_.push_back(write);
  }
  return parts;
}

void Plan::AddElementwise(ElementwiseKernel kernel, aclDataType tile_dtype,
                          const std::vector<Part>& reads, const std::vector<Part>& writes) {
  TileSpace space(MakeTileParts(reads, writes), tile_dtype, TileSpace::kNoAxis);
  AddStep(space.scratch_bytes(), [space, kernel](const Frame& frame) {
    RunElementwise(space, kernel, frame.storages, frame.scratch, frame.threads);
  });
}

void Plan::AddReduction(const SliceProgram& program, aclDataType tile_dtype, int axis,
                        const std::vector<Part>& reads, const Part& write) {
  TileSpace space(MakeTileParts(reads, {write}), tile_dtype, axis);
  AddStep(space.scratch_bytes(), [space, program](const Frame& frame) {
    RunReduction(space, program, frame.storages, frame.scratch, frame.threads);
  });
}

uint64_t Plan::workspace_size() const {
  const size_t bytes = copy_bytes_ + (scratch_in_workspace_ ? scratch_bytes_ : 0);
  // Room to align whatever address the caller brings.
  return bytes == 0 ? 0 : bytes + kAlignment;
}

bool Plan::IsShort() const {
  constexpr int64_t kShortElements = 4096;
  int64_t elements = 0;
  for (const Part& write : writes_) elements += ElementCount(write.view);
  return elements <= kShortElements;
}

void Plan::CheckAddresses(const std::vector<std::byte*>& addresses) const {
  for (int i = 0; i < operand_count(); ++i) {
    if (addresses[static_cast<size_t>(i)] == nullptr && !IsEmpty(view(i))) {
      throw Error{ACLNN_ERR_PARAM_NULLPTR,
                  fmt::format("{}: expected an address (tensorData or aclSetTensorAddr), got null",
                              operand(i).name)};
    }
  }
  if (addresses == PlannedAddresses()) return;
  for (const Part& read : uncopied_reads_) {
    if (!NeedsCopy(read, writes_, addresses)) continue;
    throw Error{
        ACLNN_ERR_PARAM_INVALID,
        fmt::format("{}: expected addresses with which no output overlaps it, or the ones "
                    "of the first phase, got {} which overlaps an output; plan again with "
                    "these addresses",
                    operand(read.operand).name,
                    static_cast<const void*>(addresses[static_cast<size_t>(read.operand)]))};
  }
}

void Plan::RunSteps(const std::vector<std::byte*>& addresses, std::byte* workspace) const {
  std::byte* copies = AlignUp(workspace);
  std::vector<std::byte*> storages = addresses;
  for (const Copy& copy : copies_) storages.push_back(copies + copy.workspace_offset);
  std::unique_ptr<std::byte, decltype(&std::free)> own_scratch(nullptr, &std::free);
  std::byte* scratch = scratch_in_workspace_ ? copies + copy_bytes_ : nullptr;
  if (scratch == nullptr && scratch_bytes_ > 0) {
    own_scratch.reset(static_cast<std::byte*>(std::aligned_alloc(kAlignment, scratch_bytes_)));
    if (own_scratch == nullptr) throw std::bad_alloc();
    scratch = own_scratch.get();
  }
  const Frame frame{storages.data(), scratch, threads_};
  for (const auto& step : steps_) step(frame);
}

Error Plan::Run(const std::vector<std::byte*>& addresses, std::byte* workspace) const noexcept {
  const DefaultFloatMode float_mode;
  constexpr InnerCodes kTaskCodes{ACL_ERROR_RT_MEMORY_ALLOCATION, ACL_ERROR_RT_INTERNAL_ERROR};
  Error error = Attempt(kTaskCodes, [&] { RunSteps(addresses, workspace); });
  if (error.code == 0) return error;
  const char* what = error.code == kTaskCodes.out_of_memory
                         ? "Failed to allocate host memory while {} ran"
                         : "an internal error occurred while {} ran";
  // Without memory for a sentence the code has to do.
  Attempt(kTaskCodes, [&] { error.sentence = fmt::format(fmt::runtime(what), operator_name_); });
  return error;
}

}  // namespace hostacl
