// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "models/measure/meter.h"
#include "models/types.h"

namespace isobar {

/// The transfers of some of a fabric's PEs, on their way to the meter. What the meter keeps of
/// these PEs alone is told at once; what other threads may tell at the same time waits for `tell`,
/// and comes to the same in any order.
class Moves {
 public:
  /// `meter` must outlive it; PEs have so many `ports`. To begin with, it is for all PEs.
  Moves(Meter& meter, std::size_t ports) : meter_(meter), most_(ports, 0) {}

  /// From now on it is for the nodes `first` to `last` alone.
  void of(Node first, Node last) {
    first_ = first;
    span_ = last - first;
  }
  /// In the phase under way, `tasks` leave PE `node` by `port`.
  void moved(Node node, unsigned port, Load tasks) {
    meter_.changed(node, -tasks);
    const Node there = meter_.neighbour(node, port);
    if (there - first_ <= span_) {
      meter_.changed(there, tasks);
    } else {
      outside_.emplace_back(there, tasks);
    }
    if (tasks > most_[port]) most_[port] = tasks;
  }
  /// A PE keeps `tasks` that its scheme would have sent.
  void held_back(Load tasks) { held_back_ += tasks; }

  /// The meter is told all that it does not know yet, by one thread at a time.
  void tell() {
    for (const auto& [node, tasks] : outside_) meter_.changed(node, tasks);
    outside_.clear();
    for (unsigned port = 0; port < most_.size(); ++port) {
      meter_.carried(port, std::exchange(most_[port], 0));
    }
    meter_.held_back(std::exchange(held_back_, 0));
  }

 private:
  Meter& meter_;
  Node first_ = 0;
  Node span_ = ~Node{0};  ///< of the nodes' numbers, last − first
  std::vector<std::pair<Node, Load>> outside_;
  std::vector<Load> most_;  ///< by port: the most tasks of one transfer
  Load held_back_ = 0;
};

}  // namespace isobar
