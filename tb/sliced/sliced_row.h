// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tb/row.h"
#include "tb/sliced/sliced_module.h"

namespace isobar {

/// What all PEs, model or RTL, show in one cycle: the parts of a RowLayout's row, each bit as a
/// line of numbers with a bit of every PE. Lines of links follow those of the PE, those of tasks
/// are last: they count where the signal that they belong to is 1 in any PE, and are 0 for the
/// other PEs.
class SlicedRowLayout {
 public:
  enum Part : std::size_t {
    dimension,
    part,
    load,
    accepts,
    holds,
    errors,
    valid,  ///< from here on what is on links, and what follows from that
    starts,
    ends,
    line,
    shift,
    lands,
    held,  ///< from here on tasks
    leaving,
    landed,
    parts
  };

  SlicedRowLayout(const RowLayout& row, const SlicedModule& module);

  std::size_t words() const { return words_; }
  /// How many numbers all parts have; those up to the tasks.
  std::size_t size() const { return first_[parts]; }
  std::size_t size_without_tasks() const { return first_[held]; }
  /// The number at which a bit of a part begins.
  std::size_t at(Part p, std::size_t bit = 0) const { return first_[p] + bit * words_; }
  std::size_t bits(Part p) const { return bits_[p]; }
  /// The signal that says whether a part of tasks counts.
  static Part signal_of(Part tasks) {
    return tasks == held ? holds : tasks == leaving ? shift : lands;
  }

  /// Whether a part of one bit is 1 in any PE.
  bool any(const std::uint64_t* numbers, Part one_bit) const;
  bool is_set(const std::uint64_t* numbers, Part p, std::size_t pe, std::size_t bit = 0) const;

  /// What the RTL shows, once it has settled.
  void read(std::uint64_t* numbers) const;
  /// A PE's row of it, as a RowLayout has it.
  void row(const std::uint64_t* numbers, std::size_t pe, std::uint64_t* row) const;

 private:
  const RowLayout& row_;
  std::size_t words_;
  std::array<std::size_t, parts> bits_{};
  std::array<std::size_t, parts + 1> first_{};
  std::vector<SlicedPort> ports_;  ///< by part; that of `accepts` is ready
  SlicedPort offered_;
};

}  // namespace isobar
