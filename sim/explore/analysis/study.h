// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/explore/analysis/effects.h"
#include "sim/explore/analysis/scaling.h"
#include "sim/explore/analysis/scenarios.h"

namespace isobar {

/// A campaign with all that is computed from it.
struct Study {
  explicit Study(Campaign read);

  Campaign campaign;
  Cases cases;
  Factors factors;
  Scenarios scenarios;
  std::vector<bool> front;  ///< by case: whether it is on its scenario's Pareto front of objectives
  OverScenarios over;
  std::vector<bool> mean_front;   ///< as over.candidates: on the front of mean objectives
  std::vector<bool> worst_front;  ///< as over.candidates: on the front of objectives at their worst
  std::vector<Effect> effects;
  std::vector<Effect> interactions;
  std::vector<Scaling> scalings;

  /// Whether less of a metric is better: as the objectives say, else as is usual for it.
  bool minimise(const std::string& metric) const;
  /// Index into campaign.metrics; their number if there is none.
  std::size_t metric(const std::string& name) const;
};

}  // namespace isobar
