// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/link/observer.h"
#include "models/measure/meter.h"
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
  void decides(Cycle cycle, Node node, unsigned port, std::int64_t tasks) {
    if (observer_ != nullptr) observer_->decides(cycle, node, port, tasks);
  }

 private:
  Meter& meter_;
  Observer* observer_;
};

}  // namespace isobar
