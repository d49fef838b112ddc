// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/schemes/contract/registry.h"
#include "models/schemes/contract/synchronous.h"

namespace isobar {

/// Horton's multilevel diffusion (1993; Henrich, Section 2.4) between neighbours only: the fabric
/// is cut in half across its last dimension, half of the difference of the two halves' loads
/// crosses the cut, and each half goes on in the same manner with the dimension before. A cut must
/// have a link at every PE, as it has where all dimensions have radix 2; other fabrics have
/// MultilevelTrees. One step leaves max − min ≤ 1.
///
/// A half learns its load by words, dimension by dimension, and every PE on the way what those
/// before it hold. Of F tasks to go from a half with T, a PE with L behind B others gives
/// ⌊F(B + L)/T⌋ − ⌊FB/T⌋: never more than L, and F in all.
class Multilevel final : public SynchronousScheme {
 public:
  Multilevel(const Fabric& fabric, std::int64_t load_bits, Cycle decision);

  const std::vector<Phase>& phases() const override { return phases_; }
  std::size_t registers() const override { return 2; }
  void announce(std::size_t phase, const PeView& self, Words& out) const override;
  void decide(std::size_t phase, const PeView& self, Orders& out) const override;

 private:
  struct Part {
    unsigned port;  ///< at radix 2, also the bit of the node number
    bool first;     ///< nothing is summed yet
    bool cut;
  };

  std::vector<Part> parts_;  ///< by phase
  std::vector<Phase> phases_;
};

}  // namespace isobar
