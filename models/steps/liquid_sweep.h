// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/steps/liquid_pass.h"
#include "models/steps/liquid_rows.h"
#include "models/steps/liquid_shape.h"
#include "models/steps/plane.h"

namespace isobar {

/// The first phases of a step on a block that contains all their rings, in one pass over the block:
/// each phase follows the one before as soon as its rows are ready.
template <class L>
class LiquidSweep {
 public:
  /// A sweep of the phases 0 … `phases` − 1.
  LiquidSweep(const LiquidShape& shape, const LiquidRows<L>& rows, std::size_t phases);

  /// Sweeps over a block of shape.block[phases − 1] PEs; `from` and `to` do not overlap. The new
  /// loads are joined to `extremes` unless it is null.
  void run(const L* from, L* to, const PhaseCounters& phase_counters,
           Extremes<L>* extremes = nullptr) {
    level(phases_, from, to, phase_counters, extremes);
  }
  /// From now on the loads after every phase raise those at `deepest`, where the fabric's first PE
  /// has its own; all blocks but the first are to be named by their counters.
  void keep_deepest(L* deepest) { deepest_ = deepest; }

 private:
  void level(std::size_t phases, const L* from, L* to, const PhaseCounters& phase_counters,
             Extremes<L>* extremes);
  void base(const L* from, L* to, const PhaseCounters& phase_counters);
  void rings(std::size_t phase, const L* from, L* to, std::size_t n,
             const PhaseCounters& phase_counters);
  void deepen(const L* loads, std::size_t n, const PhaseCounters& place) const {
    if (deepest_ != nullptr) rows_.deepen(loads, n, deepest_ + place.first);
  }
  void span(std::size_t phase, const L* ring, L* to, std::size_t first, std::size_t last,
            RowCounters counters, Extremes<L>* extremes) const;

  const LiquidShape& shape_;
  LiquidRows<L> rows_;
  std::size_t phases_;
  std::size_t base_;  ///< the number of phases that go over a whole block, one by one
  Plane<L> spare_;    ///< a second copy of a block of `base_` phases
  Plane<L> scratch_;  ///< for short rings in such a block
  L* deepest_ = nullptr;
  std::vector<Plane<L>> middle_;  ///< by phase from `base_` on: a block before that phase
};

}  // namespace isobar
