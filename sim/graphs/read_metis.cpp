// SPDX-License-Identifier: Apache-2.0
#include <boost/config.hpp>
#include <boost/throw_exception.hpp>
#include <fstream>

// It does not include what it uses of the two above.
#include <boost/graph/metis.hpp>

#include "models/errors.h"
#include "sim/graphs/read_foreign_graph.h"

namespace isobar {

ForeignGraph read_metis(const std::filesystem::path& file) {
  std::ifstream in(file);
  ForeignGraph graph;
  try {
    boost::graph::metis_reader reader(in);
    graph.directed = true;  // each edge is listed from both of its ends
    graph.names.resize(reader.num_vertices());
    graph.attributes.resize(reader.num_vertices());
    for (auto edge = reader.begin(); edge != reader.end(); ++edge) {
      graph.edges.push_back({(*edge).first, (*edge).second, {}});
    }
    if (graph.edges.size() != 2 * reader.num_edges()) {
      throw ValueError("the lines of nodes do not list as many edges as the first line says");
    }
  } catch (const boost::graph::metis_exception&) {
    throw ValueError(
        "a line has other numbers than it should: nodes and edges in the first, neighbours from 1 "
        "in those below");
  }
  return graph;
}

}  // namespace isobar
