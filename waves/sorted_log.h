// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <gsl/span>
#include <vector>

#include "waves/wave_log.h"

namespace isobar {

/// A log sorted by signals: the announcements of a signal are a range of each part. The parts
/// follow each other in time.
class SortedLog {
 public:
  using Entries = std::vector<WaveLog::Entry>;

  /// Sorts a log, whose signals have numbers below `signals`.
  void sort(const WaveLog& log, std::uint32_t signals);

  std::size_t parts() const { return parts_; }
  gsl::span<const WaveLog::Entry> range(std::size_t part, std::uint32_t signal) const {
    const auto& [entries, begins] = sorted_[part];
    return {entries.data() + begins[signal], begins[signal + 1] - begins[signal]};
  }

 private:
  struct Part {
    Entries entries;
    std::vector<std::uint32_t> begins;  ///< by signal: its first entry; the last is the end of all
  };
  void sort(const Entries& entries, std::uint32_t signals, Part& sorted);

  std::vector<Part> sorted_;
  std::size_t parts_ = 0;  ///< how many of `sorted_` are in use
  Entries spare_;
  std::vector<std::uint32_t> places_;
};

}  // namespace isobar
