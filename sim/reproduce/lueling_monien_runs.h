// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "models/measure/result.h"
#include "sim/reproduce/lab.h"

namespace isobar {

/// Section 7 of Lüling and Monien: 64 processors, 500 time steps.
constexpr Node phases_nodes = 64;
constexpr std::int64_t phases_steps = 500;

/// Statistics of loads over several runs.
struct LoadRange {
  Load sum = 0;
  Load least = 0;
  Load greatest = 0;
  std::int64_t count = 0;

  void add(Load load);
  void add(const LoadRange& other);
  double mean() const { return static_cast<double>(sum) / static_cast<double>(count); }
};

/// `runs` of the application phases with the section's parameters, under the algorithm in an ideal
/// network with `parameters` (`delta=1,f=1.1,C=4`), each with a seed of its own.
struct PhasesRuns {
  std::vector<std::vector<LoadRange>> loads;  ///< by step 0 … 500, by processor
  std::vector<std::pair<std::string, double>>
      counts;  ///< the scheme's statistics, per processor and run

  LoadRange at(std::int64_t step) const;  ///< over all processors
  /// The least and the greatest of the processors' expected loads.
  std::pair<double, double> extreme_means(std::int64_t step) const;
  double count(const std::string& name) const;
};
PhasesRuns phases_runs(const Lab& lab, const std::string& parameters, int runs);
/// The runs with C = 4.
PhasesRuns phases_runs(const Lab& lab, int delta, double f, int runs);

}  // namespace isobar
