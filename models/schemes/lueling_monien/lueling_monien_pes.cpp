// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/lueling_monien/lueling_monien_pes.h"

#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <numeric>
#include <utility>

namespace isobar {

LuelingMonienPes::LuelingMonienPes(const LuelingMonienSetting& setting, const Fabric& fabric,
                                   const std::vector<Load>& loads, SmallRandom random)
    : setting_(setting),
      local_times_(fabric.pes(), 0),
      turns_(fabric.pes()),
      random_(std::move(random)) {
  std::iota(turns_.begin(), turns_.end(), Node{0});
  for (Node node = 0; node < fabric.pes(); ++node) {
    partners_.emplace_back(fabric, node, setting.radius);
    ledgers_.emplace_back(node, loads[node]);
  }
}

const std::vector<Node>& LuelingMonienPes::turns() {
  if (setting_.shuffled) {
    // Fisher and Yates; std::shuffle differs from library to library.
    for (std::size_t left = turns_.size(); left > 1; --left) {
      using Place = boost::random::uniform_int_distribution<std::size_t>;
      std::swap(turns_[Place(0, left - 1)(random_)], turns_[left - 1]);
    }
  }
  return turns_;
}

bool LuelingMonienPes::consumes_first() {
  using First = LuelingMonienSetting::First;
  if (setting_.first != First::random) return setting_.first == First::consumption;
  return boost::random::uniform_int_distribution<int>(0, 1)(random_) == 1;
}

void LuelingMonienPes::generate(Node node) {
  ledgers_[node].generate(random_);
  balance_if_triggered(node);
}

bool LuelingMonienPes::consume(Node node) {
  auto& self = ledgers_[node];
  if (self.load() == 0) return false;
  while (!self.can_consume(setting_.borrow)) {
    const Node creditor = this->creditor(self);
    if (creditor == node) {
      self.settle();
      ++counts_.decreased;
    } else if (ledgers_[creditor].own() > 0) {
      exchange(node, creditor);
    } else {
      reduce(node, creditor);
    }
    // The reduction may have moved its packets away.
    if (self.load() == 0) return false;
  }
  if (self.consume(random_)) ++counts_.borrowed;
  balance_if_triggered(node);
  return true;
}

/// Whom a PE that cannot borrow any more asks for packets.
Node LuelingMonienPes::creditor(const VirtualLoad& self) {
  const Node any = self.creditor(random_);
  if (!setting_.richest) return any;
  Node best = any;
  for (const auto& share : self.shares()) {
    if (share.borrowed && ledgers_[share.origin].own() > ledgers_[best].own()) best = share.origin;
  }
  return best;
}

/// The PE of class `creditor` gives packets for borrowed ones, so many that it balances once at
/// most.
void LuelingMonienPes::exchange(Node node, Node creditor) {
  auto& self = ledgers_[node];
  auto& lender = ledgers_[creditor];
  Load given = std::min(lender.own(), self.borrowed());
  if (setting_.at_once) {
    lender.take_own(given);
  } else {
    given = lender.give_own(given, setting_.f);
  }
  self.repay(creditor, given, random_);
  counts_.exchanged += given;
  ++counts_.decreased;
  balance_if_triggered(creditor);
}

/// Section 4, where the PE of the class has no packet of its own.
void LuelingMonienPes::reduce(Node node, Node creditor) {
  ++counts_.failed;
  std::vector<VirtualLoad*> members{&ledgers_[creditor]};
  bool drawn = false;
  for (const Node partner : partners_[creditor].draw(setting_.delta, random_)) {
    auto& ledger = ledgers_[partner];
    if (partner == node) {
      drawn = true;
    } else if (ledger.owes(creditor) || ledger.borrowed() < setting_.borrow) {
      members.push_back(&ledger);  // another could come to owe more than C
    }
  }
  members.push_back(&ledgers_[node]);
  // Without partners the two balance the class between them.
  if (reduce_class(members, drawn || members.size() == 2)) ++counts_.decreased;
  if (ledgers_[creditor].settle()) ++counts_.decreased;
  balance_if_triggered(creditor);
}

void LuelingMonienPes::balance_if_triggered(Node node) {
  if (ledgers_[node].is_triggered(setting_.f)) balance(node);
}

void LuelingMonienPes::balance(Node node) {
  ++counts_.balancings;
  ++local_times_[node];
  std::vector<Node> set{node};
  const auto partners = partners_[node].draw(setting_.delta, random_);
  set.insert(set.end(), partners.begin(), partners.end());
  std::vector<Participant> participants(set.size());
  std::vector<Load> before(set.size());
  for (std::size_t k = 0; k < set.size(); ++k) {
    auto& ledger = ledgers_[set[k]];
    before[k] = ledger.load();
    participants[k].shares = ledger.release();
    if (setting_.exclude && k > 0) participants[k].keeps = set[k];
  }
  distribute(participants, node);
  for (std::size_t k = 0; k < set.size(); ++k) {
    auto& ledger = ledgers_[set[k]];
    ledger.assign(std::move(participants[k].shares));
    counts_.moved += std::max<Load>(0, ledger.load() - before[k]);
    if (k == 0 || setting_.reset) ledger.remember();
    if ((k == 0 || !setting_.began) && ledger.settle()) ++counts_.decreased;
  }
}

}  // namespace isobar
