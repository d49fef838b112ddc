// SPDX-License-Identifier: Apache-2.0
#include "models/measure/phase_log.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace isobar {

PhaseLog::PhaseLog(const Experiment& experiment, Tell tell)
    : experiment_(experiment), tell_(std::move(tell)), shifts_(experiment.fabric) {
  entry_.after = experiment.loads;
}

void PhaseLog::phase_begins(Cycle start, std::int64_t step, std::size_t phase) {
  finish(start);
  entry_.step = step;
  entry_.phase = phase;
  entry_.from = start;
  entry_.moves.clear();
  entry_.before = entry_.after;
  under_way_ = true;
}

void PhaseLog::decides(Cycle, Node node, unsigned port, std::int64_t tasks) {
  entry_.moves.push_back({node, port, tasks});
}

void PhaseLog::finish(Cycle end) {
  if (!std::exchange(under_way_, false)) return;
  // In which order PEs decide is a level's own affair.
  std::sort(entry_.moves.begin(), entry_.moves.end(), [](const Move& a, const Move& b) {
    return std::tie(a.node, a.port) < std::tie(b.node, b.port);
  });
  for (const auto& [node, port, tasks] : entry_.moves) {
    shifts_.moved(port, tasks);
    entry_.after[node] -= tasks;
    entry_.after[*experiment_.fabric.neighbour(node, port)] += tasks;
  }
  entry_.shifts = shifts_.take(experiment_.scheme->phases()[entry_.phase]);
  entry_.to = end;
  tell_(entry_);
}

}  // namespace isobar
