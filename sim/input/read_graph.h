// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>
#include <string>
#include <utility>
#include <vector>

#include "models/types.h"

namespace isobar {

/// What a line says of the links of an edge.
struct EdgeFigures {
  std::string place;  ///< `line 3`
  Node from = 0;
  Node to = 0;
  bool both = true;                                          ///< of the links in both directions
  std::vector<std::pair<std::string, std::string>> figures;  ///< by link_figures(), as written
};

/// A graph as its file says it.
struct GraphText {
  std::vector<std::pair<Node, Node>> edges;
  Node nodes = 0;
  Node switches = 0;                 ///< the last of them
  std::vector<EdgeFigures> figures;  ///< of edges that have any
  std::vector<std::string> notes;    ///< what was changed in reading, a line each
};

/// The edges of a graph: a line each, the numbers of two nodes with white space or a comma between
/// them; and a line `switch N`, anywhere, for each node that is a switch, which must have higher
/// numbers than all PEs. Where the first line names columns, `from to` and some of link_figures(),
/// each edge has these figures too, `-` where it has not. `#` begins a comment anywhere; blank
/// lines, a byte-order mark and any line ends are allowed.
///
/// An edge that is given in one direction is of both; given in both, each is of its own. Numbers
/// that are not 0 to the last without gaps are replaced by these in ascending order, and edges from
/// a node to itself are left out, both with a note.
/// Throws ValueError naming the line from 1 for anything else, an edge or a switch given twice, a
/// switch without an edge, or one below a PE.
GraphText read_graph(std::istream& in);

}  // namespace isobar
