// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/measure/link_counts.h"

namespace isobar::test {

/// Where each node of a fabric goes in another one, or in the same, such that links go to links.
class NodeMap {
 public:
  /// `images` are nodes of `to`, by node of `from`, each once. Throws std::invalid_argument if
  /// neighbours do not stay neighbours.
  NodeMap(Fabric from, Fabric to, std::vector<Node> images);
  /// Every node stays where it is.
  static NodeMap identity(const Fabric& fabric);

  const Fabric& from() const { return from_; }
  const Fabric& to() const { return to_; }

  /// What was by node of `from`, by node of `to`; nothing stays nothing.
  template <class Values>
  Values moved(const Values& values) const {
    Values out = values;
    for (std::size_t node = 0; node < values.size(); ++node) out[images_[node]] = values[node];
    return out;
  }
  /// What was by link slot of `from`, by link slot of `to`.
  LinkCounts moved(const LinkCounts& links) const;

 private:
  Fabric from_;
  Fabric to_;
  std::vector<Node> images_;
  std::vector<std::uint64_t> slots_;  ///< by slot of `from`; an open end's is not used
};

}  // namespace isobar::test
