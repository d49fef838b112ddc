// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "models/measure/experiment.h"
#include "models/measure/result.h"

namespace isobar {

/// What a watcher is told at every step end.
struct Progress {
  Instant at;
  Load max = 0;
  Load min = 0;
  bool shared = false;
  bool balanced = false;
  const std::vector<Load>& loads;
};

/// Called at every step end, step 0 included; the run ends there if it returns false.
using Watch = std::function<bool(const Progress&)>;

/// The time measure of a synchronous run: it stands outside the fabric, sees every load, and
/// decides when the run is over. No PE sees it.
class Meter {
 public:
  /// `watch` may be empty.
  Meter(const Experiment& experiment, Watch watch);

  /// Loads as they are when all transfers of the phase have landed.
  const std::vector<Load>& loads() const { return loads_; }

  /// In the phase under way, `tasks` leave PE `node` by `port`.
  void moved(Node node, unsigned port, std::int64_t tasks) {
    loads_[node] -= tasks;
    loads_[neighbours_[std::size_t{node} * towards_.size() + port]] += tasks;
    auto& most = most_[towards_[port]];
    if (tasks > most) most = tasks;
  }

  /// The application of PE `node` created tasks, or took some (negative).
  void changed(Node node, Load tasks) { loads_[node] += tasks; }

  /// A phase is over: T and the cycles go on. At a step end the goals are tested.
  void phase_done(const Phase& phase, const Slot& slot);

  /// Whether the run is over; also before the first phase.
  bool done() const { return done_; }
  /// As of the last step end.
  bool shared() const { return result_.shared; }
  bool balanced() const { return result_.balanced; }

  /// The result so far, with the links' counts; leaves the meter empty.
  RunResult finish(std::vector<LinkTally> links);

 private:
  void step_done();
  bool goal_reached() const;

  const Experiment& experiment_;
  Watch watch_;
  std::vector<Load> loads_;
  std::vector<Node> neighbours_;      ///< by link slot: where it leads
  std::vector<std::size_t> towards_;  ///< by port: index into most_
  std::int64_t most_[2] = {0, 0};     ///< largest transfer of the phase to successors, predecessors
  RunResult result_;
  bool done_ = false;
};

}  // namespace isobar
