// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace isobar {

/// What is said of a node or an edge, by name, as text.
using Attributes = std::map<std::string, std::string>;

/// A graph in another program's format, as a library reads it.
struct ForeignGraph {
  struct Edge {
    std::size_t from = 0;
    std::size_t to = 0;
    Attributes attributes;
  };
  bool directed = false;
  std::vector<std::string> names;      ///< of nodes, in the order of the file
  std::vector<Attributes> attributes;  ///< of nodes
  std::vector<Edge> edges;
  std::vector<std::string> notes;  ///< what its reader left out, a line each
};

}  // namespace isobar
