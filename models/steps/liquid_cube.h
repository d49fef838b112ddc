// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gsl/span>
#include <vector>

#include "models/steps/liquid_pass.h"
#include "models/steps/liquid_rows.h"
#include "models/steps/liquid_shape.h"
#include "models/steps/plane.h"
#include "models/team.h"

namespace isobar {

/// Steps of a fabric that is a cube but for some first rings, in place: a hypercube or an HHC. A
/// block that fits in the first-level cache goes through its own phases at once. Outer dimensions
/// follow as soon as the blocks inside are ready, up to three of them in one pass.
template <class L>
class LiquidCube {
 public:
  /// For a `shape` that is a cube. If there are `deepest` loads, in the order of the fabric's, each
  /// phase raises them.
  LiquidCube(const LiquidShape& shape, const LiquidRows<L>& rows, unsigned threads, L* deepest);

  /// Takes the fabric through a step. The new loads are joined to `extremes`, of which each thread
  /// of the team has one.
  void run(Team& team, L* loads, const PhaseCounters& phase_counters,
           gsl::span<Extremes<L>> extremes);

 private:
  /// Phases that are computed in one pass over a block.
  struct Group {
    std::size_t first;
    std::size_t last;  ///< the last phase and 1
    std::size_t stride;
    std::size_t block;
  };
  struct Place {
    L* loads;
    PhaseCounters phase_counters;
    Place at(std::size_t offset) const { return {loads + offset, phase_counters.at(offset)}; }
  };
  /// What a thread needs beside the loads.
  struct Thread {
    Plane<L> a;
    Plane<L> b;
    Extremes<L>* extremes = nullptr;
  };

  void divide();
  void level(std::size_t number, const Place& place, Thread& thread);
  void inner(const Place& place, Thread& thread);
  void outer(std::size_t number, const Place& place, Columns columns, Thread& thread);
  void pairs(const Group& group, const Place& place, Columns columns);
  void ring(std::size_t phase, const Place& place, Columns columns, Thread& thread);
  void deepen(const Place& place, std::size_t offset, const L* loads, std::size_t n) const;
  std::size_t at_once(std::size_t phase) const;

  const LiquidShape& shape_;
  LiquidRows<L> rows_;
  L* deepest_;
  std::vector<Group> groups_;  ///< by phase: rings, a block's own phases, outer dimensions
  std::size_t inner_ = 0;      ///< the number of the block's
  std::vector<Thread> threads_;
};

}  // namespace isobar
