// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>
#include <utility>
#include <vector>

#include "models/types.h"

namespace isobar {

/// A graph as its file says it.
struct GraphText {
  std::vector<std::pair<Node, Node>> edges;
  Node nodes = 0;     ///< one more than the largest number in an edge
  Node switches = 0;  ///< the last of them
};

/// The edges of a graph: a line each, the numbers of two nodes from 0 with white space or a comma
/// between them; and a line `switch N`, anywhere, for each node that is a switch, which must have
/// higher numbers than all PEs. `#` begins a comment anywhere; blank lines, a byte-order mark and
/// any line ends are allowed.
/// Throws ValueError naming the line from 1 for anything else, an edge from a node to itself, an
/// edge or a switch given twice (edges: either way round), a switch without an edge, or one below a
/// PE.
GraphText read_graph(std::istream& in);

}  // namespace isobar
