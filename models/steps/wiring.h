// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/fabric/fabric.h"

namespace isobar {

/// Where the links of a fabric end, looked up quickly. The end of a link is an input, of number
/// node·degree + port.
class Wiring {
 public:
  explicit Wiring(const Fabric& fabric);

  /// The link by which `node` sends over `port`. Throws ModelError if it has none.
  std::uint64_t slot_of(Node node, unsigned port) const {
    const auto slot = std::uint64_t{node} * degree_ + port;
    if (inputs_[slot] == no_link) reject(node, port);
    return slot;
  }
  /// The input at which the link of a slot ends; the link must exist.
  std::uint64_t input(std::uint64_t slot) const { return inputs_[slot]; }
  Node node_of(std::uint64_t input) const { return static_cast<Node>(input / degree_); }

 private:
  static constexpr std::uint64_t no_link = ~std::uint64_t{0};
  [[noreturn]] static void reject(Node node, unsigned port);

  std::uint64_t degree_;
  std::vector<std::uint64_t> inputs_;  ///< by link slot
};

}  // namespace isobar
