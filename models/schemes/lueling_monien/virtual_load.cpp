// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/lueling_monien/virtual_load.h"

#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <utility>

#include "models/errors.h"

namespace isobar {
namespace {

std::size_t draw(std::size_t count, SmallRandom& random) {
  return boost::random::uniform_int_distribution<std::size_t>(0, count - 1)(random);
}

bool lends(const ClassShare& share) { return share.packets > 0 && !share.borrowed; }
bool is_owed(const ClassShare& share) { return share.borrowed; }

/// Any share for which `is` holds.
template <class Shares, class Is>
auto& any(Shares& shares, Is is, SmallRandom& random) {
  auto left = std::count_if(shares.begin(), shares.end(), is);
  if (left == 0) throw ModelError("there is no such load class to choose from");
  left = static_cast<std::ptrdiff_t>(draw(static_cast<std::size_t>(left), random));
  return *std::find_if(shares.begin(), shares.end(),
                       [&](const ClassShare& share) { return is(share) && left-- == 0; });
}

/// Where the share of a class is, or belongs, and whether it is there.
template <class Shares>
auto look_up(Shares& shares, Node origin) {
  const auto at =
      std::lower_bound(shares.begin(), shares.end(), origin,
                       [](const ClassShare& share, Node of) { return share.origin < of; });
  return std::pair(at, at != shares.end() && at->origin == origin);
}

/// Null if there is none.
const ClassShare* find(const ClassShares& shares, Node origin) {
  const auto [at, is_there] = look_up(shares, origin);
  return is_there ? &*at : nullptr;
}

/// The share of a class, which is put there if there is none.
ClassShares::iterator place(ClassShares& shares, Node origin) {
  const auto [at, is_there] = look_up(shares, origin);
  return is_there ? at : shares.insert(at, {origin, 0, false});
}

}  // namespace

VirtualLoad::VirtualLoad(Node self, Load initial) : self_(self), load_(initial), old_(initial) {
  if (initial > 0) shares_.push_back({self, initial, false});
}

Load VirtualLoad::of(Node origin) const {
  const auto* share = find(shares_, origin);
  return share == nullptr ? 0 : share->packets;
}

bool VirtualLoad::owes(Node origin) const {
  const auto* share = find(shares_, origin);
  return share != nullptr && share->borrowed;
}

void VirtualLoad::generate(SmallRandom& random) {
  if (borrowed_ > 0) {
    repay_one(any(shares_, is_owed, random));
    return;
  }
  assign({self_, own() + 1, false});
}

void VirtualLoad::take_own(Load packets) {
  const auto had = own();
  if (packets > had) throw ModelError("a PE gives away more of its own packets than it has");
  assign({self_, had - packets, owes(self_)});
}

Load VirtualLoad::give_own(Load packets, double f) {
  Load given = 0;
  while (given < packets && own() > 0) {
    take_own(1);
    ++given;
    if (is_triggered(f)) break;
  }
  return given;
}

bool VirtualLoad::can_consume(Load limit) const {
  return own() > 0 || (borrowed_ < limit && has_lender());
}

bool VirtualLoad::consume(SmallRandom& random) {
  const bool borrows = own() == 0;
  if (borrows) {
    borrow(random);
  } else {
    take_own(1);
  }
  return borrows;
}

Load VirtualLoad::credit(Load limit) const {
  const auto lenders = std::count_if(shares_.begin(), shares_.end(), [&](const ClassShare& share) {
    return share.origin != self_ && lends(share);
  });
  return own() + std::min<Load>(limit - borrowed_, lenders);
}

bool VirtualLoad::has_lender() const { return std::any_of(shares_.begin(), shares_.end(), lends); }

void VirtualLoad::borrow(SmallRandom& random) {
  auto& share = any(shares_, lends, random);
  --share.packets;
  share.borrowed = true;
  --load_;
  ++borrowed_;
}

Node VirtualLoad::creditor(SmallRandom& random) const {
  return any(shares_, is_owed, random).origin;
}

void VirtualLoad::repay_one(ClassShare& share) {
  ++share.packets;
  share.borrowed = false;
  ++load_;
  --borrowed_;
}

void VirtualLoad::repay(Node first, Load packets, SmallRandom& random) {
  if (packets > borrowed_) throw ModelError("a PE gets back more packets than it has borrowed");
  for (; packets > 0; --packets) {
    if (owes(first)) {
      repay(first);
    } else {
      repay_one(any(shares_, is_owed, random));
    }
  }
}

void VirtualLoad::repay(Node origin) {
  if (!owes(origin)) throw ModelError("a PE gets back a packet that it has not borrowed");
  assign({origin, of(origin) + 1, false});
}

bool VirtualLoad::settle() {
  if (!owes(self_)) return false;
  assign({self_, own(), false});
  return true;
}

bool VirtualLoad::is_triggered(double f) const {
  const Load now = own();
  if (now == old_) return false;  // else l_old = 0 would trigger for ever
  // What is meant are f's decimals: 1.1 times 10 is 11.
  constexpr double rounding = 1e-9;
  const auto more = static_cast<double>(std::max(now, old_));
  const auto less = static_cast<double>(std::min(now, old_));
  return more >= less * f - rounding;
}

ClassShares VirtualLoad::release() {
  load_ = 0;
  borrowed_ = 0;
  return std::exchange(shares_, {});
}

void VirtualLoad::assign(ClassShares shares) {
  shares_ = std::move(shares);
  load_ = 0;
  borrowed_ = 0;
  for (const auto& share : shares_) {
    load_ += share.packets;
    borrowed_ += share.borrowed ? 1 : 0;
  }
}

void VirtualLoad::assign(const ClassShare& share) {
  const auto at = place(shares_, share.origin);
  load_ += share.packets - at->packets;
  borrowed_ += (share.borrowed ? 1 : 0) - (at->borrowed ? 1 : 0);
  *at = share;
  if (share.packets == 0 && !share.borrowed) shares_.erase(at);
}

namespace {

/// Deals amounts to seats in turn: whole rounds, and what is odd from where the last deal ended.
class Dealer {
 public:
  Dealer(std::size_t seats, std::size_t first) : out_(seats), next_(first) {}

