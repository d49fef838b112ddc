// SPDX-License-Identifier: Apache-2.0
#include "models/pe/message_driven_run.h"

#include <utility>

namespace isobar {

MessageDrivenRun::Counts::Counts(const Experiment& experiment) : meter(experiment) {
  messages.words.assign(experiment.agents->words().size(), 0);
  messages.sent.assign(experiment.fabric.pes(), 0);
  messages.received.assign(experiment.fabric.pes(), 0);
  if (experiment.application) {
    application.emplace(experiment, [this] { return messages.tasks; });
    finished = application->meter().finished();
  }
}

MessageDrivenRun::MessageDrivenRun(const sc_core::sc_module_name& name,
                                   const Experiment& experiment, Watch watch, Observer* observer,
                                   const sc_core::sc_time& begin)
    : sc_module(name),
      experiment_(experiment),
      watch_(std::move(watch)),
      observer_(observer),
      clock_(experiment.clock, begin),
      last_cycle_(countable()),
      counts_(std::in_place, experiment),
      sequencer_("sequencer", clock_, counts_->done, *this) {}

void MessageDrivenRun::act() {
  // All that happened up to the end of the last cycle is known; of this one nothing has happened.
  const Cycle cycle = clock_.now();
  auto& meter = counts_->meter;
  const auto* application = application_meter();
  const bool go_on = !watch_ || watch_({{0, 0, cycle},
                                        meter.max(),
                                        meter.min(),
                                        meter.shared(),
                                        meter.balanced(),
                                        LoadsView(meter.loads()),
                                        application});
  const auto due = due_cycle(experiment_.goal);
  if (const auto end = meter.test(cycle, application)) {
    stop(Ending::goal, *end);
  } else if (!go_on) {
    stop(Ending::interrupted, cycle);
  } else if (due && *due <= last_cycle_) {
    sequencer_.look_at(*due);
  }
}

const WorkMeter* MessageDrivenRun::application_meter() const {
  return counts_->application ? &counts_->application->meter() : nullptr;
}

void MessageDrivenRun::stop(Ending ending, Cycle end) {
  counts_->done = true;
  counts_->ending = ending;
  counts_->end = end;
  at_limit_.cancel();
}

void MessageDrivenRun::end_here(bool resting) {
  if (done()) return;
  // The fabric has done all that it does in this cycle.
  const Cycle now = std::min(clock_.now() + 1, limit());
  const auto due = due_cycle(experiment_.goal);
  const bool waits = due && *due <= last_cycle_;  // for a cycle that the run may have got to
  if (const auto reached = counts_->meter.test(now, application_meter())) {
    stop(Ending::goal, *reached);
  } else if (resting && !waits) {
    // A look that was still to come by then has been taken just now.
    const Cycle last = sequencer_.looks_by(now) ? now : sequencer_.active();
    stop(Ending::rest, std::min(last, limit()));
  } else {
    stop(now == limit() ? Ending::step_limit : Ending::interrupted, now);
  }
}

void MessageDrivenRun::reset(const sc_core::sc_time& begin) {
  clock_.restart(begin);
  last_cycle_ = countable();
  counts_.emplace(experiment_);
  sequencer_.reset();
  sequencer_.look_at(0);
}

RunResult MessageDrivenRun::result(std::vector<ExecutorCounters> executor_counters,
                                   const std::vector<std::vector<Task>>& left) {
  auto result = counts_->meter.result(end());
  result.ending = counts_->ending;
  result.routed = std::move(counts_->messages);
  result.age = counts_->age;
  if (auto* run = application())
    result.application = run->result(std::move(executor_counters), left);
  return result;
}

}  // namespace isobar
