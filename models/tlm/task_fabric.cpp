// SPDX-License-Identifier: Apache-2.0
#include "models/tlm/task_fabric.h"

#include <fmt/format.h>

#include <numeric>

#include "models/errors.h"

namespace isobar {

TaskFabric::TaskFabric(const Experiment& experiment)
    : experiment_(experiment),
      data_(experiment.task_bits,
            std::accumulate(experiment.loads.begin(), experiment.loads.end(), std::uint64_t{0},
                            [](std::uint64_t sum, Load load) {
                              return sum + static_cast<std::uint64_t>(load);
                            })),
      claimed_(experiment.fabric.pes()) {
  if (experiment.application) {
    throw ValueError(
        "task sockets take the place of an application: the experiment may have none, for its "
        "executors use the PEs' queues");
  }
}

void TaskFabric::claim(Node pe) {
  if (pe >= claimed_.size()) {
    throw ValueError(fmt::format("there is no PE {} for a task socket: PEs are 0 to {}", pe,
                                 claimed_.size() - 1));
  }
  if (claimed_[pe]) throw ValueError(fmt::format("PE {} has a task socket: one is allowed", pe));
  queue(pe);  // throws where there is none
  claimed_[pe] = true;
}

}  // namespace isobar
