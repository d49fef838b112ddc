// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/measure/loads_view.h"
#include "models/measure/result.h"

namespace isobar {

/// How evenly PEs are used (Watts, Rieffel and Taylor 1998, "Basic methodology"): the utilization
/// of PE i is U_i = L_i/C_i, with its load L_i and its capacity C_i, its speed times its executors.
struct Utilization {
  double mean = 0;  ///< U_avg, the mean of the values U_i
  double max = 0;   ///< U_max, the largest value
  double min = 0;   ///< the smallest value

  /// eff = U_avg/U_max, 1 where all are alike; none where no PE has a load.
  std::optional<double> efficiency() const;
  /// U_max/U_avg − 1, 0 where all are alike; none where no PE has a load.
  std::optional<double> imbalance() const;
};

/// `loads` ≥ 0 and `capacities`, both by node; capacities may be empty: 1 everywhere.
Utilization utilization(const NarrowArray& loads, const std::vector<Rational>& capacities);
/// U_i of the PE `node`, which has the load `load`.
double utilization_of(Node node, Load load, const std::vector<Rational>& capacities);

/// Whether `loads` have the efficiency that the goal asks for; without any task they do.
bool is_efficient(const Experiment& experiment, const LoadsView& loads);

/// How much of their memories the PEs' tasks fill: `task_bits` each, or what each takes where they
/// persist (memory_tally.h), with what the PE needs besides.
struct MemoryUse {
  double max_share = 0;   ///< of a bounded memory, the largest
  std::int64_t over = 0;  ///< PEs whose tasks need more than they have
};

/// At the start and at the end of a run; where tasks are persistent, the end is the last iteration
/// that is over.
MemoryUse initial_memory(const Experiment& experiment, const RunResult& result);
MemoryUse final_memory(const Experiment& experiment, const RunResult& result);

/// What loads are counted in: the work of tasks, in cycles of a PE of speed 1, where an application
/// tells it; else tasks.
bool loads_are_work(const RunResult& result);
/// At the start and at the end of a run, so counted. Where tasks persist, the end is the last
/// iteration that is over: L_i/C_i is how long a PE worked in it.
Utilization initial_utilization(const Experiment& experiment, const RunResult& result);
Utilization final_utilization(const Experiment& experiment, const RunResult& result);
/// U_i of the PE `node` at the end.
double final_utilization_of(Node node, const Experiment& experiment, const RunResult& result);

}  // namespace isobar
