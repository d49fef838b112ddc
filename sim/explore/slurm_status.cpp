// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/slurm_status.h"

#include <fmt/format.h>

#include <set>

#include "sim/config/input_error.h"
#include "sim/explore/run_point.h"
#include "sim/explore/shard.h"
#include "sim/explore/status.h"

namespace isobar {
namespace {

/// Counts a task's points by what its shards say of them.
void count_results(const SlurmBatch& batch, std::size_t task, PointCounts& counts) {
  std::set<std::int64_t> points;
  for (const auto& file : batch.shards_of(task)) {
    ShardReader(file).read(
        false,
        [&](const std::string& entry) {
          const auto result = point_result(entry);
          if (points.insert(result.number).second) counts.settle(result);
        },
        [](const std::string&) {});  // damaged lines are reported when the results are collected
  }
}

}  // namespace

TaskStates states_of(const SlurmBatch& batch) {
  if (!batch.job()) {
    // Either it was submitted and the program ended before it could note the job, or it never was.
    const auto job = slurm::job_named(batch.job_name());
    if (!job) return {};
    batch.set_job(*job);
  }
  return slurm::task_states(*batch.job());
}

std::string text_of(const TaskStates& states) {
  std::size_t running = 0;
  std::size_t ended = 0;
  std::map<std::string, std::size_t> waiting;
  for (const auto& [task, state] : states) {
    if (state.ended()) {
      ++ended;
    } else if (state.state == "PENDING") {
      ++waiting[state.reason];
    } else {
      ++running;
    }
  }
  auto text = fmt::format("{} tasks running", running);
  for (const auto& [reason, count] : waiting) {
    text += fmt::format(", {} waiting{}", count, reason == "None" ? "" : " (" + reason + ")");
  }
  return text + fmt::format(", {} ended", ended);
}

std::string slurm_status(const std::filesystem::path& campaign) {
  std::string text;
  for (const auto& batch : SlurmBatch::open(campaign)) {
    PointCounts counts;
    const auto tasks = batch.tasks();
    for (std::size_t task = 0; task < tasks.size(); ++task) {
      counts.waiting += static_cast<std::int64_t>(tasks[task].size());
      count_results(batch, task, counts);
    }
    std::string state;
    try {
      state = text_of(states_of(batch));
    } catch (const InputError& error) {
      state = error.what();
    }
    text += fmt::format("{}, job {}: {} of {} points run{}; {}\n", batch.name(),
                        batch.job().value_or("unknown"), counts.run(), counts.all(),
                        trouble_words(counts), state);
  }
  return text;
}

std::string slurm_cancel(const std::filesystem::path& campaign) {
  std::string text;
  for (const auto& batch : SlurmBatch::open(campaign)) {
    const auto states = states_of(batch);
    std::size_t alive = 0;
    for (const auto& [task, state] : states) alive += state.ended() ? 0 : 1;
    if (alive == 0) continue;
    slurm::cancel(*batch.job());
    text += fmt::format("{}, job {}: {} tasks cancelled\n", batch.name(), *batch.job(), alive);
  }
  return text;
}

}  // namespace isobar
