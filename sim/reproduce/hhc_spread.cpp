// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/hhc_spread.h"

#include <algorithm>
#include <cstdlib>

#include "sim/reproduce/hhc_cases.h"

namespace isobar {
namespace {

using Loads = std::vector<Load>;

/// The largest difference among `count` PEs from `first` on, `stride` apart.
Load difference(const Loads& loads, std::size_t first, std::size_t count, std::size_t stride) {
  Load least = loads[first];
  Load most = loads[first];
  for (std::size_t i = 1; i < count; ++i) {
    least = std::min(least, loads[first + i * stride]);
    most = std::max(most, loads[first + i * stride]);
  }
  return most - least;
}

/// The largest difference in any of the groups that follow each other.
Load difference_in_groups(const Loads& loads, std::size_t size) {
  Load largest = 0;
  for (std::size_t first = 0; first < loads.size(); first += size) {
    largest = std::max(largest, difference(loads, first, size, 1));
  }
  return largest;
}

Load difference_in_pairs(const Loads& loads, std::size_t stride) {
  Load largest = 0;
  for (std::size_t node = 0; node < loads.size(); ++node) {
    if (node / stride % 2 == 1) continue;
    largest = std::max(largest, std::abs(loads[node] - loads[node + stride]));
  }
  return largest;
}

Load difference_in_cubes(const Loads& loads) {
  constexpr std::size_t cell = 6;
  Load largest = 0;
  for (std::size_t place = 0; place < cell; ++place) {
    largest = std::max(largest, difference(loads, place, loads.size() / cell, cell));
  }
  return largest;
}

HhcSpread spread_of(const Lab& lab, const Setup& setup, unsigned dh) {
  constexpr std::size_t triangle = 3;
  const auto experiment = experiment_of(setup);
  const auto pairs = hhc_first_pair(experiment, dh);
  HhcSpread seen;
  const auto result = lab.phases(experiment, [&](const PhaseEntry& entry) {
    const auto& loads = entry.after;
    if (entry.phase + 1 == pairs) seen.triangle = difference_in_groups(loads, triangle);
    if (entry.phase == pairs) seen.cell = difference_in_groups(loads, 2 * triangle);
    if (entry.phase < pairs) return;
    const auto stride = triangle << (entry.phase - pairs);
    seen.pair = std::max(seen.pair, difference_in_pairs(loads, stride));
  });
  seen.cube = difference_in_cubes(result.loads);
  seen.fabric = difference_in_groups(result.loads, result.loads.size());
  seen.runs = 1;
  return seen;
}

}  // namespace

void HhcSpread::add(const HhcSpread& other) {
  triangle = std::max(triangle, other.triangle);
  pair = std::max(pair, other.pair);
  cell = std::max(cell, other.cell);
  cube = std::max(cube, other.cube);
  fabric = std::max(fabric, other.fabric);
  runs += other.runs;
}

HhcSpread hhc_largest_spread(const Lab& lab, HhcAlgorithm algorithm, unsigned dh,
                             std::int64_t seeds) {
  std::vector<HhcSpread> by_seed(static_cast<std::size_t>(seeds));
  lab.each(by_seed.size(), [&](std::size_t i) {
    const auto seed = static_cast<std::int64_t>(i) + 1;
    for (const char* load : {"uniform:0..8", "uniform:0..1000", "uniform:0..100000"}) {
      by_seed[i].add(spread_of(lab, hhc_setup(algorithm, dh, load, seed), dh));
    }
  });
  HhcSpread largest;
  for (const auto& spread : by_seed) largest.add(spread);
  return largest;
}

}  // namespace isobar
