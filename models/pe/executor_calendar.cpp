// SPDX-License-Identifier: Apache-2.0
#include "models/pe/executor_calendar.h"

namespace isobar {

void ExecutorCalendar::put(Cycle cycle, Node node) {
  calendar_.put(cycle, node);
  set_alarm(cycle);
}

const std::vector<Node>& ExecutorCalendar::take() {
  alarm_at_ = never;
  return calendar_.next() == now() ? calendar_.take(now()) : nobody_;
}

void ExecutorCalendar::reset() {
  alarm.cancel();
  alarm_at_ = never;
  calendar_ = {};
}

void ExecutorCalendar::set_alarm() {
  if (const Cycle next = calendar_.next(); next != never) set_alarm(next);
}

void ExecutorCalendar::set_alarm(Cycle cycle) {
  // Where the kernel's time ends the lockstep says so.
  if (cycle >= alarm_at_ || cycle > clock_.last_cycle()) return;
  alarm_at_ = cycle;
  alarm.notify(clock_.until(cycle));
}

}  // namespace isobar
