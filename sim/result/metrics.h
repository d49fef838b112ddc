// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "models/measure/result.h"
#include "models/own_statistic.h"
#include "sim/config/config.h"

namespace isobar {

/// A statistic that every point of a campaign gets (models/statistics/statistics.h).
struct Metric {
  std::string name;
  std::string unit;  ///< empty: a plain number
  std::string help;  ///< one line
  bool is_whole = false;
  Better better = Better::neither;
};

/// All of them, in the order in which they are shown and stored.
const std::vector<Metric>& metrics();
/// By its name or by the one that it had in the release before. Throws ValueError that names what
/// there is.
const Metric& metric(const std::string& name);
/// Deprecated names of metrics, with those that they have now.
const std::map<std::string, std::string>& renamed_metrics();
/// The name that a metric has now.
std::string metric_name(const std::string& name);

using MetricValue = std::variant<std::int64_t, double>;
/// By name; what was never reached is left out.
using MetricValues = std::map<std::string, MetricValue>;

/// What a point measured.
MetricValues measure(const Config& config, const RunResult& result);
/// The metrics that are known of an experiment before it is run.
MetricValues measure_before(const Experiment& experiment);
std::vector<std::string> metrics_before();

}  // namespace isobar
