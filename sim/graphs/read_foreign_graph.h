// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "sim/graphs/foreign_graph.h"

namespace isobar {

// Readers by well-kept libraries. Each throws ValueError with what its library objects to.

/// GraphML, GML, Pajek, DIMACS, NCOL, LGL, by igraph; `format` is one of graph_formats().
ForeignGraph read_by_igraph(const std::filesystem::path& file, const std::string& format);
/// Graphviz's DOT, by Boost.Graph.
ForeignGraph read_dot(const std::filesystem::path& file);
/// METIS, by Boost.Graph.
ForeignGraph read_metis(const std::filesystem::path& file);
/// Matrix Market's coordinates, by GSL: each entry is an edge from its row to its column.
ForeignGraph read_matrix_market(const std::filesystem::path& file);

/// By any of these. Throws ValueError for an unknown format too.
ForeignGraph read_foreign_graph(const std::filesystem::path& file, const std::string& format);

}  // namespace isobar
