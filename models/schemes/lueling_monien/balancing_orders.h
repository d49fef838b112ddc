// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/schemes/lueling_monien/virtual_load.h"

namespace isobar {

/// A participant of a balancing as the one that decides knows it: what it has of the classes in
/// question.
struct Member {
  Node node = 0;
  ClassShares shares;
};

/// Packets that a participant is to send to another.
struct PacketMove {
  Node to = 0;
  Load packets = 0;
};

/// The orders that a participant gets.
struct BalancingOrders {
  ClassShares changes;  ///< shares that are others than before, gone ones as 0
  std::vector<PacketMove> moves;
  Load comes = 0;  ///< packets that others send to it
};

/// By participant, from their shares before and after: packets go straight from those that have
/// more than they shall have to those that have less. None loses and gets.
std::vector<BalancingOrders> balancing_orders(const std::vector<Member>& before,
                                              const std::vector<ClassShares>& after);

/// The same reduction (models/schemes/lueling_monien/virtual_load.h) from what the members say:
/// each has a share of class j, or none. Returns what all have afterwards.
struct ClassReduction {
  std::vector<ClassShares> after;
  bool exchanged = false;  ///< j has given i a packet
};
ClassReduction reduce_class(const std::vector<Member>& members, bool drawn);

}  // namespace isobar
