// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "models/executor/application_run.h"
#include "models/executor/calendar.h"
#include "models/executor/executor.h"
#include "models/experiment/experiment.h"
#include "models/link/observer.h"
#include "models/link/task.h"
#include "models/measure/meter.h"
#include "models/steps/balancers.h"

namespace isobar {

/// The tasks of all PEs at the level `steps`, with the executors that work on them. Only the cycles
/// in which an executor acts are gone through.
class TaskQueues {
 public:
  /// All must outlive it; `observer` may be null.
  TaskQueues(Meter& meter, const Experiment& experiment, Observer* observer, ApplicationRun& run);

  // As the interpreter asks for.
  void pass(Cycle to);
  void leave(const Sending& move);
  void decided(Cycle decision, const Slot& slot);
  void land(const Phase& phase, const std::vector<Sending>& moves, Cycle now);

  /// By node: those of its queue, oldest first, then those that its executor holds.
  std::vector<std::vector<Task>> list() const;
  /// By node, of a run of `end` cycles.
  std::vector<ExecutorCounters> executor_counters(Cycle end) const;

 private:
  class Side;
  struct PeTasks {
    TaskQueue queue;
    Load departing = 0;  ///< let go by the latest decision
    Executor executor;
  };
  struct Landing {
    std::size_t place;  ///< first by node, then in the order in which its ports are read
    std::size_t first;  ///< of its tasks in flight_
    const Sending* move;
  };

  Load load(Node node) const { return pes_[node].queue.size(); }
  bool deciding() const { return now_ >= decision_ && now_ < departure_; }
  std::optional<Task> fetch(Node node);
  bool accept(Node node, Task task);
  void changed(Node node, Load by);

  Meter& meter_;
  const Experiment& experiment_;
  Observer* observer_;
  ExecutorSetting setting_;
  std::size_t degree_;
  std::vector<PeTasks> pes_;  ///< by node
  Calendar calendar_;
  std::vector<Task> flight_;  ///< tasks of the phase's moves, in their order
  std::vector<Landing> landings_;
  Cycle now_ = 0;
  Cycle decision_ = 0;  ///< of the phase under way, once it is known
  Cycle departure_ = 0;
  std::optional<Cycle> landing_;
};

}  // namespace isobar
