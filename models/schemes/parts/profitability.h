// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/parameter.h"
#include "models/types.h"

namespace isobar {

/// Whether balancing pays (Willebeek-LeMair and Reeves, Section II): by what the scheme itself
/// compares with L_threshold, or by the imbalance factor φ = L_max − L_bal against K_overhead
/// (eq. 1 to 3).
struct Profitability {
  double threshold = 0;
  std::optional<double> overhead;

  /// `apart`: what the scheme compares; `phi`: the imbalance factor of its domain, as known.
  bool pays(double apart, double phi) const {
    return overhead ? phi > *overhead : apart > threshold;
  }
};

/// The parameter `overhead`; `instead_of`: what decides where it is not given.
ParameterOf<std::optional<double>> overhead_parameter(const std::string& instead_of = {});
/// The parameter `threshold` where it is one number, which is `default_value` tasks unless
/// `overhead` is given.
ParameterOf<std::optional<double>> threshold_parameter(double default_value);
/// Throws ValueError if both a threshold and an overhead are given.
Profitability profitability(const std::optional<double>& threshold,
                            const std::optional<double>& overhead, double default_value);
/// The same, from the values of both parameters.
Profitability profitability(const ParameterValues& values, double default_value);

/// The parameter `delta_min`, δ_MIN = 1: the fewest tasks that are worth a transfer.
ParameterOf<Load> delta_min_parameter();

/// The parameter `low`, L_LOW (K_underload of eq. 4).
ParameterOf<std::optional<double>> low_parameter(std::optional<double> default_value = {});
/// What it is in a PE that begins with `initial` tasks, L_LIMIT: `auto` is 1 + L_LIMIT/10
/// (Table II).
double low_mark(const std::optional<double>& low, Load initial);

}  // namespace isobar
