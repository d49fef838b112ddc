// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "models/executor/executors.h"
#include "models/pe/executor_calendar.h"

namespace isobar {

/// The executors of one lockstep PE as a module: they work on tasks of the PE's queue while the
/// balancer beside them moves others. They act in their turns only (ExecutorClock) and sleep while
/// they work or have no task.
class ExecutorModule : public sc_core::sc_module {
 public:
  /// `queue` is the PE's; the calendar takes note of when they act next. All must outlive it.
  ExecutorModule(const sc_core::sc_module_name& name, Node node, const ExecutorSetting& setting,
                 QueueSide& queue, ExecutorCalendar& calendar);

  sc_core::sc_event turn{"turn"};  ///< they act

  /// Acts now, without a delta cycle between.
  void act();

  Executors executors;

 private:
  void take_turn();

  Node node_;
  QueueSide& queue_;
  ExecutorCalendar& calendar_;
};

}  // namespace isobar
