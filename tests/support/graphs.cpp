// SPDX-License-Identifier: Apache-2.0
#include "tests/support/graphs.h"

#include <rapidcheck.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <queue>
#include <set>

#include "models/schemes/contract/registry.h"
#include "models/workloads/random.h"

namespace isobar::test {

Edges edges_of(const Fabric& fabric) {
  Edges edges;
  for (std::uint64_t slot = 0; slot < fabric.link_slots(); ++slot) {
    const auto link = fabric.link(slot);
    if (link && link->from < link->to) edges.emplace_back(link->from, link->to);
  }
  Random random = random_stream(edges.size(), "edges");
  std::shuffle(edges.begin(), edges.end(), random);
  for (auto& [a, b] : edges) {
    if (random() % 2 == 0) std::swap(a, b);
  }
  return edges;
}

Fabric random_graph(Node nodes, unsigned more, std::uint64_t seed) {
  Random random = random_stream(seed, "graph");
  std::vector<Node> names(nodes);
  std::iota(names.begin(), names.end(), Node{0});
  std::shuffle(names.begin(), names.end(), random);
  std::set<std::pair<Node, Node>> edges;
  for (Node i = 1; i < nodes; ++i) {
    edges.insert(std::minmax(names[i], names[static_cast<Node>(random() % i)]));
  }
  for (unsigned i = 0; i < more; ++i) {
    const auto a = static_cast<Node>(random() % nodes);
    const auto b = static_cast<Node>(random() % nodes);
    if (a != b) edges.insert(std::minmax(a, b));
  }
  return Fabric::graph("graph:random", nodes, {edges.begin(), edges.end()});
}

Fabric any_graph() {
  return random_graph(*rc::gen::inRange<Node>(2, 13), *rc::gen::inRange(0U, 20U),
                      *rc::gen::arbitrary<std::uint64_t>());
}

Experiment experiment_on(const Fabric& fabric, const std::string& scheme, std::vector<Load> loads) {
  Experiment e(fabric);
  e.loads = std::move(loads);
  e.queue_depth = default_queue_depth(e.loads);
  e.load_bits = default_load_bits(e.queue_depth);
  e.max_steps = default_max_steps(e.fabric, e.loads);
  const auto choice = SchemeChoice::parse(scheme);
  if (choice.entry->is_message_driven()) {
    e.agents = choice.make_agents(e.fabric, e.load_bits, 1);
  } else {
    e.scheme = choice.make(e.fabric, e.load_bits);
  }
  return e;
}

std::vector<std::uint32_t> distances(const Fabric& fabric, Node from) {
  std::vector<std::uint32_t> distance(fabric.nodes(), std::numeric_limits<std::uint32_t>::max());
  std::queue<Node> todo;
  distance[from] = 0;
  todo.push(from);
  for (; !todo.empty(); todo.pop()) {
    for (unsigned port = 0; port < fabric.degree(); ++port) {
      const auto next = fabric.neighbour(todo.front(), port);
      if (!next || distance[*next] <= distance[todo.front()] + 1) continue;
      distance[*next] = distance[todo.front()] + 1;
      todo.push(*next);
    }
  }
  return distance;
}

}  // namespace isobar::test
