// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/parts/broadcast_tree.h"

namespace isobar {
namespace {

/// Whether a broadcast from `root` goes on in this direction from coordinate `at` of a line.
bool goes_on(std::int64_t radix, bool closed, std::int64_t root, std::int64_t at,
             Direction direction) {
  const bool up = direction == Direction::successor;
  if (!closed) return up ? at >= root && at + 1 < radix : at <= root && at > 0;
  const auto from_root = (at - root + radix) % radix;
  const auto middle = radix / 2;
  if (up) return from_root < middle;
  const auto back = (radix - from_root) % radix;
  return back < radix - 1 - middle;
}

}  // namespace

std::vector<Node> broadcast_children(const Fabric& fabric, Node root, Node at) {
  std::vector<Node> children;
  const auto count = static_cast<unsigned>(fabric.radices().size());
  for (unsigned d = count; d >= 1; --d) {
    if (fabric.radix(d) < 2) continue;
    const auto mine = fabric.coordinate(at, d);
    const auto theirs = fabric.coordinate(root, d);
    for (const auto direction : {Direction::successor, Direction::predecessor}) {
      if (!goes_on(fabric.radix(d), fabric.closed(), theirs, mine, direction)) continue;
      children.push_back(*fabric.neighbour(at, *fabric.port(d, direction)));
    }
    // It came along this dimension, so those below it were done before.
    if (mine != theirs) break;
  }
  return children;
}

}  // namespace isobar
