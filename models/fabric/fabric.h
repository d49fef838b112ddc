// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/types.h"
#include "models/value_form.h"

namespace isobar {

class Graph;

/// The most nodes of a fabric. Larger ones are refused when their name is read, before anything is
/// allocated.
inline constexpr std::uint64_t max_nodes = std::uint64_t{1} << 31;

enum class Direction : std::uint8_t { successor, predecessor };

/// A PE's end of a link pair. In ring products ports are numbered alike in all PEs: dimension 1
/// successor, dimension 1 predecessor, dimension 2 successor, … On a graph every port counts as
/// leading to the successor in dimension 1.
struct Port {
  unsigned dimension = 1;  ///< from 1
  Direction direction =
      Direction::successor;  ///< whether it leads to successors or to predecessors
};

/// One directed link: what PE `from` sends out of its port `port`.
struct LinkEnds {
  Node from = 0;           ///< the PE or switch that sends
  unsigned port = 0;       ///< the port of `from` by which the link leaves
  Node to = 0;             ///< the PE or switch that receives
  unsigned to_port = 0;    ///< the port of `to` at which the link comes in
  unsigned dimension = 1;  ///< the dimension that the link belongs to, from 1
};

/// Links of a route one after the other by ports of the same number.
struct Leg {
  unsigned port = 0;        ///< the port of the PEs and switches on its way
  std::uint32_t links = 1;  ///< how many links it is long
};

enum class Family : std::uint8_t { ring, torus, hypercube, hhc, mesh, graph };

/// A product of rings with a radix per dimension (Henrich, Section 3.2, eq. 6, without its
/// restriction to equal radices), or, for `mesh`, the same without the wrap-around links.
/// A radix-1 dimension has no port, radix 2 has one (successor and predecessor are the same PE),
/// radix ≥ 3 has two. Everything follows from the radices by arithmetic; no table is stored.
///
/// A fabric can also be a connected graph, given by its edges. A PE's ports then lead to its
/// neighbours in ascending order; a PE with fewer neighbours than another one has open ends at its
/// last ports. Routes are the shortest. All links belong to one dimension, along which a PE's
/// coordinate is its number. Switches have the highest numbers: PEs are 0 to pes() − 1, switches
/// pes() to nodes() − 1. A switch routes and holds no tasks; a ring product has none.
class Fabric {
 public:
  /// `ring:8`, `torus:4x6x3`, `hypercube:5`, `hhc:3`, `mesh:4x4`, `debruijn:2,6`, a graph.
  /// Throws ValueError, naming the part that is wrong and what is allowed.
  static Fabric parse(std::string_view name);
  /// `nodes` nodes, of which the last `switches` are switches, and a link pair an edge. Throws
  /// ValueError as Graph does (graph.h).
  static Fabric graph(std::string name, Node nodes, const std::vector<std::pair<Node, Node>>& edges,
                      Node switches = 0);

  /// What kind of fabric it is.
  Family family() const { return family_; }
  /// As it was given: `torus:4x6x3`, `debruijn:2,6`, `graph:FILE`.
  const std::string& name() const { return name_; }
  /// The ring lengths, by dimension − 1; of a graph one, its number of nodes.
  const std::vector<std::uint32_t>& radices() const { return radices_; }
  /// The ring length of a dimension, which is counted from 1.
  std::uint32_t radix(unsigned dimension) const { return radices_[dimension - 1]; }

  /// The number of PEs and switches, which all have links and route messages.
  Node nodes() const { return nodes_; }
  /// The number of PEs, without switches.
  Node pes() const { return pes_; }
  /// The number of switches.
  Node switches() const { return nodes_ - pes_; }
  /// Whether a node routes and holds no tasks.
  bool is_switch(Node node) const { return node >= pes_; }
  /// D, the number of dimensions of radix 2 or more. 1 on a graph.
  unsigned dimensions() const { return dimensions_; }
  /// Whether every dimension is a closed ring.
  bool closed() const { return family_ != Family::mesh && family_ != Family::graph; }
  /// Whether the fabric is a product of rings or lines, and not a graph.
  bool is_product() const { return family_ != Family::graph; }

  /// The ports that every node has, in order of their numbers.
  const std::vector<Port>& ports() const { return ports_; }
  /// The number of ports of a PE, open ends included.
  unsigned degree() const { return static_cast<unsigned>(ports_.size()); }
  /// The port that leads to the successor (or predecessor) in `dimension`; at radix 2 both are
  /// the same port. Returns nothing at radix 1 and on a graph.
  std::optional<unsigned> port(unsigned dimension, Direction direction) const;
  /// The port at the other end of `port`'s link pair, which is the same for all PEs. Only for
  /// products of rings or lines.
  unsigned opposite(unsigned port) const { return opposite_[port]; }
  /// The port at the other end of this PE's link pair; the port must not be an open end.
  unsigned far_port(Node node, unsigned port) const;
  /// The ports out of which PEs send what others hear at `ports`, ascending. On a graph, whose PEs
  /// number their ports differently, these are all ports unless `ports` is empty.
  std::vector<unsigned> far_ports(const std::vector<unsigned>& ports) const;

  /// The coordinate of a node in a dimension, which is counted from 1.
  std::uint32_t coordinate(Node node, unsigned dimension) const {
    return node / strides_[dimension - 1] % radices_[dimension - 1];
  }
  /// The PE or switch behind a port; none at an open end.
  std::optional<Node> neighbour(Node node, unsigned port) const;

  /// Links lie in slots node·degree + port; at the open end of a mesh a slot is empty.
  std::uint64_t link_slots() const { return std::uint64_t{nodes_} * degree(); }
  /// The ends of the link of a slot; none at an open end.
  std::optional<LinkEnds> link(std::uint64_t slot) const;
  /// The number of directed links that exist, in one dimension and in all.
  std::uint64_t link_count(unsigned dimension) const;
  /// The number of directed links.
  std::uint64_t link_count() const;

  /// The length of the longest of all shortest routes, in links.
  std::uint32_t diameter() const;
  /// The route in dimension order, as the port to leave by at each hop. It takes the shorter
  /// direction round each ring, and the one towards the successor where both are equally long. On a
  /// graph it is the shortest route, by the lowest ports where several are equally long.
  std::vector<unsigned> route(Node from, Node to) const;
  /// The first port of route(from, to); from ≠ to.
  unsigned next_port(Node from, Node to) const { return first_leg(from, to).port; }
  /// The links with which route(from, to) begins that are known to leave by ports of one number;
  /// from ≠ to. In ring products these are all in the first dimension, on a graph it is one.
  Leg first_leg(Node from, Node to) const;

  /// The address as the fabric's family writes it: `5`, `(3,5)`, `10110`, `P(10,110)` (HHC:
  /// Al-Nsour et al., 1.2).
  std::string address(Node node) const;
  /// The address and what is there: `PE (3,5)`, `switch 10`.
  std::string title(Node node) const;

 private:
  Fabric(Family family, std::string name, std::vector<std::uint32_t> radices);
  Fabric(std::string name, std::shared_ptr<const Graph> graph);

  Family family_;
  std::string name_;
  std::vector<std::uint32_t> radices_;
  std::vector<Node> strides_;
  Node nodes_ = 1;
  Node pes_ = 1;
  unsigned dimensions_ = 0;
  std::vector<Port> ports_;
  std::vector<unsigned> opposite_;
  std::vector<unsigned> first_ports_;   ///< by dimension, less one: its successor
  std::shared_ptr<const Graph> graph_;  ///< null for ring products
};

/// The families that need no file, for help and error messages.
const std::vector<ValueForm>& fabric_families();

}  // namespace isobar
