// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/analysis/matches.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "sim/fits/fit.h"

namespace isobar {

Matches match(const Cases& cases, std::size_t metric, const Factor& factor,
              const std::vector<std::size_t>& blocks,
              const std::function<bool(std::size_t c)>& keep) {
  struct Mean {
    double sum = 0;  // of logarithms
    double count = 0;
  };
  std::map<std::size_t, std::map<std::size_t, Mean>> settings;
  for (std::size_t c = 0; c < cases.size(); ++c) {
    const double value = cases.values[metric][c];
    if (!cases.complete(c) || !(value > 0) || !keep(c)) continue;
    auto& mean = settings[blocks[c]][factor.codes[c]];
    mean.sum += std::log(value);
    ++mean.count;
  }
  Matches matches;
  for (const auto& [block, levels] : settings) {
    if (levels.size() < 2) continue;
    auto& setting = matches.settings.emplace_back(factor.levels.size());
    for (const auto& [level, mean] : levels) setting[level] = std::exp(mean.sum / mean.count);
  }
  return matches;
}

std::optional<Ratio> compare(const Matches& matches, std::size_t over, std::size_t under) {
  constexpr std::size_t least_pairs = 5;
  std::vector<double> logs;
  Ratio ratio;
  for (const auto& setting : matches.settings) {
    if (!setting[over] || !setting[under]) continue;
    logs.push_back(std::log(*setting[over] / *setting[under]));
    if (*setting[over] > *setting[under]) ++ratio.greater;
  }
  ratio.pairs = logs.size();
  if (ratio.pairs < least_pairs) return std::nullopt;
  const auto n = static_cast<double>(logs.size());
  double mean = 0;
  for (const double x : logs) mean += x / n;
  double squares = 0;
  for (const double x : logs) squares += (x - mean) * (x - mean);
  const double reach = confidence_reach(static_cast<std::int64_t>(logs.size()) - 1) *
                       std::sqrt(squares / (n - 1) / n);
  ratio.mean = std::exp(mean);
  ratio.low = std::exp(mean - reach);
  ratio.high = std::exp(mean + reach);
  return ratio;
}

Standing standing(const Matches& matches, std::size_t level, bool minimise) {
  // Equal means that were computed from logarithms may differ in the last place.
  constexpr double equal = 1 + 1e-12;
  Standing result;
  double logs = 0;
  for (const auto& setting : matches.settings) {
    if (!setting[level]) continue;
    double worst = 1;
    for (const auto& other : setting) {
      if (other)
        worst = std::max(worst, minimise ? *setting[level] / *other : *other / *setting[level]);
    }
    ++result.settings;
    if (worst <= equal) ++result.best;
    result.worst = std::max(result.worst, worst);
    logs += std::log(worst);
  }
  if (result.settings > 0) result.mean = std::exp(logs / static_cast<double>(result.settings));
  return result;
}

}  // namespace isobar
