// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "models/types.h"

namespace isobar {

/// The most tasks that each PE's queue held at the beginning of any cycle.
class QueueDepths {
 public:
  /// With the loads by node at the beginning of cycle 0.
  explicit QueueDepths(const std::vector<Load>& loads) {
    queues_.reserve(loads.size());
    for (const Load load : loads) queues_.push_back({0, load, load});
  }

  /// The queue of PE `node` holds `load` tasks from cycle `from` on, unless a later call names that
  /// cycle or an earlier one. So a task put and one taken in the same cycle come to the same in
  /// either order.
  void load_changes(Cycle from, Node node, Load load) {
    auto& queue = queues_[node];
    if (queue.from < from) queue.settle();
    queue.from = from;
    queue.load = load;
  }

  /// By node.
  std::vector<Load> deepest() const {
    std::vector<Load> all;
    all.reserve(queues_.size());
    for (const auto& queue : queues_) all.push_back(std::max(queue.deepest, queue.load));
    return all;
  }

 private:
  struct Queue {
    Cycle from;
    Load load;
    Load deepest;  ///< up to cycle `from`

    void settle() { deepest = std::max(deepest, load); }
  };

  std::vector<Queue> queues_;  ///< by node
};

}  // namespace isobar
