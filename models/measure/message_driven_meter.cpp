// SPDX-License-Identifier: Apache-2.0
#include "models/measure/message_driven_meter.h"

#include "models/measure/utilization.h"

namespace isobar {

MessageDrivenMeter::MessageDrivenMeter(const Experiment& experiment)
    : experiment_(experiment), loads_(experiment.loads) {
  for (const auto load : loads_) ++count_[load];
  test(0);
}

void MessageDrivenMeter::load_changes(Node node, Load load) {
  const auto before = count_.find(loads_[node]);
  if (--before->second == 0) count_.erase(before);
  loads_[node] = load;
  ++count_[load];
}

bool MessageDrivenMeter::test(Cycle cycle) {
  if (shared() && !to_share_) to_share_ = at(cycle);
  if (balanced() && !to_balance_) to_balance_ = at(cycle);
  switch (experiment_.goal.kind) {
    case Goal::Kind::balanced:
      return balanced();
    case Goal::Kind::shared:
      return shared();
    case Goal::Kind::efficiency:
      return under_way_ == 0 && is_efficient(experiment_, loads_);
    case Goal::Kind::steps:
    case Goal::Kind::cycles:
    case Goal::Kind::finished:
      break;
  }
  return false;
}

bool MessageDrivenMeter::is_waiting() const {
  const auto kind = experiment_.goal.kind;
  return kind == Goal::Kind::balanced || kind == Goal::Kind::shared ||
         kind == Goal::Kind::efficiency || !to_share_ || !to_balance_;
}

RunResult MessageDrivenMeter::result(Cycle end) const {
  RunResult result;
  result.run = at(end);
  result.shared = shared();
  result.balanced = balanced();
  result.to_share = to_share_;
  result.to_balance = to_balance_;
  result.loads = loads_;
  return result;
}

}  // namespace isobar
