// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/schemes/contract/synchronous.h"

namespace isobar {

/// Base of schemes whose step is one phase with all neighbours at once: every PE tells each of them
/// its load, hears theirs, and gives to several.
class NeighbourScheme : public SynchronousScheme {
 public:
  const std::vector<Phase>& phases() const override { return phases_; }
  void announce(std::size_t phase, const PeView& self, Words& out) const override;

 protected:
  NeighbourScheme(const Fabric& fabric, std::int64_t load_bits, Cycle decision);

  /// Makes as many equal phases, for schemes whose first steps differ from the later ones.
  void repeat_phase(std::size_t times);

  unsigned ports() const { return static_cast<unsigned>(towards_successor_.size()); }
  /// Whether there is a neighbour: at the open end of a mesh there is none.
  bool linked(Node node, unsigned port) const {
    return closed_ || linked_[std::size_t{node} * ports() + port];
  }
  /// The number of neighbours, |Δ(i)|.
  unsigned neighbours(Node node) const;
  bool towards_successor(unsigned port) const { return towards_successor_[port]; }

 private:
  std::int64_t load_bits_;
  bool closed_;
  std::vector<bool> linked_;  ///< by link slot, if the fabric is not closed
  std::vector<bool> towards_successor_;
  std::vector<Phase> phases_;
};

}  // namespace isobar
