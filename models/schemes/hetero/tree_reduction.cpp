// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/hetero/tree_reduction.h"

#include <algorithm>
#include <utility>

namespace isobar {

TreeReduction::Pair sum_and_max(const TreeReduction::Pair& a, const TreeReduction::Pair& b) {
  return {a.first + b.first, std::max(a.second, b.second)};
}

TreeReduction::Pair two_maxima(const TreeReduction::Pair& a, const TreeReduction::Pair& b) {
  return {std::max(a.first, b.first), std::max(a.second, b.second)};
}

TreeReduction::TreeReduction(const TreePlace& place, std::size_t up, std::size_t down,
                             Combine combine)
    : place_(place), up_(up), down_(down), combine_(combine) {}

void TreeReduction::contribute(const Pair& own, TransferCalculation::Messages& out) {
  own_ = own;
  pass_up(out);
}

bool TreeReduction::hear(Node from, std::size_t kind, const Pair& said,
                         TransferCalculation::Messages& out) {
  if (kind == up_) {
    children_[from] = said;
    pass_up(out);
  } else if (kind == down_) {
    pass_down(said, out);
  } else {
    return false;
  }
  return true;
}

std::optional<TreeReduction::Pair> TreeReduction::take() {
  return std::exchange(all_, std::nullopt);
}

void TreeReduction::pass_up(TransferCalculation::Messages& out) {
  if (!own_ || children_.size() < place_.children.size()) return;
  // In the order of their numbers, so that a sum is the same whoever was first.
  Pair together = *own_;
  for (const auto& [child, part] : children_) together = combine_(together, part);
  own_.reset();
  children_.clear();
  if (place_.parent) {
    out.push_back({*place_.parent, up_, together.first, together.second});
  } else {
    pass_down(together, out);
  }
}

void TreeReduction::pass_down(const Pair& all, TransferCalculation::Messages& out) {
  for (const Node child : place_.children) out.push_back({child, down_, all.first, all.second});
  all_ = all;
}

}  // namespace isobar
