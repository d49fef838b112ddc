// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tb/passage.h"

namespace isobar {

/// What a PE of the RTL put on its lines in the latest cycles: as many as the longest latency
/// needs.
class LineHistory {
 public:
  LineHistory(const RtlParameters& parameters);

  void put(Cycle cycle, std::uint64_t valid, const std::uint64_t* lines);
  /// By port; 0 before the first cycle.
  std::uint64_t valid(Cycle cycle) const { return valid_[slot(cycle)]; }
  const std::uint64_t* lines(Cycle cycle) const { return lines_.data() + slot(cycle) * words_; }

 private:
  std::size_t slot(Cycle cycle) const { return static_cast<std::size_t>(cycle) & mask_; }

  std::size_t mask_;
  std::size_t words_;
  std::vector<std::uint64_t> valid_;
  std::vector<std::uint64_t> lines_;
};

/// A directed link as its bits, cycle by cycle, for the PE of the RTL at its end.
class Wire {
 public:
  Wire(const RtlLink& link, std::int64_t max_lanes) : link_(&link), max_lanes_(max_lanes) {}

  /// The sender is RTL: its lines, and its port there.
  void follow(const LineHistory& lines, std::size_t port) {
    lines_ = &lines;
    port_ = port;
  }
  /// The sender is a model PE, or the scoreboard has seen the whole of what RTL sent.
  void carry(const Passage& passage) { passage_ = passage; }

  /// Whether bits come out in `cycle`; if so, they are put to bit `offset` of `line`.
  bool out(Cycle cycle, std::uint64_t* line, std::size_t offset) const;
  /// The task whose last bits come out in `cycle`, if there is one.
  const Passage* landing(Cycle cycle) const {
    const bool lands =
        passage_.kind == Message::Kind::transfer && passage_.end + link_->latency == cycle + 1;
    return lands ? &passage_ : nullptr;
  }

 private:
  const RtlLink* link_;
  std::int64_t max_lanes_;
  const LineHistory* lines_ = nullptr;
  std::size_t port_ = 0;
  Passage passage_;
};

}  // namespace isobar
