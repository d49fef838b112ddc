// SPDX-License-Identifier: Apache-2.0
#include "tests/symmetry/transformations.h"

#include <rapidcheck.h>

#include <algorithm>
#include <numeric>
#include <sstream>

#include "models/workloads/random.h"
#include "tests/support/graphs.h"

namespace isobar::test {
namespace {

using Coordinates = std::vector<std::uint32_t>;

/// The map of a ring product onto itself that does `move` to the coordinates of each PE.
template <class Move>
Change moved(const Fabric& fabric, const Move& move) {
  std::vector<Node> images;
  for (Node node = 0; node < fabric.nodes(); ++node) {
    Coordinates at;
    for (unsigned d = 1; d <= fabric.radices().size(); ++d) {
      at.push_back(fabric.coordinate(node, d));
    }
    move(at);
    Node image = 0;
    for (auto d = at.size(); d-- > 0;) image = image * fabric.radices()[d] + at[d];
    images.push_back(image);
  }
  return {NodeMap(fabric, fabric, images)};
}

Change translated(const Fabric& fabric, const Coordinates& by) {
  return moved(fabric, [&](Coordinates& at) {
    for (std::size_t d = 0; d < at.size(); ++d) at[d] = (at[d] + by[d]) % fabric.radices()[d];
  });
}

Change reflected(const Fabric& fabric, std::size_t d, std::uint32_t by) {
  return moved(fabric, [&](Coordinates& at) {
    const auto radix = fabric.radices()[d];
    at[d] = (radix + by - at[d]) % radix;
  });
}

Change inverted(const Fabric& fabric, const Coordinates& by) {
  return moved(fabric, [&](Coordinates& at) {
    for (std::size_t d = 0; d < at.size(); ++d) {
      const auto radix = fabric.radices()[d];
      at[d] = (radix + by[d] - at[d]) % radix;
    }
  });
}

Change exchanged(const Fabric& fabric, std::size_t one, std::size_t other) {
  return moved(fabric, [&](Coordinates& at) { std::swap(at[one], at[other]); });
}

Change permuted(const Fabric& fabric, const std::vector<std::size_t>& order) {
  return moved(fabric, [&](Coordinates& at) {
    const auto before = at;
    for (std::size_t d = 0; d < at.size(); ++d) at[order[d]] = before[d];
  });
}

/// The same graph with its numbers exchanged.
Change renumbered(const Fabric& graph, const std::vector<Node>& images) {
  auto edges = edges_of(graph);
  for (auto& [a, b] : edges) {
    a = images[a];
    b = images[b];
  }
  return {NodeMap(graph, Fabric::graph(graph.name(), graph.nodes(), edges), images)};
}

template <class T>
std::vector<T> any_order(T count) {
  std::vector<T> order(count);
  std::iota(order.begin(), order.end(), T{0});
  auto random = random_stream(*rc::gen::arbitrary<std::uint64_t>(), "order");
  std::shuffle(order.begin(), order.end(), random);
  return order;
}

Fabric any_of(const std::vector<std::string>& names) {
  return Fabric::parse(*rc::gen::elementOf(names));
}

Fabric any_torus() {
  return any_of({"ring:3", "ring:4", "ring:7", "ring:8", "torus:3x3", "torus:4x4", "torus:3x4",
                 "torus:5x2", "torus:1x5", "torus:2x3x4", "torus:3x3x3", "torus:8x3"});
}

/// Without rings of two, whose links have one direction in T, whichever way they are numbered.
Fabric any_torus_of_longer_rings() {
  return any_of({"ring:3", "ring:4", "ring:7", "ring:8", "torus:3x3", "torus:4x4", "torus:3x4",
                 "torus:1x5", "torus:3x3x3", "torus:8x3"});
}

Fabric any_hypercube(int least) {
  return Fabric::parse("hypercube:" + std::to_string(*rc::gen::inRange(least, 6)));
}

Fabric any_hhc() { return any_of({"hhc:1", "hhc:2", "hhc:3"}); }

Coordinates any_place(const Fabric& fabric) {
  Coordinates by;
  for (const auto radix : fabric.radices()) by.push_back(*rc::gen::inRange(0U, radix));
  return by;
}

Change any_translation(const Fabric& fabric) { return translated(fabric, any_place(fabric)); }

Change any_reflection(const Fabric& fabric) {
  const auto d = *rc::gen::inRange(std::size_t{0}, fabric.radices().size());
  return reflected(fabric, d, *rc::gen::inRange(0U, fabric.radices()[d]));
}

Change translated_by_one(const Fabric& fabric) {
  return translated(fabric, Coordinates(fabric.radices().size(), 1));
}

/// The lowest bit: on an HHC its first dimension is the triangles'.
Change lowest_bit_flipped(const Fabric& fabric) {
  Coordinates by(fabric.radices().size(), 0);
  *(by.begin() + (std::find(fabric.radices().begin(), fabric.radices().end(), 2U) -
                  fabric.radices().begin())) = 1;
  return translated(fabric, by);
}

Change any_flip(const Fabric& fabric) {
  auto by = any_place(fabric);
  for (std::size_t d = 0; d < by.size(); ++d) {
    if (fabric.radices()[d] != 2) by[d] = 0;
  }
  return translated(fabric, by);
}

Change triangles_turned(const Fabric& fabric) {
  Coordinates by(fabric.radices().size(), 0);
  by[0] = 1;
  return translated(fabric, by);
}

Change reversed(const Fabric& graph) {
  std::vector<Node> images(graph.nodes());
  std::iota(images.rbegin(), images.rend(), Node{0});
  return renumbered(graph, images);
}

Fabric any_fabric() {
  return any_of({"ring:3", "ring:8", "torus:3x4", "torus:4x4", "hypercube:2", "hypercube:4",
                 "hhc:1", "hhc:2"});
}

Change faster_clock(const Fabric& fabric, int factor) {
  Change change{NodeMap::identity(fabric)};
  change.clock = factor;
  return change;
}

Change longer_times(const Fabric& fabric, int factor) {
  Change change{NodeMap::identity(fabric)};
  change.cycles = factor;
  change.sets_cycles = true;
  return change;
}

}  // namespace

const std::vector<Transformation>& transformations() {
  static const std::vector<Transformation> all = {
      {"translate", "rings, tori", "every PE moves as far along each dimension", "torus:3x4",
       [] { return any_translation(any_torus()); }, translated_by_one},
      {"reflect", "rings, tori", "one dimension is numbered the other way round", "torus:3x4",
       [] { return any_reflection(any_torus()); },
       [](const Fabric& f) { return reflected(f, 0, 0); }},
      {"invert", "rings, tori, no ring of 2", "all dimensions are numbered the other way round",
       "torus:3x4",
       [] {
         const auto fabric = any_torus_of_longer_rings();
         return inverted(fabric, any_place(fabric));
       },
       [](const Fabric& f) { return inverted(f, Coordinates(f.radices().size(), 0)); }},
      {"transpose", "tori", "two dimensions of one length change places", "torus:3x3",
       [] {
         const auto fabric = any_of({"torus:3x3", "torus:4x4", "torus:5x5", "torus:3x2x3"});
         return exchanged(fabric, 0, fabric.radices().size() - 1);
       },
       [](const Fabric& f) { return exchanged(f, 0, 1); }},
      {"flip", "hypercubes", "bits of all addresses are inverted", "hypercube:3",
       [] { return any_flip(any_hypercube(1)); }, lowest_bit_flipped},
      {"permute", "hypercubes", "bits of all addresses change places", "hypercube:3",
       [] {
         const auto fabric = any_hypercube(2);
         return permuted(fabric, any_order(fabric.radices().size()));
       },
       [](const Fabric& f) { return exchanged(f, 0, 1); }},
      {"flip cells", "HHCs", "bits of the addresses are inverted, but for a node's in its triangle",
       "hhc:2", [] { return any_flip(any_hhc()); }, lowest_bit_flipped},
      {"turn", "HHCs", "the nodes of every triangle change places in a circle", "hhc:2",
       [] { return triangles_turned(any_hhc()); }, triangles_turned},
      {"mirror", "HHCs", "left and right node of every triangle change places", "hhc:2",
       [] { return reflected(any_hhc(), 0, 0); },
       [](const Fabric& f) { return reflected(f, 0, 0); }},
      {"relabel", "graphs", "the PEs get each other's numbers", "debruijn:2,3",
       [] {
         const auto graph = any_graph();
         return renumbered(graph, any_order(graph.nodes()));
       },
       reversed},
      {"faster clock", "all", "clock and bandwidths are multiplied, cycles stay the same", "hhc:2",
       [] { return faster_clock(any_fabric(), *rc::gen::inRange(2, 9)); },
       [](const Fabric& f) { return faster_clock(f, 2); }},
      {"longer times", "all", "all times in cycles are multiplied, and so is the run's", "hhc:2",
       [] { return longer_times(any_fabric(), *rc::gen::inRange(2, 5)); },
       [](const Fabric& f) { return longer_times(f, 2); }},
  };
  return all;
}

Fabric fabric_of(const std::string& text) {
  if (text.find(':') != std::string::npos) return Fabric::parse(text);
  Edges edges;
  Node nodes = 0;
  std::istringstream in(text);
  for (std::string edge; std::getline(in, edge, ',');) {
    const auto a = static_cast<Node>(std::stoul(edge));
    const auto b = static_cast<Node>(std::stoul(edge.substr(edge.find('-') + 1)));
    edges.emplace_back(a, b);
    nodes = std::max({nodes, a + 1, b + 1});
  }
  return Fabric::graph("graph:" + text, nodes, edges);
}

}  // namespace isobar::test
