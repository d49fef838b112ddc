// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/explore/campaign_lock.h"
#include "sim/explore/campaign_store.h"
#include "sim/explore/plan.h"
#include "sim/terminal/say.h"

namespace isobar {

/// How a campaign's points are run.
struct EngineSetting {
  unsigned workers = 0;  ///< processes at a time; 0: as many as the machine has processors
  int timeout = 0;       ///< seconds that a point may take; 0: as long as it needs
  Say how = Say::all;
};

/// What makes a campaign's points run: runs the store's waiting points and records their results
/// until none is left. Returns false if Ctrl-C ended it before.
using Engine = std::function<bool(CampaignStore& store)>;

/// An engine that runs points in worker processes of this machine.
Engine local_engine(const EngineSetting& setting, CampaignLock& lock);

/// Runs the points of a plan that have not been run yet. Returns false if Ctrl-C ended it before.
/// Throws InputError or ValueError for a plan, a folder or a database that cannot be used.
bool run_campaign(const Plan& plan, CampaignStore& store, const Engine& engine);

}  // namespace isobar
