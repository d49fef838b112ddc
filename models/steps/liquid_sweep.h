// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/steps/liquid_pass.h"
#include "models/steps/liquid_rows.h"
#include "models/steps/liquid_shape.h"
#include "models/steps/plane.h"

namespace isobar {

/// The first phases of a step on a block that is closed under them, one pass over the block: each
/// phase follows the one before as soon as its rows are ready.
template <class L>
class LiquidSweep {
 public:
  /// Of the phases 0 … `phases` − 1.
  LiquidSweep(const LiquidShape& shape, const LiquidRows<L>& rows, std::size_t phases);

  /// A block of shape.block[phases − 1] PEs; `from` and `to` do not overlap. Extremes, unless null,
  /// are widened by the new loads.
  void run(const L* from, L* to, const Tallies& link_counters, Extremes<L>* extremes = nullptr) {
    level(phases_, from, to, link_counters, extremes);
  }

 private:
  void level(std::size_t phases, const L* from, L* to, const Tallies& link_counters,
             Extremes<L>* extremes);
  void base(const L* from, L* to, const Tallies& link_counters);
  void rings(std::size_t phase, const L* from, L* to, std::size_t n, const Tallies& link_counters);
  void span(std::size_t phase, const L* ring, L* to, std::size_t first, std::size_t last,
            Counters counters, Extremes<L>* extremes) const;

  const LiquidShape& shape_;
  LiquidRows<L> rows_;
  std::size_t phases_;
  std::size_t base_;              ///< so many phases go over a whole block, one after the other
  Plane<L> spare_;                ///< of a base block
  Plane<L> scratch_;              ///< likewise
  std::vector<Plane<L>> middle_;  ///< by phase above: a block before that phase
};

}  // namespace isobar
