// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/hhc_cases.h"

#include <fmt/format.h>

namespace isobar {

std::string hhc_letter(HhcAlgorithm algorithm) {
  return {"ABC"[static_cast<std::size_t>(algorithm)]};
}

Setup hhc_setup(HhcAlgorithm algorithm, unsigned dh, const std::string& load, std::int64_t seed) {
  const char letter = "abc"[static_cast<std::size_t>(algorithm)];
  return {fmt::format("hhc:{}", dh),
          fmt::format("hhc-{}", letter),
          load,
          {{"until", "steps:1"}, {"seed", fmt::format("{}", seed)}}};
}

std::string hhc_worst_load(HhcAlgorithm algorithm, std::int64_t tasks) {
  return fmt::format("point:{}@{}", tasks, algorithm == HhcAlgorithm::a ? 1 : 0);
}

std::string hhc_worst_load_remark(HhcAlgorithm algorithm) {
  return fmt::format(
      "The worst case of {} is taken as all M tasks on one PE of one cell, {}.",
      hhc_letter(algorithm),
      algorithm == HhcAlgorithm::a ? "a left node (`point:M@1`)" : "a coordinator (`point:M@0`)");
}

std::vector<Load> hhc_loads(const std::array<Load, 3>& triangle, unsigned dh) {
  const std::size_t pes = std::size_t{6} << (dh - 1);
  std::vector<Load> loads;
  for (std::size_t node = 0; node < pes; ++node) {
    loads.push_back(triangle[node % 3] + Load{2} * __builtin_popcountll(node / 3));
  }
  return loads;
}

std::array<Load, 3> hhc_triangle_that_needs_all(HhcAlgorithm algorithm) {
  switch (algorithm) {
    case HhcAlgorithm::a:
      return {8, 4, 0};
    case HhcAlgorithm::b:
      return {6, 0, 0};
    case HhcAlgorithm::c:
      break;
  }
  return {6, 6, 0};
}

Experiment hhc_experiment(HhcAlgorithm algorithm, unsigned dh,
                          const std::array<Load, 3>& triangle) {
  // The point load is larger than the total of the loads, as experiment_of() needs it.
  return experiment_of(hhc_setup(algorithm, dh, "point:20000@0"), hhc_loads(triangle, dh));
}

std::size_t hhc_first_pair(const Experiment& experiment, unsigned dh) {
  return experiment.scheme->phases().size() - dh;
}

double hhc_microseconds(Cycle cycles) {
  constexpr double clock_mhz = 250;
  return static_cast<double>(cycles) / clock_mhz;
}

}  // namespace isobar
