// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/executor/queue_side.h"
#include "models/experiment/experiment.h"
#include "models/link/cycle_clock.h"
#include "models/link/link_counters.h"
#include "models/tlm/task_data.h"

namespace isobar {

/// A fabric as its task sockets see it; one object for all sockets of a fabric. It must outlive
/// them, and the fabric and the experiment must outlive it.
class TaskFabric {
 public:
  virtual ~TaskFabric() = default;
  TaskFabric(const TaskFabric&) = delete;
  TaskFabric& operator=(const TaskFabric&) = delete;

  /// The clock of the fabric's PEs.
  virtual const CycleClock& clock() const = 0;
  /// All that the fabric does by itself in this cycle before its application acts has been done.
  virtual bool is_settled() = 0;
  /// The run is over, and nothing moves any more.
  virtual bool is_over() const = 0;
  /// Throws ValueError for a PE without one.
  virtual QueueSide& queue(Node pe) = 0;
  /// The tasks that a PE holds now.
  virtual Load load(Node pe) const = 0;
  /// The counters of the link that leaves a PE at a port, as they are now. Those of an open end are
  /// all 0.
  virtual LinkCounters counters(Node pe, unsigned port) const = 0;

  /// The run that the fabric was built for.
  const Experiment& experiment() const { return experiment_; }
  /// What tasks carry, by their identities.
  TaskData& data() { return data_; }
  /// Forgets the data of all tasks; for a fabric that begins again.
  void reset() { data_.reset(); }
  /// A socket takes PE `pe`. Throws ValueError if there is no such PE, if it has a socket, or if it
  /// has no side for an application outside the fabric.
  void claim(Node pe);

 protected:
  /// Throws ValueError if the experiment has an application, whose executors use the queues.
  explicit TaskFabric(const Experiment& experiment);

 private:
  const Experiment& experiment_;
  TaskData data_;
  std::vector<bool> claimed_;  ///< by PE
};

}  // namespace isobar
