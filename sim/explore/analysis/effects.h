// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/explore/analysis/factors.h"

namespace isobar {

/// A metric at one level of a factor, or at one pair of levels of two.
struct LevelMean {
  double mean = 0;  ///< NaN if nothing is known of it
  double low = 0;   ///< the 95 % confidence interval of its distance from the other levels; or NaN
  double high = 0;
  std::size_t cases = 0;
  std::size_t group = 0;  ///< only levels of one group are compared with each other
};

/// What one factor, or two together, do to a metric: geometric means where the metric is positive.
struct Effect {
  std::size_t metric = 0;  ///< index into Campaign::metrics
  std::size_t factor = 0;  ///< index into Factors::all()
  std::size_t second = 0;  ///< index into Factors::all(); the same as `factor` for a main effect
  /// Whether only cases that are equal in everything else are compared; where the design has too
  /// few of those, all cases are, and their other differences are among the noise.
  bool matched = true;
  std::size_t blocks = 0;  ///< sets of cases that are equal in everything else
  /// For a main effect the largest mean over the smallest (their difference if the metric is not
  /// positive); for two factors the part of the variance that is their interaction.
  double size = 0;
  std::vector<LevelMean>
      levels;  ///< for two factors by level · (levels of the second) + level of the second
};

/// The effects of every factor over complete cases. A metric that does not vary has none.
std::vector<Effect> main_effects(const Campaign& campaign, const Cases& cases,
                                 const Factors& factors);

/// The interactions of every pair of factors with at most 150 pairs of levels.
std::vector<Effect> interactions(const Campaign& campaign, const Cases& cases,
                                 const Factors& factors);

}  // namespace isobar
