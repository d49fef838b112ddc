// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "models/types.h"

namespace isobar {

/// The nodes and edges of a graph.
struct DeBruijn {
  Node nodes = 0;                            ///< d^k
  std::vector<std::pair<Node, Node>> edges;  ///< each pair of neighbours once
};

/// The undirected de Bruijn graph B(d, k) of `size`, `2,6`: its nodes are the words of k digits
/// below d, a node's number is its word read in base d, and a word neighbours those that it becomes
/// when a digit is shifted in at either end. Loops are left out, and a pair that is joined twice
/// has one link pair. The fabric of Lüling and Monien's machine (1992; Henrich, Section 2.1).
/// Throws ValueError unless d is 2 or more, k is 1 or more and d^k at most `max_graph_nodes`.
DeBruijn de_bruijn(std::string_view size);

}  // namespace isobar
