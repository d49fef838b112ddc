// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "sim/explore/analysis/factors.h"
#include "sim/fits/fit.h"

namespace isobar {

/// A metric against the number of PEs for one scheme on one family of fabrics.
struct Scaling {
  std::size_t metric = 0;  ///< index into Campaign::metrics
  std::size_t scheme = 0;  ///< level of the factor `scheme`; 0 where it is not varied
  std::size_t family = 0;  ///< level of the factor `family`; 0 where it is not varied
  PowerLaw law;            ///< settings that are equal in all but the fabric are its blocks
  /// Sizes, ascending, each with the metric's geometric mean, adjusted for blocks that lack some.
  std::vector<std::pair<double, double>> points;
};

/// The scalings of positive metrics over complete cases, each over at least three sizes.
std::vector<Scaling> scalings(const Campaign& campaign, const Cases& cases, const Factors& factors);

}  // namespace isobar
