// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "models/measure/result.h"
#include "sim/config/config.h"

namespace isobar {

/// A figure that every point of a campaign gets.
struct Metric {
  std::string name;
  std::string unit;  ///< empty: a plain number
  std::string help;  ///< one line
  bool is_whole = false;
};

/// All of them, in the order in which they are shown and stored.
const std::vector<Metric>& metrics();
/// Throws ValueError that names what there is.
const Metric& metric(const std::string& name);

using MetricValue = std::variant<std::int64_t, double>;
/// By name; what was never reached is left out.
using MetricValues = std::map<std::string, MetricValue>;

MetricValues measure(const Config& config, const RunResult& result);

}  // namespace isobar
