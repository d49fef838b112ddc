// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "models/fabric/fabric.h"

namespace isobar {

/// A set of PEs and switches of a fabric.
class PeSet {
 public:
  /// All PEs and all switches.
  static PeSet all(const Fabric& fabric) { return PeSet({{0, fabric.nodes() - 1}}); }
  /// `0..3,8,12..15`. Throws ValueError, naming the part that is wrong and what is allowed.
  static PeSet parse(std::string_view text, const Fabric& fabric);

  bool has(Node node) const;
  /// The members in ascending order.
  std::vector<Node> nodes() const;

 private:
  struct Range {
    Node first;
    Node last;
  };

  explicit PeSet(std::vector<Range> ranges) : ranges_(std::move(ranges)) {}

  std::vector<Range> ranges_;  ///< ascending, none touching the next
};

}  // namespace isobar
