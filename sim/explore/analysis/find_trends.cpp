// SPDX-License-Identifier: Apache-2.0
// Findings about numbers: what a rise does, and how things grow with the number of PEs.
#include <fmt/format.h>

#include <algorithm>

#include "sim/explore/analysis/finding_parts.h"
#include "sim/explore/analysis/words.h"

namespace isobar {
namespace {

std::string exponent_words(const PowerLaw& law) {
  return fmt::format("P^{:.2f}{}", law.b, law.bent ? " on average (the slope changes)" : "");
}

std::string interval_words(const PowerLaw& law, const std::string& name) {
  return fmt::format("{}: 95 % interval {:.2f} to {:.2f}, {}", name, law.b_low, law.b_high,
                     count_words(law.sizes, "size"));
}

}  // namespace

void find_trend(const Study& study, const std::string& metric, const Factor& factor,
                std::vector<Finding>& found) {
  const auto at =
      std::find_if(study.effects.begin(), study.effects.end(), [&](const Effect& effect) {
        return &study.factors.all()[effect.factor] == &factor &&
               study.campaign.metrics[effect.metric].about.name == metric;
      });
  if (at == study.effects.end() || !at->matched) return;
  std::vector<std::size_t> known;
  for (std::size_t level = 0; level < at->levels.size(); ++level) {
    if (at->levels[level].group == at->levels.front().group && at->levels[level].cases > 0) {
      known.push_back(level);
    }
  }
  constexpr std::size_t least_blocks = 5;
  if (known.size() < 2 || at->blocks < least_blocks) return;
  const auto& first = at->levels[known.front()];
  const auto& last = at->levels[known.back()];
  const bool falls = last.mean < first.mean;
  const double ratio = falls ? first.mean / last.mean : last.mean / first.mean;
  const bool apart = falls ? last.high < first.low : first.high < last.low;
  constexpr double worth_saying = 1.02;
  if (!apart || ratio < worth_saying) return;
  const auto name = [&](std::size_t level) { return factor.levels[level]; };
  auto text = fmt::format("From {} {} to {}, {} {} to {}", factor_words(factor.name),
                          name(known.front()), name(known.back()), metric_words(metric),
                          falls ? "falls" : "grows", ratio_words(falls, ratio));
  // From where on all further levels are within a twentieth of the last.
  constexpr double little = 1.05;
  auto flat = known.size() - 1;
  while (flat > 0) {
    const double rest = at->levels[known[flat - 1]].mean / last.mean;
    if (rest > little || rest < 1 / little) break;
    --flat;
  }
  if (flat + 1 < known.size()) {
    text += fmt::format("; beyond {} it changes by less than 5 %", name(known[flat]));
  }
  found.push_back({text + ".",
                   fmt::format("geometric means over {} of settings that differ in nothing else{}",
                               count_words(at->blocks, "set"), lost_words(lost_among(study))),
                   metric, factor.name});
}

void find_scaling(const Study& study, const std::string& metric, std::vector<Finding>& found) {
  const auto m = study.metric(metric);
  const auto* scheme = study.factors.find("scheme");
  const auto* family = study.factors.find("family");
  const auto families = family ? family->levels.size() : 1;
  for (std::size_t level = 0; level < families; ++level) {
    std::vector<const Scaling*> laws;
    for (const auto& scaling : study.scalings) {
      if (scaling.metric == m && scaling.family == level) laws.push_back(&scaling);
    }
    if (laws.empty()) continue;
    const auto ends = std::minmax_element(
        laws.begin(), laws.end(), [](const auto* a, const auto* b) { return a->law.b < b->law.b; });
    const Scaling& least = **ends.first;
    const Scaling& most = **ends.second;
    const auto name = [&](const Scaling& s) {
      return scheme ? level_words(*scheme, s.scheme) : std::string("the fit");
    };
    const auto where = family ? "On " + level_words(*family, level) + " " : std::string();
    auto text =
        fmt::format("{}{} grows as {}", where, metric_words(metric), exponent_words(least.law));
    if (scheme) text += " with " + name(least);
    auto basis = interval_words(least.law, name(least));
    if (&most != &least && least.law.b_high < most.law.b_low) {
      text += fmt::format(", as {} with {}", exponent_words(most.law), name(most));
      basis += "; " + interval_words(most.law, name(most));
    }
    basis += lost_words(lost_among(study, [&](std::size_t c) {
      const auto is_of = [&](const Scaling& s) {
        return scheme == nullptr || scheme->codes[c] == s.scheme;
      };
      return (family == nullptr || family->codes[c] == level) && (is_of(least) || is_of(most));
    }));
    found.push_back({text + ".", basis, metric, "pes"});
  }
}

}  // namespace isobar
