// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/experiment/rtl_parameters.h"
#include "models/link/message_label.h"
#include "models/link/task.h"
#include "tb/passage.h"

namespace isobar {

/// What all links of a fabric of work stealing show by the model: the bits of its messages, which
/// have a header, in the cycles in which they are on the line.
class MessageLines {
 public:
  /// The references must outlive it.
  MessageLines(const Experiment& experiment, const RtlParameters& parameters);

  /// A message that keeps link slot `link` busy in from … to − 1: a word of this value, or a
  /// transfer of this task. Throws ModelError if it would take another time in the RTL, or if the
  /// link is still busy.
  void begin_word(std::uint64_t link, Cycle from, Cycle to, const MessageLabel& label,
                  std::int64_t value);
  void begin_transfer(std::uint64_t link, Cycle from, Cycle to, const MessageLabel& label,
                      const Task& task);

  /// Computes what is on the lines in `cycle`, which comes after the one computed before.
  void show(Cycle cycle);
  /// In that cycle, a bit a link and `max_lanes` bits a link, as the RTL shows them.
  const std::vector<std::uint64_t>& valid() const { return valid_; }
  const std::vector<std::uint64_t>& lines() const { return lines_; }
  /// How many links there are.
  std::size_t links() const { return links_.size(); }

  /// Where link `at` of the RTL leaves.
  Node node(std::size_t at) const { return static_cast<Node>(at / parameters_.ports()); }
  unsigned port(std::size_t at) const { return ports_[at % parameters_.ports()]; }
  /// What it sends in that cycle, for who looks for a difference.
  std::string description(std::size_t at) const;

 private:
  struct Line {
    Passage passage;  ///< the latest
    MessageLabel label;
  };

  Line& begin(std::uint64_t link, Cycle from, const MessageLabel& label, std::int64_t contents);
  void check(const Line& line, Cycle to) const;
  bool is_busy(const Line& line) const { return cycle_ < line.passage.end; }

  const Experiment& experiment_;
  const RtlParameters& parameters_;
  std::size_t max_lanes_;
  std::vector<unsigned> ports_;    ///< of the fabric, by the RTL's port
  std::vector<Line> links_;        ///< in the RTL's order
  std::vector<std::size_t> busy_;  ///< those that are busy, or were in the cycle before
  std::vector<std::uint64_t> valid_;
  std::vector<std::uint64_t> lines_;
  Cycle cycle_ = 0;
  std::vector<std::uint64_t> payload_;
};

}  // namespace isobar
