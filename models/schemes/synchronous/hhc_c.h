// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/schemes/synchronous/hhc_scheme.h"

namespace isobar {

/// Algorithm C (Al-Nsour et al., Section 2.3): no coordinator; all three nodes know all three
/// loads, and who has more than the average gives it to those who have less, one visit after the
/// other.
class HhcC final : public HhcScheme {
 public:
  /// `rounding`: added to a triangle's load before it is divided by 3, 1 as in the paper's text or
  /// 2 as in its pseudo-code. `division`: decision cycles of that division.
  HhcC(const Fabric& fabric, std::int64_t load_bits, Load rounding, Cycle division);

  std::size_t registers() const override { return 2; }

 private:
  void announce_in_triangle(std::size_t phase, const PeView& self, Words& out) const override;
  void decide_in_triangle(std::size_t phase, const PeView& self, Orders& out) const override;
  bool expects_in_triangle(std::size_t phase, Place here, unsigned port) const override;

  Load rounding_;
};

}  // namespace isobar
