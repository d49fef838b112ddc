// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/measure/application_result.h"
#include "models/measure/executor_counters.h"
#include "models/types.h"
#include "models/workloads/application.h"

namespace isobar {

/// What each of so many executors does of `work`, rounded up.
Cycle shared_out(Cycle work, unsigned executors);
/// The same for the work of every PE; `executors` by node, empty: 1 everywhere.
std::vector<Cycle> shared_out(std::vector<Cycle> work, const std::vector<unsigned>& executors);

/// Counts an application's work while it runs, outside the fabric: no PE sees it.
class WorkMeter {
 public:
  /// `initial` by node, as the application says; `capacity` of all PEs together, in work per cycle;
  /// `executors` by node, empty: 1 everywhere. PEs will have `turns` in all, if the application
  /// lives in time steps.
  WorkMeter(const std::vector<Load>& initial, const Rational& capacity,
            std::vector<unsigned> executors, std::int64_t turns = 0);

  /// PE `node` had its turn in `cycle`, and generated `tasks`.
  void generated(Node node, Cycle cycle, std::int64_t tasks);

  /// `task` has been worked on until the end of cycle `last`; it is `work` cycles on a PE of speed
  /// 1 and `alone` cycles in all for its PE alone, and created `created` tasks.
  void executed(TaskId task, Cycle last, Cycle work, Cycle alone, std::int64_t created);
  /// Before it is worked on again, `task` is divided and so creates others; one becomes part of
  /// another.
  void divided(TaskId task, std::int64_t others);
  void merged() { ++merged_; }
  /// The PE that a task, or what it came of, started on.
  Node origin(TaskId task) const { return origin_[task]; }
  bool finished() const { return turns_left_ == 0 && unfinished() == 0; }
  std::int64_t created() const { return created_; }
  std::int64_t executed() const { return executed_; }
  /// Tasks that are to be worked on.
  std::int64_t unfinished() const { return created_ - executed_ - merged_; }
  /// The cycle after the last task's last one, so far.
  Cycle end() const { return end_; }

  ApplicationResult result(std::vector<ExecutorCounters> executor_counters,
                           ApplicationStatistics statistics) const;

 private:
  std::vector<Node> origin_;  ///< by task: the PE that it, or what it came of, started on
  std::vector<Cycle> alone_;  ///< by node
  std::int64_t created_ = 0;
  std::int64_t executed_ = 0;
  std::int64_t merged_ = 0;
  Cycle end_ = 0;
  Cycle work_ = 0;
  Rational capacity_;
  std::vector<unsigned> executors_;
  std::int64_t turns_left_;
  bool has_turns_;
};

}  // namespace isobar
