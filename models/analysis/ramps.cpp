// SPDX-License-Identifier: Apache-2.0
#include "models/analysis/ramps.h"

#include <algorithm>

namespace isobar {
namespace {

/// The rings of one dimension.
class Rings {
 public:
  Rings(const Fabric& fabric, unsigned dimension)
      : fabric_(fabric),
        successor_(fabric.port(dimension, Direction::successor)),
        predecessor_(fabric.port(dimension, Direction::predecessor)) {}

  /// The number of PEs in rings of this dimension: none at radix 1.
  Node nodes() const { return successor_ ? fabric_.nodes() : 0; }
  Node successor(Node node) const { return *fabric_.neighbour(node, *successor_); }
  Node predecessor(Node node) const { return *fabric_.neighbour(node, *predecessor_); }

 private:
  const Fabric& fabric_;
  std::optional<unsigned> successor_;
  std::optional<unsigned> predecessor_;
};

/// Puts `node`, an extreme whose plateau ends before `beyond`, into the list of Lemma 2 that it
/// belongs to. The lemma changes the extreme load by `step`.
void judge(Node node, Node beyond, Load extreme, Load step, const std::vector<Load>& before,
           const std::vector<Load>& after, Improvement& found) {
  if (before[node] != extreme || before[beyond] == extreme) return;
  const bool exceeds = (after[beyond] - extreme) * step < 0;
  if (after[node] != extreme + step || exceeds) {
    found.neither.push_back(node);
  } else {
    (after[beyond] == extreme ? found.moved : found.reduced).push_back(node);
  }
}

}  // namespace

std::vector<Ramp> ramps(const Fabric& fabric, unsigned dimension, const std::vector<Load>& loads) {
  std::vector<Ramp> found;
  const Rings rings(fabric, dimension);
  for (Node node = 0; node < rings.nodes(); ++node) {
    if (loads[rings.predecessor(node)] < loads[node]) continue;
    Node upper = node;
    while (loads[upper] < loads[rings.successor(upper)]) upper = rings.successor(upper);
    if (upper != node) found.push_back({node, upper});
  }
  return found;
}

std::vector<VirtualTransfer> virtual_transfers(const Fabric& fabric, unsigned dimension,
                                               const std::vector<Load>& before,
                                               const std::vector<Load>& after) {
  std::vector<VirtualTransfer> found;
  const Rings rings(fabric, dimension);
  for (Node node = 0; node < rings.nodes(); ++node) {
    if (after[node] != before[node] + 1) continue;
    Node from = rings.successor(node);
    while (after[from] == before[from]) from = rings.successor(from);
    if (after[from] == before[from] - 1) found.push_back({node, from});
  }
  return found;
}

Improvement improvement_of_maxima(const Fabric& fabric, unsigned dimension,
                                  const std::vector<Load>& before, const std::vector<Load>& after) {
  Improvement found;
  const Rings rings(fabric, dimension);
  const Load most = *std::max_element(before.begin(), before.end());
  for (Node node = 0; node < rings.nodes(); ++node) {
    judge(node, rings.predecessor(node), most, -1, before, after, found);
  }
  return found;
}

Improvement improvement_of_minima(const Fabric& fabric, unsigned dimension,
                                  const std::vector<Load>& before, const std::vector<Load>& after) {
  Improvement found;
  const Rings rings(fabric, dimension);
  const Load least = *std::min_element(before.begin(), before.end());
  for (Node node = 0; node < rings.nodes(); ++node) {
    judge(node, rings.successor(node), least, 1, before, after, found);
  }
  return found;
}

}  // namespace isobar
