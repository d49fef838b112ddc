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

/// The levels all of whose settings are among these, if they are most of them: `of them all with
/// scheme none`; of the factor where they are the most; empty if there are none.
std::string lost_levels(const Study& study, const std::vector<std::size_t>& members) {
  std::string text;
  std::size_t most = members.size() / 2;
  for (const auto& factor : study.factors.all()) {
    std::vector<std::size_t> all(factor.levels.size());
    std::vector<std::size_t> lost(factor.levels.size());
    for (const auto code : factor.codes) ++all[code];
    for (const auto c : members) ++lost[factor.codes[c]];
    std::string names;
    std::size_t named = 0;
    for (std::size_t level = 0; level < all.size(); ++level) {
      if (all[level] == 0 || lost[level] < all[level]) continue;
      names += (names.empty() ? "" : ", ") + level_words(factor.name, factor.levels[level]);
      named += lost[level];
    }
    if (named <= most) continue;
    most = named;
    text = fmt::format("all settings with {} {}", factor_words(factor.name), names);
  }
  return text;
}

/// Where most of these cases are: `140 of these 161 settings have scheme nna-portions`.
std::string commonest_level(const Study& study, const std::vector<std::size_t>& members) {
  std::string text;
  std::size_t most = members.size() / 2;
  for (const auto& factor : study.factors.all()) {
    std::vector<std::size_t> count(factor.levels.size());
    for (const auto c : members) ++count[factor.codes[c]];
    const auto top = std::max_element(count.begin(), count.end());
    if (*top <= most) continue;
    most = *top;
    text = fmt::format(
        "{} of these {} have {} {}", *top, count_words(members.size(), "setting"),
        factor_words(factor.name),
        level_words(factor.name, factor.levels[static_cast<std::size_t>(top - count.begin())]));
  }
  return text;
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
    const auto most =
        std::max_element(counts.begin(), counts.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    if (2 * most->second <= members.size()) continue;
    const auto verb = factor.name == "scheme"   ? std::string("use")
                      : factor.name == "family" ? std::string("are on")
                                                : "have " + factor_words(factor.name);
    text += fmt::format("{}{} of them {} {}", text.empty() ? "" : ", ", most->second, verb,
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
                                 count_words(waiting, "point"), whole_words(campaign.rows())),
                     "the campaign is not complete", "", ""});
  }
  const auto failed = count(PointState::failed);
  const auto lost = count(PointState::unreached);
  if (failed + lost == 0) return;
  std::vector<std::size_t> members;
  for (std::size_t c = 0; c < study.cases.size(); ++c) {
    if (!study.cases.complete(c)) members.push_back(c);
  }
  const auto levels = lost_levels(study, members);
  std::string text;
  if (lost > 0) text = fmt::format("{} did not reach the goal", count_words(lost, "point"));
  if (failed > 0) {
    text += fmt::format("{}{} failed", lost > 0 ? " and " : "",
                        lost > 0 ? whole_words(failed) : count_words(failed, "point"));
  }
  if (!levels.empty()) text += ", among them " + levels;
  std::string basis = "their settings are in no mean, ratio, fit or front";
  if (const auto where = commonest_level(study, members); !where.empty()) basis += "; " + where;
  if (failed > 0) basis += "; " + commonest_error(campaign);
  found.push_back({text + ".", basis, lost > 0 ? "reached" : "", ""});
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
    const auto* before = &objective == &objectives.back() ? " and " : ", ";
    names += (names.empty() ? "" : before) + metric_words(objective.metric);
  }
  const auto lost = lost_among(study);
  auto text = fmt::format("{} of {}{} {} on the front of {}", whole_words(members.size()),
                          lost > 0 ? "the " : "", count_words(study.cases.size() - lost, "setting"),
                          std::string(lost > 0 ? "that reached their goal " : "") +
                              (members.size() == 1 ? "is" : "are"),
                          names);
  const auto whose = majority(study, members);
  if (!whose.empty()) text += "; " + whose;
  std::string basis;
  const auto m = study.metric(objectives[0].metric);
  const auto n = study.metric(objectives[1].metric);
  if (members.size() > 1 && study.cases.positive[m] && study.cases.positive[n]) {
    const auto& values = study.cases.values;
    const auto [a, b] = std::minmax_element(members.begin(), members.end(), [&](auto x, auto y) {
      return values[m][x] < values[m][y];
    });
    basis = fmt::format(
        "from one end to the other: {} {} to {}, {} {} to {}", metric_words(objectives[0].metric),
        value_words(objectives[0].metric, values[m][*a]),
        value_words(objectives[0].metric, values[m][*b]), metric_words(objectives[1].metric),
        value_words(objectives[1].metric, values[n][*a]),
        value_words(objectives[1].metric, values[n][*b]));
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
  const auto lost = lost_among(study);
  found.push_back({fmt::format("What {} depends on, most first: {}.", metric_words(metric), text),
                   "the largest over the smallest mean of the levels of each, all else equal" +
                       lost_words(lost),
                   metric, study.factors.all()[ranked.front()->factor].name});
}

}  // namespace isobar
