// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "models/fabric/fabric.h"
#include "tb/mutants/noisy_line.h"
#include "tb/mutants/stealing_habits.h"
#include "tb/mutants/way_stops.h"

namespace isobar {

/// Who is around a PE of work stealing in noise: all that comes to it over its links.
class NoisySurroundings {
 public:
  virtual ~NoisySurroundings() = default;

  /// What is on the line of a port in this cycle; -1: nothing.
  virtual std::int64_t speak(std::size_t port, Random& random, const StealingHabits& habits,
                             Cycle now) = 0;
  /// Who speaks at a port, and so whether a message has just ended there.
  virtual const NoisySpeaker& speaker(std::size_t port) const = 0;
  /// What the PE says by a port in this cycle.
  virtual void hear(std::size_t port, bool valid, std::uint64_t bits) = 0;
  /// The buffers that become free in this cycle at the far ends of the PE's links, in the bits of
  /// its `release_i`. It is called once a cycle, after speak() of all ports.
  virtual std::uint64_t release(Random& /*random*/, const StealingHabits& /*habits*/) { return 0; }
  /// Takes the PE's `release_o`, which says which of its own buffers become free.
  virtual void hear_release(std::uint64_t /*released*/) {}
};

/// Neighbours of a PE that has messages for neighbours alone.
std::unique_ptr<NoisySurroundings> noisy_neighbours(const RtlParameters& parameters);

/// All other PEs of a fabric, around PE `own`, over which messages go; `stops` are way_stops() of
/// it.
std::unique_ptr<NoisySurroundings> noisy_network(const RtlParameters& parameters,
                                                 const Fabric& fabric, Node own,
                                                 const std::vector<WayStop>& stops);

}  // namespace isobar
