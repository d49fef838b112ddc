// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/workloads/random.h"

namespace isobar {

/// Whom a PE may balance with: all others, or those within `radius` ≥ 1 links, where a path over
/// switches alone counts as one.
class Partners {
 public:
  /// 0 as `radius`: all.
  Partners(const Fabric& fabric, Node node, std::uint32_t radius);

  Node count() const { return all_ ? pes_ - 1 : static_cast<Node>(near_.size()); }
  /// `count` of them, each set equally likely; all if there are no more.
  std::vector<Node> draw(Node count, SmallRandom& random) const;

 private:
  Node at(Node index) const;

  Node node_;
  Node pes_;
  bool all_;
  std::vector<Node> near_;
};

}  // namespace isobar
