// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
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
struct LoadTally {
  Load sum = 0;
  Load least = 0;
  Load greatest = 0;
  std::int64_t count = 0;

  void add(Load load);
  void add(const LoadTally& other);
  double mean() const { return static_cast<double>(sum) / static_cast<double>(count); }
};

/// Runs of the application phases with the section's parameters, under the algorithm in an ideal
/// network.
struct PhasesSetting {
  std::string parameters;  ///< of the scheme: `delta=1,f=1.1,C=4`
  int runs = 100;          ///< each with a seed of its own for the scheme
  /// The seed of the first run's load; without one the run's own seed.
  std::optional<int> pattern = {};
  /// So many runs, one after the other, have one load; 0: all.
  int repeats = 0;
};

struct PhasesRuns {
  std::vector<std::vector<LoadTally>> loads;  ///< by step 0 … 500, by processor
  /// By step 0 … 499, by processor: the fewest balancing operations that it had begun until then in
  /// any run (its local time in Section 4).
  std::vector<std::vector<std::int64_t>> local_times;
  /// The scheme's statistics, per processor, by run.
  std::vector<std::pair<std::string, std::vector<double>>> counts;

  LoadTally at(std::int64_t step) const;  ///< over all processors
  /// The least and the greatest of the processors' expected loads.
  std::pair<double, double> extreme_means(std::int64_t step) const;
  /// The difference of the greatest and the least load of any processor in any run, averaged over
  /// all steps.
  double spread() const;
  /// The greatest distance of a load of any processor in any run from the mean of all, averaged
  /// over all steps.
  double deviation() const;
  const std::vector<double>& count_by_run(const std::string& name) const;
  double count(const std::string& name) const;  ///< the mean over runs
};
PhasesRuns phases_runs(const Lab& lab, const PhasesSetting& setting);

/// What the loads of a pattern are if nothing is ever balanced, in the same shape.
PhasesRuns unbalanced_phases(int pattern);

}  // namespace isobar
