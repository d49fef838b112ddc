// SPDX-License-Identifier: Apache-2.0
#include "models/measure/meter.h"

#include <algorithm>
#include <utility>

#include "models/errors.h"

namespace isobar {

Meter::Meter(const Experiment& experiment, Watch watch)
    : experiment_(experiment), watch_(std::move(watch)), loads_(experiment.loads) {
  const auto& fabric = experiment.fabric;
  neighbours_.reserve(fabric.link_slots());
  for (Node node = 0; node < fabric.nodes(); ++node) {
    for (unsigned port = 0; port < fabric.degree(); ++port) {
      neighbours_.push_back(fabric.neighbour(node, port).value_or(node));
    }
  }
  for (const auto& port : fabric.ports()) {
    towards_.push_back(port.direction == Direction::predecessor ? 1 : 0);
  }
  step_done();
}

void Meter::phase_done(const Phase& phase, const Slot& slot) {
  auto& run = result_.run;
  run.shifts += phase.shift ? 1 : most_[0] + most_[1];
  most_[0] = most_[1] = 0;
  if (__builtin_add_overflow(run.cycles, slot.total(), &run.cycles)) {
    throw ValueError("the run is longer than 2^63 cycles");
  }
  auto& spent = result_.spent;
  spent.words += slot.words;
  spent.decision += slot.decision;
  spent.transfers += slot.transfers;
  spent.barrier += slot.barrier;
  if (!phase.ends_step) return;
  ++run.steps;
  step_done();
}

void Meter::step_done() {
  Load min = loads_[0];
  Load max = loads_[0];
  for (const Load load : loads_) {
    min = std::min(min, load);
    max = std::max(max, load);
  }
  result_.shared = min >= 1;
  result_.balanced = max - min <= experiment_.tolerance;
  if (result_.shared && !result_.to_share) result_.to_share = result_.run;
  if (result_.balanced && !result_.to_balance) result_.to_balance = result_.run;
  const bool go_on =
      !watch_ || watch_({result_.run, max, min, result_.shared, result_.balanced, loads_});
  done_ = true;
  if (goal_reached()) {
    result_.ending = Ending::goal;
  } else if (result_.run.steps >= experiment_.max_steps) {
    result_.ending = Ending::step_limit;
  } else if (!go_on) {
    result_.ending = Ending::interrupted;
  } else {
    done_ = false;
  }
}

bool Meter::goal_reached() const {
  switch (experiment_.goal.kind) {
    case Goal::Kind::balanced:
      return result_.balanced;
    case Goal::Kind::shared:
      return result_.shared;
    case Goal::Kind::steps:
      return result_.run.steps >= experiment_.goal.count;
    case Goal::Kind::cycles:
      return result_.run.cycles >= experiment_.goal.count;
  }
  return false;
}

RunResult Meter::finish(std::vector<LinkTally> links) {
  result_.loads = std::move(loads_);
  result_.links = std::move(links);
  return std::move(result_);
}

}  // namespace isobar
