// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <gsl/span>

#include "models/steps/liquid_rows.h"

namespace isobar {

/// How many predecessors and successors in the ring a PE's load after a phase depends on.
struct Reach {
  explicit Reach(Condition condition)
      : below(hears_predecessor(condition) ? 2 : 1), above(hears_successor(condition) ? 1 : 0) {}

  std::ptrdiff_t below;
  std::ptrdiff_t above;
};

/// The counters of transfers, by phase, of the PEs from `first` on.
struct PhaseCounters {
  gsl::span<const RowCounters>
      by_phase;           ///< from the fabric's first PE on; empty: nothing is counted
  std::size_t first = 0;  ///< the PE with which a block begins

  RowCounters of(std::size_t phase) const {
    return by_phase.empty() ? RowCounters{} : by_phase[phase].at(first);
  }
  PhaseCounters at(std::size_t offset) const { return {by_phase, first + offset}; }
};

/// One pass over memory, by several threads, each with its part of the outermost rings.
template <class L>
struct Pass {
  const L* from;
  L* to;  ///< may be `from` if the pass is one step
  std::size_t steps;
  PhaseCounters phase_counters;  ///< in the outermost dimension only the first row is counted
  gsl::span<Extremes<L>>
      extremes;  ///< by step; the new loads of the thread's part are joined to them
};

}  // namespace isobar
