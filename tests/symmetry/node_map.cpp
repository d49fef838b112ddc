// SPDX-License-Identifier: Apache-2.0
#include "tests/symmetry/node_map.h"

#include <numeric>
#include <stdexcept>
#include <utility>

namespace isobar::test {
namespace {

/// The slot of the link between two neighbours, of which there is one in each direction.
std::uint64_t slot_between(const Fabric& fabric, Node from, Node to) {
  for (unsigned port = 0; port < fabric.degree(); ++port) {
    if (fabric.neighbour(from, port) == to) return std::uint64_t{from} * fabric.degree() + port;
  }
  throw std::invalid_argument(fabric.title(from) + " is no neighbour of " + fabric.title(to));
}

}  // namespace

NodeMap::NodeMap(Fabric from, Fabric to, std::vector<Node> images)
    : from_(std::move(from)),
      to_(std::move(to)),
      images_(std::move(images)),
      slots_(from_.link_slots()) {
  for (std::uint64_t slot = 0; slot < slots_.size(); ++slot) {
    if (const auto link = from_.link(slot)) {
      slots_[slot] = slot_between(to_, images_.at(link->from), images_.at(link->to));
    }
  }
}

NodeMap NodeMap::identity(const Fabric& fabric) {
  std::vector<Node> images(fabric.nodes());
  std::iota(images.begin(), images.end(), Node{0});
  return {fabric, fabric, images};
}

LinkCounts NodeMap::moved(const LinkCounts& links) const {
  std::vector<LinkCounters> out(to_.link_slots());
  links.for_each([&](std::uint64_t slot, const LinkCounters& counters) {
    if (from_.link(slot)) out[slots_[slot]] = counters;
  });
  return out;
}

}  // namespace isobar::test
