// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/parts/profitability.h"

#include <fmt/format.h>

#include <limits>

#include "models/errors.h"

namespace isobar {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

}  // namespace

ParameterOf<std::optional<double>> overhead_parameter(const std::string& instead_of) {
  return parameter(
             "overhead",
             "K_overhead: balance if phi, the largest load less the balanced one, is above it")
      .range(0, infinite, "tasks")
      .real_or_auto("none: " + instead_of + " decides");
}

ParameterOf<std::optional<double>> threshold_parameter(double default_value) {
  return parameter("threshold",
                   "L_threshold: balance if the PE's load is so far off its domain's mean")
      .range(0, infinite, "tasks")
      .real_or_auto(fmt::format("{} unless overhead is given", default_value));
}

Profitability profitability(const std::optional<double>& threshold,
                            const std::optional<double>& overhead, double default_value) {
  if (threshold && overhead) {
    throw ValueError("only one of threshold and overhead can say when balancing pays");
  }
  return {threshold.value_or(default_value), overhead};
}

Profitability profitability(const ParameterValues& values, double default_value) {
  return profitability(values.get(threshold_parameter(default_value)),
                       values.get(overhead_parameter()), default_value);
}

ParameterOf<Load> delta_min_parameter() {
  return parameter("delta_min", "the fewest tasks that are worth a transfer")
      .range(1, 1e9, "tasks")
      .whole(1);
}

ParameterOf<std::optional<double>> low_parameter(std::optional<double> default_value) {
  return parameter("low", "L_LOW: a PE below it is underloaded; inf: every PE")
      .range(0, infinite, "tasks")
      .real_or_auto("1 + a tenth of the PE's initial load", default_value);
}

double low_mark(const std::optional<double>& low, Load initial) {
  return low ? *low : 1 + static_cast<double>(initial) / 10;
}

}  // namespace isobar
