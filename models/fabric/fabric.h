// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace isobar {

/// A PE's number: c1 + K1·(c2 + K2·(c3 + …)), dimension 1 varying fastest.
using Node = std::uint32_t;

/// The larger fabrics are refused by name, before anything is allocated.
inline constexpr std::uint64_t max_nodes = std::uint64_t{1} << 31;

enum class Direction : std::uint8_t { successor, predecessor };

/// A PE's end of a link pair. Ports are numbered alike in all PEs: dimension 1 successor,
/// dimension 1 predecessor, dimension 2 successor, …
struct Port {
  unsigned dimension = 1;  ///< from 1
  Direction direction = Direction::successor;
};

/// One directed link: what PE `from` sends out of its port `port`.
struct LinkEnds {
  Node from = 0;
  unsigned port = 0;
  Node to = 0;
  unsigned to_port = 0;
  unsigned dimension = 1;
};

enum class Family : std::uint8_t { ring, torus, hypercube, hhc, mesh };

/// A product of rings with a radix per dimension (Henrich, Section 3.2, eq. 6, without its
/// restriction to equal radices), or, for `mesh`, the same without the wrap-around links.
/// A radix-1 dimension has no port, radix 2 has one (successor and predecessor are the same PE),
/// radix ≥ 3 has two. Everything follows from the radices by arithmetic; no table is stored.
class Fabric {
 public:
  /// `ring:8`, `torus:4x6x3`, `hypercube:5`, `hhc:3`, `mesh:4x4`.
  /// Throws ValueError, naming the part that is wrong and what is allowed.
  static Fabric parse(std::string_view name);

  Family family() const { return family_; }
  const std::string& name() const { return name_; }
  const std::vector<std::uint32_t>& radices() const { return radices_; }
  std::uint32_t radix(unsigned dimension) const { return radices_[dimension - 1]; }

  Node nodes() const { return nodes_; }
  /// D: the dimensions with more than one coordinate. Radix-1 dimensions do not count.
  unsigned dimensions() const { return dimensions_; }
  /// Whether every dimension is a closed ring.
  bool closed() const { return family_ != Family::mesh; }

  const std::vector<Port>& ports() const { return ports_; }
  /// Ports of a PE, open ends of a mesh included.
  unsigned degree() const { return static_cast<unsigned>(ports_.size()); }
  /// The port that leads to the successor (or predecessor) in `dimension`; at radix 2 both are
  /// the same one. None at radix 1.
  std::optional<unsigned> port(unsigned dimension, Direction direction) const;
  /// The port at the other end of `port`'s link pair.
  unsigned opposite(unsigned port) const { return opposite_[port]; }

  std::uint32_t coordinate(Node node, unsigned dimension) const {
    return node / strides_[dimension - 1] % radices_[dimension - 1];
  }
  /// The PE behind a port; none at the open end of a mesh.
  std::optional<Node> neighbour(Node node, unsigned port) const;

  /// Links lie in slots node·degree + port; at the open end of a mesh a slot is empty.
  std::uint64_t link_slots() const { return std::uint64_t{nodes_} * degree(); }
  std::optional<LinkEnds> link(std::uint64_t slot) const;
  /// Directed links that exist, in one dimension and in all.
  std::uint64_t link_count(unsigned dimension) const;
  std::uint64_t link_count() const;

  /// Longest of all shortest ways, in links.
  std::uint32_t diameter() const;
  /// Dimension-order route: the ports to leave by, one a hop, the shorter way round each ring
  /// (towards the successor where both are equally long).
  std::vector<unsigned> route(Node from, Node to) const;
  /// The first port of that route; from ≠ to.
  unsigned next_port(Node from, Node to) const;

  /// As the family writes it: `5`, `(3,5)`, `10110`, `P(10,110)` (HHC: Al-Nsour et al., 1.2).
  std::string address(Node node) const;

 private:
  Fabric(Family family, std::string name, std::vector<std::uint32_t> radices);

  Family family_;
  std::string name_;
  std::vector<std::uint32_t> radices_;
  std::vector<Node> strides_;
  Node nodes_ = 1;
  unsigned dimensions_ = 0;
  std::vector<Port> ports_;
  std::vector<unsigned> opposite_;
};

/// One line a family, for help and error messages.
std::vector<std::string> fabric_families();

}  // namespace isobar
