// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/edge_colouring.h"

namespace isobar {

EdgeColouring::EdgeColouring(const Fabric& fabric) : fabric_(fabric) {
  for (unsigned d = 1; d <= fabric.radices().size(); ++d) {
    const auto successor = fabric.port(d, Direction::successor);
    if (!successor) continue;
    const auto predecessor = *fabric.port(d, Direction::predecessor);
    const auto radix = fabric.radix(d);
    const bool odd_ring = fabric.closed() && radix % 2 == 1;
    const unsigned count = radix == 2 ? 1 : odd_ring ? 3 : 2;
    for (unsigned n = 0; n < count; ++n) colours_.push_back({d, *successor, predecessor, n});
  }
}

std::optional<unsigned> EdgeColouring::port(std::size_t colour, Node node) const {
  const auto& [dimension, successor, predecessor, number] = colours_[colour];
  const auto coordinate = fabric_.coordinate(node, dimension);
  const auto last = fabric_.radix(dimension) - 1;
  constexpr unsigned closing = 2;
  if (number == closing) {
    if (coordinate == last) return successor;
    return coordinate == 0 ? std::optional(predecessor) : std::nullopt;
  }
  const bool closes = number == 1 && fabric_.closed() && last % 2 == 1;
  const bool first_of_pair = coordinate % 2 == number;
  if (first_of_pair) return coordinate < last || closes ? std::optional(successor) : std::nullopt;
  return coordinate > 0 || closes ? std::optional(predecessor) : std::nullopt;
}

}  // namespace isobar
