// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/fabric/fabric.h"

namespace isobar::test {

using Edges = std::vector<std::pair<Node, Node>>;

/// The edges of any fabric, in an order and a direction of their own.
Edges edges_of(const Fabric& fabric);

/// A random tree of `nodes` ≥ 2 PEs, their numbers mixed, and up to `more` edges between others.
Fabric random_graph(Node nodes, unsigned more, std::uint64_t seed);

/// A random graph of 2 to 12 PEs, of a property.
Fabric any_graph();

/// As experiment(), on any fabric.
Experiment experiment_on(const Fabric& fabric, const std::string& scheme, std::vector<Load> loads);

/// All distances from a PE along the links, by breadth-first search.
std::vector<std::uint32_t> distances(const Fabric& fabric, Node from);

}  // namespace isobar::test
