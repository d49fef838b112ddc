// SPDX-License-Identifier: Apache-2.0
#include "models/costs/phase_end_cost.h"

#include <algorithm>

#include "models/bits.h"
#include "models/experiment/phase_ends.h"

namespace isobar {
namespace {

/// A counter up to `cycles`, with a LUT and a register a bit in the same cells.
PeCells counter(Cycle cycles) {
  const auto bits = bits_for(static_cast<std::uint64_t>(cycles) + 1);
  return {bits, bits, bits};
}

/// The cycles that the PE nearest to the root waits for the farthest one.
Cycle longest_wait(const Experiment& e, const SpanningTree& tree) {
  std::vector<Cycle> knows(e.fabric.pes(), 0);
  Cycle last = 0;
  for (const auto& edge : tree.edges()) {
    Cycle hop = 0;  // the slower of both directions
    for (const auto slot : {edge.up, edge.down}) {
      const auto& link = e.link_of_slot(slot);
      hop = std::max(hop, e.phase_end == PhaseEnd::words ? link.passage(1) : link.latency());
    }
    knows[edge.child] = knows[edge.parent] + hop;
    last = std::max(last, knows[edge.child]);
  }
  return last;
}

}  // namespace

PhaseEndCost phase_end_cost(const Experiment& e) {
  if (!any_end_is_paid(e)) return {};
  if (e.phase_end == PhaseEnd::slot) {
    Cycle longest = 0;
    for (const auto& phase : e.scheme->phases()) {
      if (end_is_paid(e, phase)) longest = std::max(longest, longest_transfer(e, phase));
    }
    return {counter(longest), 0};
  }
  const SpanningTree tree(e.fabric);
  const auto neighbours = tree.most_neighbours();
  // A flag for what each neighbour in the tree has told, the AND over them and the PE's own, in
  // LUTs of four inputs, and the count of the wait.
  auto cells = counter(longest_wait(e, tree));
  const std::int64_t luts = neighbours + (neighbours + 2) / 3;
  cells += {luts, neighbours, luts};
  return {cells, e.phase_end == PhaseEnd::tree ? 2 * neighbours : 0};
}

}  // namespace isobar
