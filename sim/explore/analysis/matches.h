// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "sim/explore/analysis/factors.h"

namespace isobar {

/// By setting (all but one factor is equal in it): the metric at each level of the factor that was
/// run there, the geometric mean where there are several cases.
struct Matches {
  std::vector<std::vector<std::optional<double>>> settings;  ///< [setting][level]
};

/// The matches among complete cases with a value above 0 that `keep` accepts; settings of a single
/// level are left out.
Matches match(const Cases& cases, std::size_t metric, const Factor& factor,
              const std::vector<std::size_t>& blocks,
              const std::function<bool(std::size_t c)>& keep);

/// One level against another over the settings that have both.
struct Ratio {
  double mean = 0;  ///< geometric, of `over` / `under`
  double low = 0;   ///< its 95 % confidence interval, by a paired t test of the logarithms
  double high = 0;
  std::size_t pairs = 0;
  std::size_t greater = 0;  ///< pairs in which it is above 1
};

/// Nothing for fewer than five pairs.
std::optional<Ratio> compare(const Matches& matches, std::size_t over, std::size_t under);

/// How far a level is from the best of its settings.
struct Standing {
  double worst = 1;          ///< the largest ratio to the best
  double mean = 1;           ///< geometric
  std::size_t settings = 0;  ///< with this level and another
  std::size_t best = 0;      ///< where none is better
};

Standing standing(const Matches& matches, std::size_t level, bool minimise);

}  // namespace isobar
