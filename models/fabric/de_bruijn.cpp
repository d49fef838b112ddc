// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/de_bruijn.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "models/errors.h"
#include "models/fabric/graph.h"
#include "models/text.h"

namespace isobar {

DeBruijn de_bruijn(std::string_view size) {
  const auto parts = split(size, ',');
  if (parts.size() != 2) {
    throw ValueError(fmt::format(
        "'{}' is no de Bruijn graph; allowed: two numbers D,K, for words of K digits below D",
        size));
  }
  const auto digits =
      parse_integer(parts[0], "the digits of a de Bruijn graph", 2, max_graph_nodes);
  const auto length = parse_integer(parts[1], "the length of a de Bruijn graph's words", 1, 12);
  std::int64_t nodes = 1;
  for (std::int64_t i = 0; i < length; ++i) {
    nodes *= digits;
    if (nodes > max_graph_nodes) {
      throw ValueError(fmt::format("a de Bruijn graph of {}^{} nodes is too large (at most {})",
                                   digits, length, max_graph_nodes));
    }
  }
  DeBruijn graph{static_cast<Node>(nodes), {}};
  for (std::int64_t word = 0; word < nodes; ++word) {
    for (std::int64_t digit = 0; digit < digits; ++digit) {
      const auto shifted = (word * digits + digit) % nodes;
      if (shifted == word) continue;
      const auto [low, high] = std::minmax(word, shifted);
      graph.edges.emplace_back(static_cast<Node>(low), static_cast<Node>(high));
    }
  }
  std::sort(graph.edges.begin(), graph.edges.end());
  graph.edges.erase(std::unique(graph.edges.begin(), graph.edges.end()), graph.edges.end());
  return graph;
}

}  // namespace isobar
