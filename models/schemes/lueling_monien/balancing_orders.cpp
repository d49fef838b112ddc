// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/lueling_monien/balancing_orders.h"

#include <algorithm>

namespace isobar {
namespace {

Load total(const ClassShares& shares) {
  Load packets = 0;
  for (const auto& share : shares) packets += share.packets;
  return packets;
}

/// Both in the order of classes.
ClassShares changes(const ClassShares& before, const ClassShares& after) {
  ClassShares out;
  auto old = before.begin();
  for (const auto& share : after) {
    for (; old != before.end() && old->origin < share.origin; ++old) {
      out.push_back({old->origin, 0, false});
    }
    const bool was_there = old != before.end() && old->origin == share.origin;
    if (!was_there || !(*old == share)) out.push_back(share);
    if (was_there) ++old;
  }
  for (; old != before.end(); ++old) out.push_back({old->origin, 0, false});
  return out;
}

}  // namespace

std::vector<BalancingOrders> balancing_orders(const std::vector<Member>& before,
                                              const std::vector<ClassShares>& after) {
  std::vector<BalancingOrders> orders(before.size());
  std::vector<Load> more(before.size());
  for (std::size_t k = 0; k < before.size(); ++k) {
    orders[k].changes = changes(before[k].shares, after[k]);
    more[k] = total(after[k]) - total(before[k].shares);
  }
  std::size_t to = 0;
  for (std::size_t from = 0; from < before.size(); ++from) {
    while (more[from] < 0) {
      while (more[to] <= 0) ++to;
      const Load packets = std::min(-more[from], more[to]);
      orders[from].moves.push_back({before[to].node, packets});
      orders[to].comes += packets;
      more[from] += packets;
      more[to] -= packets;
    }
  }
  return orders;
}

ClassReduction reduce_class(const std::vector<Member>& members, bool drawn) {
  std::vector<VirtualLoad> loads;
  for (const auto& member : members) {
    loads.emplace_back(member.node);
    loads.back().assign(member.shares);
  }
  std::vector<VirtualLoad*> all;
  all.reserve(loads.size());
  for (auto& one : loads) all.push_back(&one);
  ClassReduction out;
  out.exchanged = reduce_class(gsl::span<VirtualLoad* const>(all), drawn);
  for (const auto& one : loads) out.after.push_back(one.shares());
  return out;
}

}  // namespace isobar
