// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <ostream>

#include "sim/explore/campaign.h"
#include "sim/explore/plan.h"

namespace isobar {

/// What `isobar explore --dry-run` says: the points of a plan, a line each with what its axes say
/// and the time that it will take about (none where the setting is brief), and the time of those
/// without a result. The times follow from points that the folder's campaign has run, or else from
/// the costliest point of each scheme and level that is not long, which is run for it and kept
/// nowhere. Of a search, which chooses its points as it goes, it says how many it may run. Writes
/// nothing into the folder but where a campaign is there.
void write_dry_run(const Plan& plan, const std::filesystem::path& folder,
                   const EngineSetting& setting, std::ostream& out);

}  // namespace isobar
