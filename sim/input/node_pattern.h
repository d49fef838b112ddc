// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "models/fabric/fabric.h"

namespace isobar {

/// Some nodes of a fabric, as they are written: `7`, `0..3`, `*` for all; or, on a product of rings
/// or lines, by coordinates, `(7,*)`, `(0..3,2)`.
class NodePattern {
 public:
  /// `fabric` must outlive it. Throws ValueError, saying what is allowed.
  NodePattern(std::string_view text, const Fabric& fabric);

  bool has(Node node) const;
  /// The only node, if it is written as one.
  std::optional<Node> single() const;

 private:
  struct Range {
    std::uint32_t lo;
    std::uint32_t hi;
  };

  const Fabric& fabric_;
  std::vector<Range> ranges_;  ///< of numbers, or of the coordinates by dimension − 1
  bool by_coordinates_ = false;
};

}  // namespace isobar
