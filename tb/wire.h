// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tb/passage.h"

namespace isobar {

/// What an RTL PE has put on its lines in the last cycles, as many as the longest latency needs.
class LineHistory {
 public:
  LineHistory(const RtlParameters& parameters);

  void put(Cycle cycle, std::uint64_t valid, const std::uint64_t* lines);
  /// These are by port, and 0 before the first cycle.
  std::uint64_t valid(Cycle cycle) const { return valid_[slot(cycle)]; }
  const std::uint64_t* lines(Cycle cycle) const { return lines_.data() + slot(cycle) * stride_; }

 private:
  std::size_t slot(Cycle cycle) const { return static_cast<std::size_t>(cycle) & mask_; }

  std::size_t mask_;
  std::size_t stride_;
  std::vector<std::uint64_t> valid_;
  std::vector<std::uint64_t> lines_;
};

/// A directed link as its bits, cycle by cycle, for the RTL PE at its end.
class Wire {
 public:
  Wire(const RtlLink& link, std::int64_t max_lanes) : link_(&link), max_lanes_(max_lanes) {}

  /// Sets the lines and the port of a sender that is RTL.
  void follow(const LineHistory& lines, std::size_t port) {
    lines_ = &lines;
    port_ = port;
  }
  /// Sets the message under way, of a model PE, or of RTL once all of it has been seen.
  void carry(const Passage& passage) { passage_ = passage; }

  /// Whether bits come out in `cycle`; if so, they are written to bit `offset` of `line`.
  bool out(Cycle cycle, std::uint64_t* line, std::size_t offset) const;
  /// The transfer whose last bits come out in `cycle`; null if there is none.
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
