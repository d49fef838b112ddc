// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "models/calendar.h"
#include "models/executor/application_run.h"
#include "models/executor/executors.h"
#include "models/experiment/experiment.h"
#include "models/link/observer.h"
#include "models/link/task.h"
#include "models/measure/meter.h"
#include "models/steps/balancers.h"

namespace isobar {

/// The tasks of all PEs at the level `steps`, with the executors that work on them. Cycles in which
/// no executor acts are skipped.
class TaskQueues {
 public:
  /// All arguments must outlive this object; `observer` may be null.
  TaskQueues(Meter& meter, const Experiment& experiment, Observer* observer, ApplicationRun& run);
  TaskQueues(const TaskQueues&) = delete;  // executors point to what it holds
  TaskQueues& operator=(const TaskQueues&) = delete;

  // What the interpreter requires of Tasks.
  void pass(Cycle to);
  Cycle next() const { return calendar_.next(); }
  void grant(const std::vector<Load>& granted);
  void leave(const Sending& move);
  void announce(const Sending& move, Cycle begin, Cycle serial, Observer& observer) const;
  void decided(Cycle decision, const Slot& slot);
  void land(const Phase& phase, const std::vector<Sending>& moves, Cycle now);

  /// The tasks by node: those of its queue, oldest first, then those that its executors hold.
  std::vector<std::vector<Task>> list() const;
  /// By node, of a run of `end` cycles.
  std::vector<ExecutorCounters> executor_counters(Cycle end) const;

 private:
  class Side;
  struct PeTasks {
    TaskQueue queue;
    Load departing = 0;  ///< tasks that leave by the latest decision
    Load granted = 0;    ///< room that was granted to others and is still theirs
    Executors executors;
  };
  struct Landing {
    std::size_t
        place;  ///< order of landing: by node, then in the order in which its ports are read
    std::size_t first;  ///< the position of its first task in flight_
    const Sending* move;
  };

  Load load(Node node) const { return pes_[node].queue.size(); }
  bool deciding() const { return now_ >= decision_ && now_ < departure_; }
  std::optional<Task> fetch(Node node);
  bool accept(Node node, Task task);
  void changed(Node node, Load by);
  void load_changes(Cycle from, Node node, Load load);

  Meter& meter_;
  const Experiment& experiment_;
  Observer* observer_;
  ExecutorSetting setting_;
  std::size_t degree_;
  std::vector<PeTasks> pes_;  ///< by node
  Calendar calendar_;
  std::vector<Task> flight_;  ///< the tasks of the phase's moves, in the order of the moves
  std::vector<Landing> landings_;
  Cycle now_ = 0;
  Cycle decision_ = 0;  ///< the decision cycle of the phase under way, once it is known
  Cycle departure_ = 0;
  std::optional<Cycle> landing_;
  bool granted_ = false;  ///< room that has not been given back
};

}  // namespace isobar
