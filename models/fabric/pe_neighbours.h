// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/fabric/fabric.h"

namespace isobar {

/// Whom each PE reaches over one link, or over switches alone: in a star all others. Wired
/// constants, as the fabric's shape is.
class PeNeighbours {
 public:
  explicit PeNeighbours(const Fabric& fabric);

  /// PEs are 0 to pes() − 1.
  Node pes() const { return static_cast<Node>(neighbours_.size()); }
  /// Ascending, each once, never the PE itself.
  const std::vector<Node>& of(Node pe) const { return neighbours_[pe]; }

 private:
  std::vector<std::vector<Node>> neighbours_;
};

}  // namespace isobar
