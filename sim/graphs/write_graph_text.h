// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>

#include "sim/graphs/foreign_graph.h"

namespace isobar {

/// Writes the graph as text for read_graph() (sim/input): PEs and then switches, each in the order
/// of the file, and the figures of links that its edges have as attributes; before these, lines
/// that begin with graph_note. A node whose attribute `switch` is true is a switch. Throws
/// ValueError if an edge is there twice.
void write_graph_text(const ForeignGraph& graph, std::ostream& out);

}  // namespace isobar
