// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/applications/replay.h"

namespace isobar {

Replay::Replay(std::vector<std::vector<ReplayedChain>> chains) {
  for (auto& of_node : chains) {
    loads_.push_back(static_cast<Load>(of_node.size()));
    for (auto& chain : of_node) {
      alive_.add({chains_.size(), 0});
      chains_.push_back(std::move(chain));
    }
  }
}

std::vector<Load> Replay::initial_loads() const { return loads_; }

Cycle Replay::work(TaskId task) {
  const auto [chain, place] = alive_.at(task);
  return chains_[chain][place];
}

std::int64_t Replay::finish(TaskId task) {
  const auto [chain, place] = alive_.take(task);
  if (place + 1 == chains_[chain].size()) return 0;
  alive_.add({chain, place + 1});
  return 1;
}

}  // namespace isobar
