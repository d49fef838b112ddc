// SPDX-License-Identifier: Apache-2.0
#include "models/ideal/lueling_monien.h"

#include <algorithm>
#include <utility>

#include "models/errors.h"

namespace isobar {

LuelingMonien::LuelingMonien(const LuelingMonienSetting& setting, Partners partners,
                             const std::vector<Load>& loads, Random random)
    : setting_(setting), partners_(std::move(partners)), random_(random) {
  for (Node node = 0; node < loads.size(); ++node) ledgers_.emplace_back(node, loads[node]);
}

void LuelingMonien::generate(Node node) {
  ledgers_[node].generate(random_);
  balance_if_triggered(node);
}

bool LuelingMonien::consume(Node node) {
  auto& self = ledgers_[node];
  if (self.load() == 0) return false;
  while (self.own() == 0 && (self.borrowed() == setting_.limit || !self.has_lender())) {
    const Node creditor = self.creditor(random_);
    if (ledgers_[creditor].own() > 0) {
      exchange(node, creditor);
    } else {
      reduce(node, creditor);
    }
    // The reduction may have moved its packets away.
    if (self.load() == 0) return false;
  }
  if (self.own() > 0) {
    self.take_own(1);
  } else {
    self.borrow(random_);
    ++counts_.borrowed;
  }
  balance_if_triggered(node);
  return true;
}

void LuelingMonien::decrease(Node node, Load packets) {
  ++counts_.decreased;
  for (; packets > 0 && ledgers_[node].own() > 0; --packets) {
    ledgers_[node].take_own(1);
    balance_if_triggered(node);
  }
}

/// The PE of class `creditor` gives packets for borrowed ones, as many as there are up to the first
/// that makes it balance.
void LuelingMonien::exchange(Node node, Node creditor) {
  auto& self = ledgers_[node];
  auto& lender = ledgers_[creditor];
  const Load most = std::min(lender.own(), self.borrowed());
  ++counts_.exchanges;
  ++counts_.decreased;
  for (Load given = 0; given < most && (given == 0 || !lender.is_triggered(setting_.f)); ++given) {
    lender.take_own(1);
    self.repay(creditor, 1, random_);
    ++counts_.exchanged;
  }
  balance_if_triggered(creditor);
}

/// Section 4, where the PE of the class has no packet of its own.
void LuelingMonien::reduce(Node node, Node creditor) {
  ++counts_.failed;
  auto& self = ledgers_[node];
  auto& lender = ledgers_[creditor];
  // The odd packets are wanted at the PE of the class, the odd debts away from this one.
  std::vector<VirtualLoad*> with_lender{&lender};
  std::vector<VirtualLoad*> with_self;
  bool takes_part = false;
  for (const Node partner : partners_.draw(creditor, random_)) {
    if (partner == node) {
      takes_part = true;
    } else {
      with_lender.push_back(&ledgers_[partner]);
      with_self.push_back(&ledgers_[partner]);
    }
  }
  (takes_part ? with_lender : with_self).push_back(&self);
  if (takes_part) {
    distribute_class(with_lender, creditor);
  } else {
    const bool all_owe = std::all_of(
        with_self.begin(), with_self.end(),
        [&](const VirtualLoad* one) { return one->owes(creditor) && one->of(creditor) == 0; });
    distribute_class(all_owe ? with_lender : with_self, creditor);
    distribute_class(all_owe ? with_self : with_lender, creditor);
  }
  if (lender.settle()) ++counts_.decreased;
  if (self.owes(creditor) && lender.own() > 0) {
    ++counts_.decreased;
    lender.take_own(1);
    self.repay(creditor, 1, random_);
  }
  balance_if_triggered(creditor);
}

void LuelingMonien::balance_if_triggered(Node node) {
  if (ledgers_[node].is_triggered(setting_.f)) balance(node);
}

void LuelingMonien::balance(Node node) {
  ++counts_.balancings;
  std::vector<Node> set{node};
  const auto& partners = partners_.draw(node, random_);
  set.insert(set.end(), partners.begin(), partners.end());
  std::vector<Participant> participants(set.size());
  std::vector<Load> before(set.size());
  for (std::size_t k = 0; k < set.size(); ++k) {
    auto& ledger = ledgers_[set[k]];
    before[k] = ledger.load();
    participants[k].shares = ledger.release();
    if (setting_.excludes && k > 0) participants[k].keeps = set[k];
  }
  distribute(participants, random_);
  for (std::size_t k = 0; k < set.size(); ++k) {
    auto& ledger = ledgers_[set[k]];
    ledger.assign(std::move(participants[k].shares));
    counts_.moved += std::max<Load>(0, ledger.load() - before[k]);
    if (k == 0 || setting_.resets_old) ledger.remember();
    if (ledger.settle()) ++counts_.decreased;
  }
}

SchemeFigures LuelingMonien::figures() const {
  return {{"total_borrow", counts_.borrowed}, {"remote_borrow", counts_.exchanged},
          {"borrow_fail", counts_.failed},    {"decrease_sim", counts_.decreased},
          {"balancings", counts_.balancings}, {"packets_moved", counts_.moved}};
}

}  // namespace isobar
