// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/analysis/hhc_formulas.h"
#include "sim/reproduce/lab.h"

namespace isobar {

/// The largest differences between loads that were seen.
struct HhcSpread {
  Load triangle = 0;  ///< in a triangle, after the triangles' stage
  Load pair = 0;      ///< between a pair's PEs, after its stage
  Load cell = 0;      ///< in a cell, after the pairs across its triangles
  Load cube = 0;      ///< between the PEs of one place in all cells, at the end
  Load fabric = 0;    ///< at the end
  std::int64_t runs = 0;

  void add(const HhcSpread& other);
};

/// The largest over random loads of up to 8, 1,000 and 100,000 tasks, `seeds` of each.
HhcSpread hhc_largest_spread(const Lab& lab, HhcAlgorithm algorithm, unsigned dh,
                             std::int64_t seeds);

}  // namespace isobar
