// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/analysis/effects.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/explore/analysis/adjusted_means.h"

namespace isobar {
namespace {

/// Whether a metric describes the fabric, and not what happens on it.
bool is_shape(const std::string& metric) {
  constexpr const char* shape[] = {"pes", "links", "degree", "dimensions", "diameter", "reached"};
  return std::find(std::begin(shape), std::end(shape), metric) != std::end(shape);
}

struct Sample {
  std::vector<Observation> observations;
  bool varies = false;
};

Sample sample(const Cases& cases, std::size_t metric, const std::vector<std::size_t>& treatments,
              const std::vector<std::size_t>& blocks) {
  Sample sample;
  for (std::size_t c = 0; c < cases.size(); ++c) {
    const double value = cases.values[metric][c];
    if (!cases.complete(c) || std::isnan(value)) continue;
    sample.observations.push_back(
        {cases.positive[metric] ? std::log(value) : value, treatments[c], blocks[c]});
    sample.varies =
        sample.varies || sample.observations.back().value != sample.observations.front().value;
  }
  return sample;
}

/// Whether both factors describe the fabric, so that one entails the other.
bool is_nested(const Factor& a, const Factor& b) {
  const auto is_of_fabric = [](const Factor& f) { return f.name == "family" || f.name == "pes"; };
  return (a.name == "fabric" && is_of_fabric(b)) || (b.name == "fabric" && is_of_fabric(a));
}

/// Matched where half of the cases have a match, or a tenth of them in five sets or more.
AdjustedMeans compare(Sample sample, std::size_t treatments, bool& matched) {
  constexpr std::size_t enough_blocks = 5;
  constexpr std::size_t some = 10;
  auto result = adjusted_means(sample.observations, treatments);
  const auto all = sample.observations.size();
  matched = 2 * result.observations >= all ||
            (result.blocks >= enough_blocks && some * result.observations >= all);
  if (matched) return result;
  for (auto& o : sample.observations) o.block = 0;
  return adjusted_means(sample.observations, treatments);
}

std::vector<LevelMean> level_means(const AdjustedMeans& means, bool positive) {
  std::vector<LevelMean> levels;
  for (const auto& t : means.treatments) {
    const auto shown = [&](double value) { return positive ? std::exp(value) : value; };
    levels.push_back(
        {shown(t.mean), shown(t.mean - t.reach), shown(t.mean + t.reach), t.observations, t.group});
  }
  return levels;
}

/// The largest mean over the smallest (or their difference) among levels that are compared.
double span(const std::vector<LevelMean>& levels, bool positive) {
  double widest = positive ? 1 : 0;
  for (const auto& a : levels) {
    for (const auto& b : levels) {
      if (a.group != b.group || std::isnan(a.mean) || std::isnan(b.mean)) continue;
      widest = std::max(widest, positive ? a.mean / b.mean : a.mean - b.mean);
    }
  }
  return widest;
}

}  // namespace

std::vector<Effect> main_effects(const Campaign& campaign, const Cases& cases,
                                 const Factors& factors) {
  std::vector<Effect> effects;
  for (std::size_t f = 0; f < factors.all().size(); ++f) {
    const auto& factor = factors.all()[f];
    const auto blocks = factors.blocks({&factor});
    for (std::size_t m = 0; m < campaign.metrics.size(); ++m) {
      if (is_shape(campaign.metrics[m].about.name)) continue;
      auto observed = sample(cases, m, factor.codes, blocks);
      if (!observed.varies) continue;
      Effect effect;
      effect.metric = m;
      effect.factor = effect.second = f;
      const auto means = compare(std::move(observed), factor.levels.size(), effect.matched);
      if (means.blocks == 0) continue;
      effect.blocks = means.blocks;
      effect.levels = level_means(means, cases.positive[m]);
      effect.size = span(effect.levels, cases.positive[m]);
      effects.push_back(std::move(effect));
    }
  }
  return effects;
}

std::vector<Effect> interactions(const Campaign& campaign, const Cases& cases,
                                 const Factors& factors) {
  constexpr std::size_t most_cells = 150;
  std::vector<Effect> effects;
  const auto& all = factors.all();
  for (std::size_t f = 0; f < all.size(); ++f) {
    for (std::size_t g = f + 1; g < all.size(); ++g) {
      const auto columns = all[g].levels.size();
      const auto cells = all[f].levels.size() * columns;
      if (cells > most_cells || is_nested(all[f], all[g])) continue;
      const auto blocks = factors.blocks({&all[f], &all[g]});
      std::vector<std::size_t> treatments;
      for (std::size_t c = 0; c < cases.size(); ++c) {
        treatments.push_back(all[f].codes[c] * columns + all[g].codes[c]);
      }
      for (std::size_t m = 0; m < campaign.metrics.size(); ++m) {
        if (is_shape(campaign.metrics[m].about.name)) continue;
        auto observed = sample(cases, m, treatments, blocks);
        if (!observed.varies) continue;
        Effect effect;
        effect.metric = m;
        effect.factor = f;
        effect.second = g;
        const auto means = compare(std::move(observed), cells, effect.matched);
        if (means.blocks == 0) continue;
        effect.blocks = means.blocks;
        effect.levels = level_means(means, cases.positive[m]);
        effect.size = interaction_share(means, columns);
        effects.push_back(std::move(effect));
      }
    }
  }
  return effects;
}

}  // namespace isobar
