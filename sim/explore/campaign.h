// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "sim/explore/campaign_lock.h"
#include "sim/explore/campaign_store.h"
#include "sim/explore/plan.h"

namespace isobar {

/// How a campaign's points are run.
struct EngineSetting {
  unsigned workers = 0;  ///< processes at a time; 0: as many as the machine has processors
  int timeout = 0;       ///< seconds that a point may take; 0: as long as it needs
};

/// Runs the store's waiting points, and records what becomes of them, until none is left; what
/// makes a campaign's points run. False if Ctrl-C ended it before.
using Engine = std::function<bool(CampaignStore& store)>;

/// Points in worker processes of this machine.
Engine local_engine(const EngineSetting& setting, const CampaignLock& lock);

/// Runs what a plan asks for and has not been run. False if Ctrl-C ended it before.
/// Throws InputError or ValueError for a plan, a folder or a database that cannot be used.
bool run_campaign(const Plan& plan, CampaignStore& store, const Engine& engine);

}  // namespace isobar
