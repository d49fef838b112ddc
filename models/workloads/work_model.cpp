// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/work_model.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace isobar {
namespace {

/// What is on a PE, or goes over its links, in an iteration.
struct Terms {
  double load = 0;      ///< cycles
  double sent = 0;      ///< bytes to tasks of other PEs
  double received = 0;  ///< bytes from them
  double within = 0;    ///< bytes between tasks of this PE
  double homing = 0;    ///< bytes of blocks that are at home elsewhere
  std::set<std::uint64_t> blocks{};

  void add(const TaskCard& card, Node node) {
    load += static_cast<double>(card.work);
    if (!card.memory) return;
    for (const auto& block : card.memory->blocks) {
      if (!blocks.insert(block.id).second || block.home == node) continue;
      homing += static_cast<double>(block.bytes);
    }
  }
};

}  // namespace

std::vector<double> work_by_pe(const WorkModel& model, const Rational& clock,
                               const std::vector<PlacedTask>& tasks) {
  std::unordered_map<TaskNumber, Node> places;
  for (const auto& task : tasks) places.emplace(task.card.number, task.node);
  std::vector<Terms> all(model.alpha.size());
  for (const auto& [node, card] : tasks) {
    auto& terms = all[node];
    terms.add(card, node);
    for (const auto& tie : card.ties) {
      const bool is_here = places.at(tie.with) == node;
      (is_here ? terms.within : terms.sent) += static_cast<double>(tie.bytes);
      if (!is_here) terms.received += static_cast<double>(tie.back);
    }
  }
  std::vector<double> work;
  for (std::size_t node = 0; node < all.size(); ++node) {
    const auto& terms = all[node];
    const auto seconds = terms.load / boost::rational_cast<double>(clock);
    work.push_back(model.alpha[node] * seconds + model.beta * std::max(terms.sent, terms.received) +
                   model.gamma * terms.within + model.delta * terms.homing);
  }
  return work;
}

}  // namespace isobar
