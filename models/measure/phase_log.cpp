// SPDX-License-Identifier: Apache-2.0
#include "models/measure/phase_log.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace isobar {

PhaseLog::PhaseLog(const Experiment& experiment, Tell tell)
    : experiment_(experiment),
      tell_(std::move(tell)),
      shifts_(experiment.fabric),
      use_(experiment.fabric) {
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

void PhaseLog::word_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t /*value*/) {
  messages_.push_back({link, from, to});
}

void PhaseLog::transfer_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t /*tasks*/) {
  messages_.push_back({link, from, to});
}

/// Counts what links were busy before cycle `end`.
void PhaseLog::spend(Cycle end) {
  std::size_t kept = 0;
  for (auto message : messages_) {
    const Cycle until = std::clamp(end, message.from, message.to);
    use_.add(message.link, until - message.from);
    message.from = until;
    if (until < message.to) messages_[kept++] = message;
  }
  messages_.resize(kept);
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
  spend(end);
  entry_.use = use_.take();
  tell_(entry_);
}

}  // namespace isobar
