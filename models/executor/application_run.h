// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/link/task.h"
#include "models/measure/application_result.h"
#include "models/measure/work_meter.h"
#include "models/workloads/memory_tally.h"

namespace isobar {

/// An application while it runs, outside the fabric: what all executors report to. It names the
/// tasks that are created, and counts what has been worked on.
class ApplicationRun {
 public:
  /// Tasks that one task created: `count` identities from `first` on.
  struct Children {
    TaskId first;
    std::int64_t count;
  };

  /// A PE's turn in a time step.
  struct Begun {
    Children generated;
    std::int64_t consumes;
  };

  /// How many tasks have moved between PEs so far, each move counted.
  using Moved = std::function<Load()>;

  /// The experiment has an application and must outlive the run; without `moved` nothing is known
  /// of moves. Throws ModelError if the experiment's loads are not the application's.
  explicit ApplicationRun(const Experiment& experiment, Moved moved = {});

  /// What the task takes on a PE of speed 1. Throws ModelError if that is no cycle.
  Cycle work(TaskId task);
  /// What a task takes: on a PE of speed 1, and on the PE that works on it.
  struct Effort {
    Cycle work;
    Cycle cycles;
  };
  /// PE `node` begins to work on the task in cycle `from` or later. Throws as `work`.
  Effort begin(Node node, TaskId task, Cycle from);
  /// Cycles of its own that PE `node` works on what takes `work` cycles on a PE of speed 1.
  Cycle cycles(Node node, Cycle work) const { return experiment_.work_cycles(node, work); }
  /// PE `node` has worked on a task until the end of cycle `last`. To be called in order of cycles,
  /// in each in order of nodes, as identities follow that order; on several threads it is called in
  /// any, and nothing but identities follows it.
  Children finish(Node node, TaskId task, Cycle last, Cycle work);
  /// PEs have turns, in time steps.
  bool has_turns() const { return step_ > 0; }
  /// Cycles of a time step; 0: there are none.
  Cycle step_cycles() const { return step_; }
  /// When PE `node` can have its next turn, the earliest; none: it has had all.
  std::optional<Cycle> next_turn(Node node) const;
  /// PE `node` has its next turn in `cycle`; to be called as `finish`.
  Begun begin_turn(Node node, Cycle cycle);
  /// As the application says.
  std::int64_t iterations() const { return application_->iterations(); }
  Cycle overhead() const { return application_->overhead(); }
  std::int64_t memory_besides(Node node) const { return application_->memory_besides(node); }
  const TaskCard& card(TaskId task) const { return application_->card(task); }

  /// A task on PE `node` is divided: what it is then, by number and, but for itself, by identity.
  struct Divided {
    std::vector<TaskNumber> numbers;
    Children others;
  };
  Divided divide(TaskId task, std::size_t parts, Node node);
  /// `other` becomes part of `task`.
  void merge(TaskId task, TaskId other);
  void retie(TaskId task, std::vector<TaskTie> ties) { application_->retie(task, std::move(ties)); }

  const WorkMeter& meter() const { return meter_; }
  /// Returns a cycle before which the last task cannot be finished, whatever is done from cycle
  /// `now` on.
  Cycle unfinished_until(Cycle now) const;
  /// With the executors' counters, by node, and the tasks that are left, by the PE that has them.
  /// Throws ModelError if a task is lost.
  ApplicationResult result(std::vector<ExecutorCounters> executor_counters,
                           const std::vector<std::vector<Task>>& left);
  /// With as many left, where nobody knows which: what work they are is not known.
  ApplicationResult result(std::vector<ExecutorCounters> executor_counters,
                           std::int64_t left) const;

 private:
  void end_iteration(Cycle end);

  /// What a task, on PE `from`, sends to another one.
  struct Talk {
    Node from = 0;
    TaskNumber to = 0;
    std::int64_t bytes = 0;
  };

  /// In an iteration, by node.
  struct Done {
    std::vector<Cycle> busy;
    std::vector<MemoryTally> memory;                ///< that the tasks take
    std::vector<PlacedTask> tasks{};                ///< if their work is modelled
    std::unordered_map<TaskNumber, Node> places{};  ///< of tasks that talk to others
    std::vector<Talk> talks{};
  };

  static Done nothing_done(Node pes);
  /// Notes where a task was worked on, and what it sends.
  void note_talk(Node node, const TaskCard& card);
  /// Bytes that go from PE to PE in the iteration under way, all of whose tasks are done.
  std::int64_t off_pe_bytes() const;
  /// By node: what tasks take, and what PEs need besides.
  std::vector<std::int64_t> bytes_of(const std::vector<MemoryTally>& memory) const;
  /// Cycles of all iterations of a task that is there at the start, on PE `node`; none if that is
  /// more than a Cycle holds.
  std::optional<Cycle> alone(Node node, TaskId task);

  const Experiment& experiment_;
  Moved moved_;
  std::unique_ptr<Application> application_;
  std::vector<Cycle> work_at_start_;  ///< by node
  Cycle step_;                        ///< cycles of a time step; 0: there are none
  WorkMeter meter_;
  std::int64_t begun_ = 0;                    ///< tasks, so far
  Cycle last_end_ = 0;                        ///< of these, if nothing delays it
  Cycle least_cycles_;                        ///< that a task takes on any PE
  std::mutex mutex_;                          ///< PEs begin and finish tasks on several threads
  std::vector<std::int64_t> turns_;           ///< by node: how many it had; empty if there are none
  Load tasks_;                                ///< of an iteration
  Load tasks_left_;                           ///< in the iteration under way
  std::vector<std::int64_t> bytes_at_start_;  ///< by node; empty unless tasks are persistent
  std::vector<double> model_work_at_start_;   ///< by node; empty unless it is modelled
  Cycle alone_ = 0;                           ///< T_nobal, where tasks are persistent
  Done in_this_;                              ///< the iteration under way, so far
  Done in_last_;                              ///< the iteration before
  std::vector<IterationRecord> ended_;        ///< iterations that are over
};

}  // namespace isobar
