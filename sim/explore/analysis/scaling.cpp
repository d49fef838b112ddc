// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/analysis/scaling.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "sim/explore/analysis/adjusted_means.h"

namespace isobar {
namespace {

bool grows(const std::string& metric) {
  constexpr const char* given[] = {"pes", "reached", "mhz", "final_max", "final_min"};
  return std::find(std::begin(given), std::end(given), metric) == std::end(given);
}

/// The mean at each size, adjusted as if each size had been run in all blocks.
std::vector<std::pair<double, double>> means_by_size(const std::vector<PowerPoint>& points) {
  std::map<double, std::size_t> sizes;
  for (const auto& p : points) sizes.emplace(p.x, 0);
  std::size_t next = 0;
  for (auto& [size, number] : sizes) number = next++;
  std::vector<Observation> observations;
  observations.reserve(points.size());
  for (const auto& p : points) observations.push_back({std::log(p.y), sizes.at(p.x), p.block});
  const auto means = adjusted_means(observations, sizes.size());
  std::vector<std::pair<double, double>> shown;
  for (const auto& [size, number] : sizes) {
    const double mean = means.treatments[number].mean;
    if (!std::isnan(mean)) shown.emplace_back(size, std::exp(mean));
  }
  return shown;
}

}  // namespace

std::vector<Scaling> scalings(const Campaign& campaign, const Cases& cases,
                              const Factors& factors) {
  std::vector<Scaling> all;
  const auto* size_metric = campaign.metric("pes");
  const auto* size = factors.find("pes");
  if (size_metric == nullptr || size == nullptr) return all;
  const auto pes = static_cast<std::size_t>(size_metric - campaign.metrics.data());
  const auto* scheme = factors.find("scheme");
  const auto* family = factors.find("family");
  std::vector<const Factor*> free = {size};
  if (const auto* fabric = factors.find("fabric")) free.push_back(fabric);
  const auto blocks = factors.blocks(free);
  for (std::size_t m = 0; m < campaign.metrics.size(); ++m) {
    if (!cases.positive[m] || !grows(campaign.metrics[m].about.name)) continue;
    std::map<std::pair<std::size_t, std::size_t>, std::vector<PowerPoint>> groups;
    for (std::size_t c = 0; c < cases.size(); ++c) {
      const double x = cases.values[pes][c];
      const double y = cases.values[m][c];
      if (!cases.complete(c) || !(x > 0) || !(y > 0)) continue;
      groups[{family ? family->codes[c] : 0, scheme ? scheme->codes[c] : 0}].push_back(
          {x, y, blocks[c]});
    }
    for (const auto& [group, points] : groups) {
      const auto law = fit_power_law(points);
      if (law) all.push_back({m, group.second, group.first, *law, means_by_size(points)});
    }
  }
  return all;
}

}  // namespace isobar
