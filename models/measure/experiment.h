// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/link/timing.h"
#include "models/schemes/synchronous.h"

namespace isobar {

/// When a run is done.
struct Goal {
  enum class Kind : std::uint8_t { balanced, shared, steps, cycles };
  Kind kind = Kind::balanced;
  std::int64_t count = 0;  ///< of steps or cycles
};

/// One experiment, wholly resolved: what every level needs, and no more.
struct Experiment {
  /// With default links everywhere, and a tolerance of D.
  explicit Experiment(Fabric which);

  Fabric fabric;
  Rational clock = 250'000'000;       ///< PE clock cycles per second
  std::vector<LinkTiming> links;      ///< by dimension − 1
  std::vector<Rational> link_energy;  ///< likewise: picojoules per bit on the wire
  std::int64_t task_bits = 64;
  std::int64_t load_bits = 16;
  Load queue_depth = 0;  ///< Q: tasks that a PE's queue can hold
  std::shared_ptr<const SynchronousScheme> scheme;
  std::vector<Load> loads;  ///< initial, by node; at most Q − 1 each
  Load tolerance = 0;       ///< balanced: max − min ≤ tolerance
  Goal goal;
  std::int64_t max_steps = 0;  ///< a run ends here, goal or no goal

  const LinkTiming& link_of_port(unsigned port) const {
    return links[fabric.ports()[port].dimension - 1];
  }
};

/// Q where none is given: the smallest power of two above the total load, at least 2.
Load default_queue_depth(const std::vector<Load>& loads);
/// Bits of a word where none are given: 16, or as many as the depth needs, 2^bits > depth.
std::int64_t default_load_bits(Load queue_depth);
/// Step limit where none is given: Theorem 3's bound with one more for the time to share,
/// (L_diff + 1)·ΣK, and at least 1000 (Henrich, Section 4, for C5; docs/time.md).
std::int64_t default_max_steps(const Fabric& fabric, const std::vector<Load>& loads);

/// How the cycles of one phase are spent.
struct Slot {
  Cycle words = 0;      ///< until the words can be used: N(bits) + λ of the slowest
  Cycle decision = 0;   ///< from there to the first cycle of the transfers
  Cycle transfers = 0;  ///< until the slowest has landed: N(bits) + λ
  Cycle barrier = 0;

  Cycle total() const { return words + decision + transfers + barrier; }
};

/// The fixed slot of a shift phase: one word and one task on every link, moved or not.
Slot shift_slot(const Experiment& experiment, const Phase& phase);

}  // namespace isobar
