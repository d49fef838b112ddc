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
  bool watched() const { return observer_ != nullptr; }
  /// The observer, if there is one, is told as Observer says.
  void load_changes(Cycle from, Node node, Load load) {
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
