// SPDX-License-Identifier: Apache-2.0
// Findings about levels against each other.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "sim/explore/analysis/finding_parts.h"
#include "sim/explore/analysis/matches.h"
#include "sim/explore/analysis/words.h"

namespace isobar {
namespace {

constexpr std::size_t least_settings = 5;

/// Settings that are looked at together: all of them, or those on one family.
struct Scope {
  const Factor* factor = nullptr;
  std::size_t level = 0;

  bool has(std::size_t c) const { return factor == nullptr || factor->codes[c] == level; }
  std::string words(const char* preposition) const {
    if (factor == nullptr) return "";
    return fmt::format(" {} {}", preposition, level_words(*factor, level));
  }
};

struct Question {
  const Study& study;
  const std::string& metric;
  const Factor& factor;
  std::vector<std::size_t> blocks;
  bool minimise;

  Matches matches(const Scope& scope) const {
    return match(study.cases, study.metric(metric), factor, blocks,
                 [&](std::size_t c) { return scope.has(c); });
  }
};

/// The settings of a level in which it failed or did not reach its goal.
struct Lost {
  std::size_t lost = 0;
  std::size_t all = 0;
};

Lost lost_of(const Question& question, const Scope& scope, std::size_t level) {
  Lost result;
  for (std::size_t c = 0; c < question.study.cases.size(); ++c) {
    if (question.factor.codes[c] != level || !scope.has(c)) continue;
    ++result.all;
    if (!question.study.cases.complete(c)) ++result.lost;
  }
  return result;
}

/// The level that is nearest to the best of its settings, of those that are in all of them and got
/// there in all; nothing if no level did.
std::optional<std::pair<std::size_t, Standing>> nearest(const Question& question,
                                                        const Scope& scope,
                                                        const Matches& matches) {
  std::optional<std::pair<std::size_t, Standing>> best;
  for (std::size_t level = 0; level < question.factor.levels.size(); ++level) {
    const auto s = standing(matches, level, question.minimise);
    if (s.settings < std::max(least_settings, matches.settings.size())) continue;
    if (lost_of(question, scope, level).lost > 0) continue;
    if (!best || s.mean < best->second.mean) best = {level, s};
  }
  return best;
}

std::size_t levels_in(const Matches& matches) {
  std::size_t count = 0;
  if (matches.settings.empty()) return 0;
  for (std::size_t level = 0; level < matches.settings.front().size(); ++level) {
    count += std::any_of(matches.settings.begin(), matches.settings.end(),
                         [&](const auto& setting) { return setting[level].has_value(); });
  }
  return count;
}

bool say_nearly_best(const Question& question, const Scope& scope, std::vector<Finding>& found) {
  const auto matches = question.matches(scope);
  constexpr std::size_t enough_levels = 3;
  const auto best = nearest(question, scope, matches);
  if (!best || levels_in(matches) < enough_levels) return false;
  const auto& [level, s] = *best;
  const auto name = level_words(question.factor, level);
  const auto what = metric_words(question.metric);
  const auto where = scope.words("on every");
  std::string text;
  for (const double percent : {0.0, 2.0, 5.0, 10.0}) {
    if (s.worst > 1 + percent / 100 + 1e-9) continue;
    text = percent == 0 ? fmt::format("{} is the best in {}{}.", name, what, where)
                        : fmt::format("{} is within {:.0f} % of the best in {}{}.", name, percent,
                                      what, where);
    break;
  }
  if (text.empty()) return false;
  const auto lost = lost_among(question.study, [&](std::size_t c) { return scope.has(c); });
  found.push_back(
      {text,
       fmt::format("in all {}; none is better in {}", count_words(s.settings, "setting"), s.best) +
           lost_words(lost),
       question.metric, question.factor.name});
  return true;
}

/// The ratio at the smallest and the largest number of PEs, where it changes by a fifth or more.
std::string by_size(const Question& question, const Scope& scope, std::size_t over,
                    std::size_t under) {
  const auto* pes = question.study.factors.find("pes");
  if (pes == nullptr || pes == &question.factor) return {};
  std::vector<std::string> ends;
  std::vector<double> ratios;
  for (std::size_t level = 0; level < pes->levels.size(); ++level) {
    const auto matches = match(
        question.study.cases, question.study.metric(question.metric), question.factor,
        question.blocks, [&](std::size_t c) { return scope.has(c) && pes->codes[c] == level; });
    const auto ratio = compare(matches, over, under);
    if (!ratio) continue;
    ratios.push_back(ratio->mean);
    ends.push_back(fmt::format("{} at {} PEs", ratio_words(question.minimise, ratio->mean),
                               pes->levels[level]));
  }
  if (ratios.size() < 2) return {};
  const double change = ratios.back() / ratios.front();
  constexpr double worth_saying = 1.2;
  if (change < worth_saying && change > 1 / worth_saying) return {};
  return fmt::format("; {}, {}", ends.front(), ends.back());
}

/// Words about failed settings, which a comparison of the others would hide.
std::string where_both(const Question& question, const Scope& scope,
                       const std::vector<std::size_t>& levels) {
  std::string text;
  for (const auto level : levels) {
    const auto lost = lost_of(question, scope, level);
    if (lost.lost == 0) continue;
    text += fmt::format("{}{} does not in {} of {}", text.empty() ? "" : ", ",
                        level_words(question.factor, level), lost.lost,
                        count_words(lost.all, "setting"));
  }
  return text.empty() ? "" : ", where both reach the goal (" + text + ")";
}

void say_ratio(const Question& question, const Scope& scope, std::size_t better, std::size_t worse,
               const Matches& matches, std::vector<Finding>& found) {
  const auto over = question.minimise ? worse : better;
  const auto under = question.minimise ? better : worse;
  const auto ratio = compare(matches, over, under);
  if (!ratio || ratio->low <= 1 || 2 * ratio->greater <= ratio->pairs) return;
  constexpr double nearly_all = 0.95;
  const bool rarely_else =
      static_cast<double>(ratio->greater) >= nearly_all * static_cast<double>(ratio->pairs);
  const auto name = [&](std::size_t level) { return level_words(question.factor, level); };
  const auto share = [&](double of) { return ratio_words(question.minimise, of); };
  found.push_back(
      {fmt::format("{}{}{}{}.", rarely_else ? "" : "On average ",
                   comparison_words(question.metric, question.minimise, name(better), name(worse),
                                    ratio->mean),
                   scope.words("on"), where_both(question, scope, {under, over})),
       fmt::format("geometric mean over {} that differ in nothing else: {}, 95 % interval {} to "
                   "{}; better in {}{}",
                   count_words(ratio->pairs, "pair"), share(ratio->mean),
                   share(question.minimise ? ratio->high : ratio->low),
                   share(question.minimise ? ratio->low : ratio->high), ratio->greater,
                   by_size(question, scope, over, under)),
       question.metric, question.factor.name});
}

/// Levels that are in most settings, from the one nearest to the best of each.
std::vector<std::size_t> ranked(const Question& question, const Matches& matches) {
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t level = 0; level < question.factor.levels.size(); ++level) {
    const auto s = standing(matches, level, question.minimise);
    if (s.settings >= least_settings && 2 * s.settings >= matches.settings.size()) {
      order.emplace_back(s.mean, level);
    }
  }
  std::sort(order.begin(), order.end());
  std::vector<std::size_t> levels;
  levels.reserve(order.size());
  for (const auto& [mean, level] : order) levels.push_back(level);
  return levels;
}

void say_best_of_two(const Question& question, const Scope& scope, std::vector<Finding>& found) {
  const auto matches = question.matches(scope);
  const auto levels = ranked(question, matches);
  if (levels.size() > 1) say_ratio(question, scope, levels[0], levels[1], matches, found);
}

/// Best against second, and against worst.
void say_ratios(const Question& question, const Scope& scope, std::vector<Finding>& found) {
  const auto matches = question.matches(scope);
  const auto levels = ranked(question, matches);
  if (levels.size() > 1) say_ratio(question, scope, levels[0], levels[1], matches, found);
  if (levels.size() > 2) say_ratio(question, scope, levels[0], levels.back(), matches, found);
}

}  // namespace

void find_best(const Study& study, const std::string& metric, const Factor& factor,
               std::vector<Finding>& found) {
  const Question question{study, metric, factor, study.factors.blocks({&factor}),
                          study.minimise(metric)};
  const bool is_settled = say_nearly_best(question, {}, found);
  say_ratios(question, {}, found);
  const auto& objectives = study.campaign.objectives;
  const bool is_wanted = std::any_of(objectives.begin(), objectives.end(),
                                     [&](const Objective& o) { return o.metric == metric; });
  const auto* family = study.factors.find("family");
  if (!is_wanted || family == nullptr || family == &factor || factor.name == "fabric") return;
  for (std::size_t level = 0; level < family->levels.size(); ++level) {
    const Scope scope{family, level};
    if (!is_settled) say_nearly_best(question, scope, found);
    say_best_of_two(question, scope, found);
  }
}

}  // namespace isobar
