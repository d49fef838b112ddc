// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/schemes/synchronous/hhc_scheme.h"

namespace isobar {

/// How a triangle whose left and right node have averaged levels itself (Al-Nsour et al., Section
/// 2.1): what the coordinator gives each of them; negative is what it asks for. The coordinator
/// ends with the ceiling of a third, they with halves of the rest; an odd task stays with the one
/// that has more, the left node on a tie.
struct CoordinatorGives {
  Load left;
  Load right;
};
CoordinatorGives hhc_a_shares(const TriangleLoads& loads);

/// Algorithm A (Al-Nsour et al., Section 2.1): left and right node average, then the coordinator
/// levels itself with both.
class HhcA final : public HhcScheme {
 public:
  /// `division`: decision cycles of a division by 3.
  HhcA(const Fabric& fabric, std::int64_t load_bits, Cycle division);

  std::size_t registers() const override { return 1; }

 private:
  void announce_in_triangle(std::size_t phase, const PeView& self, Words& out) const override;
  void decide_in_triangle(std::size_t phase, const PeView& self, Orders& out) const override;
  bool expects_in_triangle(std::size_t phase, Place here, unsigned port) const override;
  CoordinatorGives shares(const PeView& coordinator) const;
};

}  // namespace isobar
