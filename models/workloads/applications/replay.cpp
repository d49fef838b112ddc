// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/applications/replay.h"

namespace isobar {

Replay::Replay(const std::vector<std::vector<Cycle>>& work) {
  for (const auto& tasks : work) {
    loads_.push_back(static_cast<Load>(tasks.size()));
    work_.insert(work_.end(), tasks.begin(), tasks.end());
  }
}

std::vector<Load> Replay::initial_loads() const { return loads_; }

Cycle Replay::work(TaskId task) { return work_.at(task); }

std::int64_t Replay::finish(TaskId /*task*/) { return 0; }

}  // namespace isobar
