// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/slurm_status.h"

#include <fmt/format.h>

#include <set>

#include "sim/config/input_error.h"
#include "sim/explore/run_point.h"
#include "sim/explore/shard.h"

namespace isobar {
namespace {

std::size_t results_of(const SlurmBatch& batch, std::size_t task) {
  std::set<std::int64_t> points;
  for (const auto& file : batch.shards_of(task)) {
    ShardReader(file).read(
        false, [&](const std::string& entry) { points.insert(point_result(entry).number); },
        [](const std::string&) {});  // damaged lines are reported when the results are collected
  }
  return points.size();
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
    std::size_t points = 0;
    std::size_t results = 0;
    const auto tasks = batch.tasks();
    for (std::size_t task = 0; task < tasks.size(); ++task) {
      points += tasks[task].size();
      results += results_of(batch, task);
    }
    std::string state;
    try {
      state = text_of(states_of(batch));
    } catch (const InputError& error) {
      state = error.what();
    }
    text += fmt::format("{}, job {}: {} of {} points run; {}\n", batch.name(),
                        batch.job().value_or("unknown"), results, points, state);
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
