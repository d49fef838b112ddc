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
  /// Sets a message under way, which a model PE sends or is expected of RTL.
  void carry(const Passage& passage) {
    (passage.kind == Message::Kind::status ? status_ : passage_) = passage;
  }

  /// Whether bits come out in `cycle`; if so, they are written to bit `offset` of `line`.
  bool out(Cycle cycle, std::uint64_t* line, std::size_t offset) const;
  /// The task whose last bits come out in `cycle`; null if there is none.
  const Task* landing(Cycle cycle) const { return passage_.ends(cycle - link_->latency); }
  /// The tasks of a transfer that was sent in cycle `from` or later and that have come out as
  /// `cycle` begins.
  std::int64_t landed(Cycle from, Cycle cycle) const {
    return passage_.start >= from ? passage_.ended(cycle - link_->latency) : 0;
  }

 private:
  const RtlLink* link_;
  std::int64_t max_lanes_;
  const LineHistory* lines_ = nullptr;
  std::size_t port_ = 0;
  Passage passage_;  ///< a word or transfer
  Passage status_;   ///< a status word, which may follow that
};

}  // namespace isobar
