// SPDX-License-Identifier: Apache-2.0
#include "models/pe/executor_clock.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "models/link/reported.h"

namespace isobar {

ExecutorClock::ExecutorClock(const sc_core::sc_module_name& name, const Experiment& experiment,
                             ApplicationRun& run, Observer* observer, Lockstep& lockstep)
    : sc_module(name),
      setting_{experiment, &run, observer, ActsAt::cycle_end, false},
      lockstep_(lockstep),
      calendar_(lockstep.clock()) {
  SC_HAS_PROCESS(ExecutorClock);
  SC_METHOD(act);
  sensitive << calendar_.alarm;
}

void ExecutorClock::attach(Node node, QueueSide& queue) {
  executors_.push_back(std::make_unique<ExecutorModule>(fmt::format("executor_{}", node).c_str(),
                                                        node, setting_, queue, calendar_));
  calendar_.put(0, node);
}

void ExecutorClock::reset(ApplicationRun& run) {
  setting_.run = &run;
  calendar_.reset();
  for (Node node = 0; node < executors_.size(); ++node) {
    executors_[node]->executors = Executors(setting_, node);
    calendar_.put(0, node);
  }
}

void ExecutorClock::landed(Node node) {
  if (executors_[node]->executors.landed()) calendar_.put(calendar_.now(), node);
}

void ExecutorClock::act() {
  if (lockstep_.is_over()) return;
  if (!lockstep_.is_settled()) {
    calendar_.postpone_alarm();
    return;
  }
  reported([this] {
    std::optional<Node> last;
    for (const Node node : calendar_.take()) {
      if (std::exchange(last, node) == node) continue;
      auto& module = *executors_[node];
      if (module.executors.creates(calendar_.now())) {
        module.act();
      } else {
        module.turn.notify();
      }
    }
  });
  calendar_.set_alarm();
}

std::vector<ExecutorCounters> ExecutorClock::counters(Cycle end) const {
  std::vector<ExecutorCounters> counters;
  for (const auto& module : executors_) counters.push_back(module->executors.counters(end));
  return counters;
}

}  // namespace isobar
