// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/cost.h"

#include <algorithm>
#include <boost/algorithm/string/predicate.hpp>
#include <cmath>
#include <utility>

#include "models/errors.h"
#include "models/fabric/fabric.h"
#include "models/text.h"
#include "models/workloads/initial_load.h"
#include "sim/explore/run_point.h"
#include "sim/input/fabric_file.h"

namespace isobar {
namespace {

// Times in seconds that are used where nothing was measured.
constexpr double start = 0.003;         // a process, and what a run needs before its first step
constexpr double rate_of_steps = 4e-9;  // a PE and phase
constexpr double rate_of_cycles = 4e-7;

std::string value_of(const Assignment& point, const std::string& key,
                     const std::string& default_value) {
  const auto found = point.find(key);
  return found == point.end() ? default_value : found->second;
}

bool at_cycles(const Assignment& point) { return level_of(point) == "cycles"; }

constexpr double unknown = 1000;  // phases

/// About as many phases as it takes to carry the highest load away, one task a phase.
double phases_to_balance(const std::string& load, const Fabric& fabric) {
  constexpr Node enough = 4096;
  const auto nodes = std::min(fabric.pes(), enough);
  try {
    const auto loads = initial_load(load, nodes, 1);
    const auto highest = static_cast<double>(*std::max_element(loads.begin(), loads.end()));
    const bool grows = boost::starts_with(load, "spike:");
    return fabric.diameter() + highest * (grows ? 1.0 * fabric.pes() / nodes : 1);
  } catch (const ValueError&) {
    return unknown;  // loads of a file
  }
}

double phases(const Assignment& point, const Fabric& fabric) {
  constexpr double cycles_a_phase = 83;  // of a Liquid phase with default links
  const auto until = value_of(point, "until", "balanced");
  const auto parts = split(until, ':');
  if (parts.size() == 2 && parts[0] != "efficiency") {
    const auto count = static_cast<double>(parse_integer(parts[1], "a count", 0, INT64_MAX));
    return parts[0] == "cycles" ? count / cycles_a_phase : count * fabric.dimensions();
  }
  if (value_of(point, "app", "none") != "none") return unknown;
  return phases_to_balance(value_of(point, "load", ""), fabric);
}

/// What a point's time is proportional to.
double work(const Assignment& point) {
  try {
    const auto fabric = fabric_from(value_of(point, "fabric", ""), {});
    return fabric.pes() * std::max(1.0, phases(point, fabric));
  } catch (const ValueError&) {
    return 1;  // the run will refuse it at once
  }
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

std::string cost_kind(const Assignment& point) {
  return value_of(point, "scheme", "") + (at_cycles(point) ? " at cycles" : " at steps");
}

CostModel::CostModel(const std::vector<MeasuredPoint>& measured) {
  std::map<std::string, std::vector<double>> rates;
  for (const auto& point : measured) {
    const auto rate = std::max(0.0, point.seconds - start) / work(point.keys);
    rates[cost_kind(point.keys)].push_back(rate);
  }
  for (auto& [kind, of_kind] : rates) rates_[kind] = median(std::move(of_kind));
}

double CostModel::seconds(const Assignment& point) const {
  const auto known = rates_.find(cost_kind(point));
  const auto usual = at_cycles(point) ? rate_of_cycles : rate_of_steps;
  return start + work(point) * (known != rates_.end() ? known->second : usual);
}

}  // namespace isobar
