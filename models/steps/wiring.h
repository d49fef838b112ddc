// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/fabric/fabric.h"

namespace isobar {

/// Where the links of a fabric end, looked up quickly. An ear is where a word or a task comes in:
/// node·degree + port.
class Wiring {
 public:
  explicit Wiring(const Fabric& fabric);

  /// The link by which `node` sends over `port`. Throws ModelError if it has none.
  std::uint64_t slot_of(Node node, unsigned port) const {
    const auto slot = std::uint64_t{node} * degree_ + port;
    if (ears_[slot] == no_link) reject(node, port);
    return slot;
  }
  /// Of a link that there is.
  std::uint64_t ear(std::uint64_t slot) const { return ears_[slot]; }
  Node node_of(std::uint64_t ear) const { return static_cast<Node>(ear / degree_); }

 private:
  static constexpr std::uint64_t no_link = ~std::uint64_t{0};
  [[noreturn]] static void reject(Node node, unsigned port);

  std::uint64_t degree_;
  std::vector<std::uint64_t> ears_;  ///< by link slot
};

}  // namespace isobar
