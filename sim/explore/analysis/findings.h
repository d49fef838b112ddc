// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/explore/analysis/finding.h"
#include "sim/explore/analysis/study.h"

namespace isobar {

/// What is to be said of a campaign, the most general first. Levels are only compared where all
/// else is equal, over five settings or more, and what is said of a ratio or an exponent holds with
/// 95 % confidence; points that failed or did not reach their goal are counted, and left out.
std::vector<Finding> findings(const Study& study);

}  // namespace isobar
