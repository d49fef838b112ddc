// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sim/explore/campaign.h"
#include "sim/terminal/say.h"

namespace isobar {

/// How a campaign's points are run by Slurm.
struct SlurmSetting {
  std::vector<std::string> options;  ///< options of sbatch besides those that the program sets
  double task_seconds = 60;          ///< the least work of a task
  int timeout = 0;                   ///< seconds that a point may take; 0: as long as it needs
  bool detach = false;               ///< submits, and waits for nothing
  Say how = Say::all;
};

/// An engine that runs points in arrays of Slurm's tasks (docs/explore_slurm.md), in batches: the
/// first has all points that wait, the next those without a result, until each point has one or was
/// tried three times. The engine also waits for running batches of an earlier call. It returns
/// false where Ctrl-C, `isobar explore cancel` or detaching leaves points waiting, after a message
/// that says how to go on.
Engine slurm_engine(const std::filesystem::path& campaign, const SlurmSetting& setting);

/// Takes the results that exist into the store, and closes batches that have ended.
void slurm_collect(const std::filesystem::path& campaign, CampaignStore& store);

}  // namespace isobar
