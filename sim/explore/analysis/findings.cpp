// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/analysis/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "sim/explore/analysis/finding_parts.h"
#include "sim/explore/analysis/words.h"

namespace isobar {

std::string level_words(const Factor& factor, std::size_t level) {
  if (factor.name == "pes") return factor.levels[level] + " PEs";
  const auto& title = factor.titles[level];
  const bool is_name = std::isalpha(static_cast<unsigned char>(title.front())) != 0;
  return is_name ? title : factor_words(factor.name) + " " + title;
}

std::vector<std::string> spoken_metrics(const Study& study) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    const auto m = study.metric(name);
    if (m == study.campaign.metrics.size() || !study.cases.positive[m]) return;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  constexpr std::size_t most = 4;
  for (const auto& objective : study.campaign.objectives) add(objective.metric);
  for (const char* usual : {"seconds", "shifts", "energy_pj", "balancing_logic_cells",
                            "word_cycles", "transfer_cycles"}) {
    if (names.size() < most) add(usual);
  }
  return names;
}

std::size_t lost_among(const Study& study, const std::function<bool(std::size_t c)>& is_asked) {
  std::size_t lost = 0;
  for (std::size_t c = 0; c < study.cases.size(); ++c) {
    if (!study.cases.complete(c) && is_asked(c)) ++lost;
  }
  return lost;
}

std::string lost_words(std::size_t lost) {
  if (lost == 0) return {};
  return fmt::format("; {} failed or did not reach {} goal, and {} not in it",
                     count_words(lost, "setting"), lost == 1 ? "its" : "their",
                     lost == 1 ? "is" : "are");
}

std::vector<Finding> findings(const Study& study) {
  std::vector<Finding> found;
  find_failures(study, found);
  find_front(study, found);
  const auto metrics = spoken_metrics(study);
  for (const auto& metric : metrics) {
    if (metric == metrics.front()) find_ranking(study, metric, found);
    for (const auto& factor : study.factors.all()) {
      const bool is_chosen = !study.scenarios.is_given(factor);
      if (factor.numbers.empty() && is_chosen) find_best(study, metric, factor, found);
    }
    if (metric == metrics.front()) find_scaling(study, metric, found);
    for (const auto& factor : study.factors.all()) {
      const bool is_chosen = !study.scenarios.is_given(factor) && factor.name != "pes";
      if (!factor.numbers.empty() && is_chosen) find_trend(study, metric, factor, found);
    }
  }
  return found;
}

}  // namespace isobar
