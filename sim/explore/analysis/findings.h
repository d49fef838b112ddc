// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/explore/analysis/finding.h"
#include "sim/explore/analysis/study.h"

namespace isobar {

/// The findings of a campaign, the most general first. Settings are compared within scenarios, and
/// candidates over those that they share. Levels are only compared where all else is
/// equal, over five settings or more, and statements about a ratio or an exponent hold with 95 %
/// confidence; points that failed or did not reach their goal are counted, and left out.
std::vector<Finding> findings(const Study& study);

}  // namespace isobar
