// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/schemes/virtual_load.h"

namespace isobar {

/// A participant of a balancing as the one that decides knows it: what it has of the classes in
/// question.
struct Member {
  Node node = 0;
  ClassShares shares;
};

/// Packets that a participant is to send to another.
struct Move {
  Node to = 0;
  Load packets = 0;
};

/// What a participant is told.
struct BalancingOrders {
  ClassShares changes;  ///< shares that are others than before, gone ones as 0
  std::vector<Move> moves;
  Load comes = 0;  ///< packets that others send to it
};

/// By participant, from their shares before and after: packets go straight from those that have
/// more than they shall have to those that have less. None loses and gets.
std::vector<BalancingOrders> balancing_orders(const std::vector<Member>& before,
                                              const std::vector<ClassShares>& after);

/// How the class of the creditor j is balanced so that a debtor i with b_ij = 1 gets rid of it, as
/// d_jj = 0 (Lüling and Monien, Section 4): `members` are j, the partners π, and i, which may be
/// one of j's partners by chance (`drawn`); each has a share of class j, or none. In the three
/// cases of the paper i's turn comes before or after j's, or with it. If j has then a packet, and i
/// its debt still, i gets the packet for it. Returns what all have afterwards.
struct ClassReduction {
  std::vector<ClassShares> after;
  bool exchanged = false;  ///< j has given i a packet
};
ClassReduction reduce_class(const std::vector<Member>& members, bool drawn, Random& random);

}  // namespace isobar
