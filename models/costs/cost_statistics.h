// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/measure/statistic.h"

namespace isobar {

/// The fabric's size and what its hardware costs, known before the run, and what links took in it.
std::vector<StatisticGroup> fabric_statistics();
std::vector<StatisticGroup> cost_statistics();

}  // namespace isobar
