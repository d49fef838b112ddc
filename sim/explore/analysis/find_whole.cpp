// SPDX-License-Identifier: Apache-2.0
// Findings about the campaign as a whole: what failed, what the front is, what matters.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "sim/explore/analysis/finding_parts.h"
#include "sim/explore/analysis/words.h"

namespace isobar {
namespace {

/// Of the levels of all factors the one that all of these cases share and few others have, as
/// `with scheme none`; empty if there is none.
std::string common_level(const Study& study, const std::vector<std::size_t>& members) {
  constexpr std::size_t least = 3;
  if (members.size() < least) return {};
  for (const auto& factor : study.factors.all()) {
    const auto level = factor.codes[members.front()];
    const auto has = [&](std::size_t c) { return factor.codes[c] == level; };
    if (!std::all_of(members.begin(), members.end(), has)) continue;
    const auto with = std::count(factor.codes.begin(), factor.codes.end(), level);
    return fmt::format("all with {} {} ({} of its {})", factor_words(factor.name),
                       level_words(factor.name, factor.levels[level]), members.size(),
                       count_words(static_cast<std::size_t>(with), "setting"));
  }
  return {};
}

std::string commonest_error(const Campaign& campaign) {
  std::map<std::string, std::size_t> errors;
  for (std::size_t row = 0; row < campaign.rows(); ++row) {
    if (campaign.states[row] == PointState::failed) ++errors[campaign.errors[row]];
  }
  const auto at = std::max_element(errors.begin(), errors.end(), [](const auto& a, const auto& b) {
    return a.second < b.second;
  });
  return fmt::format("{} times: {}", at->second, at->first);
}

/// The commonest level among the cases, where more than half have it.
std::string majority(const Study& study, const std::vector<std::size_t>& members) {
  std::string text;
  for (const auto& factor : study.factors.all()) {
    if (!factor.numbers.empty()) continue;
    std::map<std::size_t, std::size_t> counts;
    for (const auto c : members) ++counts[factor.codes[c]];
    const auto most = std::max_element(
        counts.begin(), counts.end(),
        [](const auto& a, const auto& b) { return a.second < b.second; });
    if (2 * most->second <= members.size()) continue;
    text += fmt::format("{}{} of them {} {}", text.empty() ? "" : ", ", most->second,
                        factor.name == "scheme" ? "use" : "are on",
                        level_words(factor.name, factor.levels[most->first]));
  }
  return text;
}

}  // namespace

void find_failures(const Study& study, std::vector<Finding>& found) {
  const auto& campaign = study.campaign;
  const auto count = [&](PointState state) {
    return static_cast<std::size_t>(
        std::count(campaign.states.begin(), campaign.states.end(), state));
  };
  if (const auto waiting = count(PointState::waiting)) {
    found.push_back({fmt::format("{} of {} wait to be run; all that is said here is of the others.",
                                 count_words(waiting, "point"),
                                 number_words(static_cast<double>(campaign.rows()))),
                     "the campaign is not complete", "", ""});
  }
  const auto failed = count(PointState::failed);
  const auto* reached = campaign.metric("reached");
  std::size_t lost = 0;
  for (std::size_t row = 0; reached && row < campaign.rows(); ++row) {
    if (campaign.states[row] == PointState::done && reached->values[row] == 0) ++lost;
  }
  if (failed + lost == 0) return;
  std::vector<std::size_t> members;
  for (std::size_t c = 0; c < study.cases.size(); ++c) {
    if (!study.cases.complete(c)) members.push_back(c);
  }
  const auto common = common_level(study, members);
  std::string text;
  if (lost > 0) text = fmt::format("{} did not reach the goal", count_words(lost, "point"));
  if (failed > 0) {
    text += fmt::format("{}{} failed", lost > 0 ? " and " : "",
                        lost > 0 ? number_words(static_cast<double>(failed))
                                 : count_words(failed, "point"));
  }
  if (!common.empty()) text += ", " + common;
  found.push_back({text + ".",
                   failed > 0 ? commonest_error(campaign)
                              : "their settings are in no mean, ratio, fit or front",
                   reached ? "reached" : "", ""});
}

void find_front(const Study& study, std::vector<Finding>& found) {
  const auto& objectives = study.campaign.objectives;
  std::vector<std::size_t> members;
  for (std::size_t c = 0; c < study.front.size(); ++c) {
    if (study.front[c]) members.push_back(c);
  }
  if (members.empty() || objectives.size() < 2) return;
  std::string names;
  for (const auto& objective : objectives) {
    names += (names.empty() ? "" : names.empty() || &objective != &objectives.back() ? ", " : " and ") +
             metric_words(objective.metric);
  }
  auto text = fmt::format("{} of {} on the front of {}", number_words(static_cast<double>(members.size())),
                          count_words(study.cases.size(), "setting") +
                              (members.size() == 1 ? " is" : " are"),
                          names);
  const auto whose = majority(study, members);
  if (!whose.empty()) text += "; " + whose;
  std::string basis;
  const auto m = study.metric(objectives[0].metric);
  const auto n = study.metric(objectives[1].metric);
  if (members.size() > 1 && study.cases.positive[m] && study.cases.positive[n]) {
    const auto& values = study.cases.values;
    const auto [a, b] = std::minmax_element(
        members.begin(), members.end(),
        [&](auto x, auto y) { return values[m][x] < values[m][y]; });
    basis = fmt::format("from one end to the other: {} {} to {}, {} {} to {}",
                        metric_words(objectives[0].metric), number_words(values[m][*a]),
                        number_words(values[m][*b]), metric_words(objectives[1].metric),
                        number_words(values[n][*a]), number_words(values[n][*b]));
  }
  found.push_back({text + ".", basis, objectives[0].metric, ""});
}

void find_ranking(const Study& study, const std::string& metric, std::vector<Finding>& found) {
  std::vector<const Effect*> ranked;
  for (const auto& effect : study.effects) {
    if (study.campaign.metrics[effect.metric].about.name == metric) ranked.push_back(&effect);
  }
  if (ranked.size() < 2) return;
  std::sort(ranked.begin(), ranked.end(),
            [](const auto* a, const auto* b) { return a->size > b->size; });
  std::string text;
  for (const auto* effect : ranked) {
    text += fmt::format("{}{} ({}×)", text.empty() ? "" : ", ",
                        factor_words(study.factors.all()[effect->factor].name),
                        number_words(effect->size));
  }
  found.push_back({fmt::format("What {} depends on, most first: {}.", metric_words(metric), text),
                   "the largest over the smallest mean of the levels of each, all else equal",
                   metric, study.factors.all()[ranked.front()->factor].name});
}

}  // namespace isobar
