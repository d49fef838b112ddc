// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/hetero/hierarchical_transfers.h"

#include <algorithm>

#include "models/schemes/hetero/check_start.h"
#include "models/schemes/hetero/utilization.h"

namespace isobar {

HierarchicalTransfers::HierarchicalTransfers(Node pes, Node self) : self_(self) {
  for (const auto& domain : domains_of(pes, self)) {
    levels_.push_back({domain, domain.partner(self), domain.givers(self)});
    if (domain.first != self) manages_from_ = levels_.size();
  }
}

const std::vector<TransferCalculation::Kind>& HierarchicalTransfers::kinds() const {
  static const std::vector<Kind> all = {{"opening", 2}, {"sum", 1}, {"share", 1}, {"gift", 1}};
  return all;
}

void HierarchicalTransfers::start(double load, double capacity, Messages& out) {
  check_start(load, capacity, done());
  load_ = load;
  capacity_ = capacity;
  transfers_.clear();
  level_ = 0;
  stage_ = levels_.empty() ? Stage::done : Stage::gathers;
  advance(out);
}

void HierarchicalTransfers::hear(Node from, std::size_t kind, double first, double second,
                                 Messages& out) {
  if (kind == opening || kind == sum_kind) sums_.put(from, {first, second});
  if (kind == share_kind) shares_.put(from, first);
  if (kind == gift_kind) gifts_.put(from, first);
  advance(out);
}

void HierarchicalTransfers::advance(Messages& out) {
  bool goes_on = true;
  while (goes_on && !done()) {
    switch (stage_) {
      case Stage::gathers:
        goes_on = gather(out);
        break;
      case Stage::is_told:
        goes_on = hear_share(out);
        break;
      case Stage::receives:
        goes_on = receive();
        break;
      case Stage::done:
        break;
    }
  }
}

std::size_t HierarchicalTransfers::managed() const { return std::max(level_, manages_from_); }

/// Sums of the right halves that it manages; the last is its own domain's, which goes up, or, at
/// the top, tells what is to move.
bool HierarchicalTransfers::gather(Messages& out) {
  for (std::size_t level = managed(); level < levels_.size(); ++level) {
    if (!sums_.has(levels_[level].domain.middle)) return false;
  }
  Sum left{load_, capacity_};
  for (std::size_t level = levels_.size(); level-- > managed();) {
    auto& [domain, partner, givers, right_capacity] = levels_[level];
    const auto right = sums_.take(domain.middle);
    // Capacities are sent once.
    if (level_ == 0) right_capacity = right.capacity;
    if (level == level_) {
      const double moved = levelling(left.load, left.capacity, right.load, right_capacity);
      // A share of what the giving half has: of the left above 0, of the right below.
      const double giver = moved > 0 ? left.load : right.load;
      apply(moved == 0 ? 0 : moved / giver, out);
      return true;
    }
    left = {left.load + right.load, left.capacity + right_capacity};
  }
  const Node superior = levels_[manages_from_ - 1].domain.first;
  if (level_ == 0) {
    out.push_back({superior, opening, left.load, left.capacity});
  } else {
    out.push_back({superior, sum_kind, left.load});
  }
  stage_ = Stage::is_told;
  return true;
}

bool HierarchicalTransfers::hear_share(Messages& out) {
  const Node superior = levels_[manages_from_ - 1].domain.first;
  if (!shares_.has(superior)) return false;
  apply(shares_.take(superior), out);
  return true;
}

void HierarchicalTransfers::apply(double share, Messages& out) {
  for (std::size_t level = managed(); level < levels_.size(); ++level) {
    out.push_back({levels_[level].domain.middle, share_kind, share});
  }
  const auto& level = levels_[level_];
  const bool gives = level.domain.left_has(self_) ? share > 0 : share < 0;
  if (share != 0 && !gives) {
    stage_ = Stage::receives;
    return;
  }
  if (gives) {
    const double amount = load_ * (share > 0 ? share : -share);
    load_ -= amount;
    transfers_[level.partner] += amount;
    out.push_back({level.partner, gift_kind, amount});
  }
  next_level();
}

bool HierarchicalTransfers::receive() {
  const auto& givers = levels_[level_].givers;
  if (!std::all_of(givers.begin(), givers.end(), [&](Node n) { return gifts_.has(n); })) {
    return false;
  }
  for (const Node giver : givers) {
    const double amount = gifts_.take(giver);
    load_ += amount;
    transfers_[giver] -= amount;
  }
  next_level();
  return true;
}

void HierarchicalTransfers::next_level() {
  ++level_;
  stage_ = level_ == levels_.size() ? Stage::done : Stage::gathers;
}

}  // namespace isobar
