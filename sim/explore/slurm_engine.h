// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sim/explore/campaign.h"

namespace isobar {

/// How a campaign's points are run by Slurm.
struct SlurmSetting {
  std::vector<std::string> options;  ///< of sbatch, besides those that the program sets
  double task_seconds = 60;          ///< that a task is to have work for, at least
  int timeout = 0;                   ///< seconds that a point may take; 0: as long as it needs
  bool detach = false;               ///< submits, and waits for nothing
};

/// Points in arrays of Slurm's tasks (docs/explore_slurm.md), in batches: one of all points that
/// wait, then one of those that came to nothing, until each has a result or was tried three times.
/// Batches of an earlier call that are under way are waited for. False where Ctrl-C, `isobar
/// explore cancel` or detaching leaves points waiting; it has said how to go on.
Engine slurm_engine(const std::filesystem::path& campaign, const SlurmSetting& setting);

/// Takes what there is of results into the store, and is done with batches that have ended.
void slurm_collect(const std::filesystem::path& campaign, CampaignStore& store);

}  // namespace isobar
