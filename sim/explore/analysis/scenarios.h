// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/explore/analysis/factors.h"

namespace isobar {

/// What is asked of a machine, apart from what is chosen for it. Cases of one scenario agree in all
/// keys that are given; cases of one candidate agree in all that are chosen.
struct Scenarios {
  std::vector<std::string> keys;          ///< the given keys, varied or not
  std::vector<std::string> titles;        ///< by scenario: `torus:8x8, spike:5`
  std::vector<std::string> candidates;    ///< by candidate, its title: `Liquid C5, 1Gb/s`
  std::vector<std::size_t> of;            ///< by case: its scenario
  std::vector<std::size_t> candidate_of;  ///< by case: its candidate

  std::size_t size() const { return titles.size(); }
  /// Whether the levels of a factor are scenarios and are not set against each other.
  bool is_given(const Factor& factor) const;
};

/// A key with one value in each scenario, as the bandwidth that equal total bandwidth leaves a
/// link, is neither chosen nor given, but follows.
Scenarios gather_scenarios(const Campaign& campaign, const Cases& cases);

/// Candidates against each other over all scenarios that they share.
struct OverScenarios {
  std::vector<std::size_t> scenarios;   ///< the shared ones; fewer than two: nothing is compared
  std::vector<std::size_t> candidates;  ///< those that got there in all of them
  std::vector<std::size_t> cases;       ///< of each, its case in the first of them
  std::size_t lost = 0;  ///< others that were run in all, and did not get there in all
  /// By metric, then as `candidates`: how many times the best of its scenario it is, at least 1,
  /// as the geometric mean over the scenarios and in the worst; smaller is better. A metric that is
  /// not positive has no such ratio: then it is its mean and its worst value, to be minimised or
  /// maximised as ever.
  std::vector<std::vector<double>> mean;
  std::vector<std::vector<double>> worst;
};

/// `minimise`: by metric.
OverScenarios compare_over(const Scenarios& scenarios, const Cases& cases,
                           const std::vector<bool>& minimise);

}  // namespace isobar
