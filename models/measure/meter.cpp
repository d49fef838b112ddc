// SPDX-License-Identifier: Apache-2.0
#include "models/measure/meter.h"

#include <algorithm>
#include <utility>

#include "models/later.h"

namespace isobar {

void StepMeter::phase_done(const Slot& slot, std::int64_t shifts) {
  auto& run = result_.run;
  run.shifts += shifts;
  run.cycles = later(run.cycles, slot.total());
  auto& spent = result_.spent;
  spent.words += slot.words;
  spent.decision += slot.decision;
  spent.transfers += slot.transfers;
  spent.barrier += slot.barrier;
}

void StepMeter::step_done(Load min, Load max, const LoadsView& loads) {
  if (started_) ++result_.run.steps;
  started_ = true;
  result_.shared = min >= 1;
  result_.balanced = max - min <= experiment_.tolerance;
  if (result_.shared && !result_.to_share) result_.to_share = result_.run;
  if (result_.balanced && !result_.to_balance) result_.to_balance = result_.run;
  const bool go_on =
      !watch_ || watch_({result_.run, max, min, result_.shared, result_.balanced, loads, work_});
  done_ = true;
  const auto& r = result_;
  if (goal_.reached({experiment_, r.run, r.shared, r.balanced, false, loads, work_})) {
    result_.ending = Ending::goal;
  } else if (has_run_out(max)) {
    result_.ending = Ending::rest;
  } else if (result_.run.steps >= experiment_.max_steps) {
    result_.ending = Ending::step_limit;
  } else if (!go_on) {
    result_.ending = Ending::interrupted;
  } else {
    done_ = false;
  }
}

bool StepMeter::has_run_out(Load max) const {
  return goal_.due == GoalEntry::Due::open && work_ != nullptr && work_->finished() && max == 0;
}

std::int64_t StepMeter::alike(Cycle cycles, Cycle until) const {
  const Cycle now = result_.run.cycles;
  auto steps = std::min((until - now) / cycles, steps_left() - 1);
  // The first step that ends in the due cycle or later is the run's last.
  if (const auto due = due_cycle(experiment_.goal))
    steps = std::min(steps, (*due - now - 1) / cycles);
  return std::max<std::int64_t>(steps, 0);
}

void StepMeter::pass_over(const Slot& slot, std::int64_t steps) {
  auto& run = result_.run;
  run.steps += steps;
  run.cycles += steps * slot.total();
  auto& spent = result_.spent;
  spent.decision += steps * slot.decision;
  spent.barrier += steps * slot.barrier;
}

std::int64_t StepMeter::steps_left() const {
  auto last = experiment_.max_steps;
  if (const auto due = due_step(experiment_.goal)) last = std::min(last, *due);
  return done_ ? 0 : last - result_.run.steps;
}

RunResult StepMeter::finish(NarrowArray loads, std::vector<Load> deepest, LinkCounts links) {
  result_.loads = std::move(loads);
  result_.deepest_queue = *std::max_element(deepest.begin(), deepest.end());
  if (experiment_.lists_deepest) result_.deepest_queues = std::move(deepest);
  result_.links = std::move(links);
  return std::move(result_);
}

Meter::Meter(const Experiment& experiment, Watch watch, const WorkMeter* work)
    : steps_(experiment, std::move(watch), work),
      loads_(experiment.loads),
      depths_(experiment.loads),
      shifts_(experiment.fabric),
      degree_(experiment.fabric.degree()) {
  const auto& fabric = experiment.fabric;
  neighbours_.reserve(fabric.link_slots());
  for (Node node = 0; node < fabric.nodes(); ++node) {
    for (unsigned port = 0; port < degree_; ++port) {
      neighbours_.push_back(fabric.neighbour(node, port).value_or(node));
    }
  }
  step_done();
}

void Meter::phase_done(const Phase& phase, const Slot& slot) {
  steps_.phase_done(slot, shifts_.take(phase));
  if (phase.ends_step) step_done();
}

void Meter::step_done() {
  Load min = loads_[0];
  Load max = loads_[0];
  for (const Load load : loads_) {
    min = std::min(min, load);
    max = std::max(max, load);
  }
  steps_.step_done(min, max, loads_);
}

RunResult Meter::finish(LinkCounts links) {
  return steps_.finish(loads_, depths_.deepest(), std::move(links));
}

}  // namespace isobar
