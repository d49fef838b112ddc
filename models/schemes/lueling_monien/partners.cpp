// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/lueling_monien/partners.h"

#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>

#include "models/fabric/neighbours.h"

namespace isobar {
namespace {

/// All PEs within `radius` steps of `node` from neighbour to neighbour, without itself, in
/// ascending order.
std::vector<Node> pes_near(const Fabric& fabric, Node node, std::uint32_t radius) {
  std::vector<Node> found = {node};
  std::vector<bool> seen(fabric.pes(), false);
  seen[node] = true;
  std::size_t from = 0;
  for (std::uint32_t hop = 0; hop < radius && from < found.size(); ++hop) {
    const std::size_t to = found.size();
    for (; from < to; ++from) {
      for (const Node there : neighbours_of(fabric, found[from])) {
        if (seen[there]) continue;
        seen[there] = true;
        found.push_back(there);
      }
    }
  }
  found.erase(found.begin());
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

Partners::Partners(const Fabric& fabric, Node node, std::uint32_t radius)
    : node_(node), pes_(fabric.pes()), all_(radius == 0) {
  if (!all_) near_ = pes_near(fabric, node, radius);
}

Node Partners::at(Node index) const {
  if (!all_) return near_[index];
  return index < node_ ? index : index + 1;
}

std::vector<Node> Partners::draw(Node count, SmallRandom& random) const {
  // Floyd: one draw for each, and no list of all.
  std::vector<Node> drawn;
  const Node all = this->count();
  for (Node last = all - std::min(count, all); last < all; ++last) {
    Node chosen = at(boost::random::uniform_int_distribution<Node>(0, last)(random));
    if (std::find(drawn.begin(), drawn.end(), chosen) != drawn.end()) chosen = at(last);
    drawn.push_back(chosen);
  }
  return drawn;
}

}  // namespace isobar
