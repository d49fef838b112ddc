// SPDX-License-Identifier: Apache-2.0
#include "models/pe/run_cycles.h"

#include <fmt/format.h>

#include <numeric>
#include <utility>

#include "models/errors.h"
#include "models/experiment/limits.h"
#include "models/pe/fabric_model.h"
#include "models/pe/kernel.h"
#include "models/pe/message_driven_fabric.h"

namespace isobar {

void require_countable(const Experiment& experiment) {
  const Load total = std::accumulate(experiment.loads.begin(), experiment.loads.end(), Load{0});
  if (total > max_tasks_at_cycles) {
    throw ValueError(fmt::format("{} tasks are too many to hold one by one (at most {})", total,
                                 max_tasks_at_cycles));
  }
}

namespace {

constexpr bool named_links = false;  // nobody is there who could look them up

RunResult run_agents(const Experiment& experiment, Watch watch, Observer* observer,
                     std::vector<std::vector<Task>>* tasks, unsigned threads) {
  static MessageDrivenFabric* kept = nullptr;
  MessageDrivenParts parts;
  parts.names = named_links;
  parts.threads = threads;
  kept = new MessageDrivenFabric("fabric", experiment, std::move(watch), observer, parts);
  run_kernel();
  auto result = kept->finish();
  if (tasks != nullptr) *tasks = kept->tasks();
  return result;
}

}  // namespace

RunResult run_cycles(const Experiment& experiment, Watch watch, Observer* observer,
                     std::vector<std::vector<Task>>* queues, unsigned threads) {
  require_countable(experiment);
  if (experiment.agents) {
    return run_agents(experiment, std::move(watch), observer, queues, threads);
  }
  // Kept to the end of the process: there can be no second one, and the kernel takes a time
  // quadratic in the number of modules to forget them.
  static FabricModel* kept = nullptr;
  FabricParts parts;
  parts.names = named_links;
  parts.alone = true;
  parts.threads = threads;
  kept = new FabricModel("fabric", experiment, std::move(watch), observer, parts);
  FabricModel& model = *kept;
  run_kernel();
  if (queues != nullptr) {
    for (Node node = 0; node < experiment.fabric.pes(); ++node) {
      queues->push_back(model.tasks(node));
    }
  }
  return model.finish();
}

}  // namespace isobar
