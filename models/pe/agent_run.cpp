// SPDX-License-Identifier: Apache-2.0
#include "models/pe/agent_run.h"

#include <utility>

#include "models/errors.h"
#include "models/pe/lockstep.h"

namespace isobar {

AgentRun::AgentRun(const sc_core::sc_module_name& name, const Experiment& experiment, Watch watch,
                   Observer* observer)
    : sc_module(name),
      experiment_(experiment),
      watch_(std::move(watch)),
      observer_(observer),
      period_(clock_period(experiment.clock)),
      meter_(experiment) {
  messages_.words.assign(experiment.agents->words().size(), 0);
  messages_.sent.assign(experiment.fabric.nodes(), 0);
  messages_.received.assign(experiment.fabric.nodes(), 0);
  if (experiment.application) {
    application_ = experiment.application();
    work_.emplace(experiment.loads);
  }
  SC_HAS_PROCESS(AgentRun);
  SC_METHOD(look);
  sensitive << look_;
  // The first look comes before anything has happened.
}

std::pair<TaskId, std::int64_t> AgentRun::finish_task(TaskId task, Cycle last, Cycle work) {
  const auto first = static_cast<TaskId>(work_->created());
  const auto created = application_->finish(task);
  work_->executed(task, last, work, work + 1 + created, created);
  if (work_->finished()) look_.notify(period_);
  return {first, created};
}

void AgentRun::look() {
  if (done_) return;
  // All that happened up to the end of the last cycle is known; of this one nothing has happened.
  const Cycle cycle = now();
  const auto& goal = experiment_.goal;
  const bool go_on = !watch_ || watch_({{0, 0, cycle},
                                        meter_.max(),
                                        meter_.min(),
                                        meter_.shared(),
                                        meter_.balanced(),
                                        LoadsView(meter_.loads())});
  const bool cycles_over = goal.kind == Goal::Kind::cycles && cycle >= goal.count;
  if (goal.kind == Goal::Kind::finished && work_ && work_->finished()) {
    stop(Ending::goal, work_->end());
  } else if (meter_.test(cycle) || cycles_over) {
    stop(Ending::goal, cycle);
  } else if (!go_on) {
    stop(Ending::interrupted, cycle);
  } else if (goal.kind == Goal::Kind::cycles) {
    look_.notify(time(goal.count - cycle));  // unless there is something to look at before
  }
}

void AgentRun::stop(Ending ending, Cycle end) {
  done_ = true;
  ending_ = ending;
  end_ = end;
}

void AgentRun::run() {
  const Cycle limit = experiment_.max_cycles;
  try {
    if (limit > 0) {
      sc_core::sc_start(time(limit) - sc_core::sc_get_time_resolution(),
                        sc_core::SC_EXIT_ON_STARVATION);
    }
  } catch (const sc_core::sc_report& report) {  // how the kernel passes on what a process threw
    throw ModelError(report.get_msg());
  }
  if (done_) return;
  const auto& goal = experiment_.goal;
  if (goal.kind == Goal::Kind::cycles && limit >= goal.count) {
    stop(Ending::goal, goal.count);
  } else if (limit > 0 && !sc_core::sc_pending_activity()) {
    stop(Ending::rest, now());
  } else {
    stop(Ending::step_limit, limit);
  }
}

RunResult AgentRun::result(std::vector<PeAccount> accounts) {
  auto result = meter_.result(end());
  result.ending = ending_;
  result.routed = std::move(messages_);
  result.age = age_;
  if (work_) result.application = work_->result(std::move(accounts), application_->figures());
  return result;
}

}  // namespace isobar
