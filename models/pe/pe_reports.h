// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "models/link/observer.h"
#include "models/link/task.h"
#include "models/measure/meter.h"
#include "models/measure/moves.h"
#include "models/types.h"

namespace isobar {

/// What a PE says to those who measure and watch the run. Nothing comes back.
class PeReports {
 public:
  /// `observer` may be null.
  PeReports(Meter& meter, Observer* observer) : meter_(meter), observer_(observer) {}

  /// In the phase under way, `tasks` leave PE `node` by `port`.
  void moved(Node node, unsigned port, std::int64_t tasks) { meter_.moved(node, port, tasks); }
  /// The application of PE `node` created tasks, or took some (negative).
  void changed(Node node, Load tasks) { meter_.changed(node, tasks); }
  /// A PE keeps `tasks` that its scheme would have sent, for there was no room for them.
  void held_back(Load tasks) { meter_.held_back(tasks); }
  bool watched() const { return observer_ != nullptr; }
  /// The queue of PE `node` holds `load` tasks from cycle `from` on. The observer, if there is one,
  /// is told as Observer says.
  void load_changes(Cycle from, Node node, Load load) {
    meter_.load_changes(from, node, load);
    if (observer_ != nullptr) observer_->load_changes(from, node, load);
  }
  /// The same where the queue only gets shorter, which the meter need not know.
  void load_falls(Cycle from, Node node, Load load) {
    if (observer_ != nullptr) observer_->load_changes(from, node, load);
  }
  /// What an executor asks of the queue of PE `node`, and offers it.
  void task_fetched(Cycle cycle, Node node, const std::optional<Task>& task) {
    if (observer_ == nullptr) return;
    observer_->task_fetched(cycle, node, task ? std::optional(task->id) : std::nullopt);
  }
  void task_offered(Cycle cycle, Node node, Task task, bool accepted) {
    if (observer_ != nullptr) observer_->task_offered(cycle, node, task.id, accepted);
  }
  /// For the transfers of PEs with so many `ports` that act in one thread.
  Moves moves(std::size_t ports) { return {meter_, ports}; }
  void decides(Cycle cycle, Node node, unsigned port, std::int64_t tasks) {
    if (observer_ != nullptr) observer_->decides(cycle, node, port, tasks);
  }

 private:
  Meter& meter_;
  Observer* observer_;
};

}  // namespace isobar
