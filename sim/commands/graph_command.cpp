// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/graph_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <sstream>

#include "models/errors.h"
#include "sim/graphs/read_foreign_graph.h"
#include "sim/graphs/write_graph_text.h"
#include "sim/input/graph_file.h"

namespace isobar {

void add_graph(CLI::App& app, GraphOptions& options) {
  auto* graph = app.add_subcommand("graph", "Write a graph of another format as text of our own");
  graph->add_option("FILE", options.file, "the graph")->required();
  graph->add_option("--format", options.format, "its format")->required();
}

int graph_command(const GraphOptions& options) {
  std::ostringstream text;
  try {
    write_graph_text(read_foreign_graph(options.file, options.format), text);
  } catch (const ValueError& error) {
    std::string why = error.what();
    std::replace(why.begin(), why.end(), '\n', ' ');
    std::cout << graph_refusal << why << '\n';
    return 0;
  }
  std::cout << text.str();
  return 0;
}

}  // namespace isobar
