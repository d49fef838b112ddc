// SPDX-License-Identifier: Apache-2.0
#include "models/pe/message_driven_run.h"

#include <algorithm>
#include <utility>

#include "models/pe/kernel.h"

namespace isobar {

MessageDrivenRun::MessageDrivenRun(const sc_core::sc_module_name& name,
                                   const Experiment& experiment, Watch watch, Observer* observer)
    : sc_module(name),
      experiment_(experiment),
      watch_(std::move(watch)),
      observer_(observer),
      clock_(experiment.clock),
      meter_(experiment),
      // Far enough from the kernel's last instant for whatever is still under way.
      last_cycle_(clock_.last_cycle(2)) {
  messages_.words.assign(experiment.agents->words().size(), 0);
  messages_.sent.assign(experiment.fabric.pes(), 0);
  messages_.received.assign(experiment.fabric.pes(), 0);
  if (experiment.application) {
    application_.emplace(experiment, [this] { return messages_.tasks; });
    finished_ = application_->meter().finished();
  }
  SC_HAS_PROCESS(MessageDrivenRun);
  SC_METHOD(look);
  sensitive << look_;
  // The first look comes before anything has happened.
}

void MessageDrivenRun::look() {
  if (done_) return;
  // All that happened up to the end of the last cycle is known; of this one nothing has happened.
  const Cycle cycle = clock_.now();
  const bool go_on = !watch_ || watch_({{0, 0, cycle},
                                        meter_.max(),
                                        meter_.min(),
                                        meter_.shared(),
                                        meter_.balanced(),
                                        LoadsView(meter_.loads())});
  const auto due = due_cycle(experiment_.goal);
  if (const auto end = meter_.test(cycle, application_ ? &application_->meter() : nullptr)) {
    stop(Ending::goal, *end);
  } else if (!go_on) {
    stop(Ending::interrupted, cycle);
  } else if (due && *due <= last_cycle_) {
    look_.notify(clock_.until(*due));  // or earlier
  }
}

void MessageDrivenRun::stop(Ending ending, Cycle end) {
  done_ = true;
  ending_ = ending;
  end_ = end;
}

void MessageDrivenRun::run() {
  const Cycle limit = std::min(experiment_.max_cycles, last_cycle_);
  if (limit > 0) run_kernel(clock_.time(limit) - sc_core::sc_get_time_resolution());
  if (done_) return;
  if (const auto due = due_cycle(experiment_.goal); due && limit >= *due) {
    stop(Ending::goal, *due);
  } else if (limit > 0 && !sc_core::sc_pending_activity()) {
    stop(Ending::rest, clock_.now());
  } else {
    stop(Ending::step_limit, limit);
  }
}

RunResult MessageDrivenRun::result(std::vector<ExecutorCounters> executor_counters,
                                   const std::vector<std::vector<Task>>& left) {
  auto result = meter_.result(end());
  result.ending = ending_;
  result.routed = std::move(messages_);
  result.age = age_;
  if (application_) result.application = application_->result(std::move(executor_counters), left);
  return result;
}

}  // namespace isobar
