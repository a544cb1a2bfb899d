// Plans: what a first phase decides, and how a run of it goes.
#ifndef HOSTACL_CORE_PLAN_H_
#define HOSTACL_CORE_PLAN_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "core/bounded_vector.h"
#include "core/check.h"
#include "core/scalar.h"
#include "core/tile.h"
#include "core/tile_space.h"
#include "core/view.h"
#include "runtime/error.h"
#include "runtime/settings.h"

namespace hostacl {

// Inputs and outputs of an operator together.
inline constexpr size_t kMaxOperands = 4;

using Operands = BoundedVector<Operand, kMaxOperands>;
// Those of the operands' storages.
using Addresses = BoundedVector<std::byte*, kMaxOperands>;

// The work of one first phase. An operator's definition checks the operands, then adds the one
// thing it does; the plan takes over strides, offsets, overlaps, workspace and threads.
class Plan {
 public:
  // The operands' inputs come first. `operator_name` lives forever.
  Plan(std::string_view operator_name, Operands operands, int input_count);
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  std::string_view operator_name() const { return operator_name_; }
  // Those under which this was planned.
  const Settings& settings() const { return *settings_; }
  const Operand& operand(int i) const { return operands_[static_cast<size_t>(i)]; }
  int operand_count() const { return static_cast<int>(operands_.size()); }
  int input_count() const { return input_count_; }

  // Checks that every operand has a plain format.
  void CheckFormats() const;

  // Checks every operand's view against its storage, and that outputs are writable; fills view().
  void CheckViews();

  // The checked view of an operand. Rank 0 is shown as rank 1 with one element.
  const View& view(int i) const { return views_[static_cast<size_t>(i)]; }
  // The parts of an operand that work reads, or writes when it is an output.
  TilePart Whole(int i) const { return {i, view(i), i >= input_count_}; }
  TilePart Half(int i, int axis, int which) const {
    return {i, HalfOf(view(i), axis, which), i >= input_count_};
  }

  // Plans `kernel` over parts of one shape, in the kernel's operand order: read ones first.
  void AddElementwise(ElementwiseKernel kernel, aclDataType tile_dtype, TileParts parts);

  // Plans a reduction along `axis`, over parts in the order of the program's operands: the last one
  // is written.
  void AddReduction(const SliceProgram& program, aclDataType tile_dtype, int axis, TileParts parts);

  // Plans a copy of `from` to `to`, which has the same dims, with conversion where the dtypes
  // differ.
  void AddCopy(TilePart from, const TilePart& to);

  // Plans to write `value`, converted, to every element of `to`.
  void AddFill(const Scalar& value, const TilePart& to);

  // Makes runs take the tiles of parts that are not used in place from the caller's workspace
  // instead of from memory of their own.
  void TakeScratchFromWorkspace() { scratch_in_workspace_ = true; }

  // Bytes that a run needs of the caller, at an address of any alignment.
  uint64_t workspace_size() const;

  // Whether a run takes less time than waking a thread for it.
  bool IsShort() const;

  // The addresses of the operands' storages at the first phase; null where none was given.
  const Addresses& planned_addresses() const { return planned_addresses_; }

  // Refuses addresses with which the run would be wrong: null ones (161001), and ones that make an
  // output overlap an input where the planned workspace has no room to copy it first (161002).
  void CheckAddresses(const Addresses& addresses) const;

  // Does the work. The addresses are the operands' storages. Returns what failed, or Error{0}.
  Error Run(const Addresses& addresses, std::byte* workspace) const noexcept;

 private:
  // An input that an output overlaps, copied to the workspace before the work begins.
  struct Copy {
    TileSpace space;
    size_t workspace_offset;
  };

  // The program of a plan that only copies.
  struct CopyProgram {};

  // Indices of storages that are not operands: the value to fill with, then the copies.
  int fill_storage() const { return operand_count(); }
  int copy_storage(size_t copy) const { return operand_count() + 1 + static_cast<int>(copy); }

  // Whether a read part must be copied because some written part overlaps it other than in place.
  static bool NeedsCopy(const TilePart& read, const TileParts& parts, const Addresses& addresses);

  // Replaces the read parts that must be copied by their copies.
  void CopyOverlapped(TileParts& parts);
  TilePart CopyFirst(const TilePart& read);
  // Makes room for the scratch of a space; all spaces share it.
  void ReserveScratch(const TileSpace& space);
  void RunAll(const Addresses& addresses, std::byte* workspace) const;

  const std::shared_ptr<const Settings> settings_;
  const std::string_view operator_name_;
  const Operands operands_;
  const int input_count_;
  Addresses planned_addresses_;
  BoundedVector<View, kMaxOperands> views_;
  std::vector<Copy> copies_;
  std::optional<TileSpace> space_;  // nothing when no element is written
  std::variant<ElementwiseKernel, SliceProgram, CopyProgram> program_;
  alignas(uint64_t) std::array<std::byte, sizeof(uint64_t)> fill_value_{};
  size_t copy_bytes_ = 0;
  size_t scratch_bytes_ = 0;  // of all threads
  bool scratch_in_workspace_ = false;
};

}  // namespace hostacl

#endif  // HOSTACL_CORE_PLAN_H_
