// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/parts/profitability.h"

#include <fmt/format.h>

#include <limits>

#include "models/errors.h"

namespace isobar {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

}  // namespace

Parameter overhead_parameter(const std::string& instead_of) {
  return {"overhead",
          "tasks",
          none,
          0,
          infinite,
          false,
          "K_overhead: balance if phi, the largest load less the balanced one, is above it",
          "none: " + instead_of + " decides"};
}

std::optional<double> given_overhead(const ParameterValues& values) {
  const auto& overhead = values.at("overhead");
  return overhead.is_automatic() ? std::nullopt : std::optional<double>(overhead);
}

std::vector<Parameter> profitability_parameters(double default_value) {
  return {{"threshold", "tasks", none, 0, infinite, false,
           "L_threshold: balance if the PE's load is so far off its domain's mean",
           fmt::format("{} unless overhead is given", default_value)},
          overhead_parameter("threshold")};
}

Profitability profitability(const ParameterValues& values, double default_value) {
  const auto& threshold = values.at("threshold");
  const auto overhead = given_overhead(values);
  if (!threshold.is_automatic() && overhead) {
    throw ValueError("only one of threshold and overhead can say when balancing pays");
  }
  return {threshold.is_automatic() ? default_value : double{threshold}, overhead};
}

Parameter delta_min_parameter() {
  return {"delta_min", "tasks", 1, 1, 1e9, true, "the fewest tasks that are worth a transfer"};
}

Parameter low_parameter(double default_value) {
  return {"low",
          "tasks",
          default_value,
          0,
          infinite,
          false,
          "L_LOW: a PE below it is underloaded; inf: every PE",
          "1 + a tenth of the PE's initial load"};
}

double low_mark(const ParameterValue& low, Load initial) {
  return low.is_automatic() ? 1 + static_cast<double>(initial) / 10 : double{low};
}

}  // namespace isobar
