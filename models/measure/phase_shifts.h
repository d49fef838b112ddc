// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/schemes/contract/synchronous.h"

namespace isobar {

/// What the phase under way adds to T (Henrich, Section 5): a phase that shifts 1, any other the
/// most tasks that one link carries towards successors plus the most towards predecessors.
class PhaseShifts {
 public:
  explicit PhaseShifts(const Fabric& fabric) {
    for (const auto& port : fabric.ports()) {
      towards_.push_back(port.direction == Direction::predecessor ? 1 : 0);
    }
  }

  /// A PE sends `tasks` out of `port`.
  void moved(unsigned port, Load tasks) {
    auto& most = most_[towards_[port]];
    if (tasks > most) most = tasks;
  }
  /// The phase is over, and the next one begins.
  std::int64_t take(const Phase& phase) {
    const auto successors = std::exchange(most_[0], 0);
    const auto predecessors = std::exchange(most_[1], 0);
    return phase.shift ? 1 : successors + predecessors;
  }

 private:
  std::vector<std::size_t> towards_;  ///< by port: index into most_
  Load most_[2] = {0, 0};
};

}  // namespace isobar
