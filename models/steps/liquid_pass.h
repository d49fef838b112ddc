// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <gsl/span>

#include "models/steps/liquid_rows.h"

namespace isobar {

/// How far a PE's load after a phase reaches back: its predecessors and successors in the ring.
struct Reach {
  explicit Reach(Condition condition)
      : below(hears_predecessor(condition) ? 2 : 1), above(hears_successor(condition) ? 1 : 0) {}

  std::ptrdiff_t below;
  std::ptrdiff_t above;
};

/// Counts of what PEs sent, by phase, from some PE on.
struct Tallies {
  gsl::span<const Counters> by_phase;  ///< of the fabric's first PE; empty: nothing is counted
  std::size_t first = 0;               ///< the PE where a block begins

  Counters of(std::size_t phase) const {
    return by_phase.empty() ? Counters{} : by_phase[phase].at(first);
  }
  Tallies at(std::size_t offset) const { return {by_phase, first + offset}; }
};

/// One pass over memory, by several threads, each with its part of the outermost rings.
template <class L>
struct Pass {
  const L* from;
  L* to;  ///< may be `from` if the pass is one step
  std::size_t steps;
  Tallies link_counters;            ///< in the outermost dimension of its first row only
  gsl::span<Extremes<L>> extremes;  ///< by step: widened by the part's new loads
};

}  // namespace isobar
