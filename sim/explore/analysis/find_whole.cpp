// SPDX-License-Identifier: Apache-2.0
// Findings about the campaign as a whole: what failed, what the front is, what matters.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

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
      names += (names.empty() ? "" : ", ") + factor.titles[level];
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
    text = fmt::format("{} of these {} have {} {}", *top, count_words(members.size(), "setting"),
                       factor_words(factor.name),
                       factor.titles[static_cast<std::size_t>(top - count.begin())]);
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

/// The commonest level among the cases of each factor that is chosen, where more than half have it.
std::string majority(const Study& study, const std::vector<std::size_t>& members) {
  std::string text;
  for (const auto& factor : study.factors.all()) {
    if (!factor.numbers.empty() || study.scenarios.is_given(factor)) continue;
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
                        factor.titles[most->first]);
  }
  return text;
}

std::string objective_words(const Study& study) {
  const auto& objectives = study.campaign.objectives;
  std::string names;
  for (const auto& objective : objectives) {
    const auto* before = &objective == &objectives.back() ? " and " : ", ";
    names += (names.empty() ? "" : before) + metric_words(objective.metric);
  }
  return names;
}

std::size_t count_of(const std::vector<bool>& flags) {
  return static_cast<std::size_t>(std::count(flags.begin(), flags.end(), true));
}

/// `Liquid C5 (time 1.2, energy 1 times the best)` of those that are flagged, the first few.
std::string members_over(const Study& study, const std::vector<bool>& flags,
                         const std::vector<std::vector<double>>& values) {
  constexpr std::size_t most = 4;
  std::string text;
  std::size_t named = 0;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (!flags[i]) continue;
    if (++named > most) continue;
    std::string figures;
    for (const auto& objective : study.campaign.objectives) {
      const auto m = study.metric(objective.metric);
      const bool is_ratio = study.cases.positive[m];
      figures +=
          fmt::format("{}{} {}{}", figures.empty() ? "" : ", ", metric_words(objective.metric),
                      is_ratio ? fmt::format("{:.3g}", values[m][i])
                               : value_words(objective.metric, values[m][i]),
                      is_ratio ? " times the best" : "");
    }
    text += fmt::format("{}{} ({})", text.empty() ? "" : "; ",
                        study.scenarios.candidates[study.over.candidates[i]], figures);
  }
  if (named > most) text += fmt::format("; and {} more", named - most);
  return text;
}

void find_front_over(const Study& study, std::vector<Finding>& found) {
  const auto& over = study.over;
  const auto on_front = count_of(study.mean_front);
  if (over.candidates.size() < 2 || on_front == 0) return;
  const auto& metric = study.campaign.objectives.front().metric;
  const auto where =
      fmt::format("{}{}", over.scenarios.size() < study.scenarios.size() ? "" : "all ",
                  count_words(over.scenarios.size(), "scenario"));
  const auto shared = over.scenarios.size() < study.scenarios.size()
                          ? fmt::format("; {} scenarios lack some of these candidates",
                                        study.scenarios.size() - over.scenarios.size())
                          : "";
  const auto lost =
      over.lost == 0
          ? ""
          : fmt::format("; {} did not get there in all of them, and {} not in it",
                        count_words(over.lost, "other candidate"), over.lost == 1 ? "is" : "are");
  const auto& objectives = study.campaign.objectives;
  const bool is_positive = std::all_of(objectives.begin(), objectives.end(), [&](const auto& one) {
    return study.cases.positive[study.metric(one.metric)];
  });
  found.push_back(
      {fmt::format("Over {}, {} of {} {} on the front of mean {}.", where, whole_words(on_front),
                   count_words(over.candidates.size(), "candidate"), on_front == 1 ? "is" : "are",
                   objective_words(study)),
       members_over(study, study.mean_front, over.mean) +
           (is_positive
                ? "; geometric means of ratios to each scenario's best"
                : "; means of ratios to each scenario's best, of what can be 0 plain means") +
           shared + lost,
       metric, ""});
  const auto at_worst = count_of(study.worst_front);
  found.push_back(
      {fmt::format("By the worst of {}, {} of {} {} on the front.", where, whole_words(at_worst),
                   count_words(over.candidates.size(), "candidate"), at_worst == 1 ? "is" : "are"),
       members_over(study, study.worst_front, over.worst), metric, ""});
}

/// Of the factor that is chosen, the level that is on the front of most scenarios.
std::string level_on_most(const Study& study) {
  std::string text;
  std::size_t most = study.scenarios.size() / 2;
  for (const auto& factor : study.factors.all()) {
    if (!factor.numbers.empty() || study.scenarios.is_given(factor)) continue;
    std::vector<std::set<std::size_t>> where(factor.levels.size());
    for (std::size_t c = 0; c < study.front.size(); ++c) {
      if (study.front[c]) where[factor.codes[c]].insert(study.scenarios.of[c]);
    }
    for (std::size_t level = 0; level < where.size(); ++level) {
      if (where[level].size() <= most) continue;
      most = where[level].size();
      text = fmt::format("; {} is among them in {}", level_words(factor, level), most);
    }
  }
  return text;
}

void find_fronts_within(const Study& study, std::vector<Finding>& found) {
  std::vector<std::size_t> counts(study.scenarios.size());
  for (std::size_t c = 0; c < study.front.size(); ++c) {
    if (study.front[c]) ++counts[study.scenarios.of[c]];
  }
  const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
  found.push_back(
      {fmt::format("Within each of the {} scenarios, {} on the front of {}{}.",
                   whole_words(study.scenarios.size()),
                   *least == *most
                       ? count_words(*most, "setting") + (*most == 1 ? " is" : " are")
                       : fmt::format("{} to {} are", *least, count_words(*most, "setting")),
                   objective_words(study), level_on_most(study)),
       fmt::format("settings of different scenarios are not compared{}",
                   lost_words(lost_among(study))),
       study.campaign.objectives.front().metric, ""});
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
  if (study.scenarios.size() > 1) {
    find_front_over(study, found);
    find_fronts_within(study, found);
    return;
  }
  const auto lost = lost_among(study);
  auto text = fmt::format("{} of {}{} {} on the front of {}", whole_words(members.size()),
                          lost > 0 ? "the " : "", count_words(study.cases.size() - lost, "setting"),
                          std::string(lost > 0 ? "that reached their goal " : "") +
                              (members.size() == 1 ? "is" : "are"),
                          objective_words(study));
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
  std::string chosen;
  std::string given;
  for (const auto* effect : ranked) {
    const auto& factor = study.factors.all()[effect->factor];
    auto& text = study.scenarios.is_given(factor) ? given : chosen;
    text += fmt::format("{}{} ({} times)", text.empty() ? "" : ", ", factor_words(factor.name),
                        number_words(effect->size));
  }
  if (chosen.empty()) return;
  std::string basis = "the largest over the smallest mean of the levels of each, all else equal";
  if (!given.empty()) basis += "; between scenarios: " + given;
  const auto first = std::find_if(ranked.begin(), ranked.end(), [&](const auto* effect) {
    return !study.scenarios.is_given(study.factors.all()[effect->factor]);
  });
  found.push_back({fmt::format("Of what is chosen, {} depends on, most first: {}.",
                               metric_words(metric), chosen),
                   basis + lost_words(lost_among(study)), metric,
                   study.factors.all()[(*first)->factor].name});
}

}  // namespace isobar
