// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace isobar {

struct GraphOptions {
  std::string file;
  std::string format;  ///< one of graph_formats() (sim/input)
};

/// `isobar graph --format NAME FILE`, with which the other programs read graphs of other formats.
void add_graph(CLI::App& app, GraphOptions& options);

/// Writes the graph as the program's own text to standard output, or, if it cannot be read, a line
/// that begins with graph_refusal. Returns the exit status, 0.
int graph_command(const GraphOptions& options);

}  // namespace isobar
