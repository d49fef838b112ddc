// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "models/measure/measured_run.h"
#include "models/measure/statistic.h"

namespace isobar {

/// Every statistic of a run, in the order in which results, campaigns, pages and the reference
/// show them.
const std::vector<StatisticGroup>& statistics();

/// The statistic at a path; null if there is none.
const Statistic* find_statistic(const std::string& path);

/// `less`, `more`, or empty.
const char* better_name(Better better);

/// Throws ModelError if the run's scheme or application counted something that its registration
/// does not declare, which nothing would show.
void require_declared(const RunResult& result);

}  // namespace isobar
