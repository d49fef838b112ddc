// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/henrich_phases.h"

#include <fmt/format.h>

#include <algorithm>

namespace isobar {

Setup henrich_random_setup(const std::string& fabric, std::size_t seed, const std::string& scheme,
                           int least) {
  return {
      fabric, scheme, fmt::format("uniform:{}..30", least), {{"seed", fmt::format("{}", seed)}}};
}

std::vector<PhaseEntry> henrich_phases(Lab& lab, const std::string& fabric,
                                       const std::vector<Load>& loads,
                                       const std::map<std::string, std::string>& more) {
  const auto e = experiment_of({fabric, "lm-c5", "spike:100", more}, loads);
  std::vector<PhaseEntry> entries;
  lab.phases(e, [&](const PhaseEntry& entry) { entries.push_back(entry); });
  return entries;
}

Load load_difference(const std::vector<Load>& loads) {
  const auto [min, max] = std::minmax_element(loads.begin(), loads.end());
  return *max - *min;
}

Series load_curve(const std::string& label, const std::vector<Load>& loads, double lifted) {
  Series series{label, {}};
  for (std::size_t pe = 0; pe < loads.size(); ++pe) {
    series.points.emplace_back(pe, static_cast<double>(loads[pe]) + lifted);
  }
  return series;
}

}  // namespace isobar
