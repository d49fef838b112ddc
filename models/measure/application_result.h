// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/measure/executor_counters.h"
#include "models/measure/iteration_record.h"
#include "models/types.h"
#include "models/workloads/application.h"

namespace isobar {

/// What a run's application came to.
struct ApplicationResult {
  std::int64_t created = 0;       ///< tasks, the initial ones among them, without those merged
  std::int64_t executed = 0;      ///< tasks that have been worked on
  std::optional<Cycle> finished;  ///< cycles until the last task was done
  /// T_uni/N (Willebeek-LeMair and Reeves, eq. 36): all work, spread by the PEs' speeds, without
  /// any cost.
  Cycle optimal = 0;
  /// T_nobal: if every PE had worked alone on its initial tasks and on what came of them; 0 of an
  /// application that lives in time steps, where PEs do not work as fast as they can.
  Cycle alone = 0;
  std::vector<ExecutorCounters> executor_counters;  ///< by node
  /// By node: the work, on a PE of speed 1, of its tasks, the one that it works on among them, and
  /// of those that it sent and that are under way. Empty where packets are all alike.
  std::vector<Cycle> work_at_start;
  std::vector<Cycle> work_at_end;    ///< by node: the same at the end of the run
  ApplicationStatistics statistics;  ///< what the application counted of its own work
  // Where tasks are persistent:
  std::vector<IterationRecord> iterations;   ///< every iteration that is over, in order
  std::vector<Cycle> last_iteration;         ///< by node: that it worked in the last one
  std::vector<std::int64_t> bytes_at_start;  ///< by node: that its tasks take of its memory
  std::vector<std::int64_t> bytes_at_end;    ///< that those took that it worked on in the last one
  /// By node: as the application's work model has it; empty without one.
  std::vector<double> model_work_at_start;
  std::vector<double> model_work_at_end;  ///< of the last iteration

  /// T_nobal and T_uni/N over the time that it took; none where it did not finish.
  std::optional<double> speedup() const;
  /// T_uni/N over the time that it took; none where it did not finish.
  std::optional<double> efficiency() const;
  /// Π (eq. 36); none where there is nothing to gain or the application did not finish.
  std::optional<double> normalized_performance() const;

 private:
  std::optional<double> over_finished(Cycle cycles) const;
};

}  // namespace isobar
