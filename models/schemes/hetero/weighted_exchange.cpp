// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/hetero/weighted_exchange.h"

#include <utility>

#include "models/schemes/hetero/utilization.h"

namespace isobar {

WeightedExchange::WeightedExchange(Node pes, std::vector<std::optional<Node>> partners,
                                   const TreePlace& place, const IterationEnd& end, double lambda)
    : IteratedTransfers(pes, place, end), partners_(std::move(partners)), lambda_(lambda) {}

const std::vector<TransferCalculation::Kind>& WeightedExchange::kinds() const {
  static const auto all = [] {
    auto kinds = common_kinds();
    kinds.push_back({"load", 1});
    return kinds;
  }();
  return all;
}

void WeightedExchange::iterate(Messages& out) {
  colour_ = 0;
  sweeping_ = true;
  offer(out);
  advance(out);
}

void WeightedExchange::listen(Node from, std::size_t kind, double first, double second,
                              Messages& out) {
  if (kind == opening) capacities_[from] = second;
  heard_.put(from, first);
  advance(out);
}

/// To the partner of the next colour in which there is one.
void WeightedExchange::offer(Messages& out) {
  while (colour_ < partners_.size() && !partners_[colour_]) ++colour_;
  if (colour_ == partners_.size()) return;
  const auto kind = is_first() ? opening : load_kind;
  out.push_back({*partners_[colour_], kind, load(), kind == opening ? capacity() : 0});
}

void WeightedExchange::advance(Messages& out) {
  if (!sweeping_) return;
  while (colour_ < partners_.size()) {
    const Node partner = *partners_[colour_];
    if (!heard_.has(partner)) return;
    give(partner,
         lambda_ * levelling(load(), capacity(), heard_.take(partner), capacities_[partner]));
    ++colour_;
    offer(out);
  }
  sweeping_ = false;
  count_sweeps(1);
  test(out);
}

}  // namespace isobar
