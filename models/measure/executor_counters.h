// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/link/activity.h"
#include "models/types.h"
#include "models/workloads/application.h"

namespace isobar {

/// The cycles of one PE's executor; they add up to the run's.
struct ExecutorCounters {
  Cycle work = 0;
  Cycle idle = 0;
  Cycle balance = 0;
  Cycle wait = 0;
  std::int64_t tasks = 0;  ///< that it has worked on

  void add(Activity activity, Cycle cycles) {
    switch (activity) {
      case Activity::idle:
        idle += cycles;
        break;
      case Activity::work:
        work += cycles;
        break;
      case Activity::balance:
        balance += cycles;
        break;
      case Activity::wait:
        wait += cycles;
        break;
    }
  }
  Cycle total() const { return work + idle + balance + wait; }
  bool operator==(const ExecutorCounters& other) const {
    return work == other.work && idle == other.idle && balance == other.balance &&
           wait == other.wait && tasks == other.tasks;
  }
};

/// An iteration of tasks that live on: when it was over, and how long the PEs worked in it.
struct IterationRecord {
  Cycle end = 0;
  Load moved = 0;   ///< tasks until then, each move
  Load tasks = 0;   ///< that were worked on
  Cycle total = 0;  ///< of all PEs
  Cycle longest = 0;
  std::size_t pes = 1;

  /// Watts, Rieffel and Taylor: U_avg/U_max, by the time that the tasks took.
  double efficiency() const {
    return static_cast<double>(total) / static_cast<double>(pes) / static_cast<double>(longest);
  }
};

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
  /// Of the tasks that a PE has, the one that it works on among them, and of those that it sent and
  /// that are under way: their work on a PE of speed 1, by node. Empty where packets are all alike.
  std::vector<Cycle> work_at_start;
  std::vector<Cycle> work_at_end;
  ApplicationStatistics statistics;
  // Where tasks live on:
  std::vector<IterationRecord> iterations;
  std::vector<Cycle> last_iteration;         ///< by node: that it worked in the last one
  std::vector<std::int64_t> bytes_at_start;  ///< by node: of its tasks
  std::vector<std::int64_t> bytes_at_end;    ///< of those that it worked on in the last one

  /// T_nobal and T_uni/N over the time that it took; none where it did not finish.
  std::optional<double> speedup() const;
  std::optional<double> efficiency() const;
  /// Π (eq. 36); none where there is nothing to gain or the application did not finish.
  std::optional<double> normalized_performance() const;

 private:
  std::optional<double> over_finished(Cycle cycles) const;
};

/// Counts an application's work while it runs, outside the fabric: no PE sees it.
class WorkMeter {
 public:
  /// `initial` by node, as the application says; `speed` of all PEs together. PEs will have `turns`
  /// in all, if the application lives in time steps.
  WorkMeter(const std::vector<Load>& initial, const Rational& speed, std::int64_t turns = 0);

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
  Rational speed_;
  std::int64_t turns_left_;
  bool has_turns_;
};

}  // namespace isobar
