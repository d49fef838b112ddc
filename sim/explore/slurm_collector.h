// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "sim/explore/campaign_store.h"
#include "sim/explore/shard.h"
#include "sim/explore/slurm_batch.h"
#include "sim/explore/slurm_status.h"

namespace isobar {

/// A running batch, as the process that merges its results sees it.
class SlurmCollector {
 public:
  using Say = std::function<void(const std::string& message)>;

  /// Throws ValueError if the batch's points are not the store's.
  SlurmCollector(SlurmBatch batch, const CampaignStore& store);

  const SlurmBatch& batch() const { return batch_; }
  std::size_t tasks() const { return missing_.size(); }

  /// Takes into the store the results that have come since the last call, and reports damaged
  /// lines. Where the batch has ended, lines without an end are damaged too.
  void collect(CampaignStore& store, const Say& say);

  /// Asks Slurm how the tasks stand. Throws InputError if it does not answer.
  void look();
  /// What Slurm said last of each task that it knows or knew.
  const TaskStates& states() const { return states_; }
  bool ended() const { return ended_; }
  bool was_cancelled() const;
  /// Whether results of tasks that ended well are still missing: the file system will show them
  /// after a while.
  bool is_late() const;

  /// Numbers of the points without a result.
  const std::set<std::int64_t>& missing_of(std::size_t task) const { return missing_.at(task); }
  bool began(std::size_t task) const { return !batch_.shards_of(task).empty(); }
  /// How a task ended, for people.
  std::string end_of(std::size_t task) const;

 private:
  SlurmBatch batch_;
  std::vector<std::set<std::int64_t>> missing_;  ///< by task
  std::size_t damaged_ = 0;                      ///< lines
  std::map<std::filesystem::path, ShardReader> readers_;
  TaskStates states_;
  bool ended_ = false;
};

}  // namespace isobar
