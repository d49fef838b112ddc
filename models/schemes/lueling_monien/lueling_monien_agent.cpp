// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/lueling_monien/lueling_monien_agent.h"

#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <utility>

#include "models/bits.h"
#include "models/errors.h"
#include "models/schemes/parts/agents.h"
#include "models/schemes/parts/packed_pair.h"

namespace isobar {
namespace {

AgentWord share_word(const ClassShare& share) {
  return {LuelingMonienAgent::share, static_cast<std::int64_t>(share.origin),
          PackedPair{share.packets, share.borrowed ? 1 : 0}.packed()};
}

}  // namespace

std::vector<WordKind> LuelingMonienAgent::kinds(Node nodes, const LuelingMonienSetting& setting) {
  const auto node = bits_for(nodes);
  const auto classes = bits_for(std::uint64_t{nodes} + 1);
  const auto moves = bits_for(std::uint64_t{setting.delta} + 2);
  const auto borrowed = bits_for(static_cast<std::uint64_t>(setting.borrow) + 1);
  const auto load = setting.load_bits;
  return {{"join", 1, false},
          {"refusal", 1, false},
          {"joined", classes},
          {"share", node + load + 1, false},
          {"order", classes + moves + load},
          {"move", node + load, false},
          {"shortage", load, false},
          {"exchange", borrowed + load, false},
          {"grant", borrowed, false}};
}

// What the executor does.

void LuelingMonienAgent::start(AgentPe& pe) {
  ledger_ = VirtualLoad(pe.node(), pe.load());
  partners_.emplace(pe.fabric(), pe.node(), setting_.radius);
}

void LuelingMonienAgent::load_changed(AgentPe& pe) {
  observe(pe);
  react(pe);
}

void LuelingMonienAgent::timer(AgentPe& pe) {
  observe(pe);
  waits_ = false;
  checks_ = true;
  react(pe);
}

void LuelingMonienAgent::observe(const AgentPe& pe) {
  consumed_ += pe.taken() - std::exchange(taken_, pe.taken());
  generated_ += pe.created() - std::exchange(created_, pe.created());
}

SchemeStatistics LuelingMonienAgent::statistics() const {
  auto statistics = counts_.statistics();
  statistics.emplace_back("joins", joins_);
  statistics.emplace_back("joins_refused", joins_refused_);
  return statistics;
}

/// Goes on as far as it can by itself, and lets the executor do so.
void LuelingMonienAgent::react(AgentPe& pe) {
  if (state_ == State::free) book(pe);
  const bool awaits_orders =
      state_ == State::inviting || state_ == State::joined || state_ == State::asking;
  // Never while packets come: they may need the place of one that is to be taken.
  pe.hold(state_ != State::closing &&
          ((setting_.blocking && awaits_orders) ||
           (consumed_ > generated_ && unbooked() > ledger_.credit(setting_.borrow))));
}

/// One event after the other, as the paper's loop has it, until one needs other PEs.
void LuelingMonienAgent::book(AgentPe& pe) {
  while (state_ == State::free) {
    const bool checks = std::exchange(checks_, false);
    if (checks && !waits_ && ledger_.is_triggered(setting_.f)) {
      begin(pe);
      continue;
    }
    if (generated_ > 0) {
      --generated_;
      ledger_.generate(random_);
    } else if (consumed_ == 0 || !book_consumption(pe)) {
      return;
    }
    checks_ = true;
  }
}

/// Returns whether it could.
bool LuelingMonienAgent::book_consumption(AgentPe& pe) {
  if (!ledger_.can_consume(setting_.borrow)) {
    if (!waits_) ask(pe, ledger_.creditor(random_));
    return false;
  }
  if (ledger_.consume(random_)) ++counts_.borrowed;
  --consumed_;
  return true;
}

void LuelingMonienAgent::wait(AgentPe& pe) {
  // Who asked for longer than it then waits would nearly never be free when it is asked itself.
  const Cycle longest = std::max(setting_.retry.after(++vain_), 2 * (pe.now() - asked_at_));
  waits_ = true;
  pe.set_timer(boost::random::uniform_int_distribution<Cycle>(1, longest)(random_));
}

// As the one that balances.

void LuelingMonienAgent::begin(AgentPe& pe) {
  debtor_.reset();
  invite(pe, partners_->draw(setting_.delta, random_), false);
}

void LuelingMonienAgent::begin_reduction(AgentPe& pe, Node debtor, Load packets) {
  auto partners = partners_->draw(setting_.delta, random_);
  const auto drawn = std::find(partners.begin(), partners.end(), debtor);
  debtor_drawn_ = drawn != partners.end();
  if (debtor_drawn_) partners.erase(drawn);
  debtor_ = Member{debtor, {{pe.node(), packets, true}}};
  invite(pe, partners, true);
}

void LuelingMonienAgent::invite(AgentPe& pe, const std::vector<Node>& partners, bool of_class) {
  state_ = State::inviting;
  asked_at_ = pe.now();
  answers_.clear();
  for (const Node node : partners) {
    answers_.push_back({node});
    pe.send_word(node, {join, of_class ? 1 : 0});
    ++joins_;
  }
  if (answers_.empty()) decide(pe);
}

LuelingMonienAgent::Answer& LuelingMonienAgent::answer(Node from) {
  return *std::find_if(answers_.begin(), answers_.end(),
                       [&](const Answer& one) { return one.node == from; });
}

void LuelingMonienAgent::decide(AgentPe& pe) {
  if (!std::all_of(answers_.begin(), answers_.end(),
                   [](const Answer& one) { return one.is_complete(); })) {
    return;
  }
  std::vector<Member> members = {{pe.node(), ledger_.shares()}};
  for (auto& one : answers_) {
    if (one.refused) continue;
    pe.decides_by(one.node, joined);
    members.push_back({one.node, std::move(one.heard)});
  }
  if (debtor_) {
    decide_class(pe, std::move(members));
  } else if (members.size() > 1) {
    decide_all(pe, std::move(members));
  } else {
    state_ = State::free;
    wait(pe);
  }
}

void LuelingMonienAgent::decide_all(AgentPe& pe, std::vector<Member> members) {
  std::vector<Participant> dealt;
  for (auto& member : members) {
    auto& shares = member.shares;
    std::sort(shares.begin(), shares.end(),
              [](const ClassShare& a, const ClassShare& b) { return a.origin < b.origin; });
    dealt.push_back({shares, {}});
    if (setting_.exclude && member.node != pe.node()) dealt.back().keeps = member.node;
  }
  distribute(dealt, pe.node());
  std::vector<ClassShares> after;
  after.reserve(dealt.size());
  for (auto& one : dealt) after.push_back(std::move(one.shares));
  const auto orders = balancing_orders(members, after);
  for (std::size_t k = 1; k < members.size(); ++k) tell(pe, members[k].node, orders[k]);
  for (const auto& one : orders) counts_.moved += one.comes;
  ++counts_.balancings;
  vain_ = 0;
  state_ = State::closing;
  carry_out(pe, orders.front());
  ledger_.remember();
  close(pe);
}

void LuelingMonienAgent::decide_class(AgentPe& pe, std::vector<Member> members) {
  const Node self = pe.node();
  const bool owes = ledger_.owes(self);
  members.front().shares = owes ? ClassShares{{self, ledger_.own(), true}} : ClassShares{};
  const bool pair = members.size() == 1;
  members.push_back(*std::exchange(debtor_, std::nullopt));
  const auto reduction = reduce_class(members, debtor_drawn_ || pair);
  const auto orders = balancing_orders(members, reduction.after);
  for (std::size_t k = 1; k < members.size(); ++k) tell(pe, members[k].node, orders[k]);
  state_ = State::closing;
  carry_out(pe, orders.front());
  if (reduction.exchanged) ++counts_.decreased;
  checks_ = true;
  close(pe);
}

void LuelingMonienAgent::tell(AgentPe& pe, Node to, const BalancingOrders& orders) {
  pe.send_word(to,
               {order, static_cast<std::int64_t>(orders.changes.size()),
                PackedPair{static_cast<std::int64_t>(orders.moves.size()), orders.comes}.packed()});
  for (const auto& change : orders.changes) pe.send_word(to, share_word(change));
  for (const auto& one : orders.moves) {
    pe.send_word(to, {move, static_cast<std::int64_t>(one.to), one.packets});
  }
}

// As anyone that takes part.

void LuelingMonienAgent::word(AgentPe& pe, Node from, const AgentWord& word) {
  observe(pe);
  switch (word.kind) {
    case join:
      answer_join(pe, from, word.value != 0);
      break;
    case refusal:
      if (state_ == State::asking) {
        state_ = State::free;
        wait(pe);
      } else {
        answer(from).refused = true;
        ++joins_refused_;
        decide(pe);
      }
      break;
    case joined:
      answer(from).shares = static_cast<std::size_t>(word.value);
      decide(pe);
      break;
    case share:
      hear_share(from, word);
      state_ == State::inviting ? decide(pe) : obey(pe);
      break;
    case order:
      order_ = word;
      obey(pe);
      break;
    case move:
      orders_.moves.push_back({static_cast<Node>(word.value), word.detail});
      obey(pe);
      break;
    case shortage:
      // Packets of its ledger that another PE has consumed.
      arrived_ += word.value;
      consumed_ += word.value;
      close(pe);
      break;
    case exchange:
      answer_exchange(pe, from, word.value, word.detail);
      break;
    default:
      vain_ = 0;
      ledger_.repay(from, word.value, random_);
      comes_ = word.value;
      state_ = State::closing;
      close(pe);
  }
  react(pe);
}

void LuelingMonienAgent::tasks(AgentPe& pe, Node /*from*/, Load tasks, std::int64_t /*note*/) {
  observe(pe);
  arrived_ += tasks;
  close(pe);
  react(pe);
}

void LuelingMonienAgent::ask(AgentPe& pe, Node creditor) {
  state_ = State::asking;
  asked_at_ = pe.now();
  chief_ = creditor;
  pe.send_word(creditor, {exchange, ledger_.borrowed(), ledger_.of(creditor)});
}

void LuelingMonienAgent::answer_join(AgentPe& pe, Node from, bool of_class) {
  // Who can borrow no more has no place for a debt of that class either.
  const bool full = of_class && !ledger_.owes(from) && ledger_.borrowed() >= setting_.borrow;
  if (state_ != State::free || full) {
    pe.send_word(from, {refusal});
    return;
  }
  state_ = State::joined;
  chief_ = from;
  ClassShares told = ledger_.shares();
  if (of_class) {
    told.erase(std::remove_if(told.begin(), told.end(),
                              [&](const ClassShare& one) { return one.origin != from; }),
               told.end());
  }
  pe.send_word(from, {joined, static_cast<std::int64_t>(told.size())});
  for (const auto& one : told) pe.send_word(from, share_word(one));
}

void LuelingMonienAgent::answer_exchange(AgentPe& pe, Node from, Load borrowed, Load packets) {
  if (state_ != State::free) {
    pe.send_word(from, {refusal});
    return;
  }
  pe.decides_by(from, exchange);
  if (ledger_.own() == 0) {
    ++counts_.failed;
    begin_reduction(pe, from, packets);
    return;
  }
  // As many as one balancing at most comes of.
  const Load given = ledger_.give_own(borrowed, setting_.f);
  counts_.exchanged += given;
  ++counts_.decreased;
  pe.send_word(from, {grant, given});
  give(pe, from, given);
  checks_ = true;
}

void LuelingMonienAgent::hear_share(Node from, const AgentWord& word) {
  const auto [packets, borrowed] = PackedPair::of(word.detail);
  const ClassShare heard{static_cast<Node>(word.value), packets, borrowed != 0};
  (state_ == State::inviting ? answer(from).heard : orders_.changes).push_back(heard);
}

/// Its orders may be there whole.
void LuelingMonienAgent::obey(AgentPe& pe) {
  if (!order_ || static_cast<std::int64_t>(orders_.changes.size()) != order_->value ||
      static_cast<std::int64_t>(orders_.moves.size()) != PackedPair::of(order_->detail).high) {
    return;
  }
  pe.decides_by(chief_, order);
  auto orders = std::exchange(orders_, {});
  orders.comes = PackedPair::of(order_->detail).low;
  order_.reset();
  if (state_ == State::asking) vain_ = 0;
  state_ = State::closing;
  carry_out(pe, orders);
  if (setting_.reset) ledger_.remember();
  close(pe);
}

void LuelingMonienAgent::carry_out(AgentPe& pe, const BalancingOrders& orders) {
  for (const auto& change : orders.changes) ledger_.assign(change);
  // What was borrowed of its own class has come home, and is gone.
  if (ledger_.settle()) {
    ++counts_.decreased;
    checks_ = true;
  }
  for (const auto& one : orders.moves) give(pe, one.to, one.packets);
  comes_ = orders.comes;
}

void LuelingMonienAgent::give(AgentPe& pe, Node to, Load packets) {
  const Load sent = pe.send_tasks(to, packets);
  if (sent == packets) return;
  // It has consumed them since it said what it had: that goes with them.
  pe.send_word(to, {shortage, packets - sent});
  consumed_ -= packets - sent;
}

void LuelingMonienAgent::close(AgentPe& pe) {
  if (state_ != State::closing || arrived_ != comes_) return;
  arrived_ = 0;
  comes_ = 0;
  state_ = State::free;
  if (pe.load() != ledger_.load() - unbooked()) {
    throw ModelError("the ledger of a PE does not say what it has");
  }
  if (ledger_.borrowed() > setting_.borrow) throw ModelError("a PE has borrowed too much");
}

}  // namespace isobar
