// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "models/measure/statistic.h"

namespace isobar {

// The statistics of a run, each declared where it is computed. models/statistics/statistics.h has
// all of them; what is added to a table here appears everywhere.

/// At what level it ran and what of the RTL was compared.
std::vector<StatisticGroup> level_statistics();
/// How it ended, its length on every scale, and what its cycles were spent on.
std::vector<StatisticGroup> time_statistics();
/// Tasks in the PEs at the start and at the end.
std::vector<StatisticGroup> load_statistics();
/// Load over speed, the machines, and memory.
std::vector<StatisticGroup> utilization_statistics();
/// Messages and cycles of links, in all and link by link.
std::vector<StatisticGroup> link_statistics();
/// Messages of a message-driven run, each counted once, not by link.
std::vector<StatisticGroup> end_to_end_statistics();
/// The application and its executors.
std::vector<StatisticGroup> application_statistics();
/// Persistent tasks' work by the application's work model; one of application_statistics().
StatisticGroup work_model_statistics();
/// What schemes and applications count of their own work, as they are registered. A name that is
/// among the `taken` ones of other metrics has a prefix as a metric.
std::vector<StatisticGroup> own_statistics(const std::set<std::string>& taken);

}  // namespace isobar
