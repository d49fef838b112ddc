// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/experiment/experiment.h"

namespace isobar {

/// Whether the scheme of a synchronous run can fill a queue beyond its depth. `creates`: the
/// application creates tasks; else the tasks are those at the start.
bool can_overflow(const Experiment& experiment, bool creates);

/// Whether the queue of a PE with this load has no place for a task of its executor: the last one
/// belongs to landings, and so do those that it has granted.
inline bool is_full_for_executor(Load queue_depth, Load load, Load granted) {
  return load + std::max<Load>(1, granted) >= queue_depth;
}

/// The bits of a credit in a phase.
std::int64_t credit_bits(const Experiment& experiment, const Phase& phase);
/// The cycles that a phase keeps for its credits; 0: it has none.
Cycle cycles_for_credits(const Experiment& experiment, const Phase& phase);

/// The room that PEs grant to those that can send them tasks, by a word over each link, between the
/// other words of a phase and its decision, if the experiment has credits (docs/time.md, "Full
/// queues").
class Credits {
 public:
  /// `experiment` must outlive it.
  explicit Credits(const Experiment& experiment);

  /// Whether room is granted in a phase.
  bool granted_in(std::size_t phase) const { return cycles(phase) > 0; }
  Cycle cycles(std::size_t phase) const { return phases_.empty() ? 0 : phases_[phase].cycles; }
  std::int64_t bits(std::size_t phase) const { return phases_[phase].bits; }
  /// The ports at which credits can come in.
  const std::vector<unsigned>& ports(std::size_t phase) const { return phases_[phase].ports; }

  /// Calls `grant(port, tasks)` for each port by which tasks can come to PE `node`, which holds
  /// `load` tasks in step `step`. Returns the sum of the credits.
  template <class Grant>
  Load grant(std::size_t phase, Node node, std::int64_t step, Load load, const Grant& grant) const {
    const auto& receives = experiment_.scheme->phases()[phase].receives;
    std::int64_t ports = 0;
    for (const auto port : receives) ports += expects(phase, node, port) ? 1 : 0;
    if (ports == 0) return 0;
    Load room = experiment_.queue_depth - load;
    if (experiment_.application) room -= room / (ports + 1);  // the executor's part
    const Load most = phases_[phase].most;
    Load sum = 0;
    auto turn = step;
    for (const auto port : receives) {
      if (!expects(phase, node, port)) continue;
      const Load rest = turn++ % ports < room % ports ? 1 : 0;
      const Load tasks = std::min(room / ports + rest, most);
      sum += tasks;
      grant(port, tasks);
    }
    return sum;
  }

 private:
  struct OfPhase {
    Cycle cycles;
    std::int64_t bits;
    Load most;                    ///< of a credit
    std::vector<unsigned> ports;  ///< at which credits can come in
  };

  bool expects(std::size_t phase, Node node, unsigned port) const {
    return experiment_.scheme->expects(phase, node, port) &&
           (experiment_.fabric.closed() || experiment_.fabric.neighbour(node, port));
  }

  const Experiment& experiment_;
  std::vector<OfPhase> phases_;  ///< empty: there are no credits
};

}  // namespace isobar
