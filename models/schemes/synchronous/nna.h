// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/schemes/contract/equal_portions.h"
#include "models/schemes/parts/neighbour_scheme.h"

namespace isobar {

/// Nearest-neighbour averaging with the shares of eq. 4 (Henrich, Section 2.3), by all PEs at
/// once: a PE above the mean of itself and its neighbours gives its excess to those below that
/// mean, in proportion to what they lack. Exact fractions; a successor's share is rounded up and a
/// predecessor's down (Section 5), ports in order, and no share is larger than what is left of the
/// rounded-up excess.
class Nna final : public NeighbourScheme {
 public:
  Nna(const Fabric& fabric, std::int64_t load_bits, Cycle decision);
  void decide(std::size_t phase, const PeView& self, Orders& out) const override;
};

/// Nearest-neighbour averaging in equal portions (Henrich, eq. 5): every PE gives each neighbour
/// L/(degree + 1), of which only the difference of the two opposed transfers is made (footnote 3).
/// It is rounded up towards a successor and down towards a predecessor. Needs equal degrees.
class NnaPortions final : public NeighbourScheme, public EqualPortions {
 public:
  NnaPortions(const Fabric& fabric, std::int64_t load_bits, Cycle decision);
  void decide(std::size_t phase, const PeView& self, Orders& out) const override;
};

}  // namespace isobar
