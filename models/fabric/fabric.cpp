// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/fabric.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "models/errors.h"
#include "models/fabric/de_bruijn.h"
#include "models/fabric/graph.h"
#include "models/text.h"
#include "models/unknown_name.h"

namespace isobar {

Fabric::Fabric(Family family, std::string name, std::vector<std::uint32_t> radices)
    : family_(family), name_(std::move(name)), radices_(std::move(radices)) {
  std::uint64_t nodes = 1;
  for (const auto radix : radices_) {
    strides_.push_back(static_cast<Node>(nodes));
    nodes *= radix;
    if (nodes > max_nodes) {
      throw ValueError(fmt::format("fabric '{}' has more than 2^31 PEs", name_));
    }
  }
  nodes_ = static_cast<Node>(nodes);
  pes_ = nodes_;
  for (unsigned d = 1; d <= radices_.size(); ++d) {
    const auto first = static_cast<unsigned>(ports_.size());
    first_ports_.push_back(first);
    if (radix(d) == 1) continue;
    ++dimensions_;
    ports_.push_back({d, Direction::successor});
    if (radix(d) == 2) {
      opposite_.push_back(first);
      continue;
    }
    ports_.push_back({d, Direction::predecessor});
    opposite_.insert(opposite_.end(), {first + 1, first});
  }
}

Fabric::Fabric(std::string name, std::shared_ptr<const Graph> graph)
    : Fabric(Family::graph, std::move(name), {graph->nodes()}) {
  ports_.assign(graph->degree(), {1, Direction::successor});
  opposite_.clear();
  pes_ = graph->pes();
  graph_ = std::move(graph);
}

Fabric Fabric::graph(std::string name, Node nodes, const std::vector<std::pair<Node, Node>>& edges,
                     Node switches) {
  return {std::move(name), std::make_shared<const Graph>(nodes, edges, switches)};
}

std::optional<unsigned> Fabric::port(unsigned dimension, Direction direction) const {
  if (graph_ || radix(dimension) == 1) return std::nullopt;
  const auto p = first_ports_[dimension - 1];
  return direction == Direction::predecessor ? opposite_[p] : p;
}

unsigned Fabric::far_port(Node node, unsigned port) const {
  return graph_ ? graph_->far_port(node, port) : opposite_[port];
}

std::vector<unsigned> Fabric::far_ports(const std::vector<unsigned>& ports) const {
  std::vector<unsigned> far;
  if (graph_) {
    far.resize(ports.empty() ? 0 : degree());
    std::iota(far.begin(), far.end(), 0U);
  } else {
    for (const auto port : ports) far.push_back(opposite_[port]);
    std::sort(far.begin(), far.end());
  }
  return far;
}

std::optional<Node> Fabric::neighbour(Node node, unsigned port) const {
  if (graph_) return graph_->neighbour(node, port);
  const auto [dimension, direction] = ports_[port];
  const Node stride = strides_[dimension - 1];
  const std::uint32_t radix = radices_[dimension - 1];
  const std::uint32_t c = node / stride % radix;
  const Node round = stride * (radix - 1);
  // At radix 2 one port leads to both neighbours, so a mesh has no open end there.
  const bool wraps = closed() || radix == 2;
  if (direction == Direction::successor) {
    if (c + 1 < radix) return node + stride;
    return wraps ? std::optional<Node>(node - round) : std::nullopt;
  }
  if (c > 0) return node - stride;
  return wraps ? std::optional<Node>(node + round) : std::nullopt;
}

std::optional<LinkEnds> Fabric::link(std::uint64_t slot) const {
  const auto from = static_cast<Node>(slot / degree());
  const auto port = static_cast<unsigned>(slot % degree());
  const auto to = neighbour(from, port);
  if (!to) return std::nullopt;
  return LinkEnds{from, port, *to, far_port(from, port), ports_[port].dimension};
}

std::uint64_t Fabric::link_count(unsigned dimension) const {
  if (graph_) return graph_->link_count();
  const auto length = radix(dimension);
  if (length == 1) return 0;
  const std::uint64_t rings = nodes_ / length;
  const bool open = !closed() || length == 2;
  return 2 * rings * (open ? length - 1 : length);
}

std::uint64_t Fabric::link_count() const {
  std::uint64_t count = 0;
  for (unsigned d = 1; d <= radices_.size(); ++d) count += link_count(d);
  return count;
}

std::uint32_t Fabric::diameter() const {
  if (graph_) return graph_->diameter();
  std::uint32_t sum = 0;
  for (const auto radix : radices_) sum += closed() ? radix / 2 : radix - 1;
  return sum;
}

Leg Fabric::first_leg(Node from, Node to) const {
  if (graph_) return {graph_->next_port(from, to)};
  std::size_t d = 0;
  // A dimension's coordinate is what is left of the number by its radix, as dimensions follow.
  std::uint32_t a = from % radices_[0];
  std::uint32_t b = to % radices_[0];
  while (a == b) {
    from /= radices_[d];
    to /= radices_[d];
    ++d;
    a = from % radices_[d];
    b = to % radices_[d];
  }
  const std::uint32_t round = radices_[d];
  const std::uint32_t ahead = b > a ? b - a : b + round - a;
  const bool forward = closed() ? 2 * ahead <= round : b > a;
  const unsigned port = first_ports_[d];
  return forward ? Leg{port, ahead} : Leg{opposite_[port], round - ahead};
}

std::vector<unsigned> Fabric::route(Node from, Node to) const {
  std::vector<unsigned> ports;
  while (from != to) {
    ports.push_back(next_port(from, to));
    from = *neighbour(from, ports.back());
  }
  return ports;
}

std::string Fabric::address(Node node) const {
  const auto bits = [&](unsigned first) {  // the bit of dimension D is leftmost
    std::string text;
    for (auto d = static_cast<unsigned>(radices_.size()); d >= first; --d) {
      text += static_cast<char>('0' + coordinate(node, d));
    }
    return text;
  };
  switch (family_) {
    case Family::ring:
    case Family::graph:
      return std::to_string(node);
    case Family::hypercube:
      return bits(1);
    case Family::hhc: {
      const auto cell = bits(3);
      const auto inside = fmt::format("{:b}{:02b}", coordinate(node, 2), coordinate(node, 1));
      return cell.empty() ? fmt::format("P({})", inside) : fmt::format("P({},{})", cell, inside);
    }
    case Family::torus:
    case Family::mesh:
      break;
  }
  std::vector<std::uint32_t> coordinates;
  for (unsigned d = 1; d <= radices_.size(); ++d) coordinates.push_back(coordinate(node, d));
  return fmt::format("({})", fmt::join(coordinates, ","));
}

std::string Fabric::title(Node node) const {
  return (is_switch(node) ? "switch " : "PE ") + address(node);
}

const std::vector<ValueForm>& fabric_families() {
  static const std::vector<ValueForm> families = {
      {"ring:K", "one ring of K PEs"},
      {"torus:K1xK2x...", "a product of rings, any number of dimensions, any radices"},
      {"hypercube:D", "D dimensions of radix 2"},
      {"hhc:DH", "Hyper Hexa-Cell: 2^(DH-1) cells of two triangles, 6*2^(DH-1) PEs"},
      {"mesh:K1xK2x...", "a torus without the wrap-around links"},
      {"debruijn:D,K",
       "de Bruijn graph: D^K PEs, words of K digits below D, linked where one is the other "
       "shifted"}};
  return families;
}

Fabric Fabric::parse(std::string_view name) {
  const auto colon = name.find(':');
  const auto family = name.substr(0, colon);
  const auto size = colon == std::string_view::npos ? std::string_view{} : name.substr(colon + 1);
  constexpr std::int64_t max_radix = max_nodes;
  const auto radix = [&](std::string_view text) {
    return static_cast<std::uint32_t>(parse_integer(text, "a radix", 1, max_radix));
  };
  const auto radices = [&] {
    std::vector<std::uint32_t> list;
    for (const auto part : split(size, 'x')) list.push_back(radix(part));
    return list;
  };
  if (family == "ring") return {Family::ring, std::string(name), {radix(size)}};
  if (family == "torus") return {Family::torus, std::string(name), radices()};
  if (family == "mesh") return {Family::mesh, std::string(name), radices()};
  if (family == "hypercube") {
    const auto d = parse_integer(size, "the dimensions of a hypercube", 0, 31);
    return {Family::hypercube, std::string(name),
            std::vector<std::uint32_t>(static_cast<std::size_t>(d), 2)};
  }
  if (family == "hhc") {
    const auto dh = parse_integer(size, "the dimensions of an HHC", 1, 29);
    std::vector<std::uint32_t> list(static_cast<std::size_t>(dh) + 1, 2);
    list[0] = 3;
    return {Family::hhc, std::string(name), std::move(list)};
  }
  if (family == "debruijn") {
    const auto built = de_bruijn(size);
    return graph(std::string(name), built.nodes, built.edges);
  }
  throw ValueError(unknown_name("fabric", name, form_texts(fabric_families())));
}

}  // namespace isobar