  /// By seat; nothing to `left_out`, which may be none.
  const std::vector<Load>& deal(Load amount, std::size_t left_out) {
    const auto seats = out_.size();
    const auto sharing = static_cast<Load>(left_out < seats ? seats - 1 : seats);
    std::fill(out_.begin(), out_.end(), amount / sharing);
    if (left_out < seats) out_[left_out] = 0;
    for (Load odd = amount % sharing; odd > 0; next_ = next_ + 1 == seats ? 0 : next_ + 1) {
      if (next_ == left_out) continue;
      ++out_[next_];
      --odd;
    }
    return out_;
  }

 private:
  std::vector<Load> out_;
  std::size_t next_;  ///< the seat of the next odd one
};

/// Packets of one class that all have.
Load all_of(gsl::span<const Participant> participants, Node origin) {
  Load sum = 0;
  for (const auto& [shares, keeps] : participants) {
    if (const auto* share = find(shares, origin)) sum += share->packets;
  }
  return sum;
}

}  // namespace

void distribute(gsl::span<Participant> participants, Node first) {
  const auto seats = static_cast<std::size_t>(participants.size());
  if (seats < 2) return;
  constexpr Node none = ~Node{0};
  std::vector<ClassShares> dealt(seats);
  std::vector<std::pair<Node, Load>> owed;  // by class
  std::vector<std::size_t> at(seats, 0);
  Dealer dealer(seats, 0);
  const auto packets_of_first = dealer.deal(all_of(participants, first), seats);
  while (true) {
    Node origin = none;
    for (std::size_t k = 0; k < seats; ++k) {
      const auto& shares = participants[k].shares;
      if (at[k] < shares.size()) origin = std::min(origin, shares[at[k]].origin);
    }
    if (origin == none) break;
    Load packets = 0;
    Load borrowed = 0;
    Load kept = 0;
    std::size_t keeper = seats;
    for (std::size_t k = 0; k < seats; ++k) {
      const auto& [shares, keeps] = participants[k];
      if (keeps == origin) keeper = k;
      if (at[k] == shares.size() || shares[at[k]].origin != origin) continue;
      const auto& share = shares[at[k]++];
      (keeper == k ? kept : packets) += share.packets;
      borrowed += share.borrowed ? 1 : 0;
    }
    const auto& d = origin == first ? packets_of_first : dealer.deal(packets, keeper);
    for (std::size_t k = 0; k < seats; ++k) {
      const Load has = k == keeper ? kept : d[k];
      if (has > 0) dealt[k].push_back({origin, has, false});
    }
    if (borrowed > 0) owed.emplace_back(origin, borrowed);
  }
  for (const auto& [origin, borrowed] : owed) {
    const auto& b = dealer.deal(borrowed, seats);
    for (std::size_t k = 0; k < seats; ++k) {
      if (b[k] > 0) place(dealt[k], origin)->borrowed = true;
    }
  }
  for (std::size_t k = 0; k < seats; ++k) participants[k].shares = std::move(dealt[k]);
}

void distribute_class(gsl::span<VirtualLoad* const> participants, Node origin) {
  const auto seats = static_cast<std::size_t>(participants.size());
  Load packets = 0;
  Load borrowed = 0;
  for (const auto* one : participants) {
    packets += one->of(origin);
    borrowed += one->owes(origin) ? 1 : 0;
  }
  const auto d = Dealer(seats, 0).deal(packets, seats);
  const auto b = Dealer(seats, 0).deal(borrowed, seats);
  for (std::size_t k = 0; k < seats; ++k) participants[k]->assign({origin, d[k], b[k] > 0});
}

bool reduce_class(gsl::span<VirtualLoad* const> members, bool drawn) {
  auto& creditor = *members.front();
  auto& debtor = *members.back();
  const Node origin = creditor.self();
  const auto with_creditor = drawn ? members : members.first(members.size() - 1);
  const auto with_debtor = members.subspan(1);
  const bool something_to_share =
      debtor.of(origin) > 0 ||
      std::any_of(with_debtor.begin(), with_debtor.end(), [&](const VirtualLoad* one) {
        return one->of(origin) > 0 || !one->owes(origin);
      });
  if (drawn) {
    distribute_class(with_creditor, origin);
  } else if (something_to_share) {
    distribute_class(with_debtor, origin);
    distribute_class(with_creditor, origin);
  } else {
    distribute_class(with_creditor, origin);
    distribute_class(with_debtor, origin);
  }
  if (!debtor.owes(origin) || creditor.own() == 0) return false;
  creditor.take_own(1);
  debtor.repay(origin);
  return true;
}

}  // namespace isobar
