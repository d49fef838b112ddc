// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "models/executor/executor.h"
#include "models/pe/executor_calendar.h"

namespace isobar {

/// The executor of one lockstep PE as a module: it works on tasks of the PE's queue while the
/// balancer beside it moves others. It acts in its turns only (ExecutorClock) and sleeps while it
/// works or has no task.
class ExecutorModule : public sc_core::sc_module {
 public:
  /// `queue` is the PE's; the calendar takes note of when it acts next. All must outlive it.
  ExecutorModule(const sc_core::sc_module_name& name, Node node, const ExecutorSetting& setting,
                 QueueSide& queue, ExecutorCalendar& calendar);

  sc_core::sc_event turn{"turn"};  ///< it acts

  /// Acts now, without a delta cycle between.
  void act();

  Executor executor;

 private:
  void take_turn();

  Node node_;
  QueueSide& queue_;
  ExecutorCalendar& calendar_;
};

}  // namespace isobar
