// SPDX-License-Identifier: Apache-2.0
#include "models/pe/probes.h"

namespace isobar {

Probes::Probes(const sc_core::sc_module_name& name, const Experiment& experiment,
               const sc_core::sc_time& begin)
    : sc_module(name), experiment_(experiment), clock_(experiment.clock, begin) {
  SC_HAS_PROCESS(Probes);
  SC_METHOD(act);
  sensitive << next_;
  dont_initialize();
}

const std::int64_t& Probes::load(Node node) {
  return loads_.try_emplace(node, experiment_.loads[node]).first->second;
}

const Order& Probes::decision(Node node) { return decisions_[node]; }

void Probes::load_changes(Cycle from, Node node, std::int64_t load) {
  const auto known = loads_.find(node);
  if (known != loads_.end()) note({from, 0, &known->second, nullptr, {0, load}});
}

void Probes::decides(Cycle cycle, Node node, unsigned port, std::int64_t tasks) {
  const auto known = decisions_.find(node);
  if (known != decisions_.end()) note({cycle, 0, nullptr, &known->second, {port, tasks}});
}

void Probes::note(Change change) {
  change.number = calls_++;
  changes_.push(change);
  next_.notify(clock_.until(changes_.top().cycle));
}

void Probes::act() {
  const Cycle now = clock_.now();
  for (; !changes_.empty() && changes_.top().cycle <= now; changes_.pop()) {
    const auto& change = changes_.top();
    if (change.load != nullptr) {
      *change.load = change.value.tasks;
    } else {
      *change.decision = change.value;
    }
    changed_.notify(sc_core::SC_ZERO_TIME);
  }
  if (!changes_.empty()) next_.notify(clock_.until(changes_.top().cycle));
}

void Probes::restarts() {
  next_.cancel();
  changes_ = {};
  for (auto& [node, decision] : decisions_) decision = {};
  changed_.notify(sc_core::SC_ZERO_TIME);
  clock_.restart(sc_core::sc_time_stamp() + clock_.until(clock_.now() + 1));
}

}  // namespace isobar
