// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <gsl/span>
#include <vector>

namespace isobar {

/// A variable has this value from a time on, or an event happens at that time.
struct WaveChange {
  std::uint64_t value;
  std::uint32_t time;  ///< the index of the time in the block

  WaveChange(std::uint64_t v, std::uint32_t t) : value(v), time(t) {}
  bool operator==(const WaveChange& other) const {
    return value == other.value && time == other.time;
  }
};

/// All changes of a stretch of a run. Variables with the same changes share a column of them.
struct WaveBlock {
  using Column = std::uint32_t;

  std::vector<std::uint64_t> times;   ///< when anything changes, in picoseconds, ascending
  std::vector<WaveChange> changes;    ///< by column and then by time
  std::vector<std::size_t> begins;    ///< by column: its first change; the last is the end of all
  std::vector<Column> columns;        ///< by variable
  std::vector<std::uint64_t> before;  ///< by variable: the value before the block

  gsl::span<const WaveChange> of_column(Column column) const {
    return {changes.data() + begins[column], begins[column + 1] - begins[column]};
  }
};

}  // namespace isobar
