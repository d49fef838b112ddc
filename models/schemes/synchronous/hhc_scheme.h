// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "models/schemes/contract/registry.h"
#include "models/schemes/contract/synchronous.h"
#include "models/schemes/contract/triangle.h"

namespace isobar {

/// What a node gives a neighbour when the two average their loads: the fuller keeps the ceiling,
/// and nothing moves below a difference of 2.
constexpr Load pair_share(Load own, Load other) { return own > other ? (own - other) / 2 : 0; }

/// What the three algorithms of Al-Nsour, Asmaran and Fasha share. A step is one complete run:
/// first every triangle levels itself, each algorithm in its own way (Phase 1, part 1), then pairs
/// average their loads across the two triangles of every Hexa-cell (part 2) and in every dimension
/// between the cells (Phase 2, DEM), one after the other.
class HhcScheme : public SynchronousScheme {
 public:
  const std::vector<Phase>& phases() const final { return phases_; }
  void announce(std::size_t phase, const PeView& self, Words& out) const final;
  void decide(std::size_t phase, const PeView& self, Orders& out) const final;
  bool expects(std::size_t phase, Node node, unsigned port) const final {
    return phase >= first_pair_ || expects_in_triangle(phase, static_cast<Place>(node % 3), port);
  }
  /// No PE of a triangle or of a pair ends with more than the fullest of them had.
  bool never_deepens() const final { return true; }

 protected:
  HhcScheme(const Fabric& fabric, std::int64_t load_bits);

  /// The program: an algorithm's phases in the triangles, then those of the pairs.
  void begin_with(std::vector<Phase> in_triangles);
  virtual void announce_in_triangle(std::size_t phase, const PeView& self, Words& out) const = 0;
  virtual void decide_in_triangle(std::size_t phase, const PeView& self, Orders& out) const = 0;
  /// Whether tasks can come to that place of a triangle by `port`.
  virtual bool expects_in_triangle(std::size_t phase, Place here, unsigned port) const = 0;

  static Place place(const PeView& self) { return static_cast<Place>(self.node % 3); }
  /// The port that leads from one place of a triangle to another.
  unsigned port(Place from, Place to) const;

  std::int64_t load_bits() const { return load_bits_; }
  /// The bits of a word of two loads, and such a word.
  std::int64_t two_loads() const { return 2 * load_bits_; }
  std::int64_t pack(Load first, Load second) const;
  std::array<Load, 2> unpack(std::int64_t word) const;

 private:
  unsigned ahead_;   ///< the port to the next place in the triangle
  unsigned behind_;  ///< to the one before
  std::vector<unsigned> pair_ports_;
  std::int64_t load_bits_;
  std::size_t first_pair_ = 0;  ///< the first phase of pairs
  std::vector<Phase> phases_;
};

/// Why an HHC algorithm cannot run on a fabric; empty if it can.
std::string needs_hhc(const Fabric& fabric);
/// Throws ValueError if two loads do not fit into a word.
void require_two_loads_a_word(std::int64_t load_bits);

/// The parameter `division`, and the cycles that it means.
ParameterOf<Cycle> division_parameter();
Cycle division_cycles(const SchemeSetting& setting);

}  // namespace isobar
