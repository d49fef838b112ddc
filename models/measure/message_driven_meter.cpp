// SPDX-License-Identifier: Apache-2.0
#include "models/measure/message_driven_meter.h"

#include <algorithm>

namespace isobar {

MessageDrivenMeter::MessageDrivenMeter(const Experiment& experiment)
    : experiment_(experiment),
      goal_(goal_entry(experiment.goal.kind)),
      loads_(experiment.loads),
      extremes_(loads_),
      deepest_(experiment.loads) {
  note(0);
}

void MessageDrivenMeter::note(Cycle cycle) {
  if (shared() && !to_share_) to_share_ = at(cycle);
  if (balanced() && !to_balance_) to_balance_ = at(cycle);
}

std::optional<Cycle> MessageDrivenMeter::test(Cycle cycle, const WorkMeter* work) {
  const auto reached = goal_.reached(
      {experiment_, at(cycle), shared(), balanced(), under_way_ != 0, LoadsView(loads_), work});
  // A run to `finished` ends with its last task; what has changed since is no part of it.
  if (!reached || experiment_.goal.kind != Goal::Kind::finished) note(cycle);
  return reached;
}

RunResult MessageDrivenMeter::result(Cycle end) const {
  RunResult result;
  result.run = at(end);
  result.shared = shared();
  result.balanced = balanced();
  result.to_share = to_share_;
  result.to_balance = to_balance_;
  result.loads = loads_;
  result.deepest_queue = *std::max_element(deepest_.begin(), deepest_.end());
  if (experiment_.lists_deepest) result.deepest_queues = deepest_;
  return result;
}

}  // namespace isobar
