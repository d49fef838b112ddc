// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/experiment/rtl_parameters.h"
#include "tb/passage.h"
#include "tb/sliced/sliced_links.h"
#include "tb/sliced/sliced_row.h"

namespace isobar {

/// What the model's messages make of the links, cycle by cycle. All PEs are in the same slot, so
/// the messages that leave at one port begin at the same time.
class SlicedExpectation {
 public:
  /// All must outlive it.
  SlicedExpectation(const RtlParameters& parameters, const SlicedRowLayout& layout,
                    const SlicedLinks& links);

  /// A PE's message, whose set-up begins now or, of a task, in the next cycle: the task leaves the
  /// queue now. Throws ModelError if another PE's message at this port is under way and began
  /// earlier.
  void message(std::size_t pe, std::size_t rtl_port, const Passage& passage);

  /// Writes what is on links in this cycle, and the tasks that leave and land, to the numbers of a
  /// row.
  void write(Cycle cycle, std::uint64_t* numbers) const;
  /// Whether the last bits of a port's messages are on the links in this cycle.
  bool ends(Cycle cycle, std::size_t rtl_port) const {
    return messages_[rtl_port].any && messages_[rtl_port].end == cycle + 1;
  }
  /// The PEs that send them, as a line.
  const std::vector<std::uint64_t>& senders(std::size_t rtl_port) const {
    return messages_[rtl_port].pes;
  }

 private:
  /// The messages that were sent last at one port.
  struct Messages {
    bool any = false;
    bool are_tasks = false;
    Cycle start = 0;
    Cycle valid = 0;
    Cycle end = 0;
    std::size_t bits = 0;
    std::vector<std::uint64_t> pes;      ///< the senders, as a line
    std::vector<std::uint64_t> payload;  ///< a line for each bit
  };

  void write_tasks(const Messages& m, Cycle cycle, std::size_t port, std::uint64_t* numbers) const;

  const RtlParameters& parameters_;
  const SlicedRowLayout& layout_;
  const SlicedLinks& links_;
  std::vector<Messages> messages_;  ///< by the RTL's port
};

}  // namespace isobar
