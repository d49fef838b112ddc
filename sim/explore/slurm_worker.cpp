// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/slurm_worker.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <set>
#include <vector>

#include "models/text.h"
#include "sim/config/config_json.h"
#include "sim/explore/child_point.h"
#include "sim/explore/shard.h"
#include "sim/explore/slurm_batch.h"

namespace isobar {
namespace {

constexpr const char* engine_name = "slurm";

/// The points that the task had finished before it was requeued.
std::set<std::int64_t> finished(const SlurmBatch& batch, std::size_t task) {
  std::set<std::int64_t> numbers;
  for (const auto& file : batch.shards_of(task)) {
    ShardReader(file).read(
        true, [&](const std::string& entry) { numbers.insert(point_result(entry).number); },
        [](const std::string& message) { std::cerr << message << '\n'; });
  }
  return numbers;
}

unsigned processors() {
  const char* given = std::getenv("SLURM_CPUS_PER_TASK");
  if (given == nullptr) return 1;
  return static_cast<unsigned>(parse_integer(given, "SLURM_CPUS_PER_TASK", 1, 1 << 16));
}

}  // namespace

void run_slurm_task(const std::filesystem::path& folder, std::size_t task, int timeout) {
  const SlurmBatch batch(folder);
  auto points = batch.task(task);
  const auto done = finished(batch, task);
  points.erase(std::remove_if(points.begin(), points.end(),
                              [&](const auto& point) { return done.count(point.number) > 0; }),
               points.end());
  ShardWriter shard(batch.shards(), std::to_string(task));
  ChildSetting children;
  children.seconds = timeout;
  children.at_once = processors();
  children.takes_more = takes_more_points;
  children.go_on = [&] {
    shard.sync_now_and_then();
    return true;
  };
  run_in_children(
      points.size(), [&](std::size_t at) { return child_point(points[at], engine_name); }, children,
      [&](std::size_t at, const ChildEnd& end) {
        shard.append(json_text(to_json(result_of(points[at], engine_name, end, timeout))));
      });
  shard.sync();
}

}  // namespace isobar
