// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/hetero/pe_tree.h"

namespace isobar {

PeTree::PeTree(const PeNeighbours& neighbours) : places_(neighbours.pes()) {
  std::vector<bool> found(neighbours.pes());
  found[root] = true;
  std::vector<Node> level = {root};
  while (true) {
    std::vector<Node> next;
    for (const Node pe : level) {
      for (const Node child : neighbours.of(pe)) {
        if (found[child]) continue;
        found[child] = true;
        places_[child].parent = pe;
        places_[pe].children.push_back(child);
        next.push_back(child);
      }
    }
    if (next.empty()) return;
    ++depth_;
    level = std::move(next);
  }
}

}  // namespace isobar
