// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/measure/goals.h"
#include "models/measure/load_extremes.h"
#include "models/measure/result.h"

namespace isobar {

/// Loads and goals of a message-driven run, tested at the end of every cycle in which a load
/// changed. It stands outside the fabric: no PE sees it. Tasks under way are on no PE, and while
/// there are any the loads are not balanced.
class MessageDrivenMeter {
 public:
  explicit MessageDrivenMeter(const Experiment& experiment);

  void load_changes(Node node, Load load) {
    extremes_.change(loads_[node], load);
    loads_[node] = load;
    deepest_[node] = std::max(deepest_[node], load);
  }
  /// So many tasks more are under way.
  void move(Load tasks) { under_way_ += tasks; }

  bool shared() const { return min() >= 1; }
  bool balanced() const { return under_way_ == 0 && max() - min() <= experiment_.tolerance; }
  Load min() const { return extremes_.min(); }
  Load max() const { return extremes_.max(); }
  const std::vector<Load>& loads() const { return loads_; }

  /// All changes before cycle `cycle` are known, and `work` says how far the application is (null:
  /// there is none). Returns the cycle in which the goal was reached, at which the run ends; none:
  /// it goes on.
  std::optional<Cycle> test(Cycle cycle, const WorkMeter* work);
  /// Whether a change of loads can mean anything more.
  bool is_waiting() const { return goal_.of_loads || !to_share_ || !to_balance_; }
  /// The result so far.
  RunResult result(Cycle end) const;

 private:
  Instant at(Cycle cycle) const { return {0, 0, cycle}; }
  void note(Cycle cycle);

  const Experiment& experiment_;
  const GoalEntry& goal_;
  std::vector<Load> loads_;
  LoadExtremes extremes_;      ///< of loads_
  std::vector<Load> deepest_;  ///< by node: the most that it held at any time
  Load under_way_ = 0;
  std::optional<Instant> to_share_;
  std::optional<Instant> to_balance_;
};

}  // namespace isobar
