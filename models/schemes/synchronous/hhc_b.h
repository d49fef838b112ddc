// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/schemes/contract/ordered_triangles.h"
#include "models/schemes/synchronous/hhc_scheme.h"

namespace isobar {

/// Algorithm B (Al-Nsour et al., Section 2.2): left and right node report to their coordinator,
/// which tells each how much to give to whom, and to get from whom.
class HhcB final : public HhcScheme, public OrderedTriangles {
 public:
  /// `division`: decision cycles of a division by 3.
  HhcB(const Fabric& fabric, std::int64_t load_bits, Cycle division);

  std::size_t registers() const override { return 1; }

 private:
  void announce_in_triangle(std::size_t phase, const PeView& self, Words& out) const override;
  void decide_in_triangle(std::size_t phase, const PeView& self, Orders& out) const override;
  bool expects_in_triangle(std::size_t phase, Place here, unsigned port) const override;
  TriangleLoads reported(const PeView& coordinator) const;
  /// A word with both amounts in two's complement, for a node to give, or to get if negative. Half
  /// of a queue is the most, so they fit.
  std::int64_t order(Load for_coordinator, Load for_peer) const;
  Load as_signed(Load amount) const;
};

}  // namespace isobar
