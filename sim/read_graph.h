// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>
#include <utility>
#include <vector>

#include "models/fabric/fabric.h"

namespace isobar {

/// The edges of a graph: a line each, the numbers of two PEs from 0 with white space or a comma
/// between them. `#` begins a comment anywhere; blank lines, a byte-order mark and any line ends
/// are allowed.
/// Throws ValueError naming the line from 1 for anything else, an edge from a PE to itself, an edge
/// given twice (either way round), and a node marked `switch`.
std::vector<std::pair<Node, Node>> read_graph(std::istream& in);

}  // namespace isobar
