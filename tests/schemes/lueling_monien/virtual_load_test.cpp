// SPDX-License-Identifier: Apache-2.0
// The ledger of virtual load classes (Lüling and Monien, appendix).
#include "models/schemes/lueling_monien/virtual_load.h"

#include <algorithm>
#include <map>
#include <set>

#include "models/errors.h"
#include "tests/catch.h"
#include "tests/support/property.h"

using namespace isobar;

namespace {

/// By class: the packets and the borrowed ones.
using Classes = std::map<Node, std::pair<Load, Load>>;

/// What must hold of a ledger at all times.
void keeps_its_books(const VirtualLoad& one) {
  Load packets = 0;
  Load borrowed = 0;
  Node last = 0;
  for (const auto& share : one.shares()) {
    RC_ASSERT(&share == one.shares().data() || share.origin > last);
    RC_ASSERT(share.packets > 0 || (share.packets == 0 && share.borrowed));
    RC_ASSERT(one.of(share.origin) == share.packets);
    RC_ASSERT(one.owes(share.origin) == share.borrowed);
    last = share.origin;
    packets += share.packets;
    borrowed += share.borrowed ? 1 : 0;
  }
  RC_ASSERT(one.load() == packets);
  RC_ASSERT(one.borrowed() == borrowed);
}

Classes classes(const std::vector<Participant>& participants) {
  Classes sum;
  for (const auto& one : participants) {
    for (const auto& share : one.shares) {
      sum[share.origin].first += share.packets;
      sum[share.origin].second += share.borrowed ? 1 : 0;
    }
  }
  return sum;
}

/// A random ledger of some of `classes` classes, with at most `limit` borrowed.
ClassShares any_shares(Node classes, Load limit) {
  std::map<Node, ClassShare> shares;
  for (const auto origin :
       *rc::gen::container<std::vector<Node>>(rc::gen::inRange<Node>(0, classes))) {
    const bool borrowed = limit > 0 && *rc::gen::arbitrary<bool>();
    const auto packets = *rc::gen::inRange<Load>(borrowed ? 0 : 1, 9);
    if (!shares.emplace(origin, ClassShare{origin, packets, borrowed}).second) continue;
    limit -= borrowed ? 1 : 0;
  }
  ClassShares list;
  for (const auto& [origin, share] : shares) list.push_back(share);
  return list;
}

Load packets_of(const ClassShares& shares) {
  Load sum = 0;
  for (const auto& share : shares) sum += share.packets;
  return sum;
}

Load borrowed_of(const ClassShares& shares) {
  return std::count_if(shares.begin(), shares.end(), [](const auto& s) { return s.borrowed; });
}

template <class Measure>
Load spread(const std::vector<Participant>& participants, Measure measure) {
  Load least = measure(participants.front());
  Load most = least;
  for (const auto& one : participants) {
    least = std::min(least, measure(one));
    most = std::max(most, measure(one));
  }
  return most - least;
}

ClassShare share_of(const ClassShares& shares, Node origin) {
  for (const auto& share : shares) {
    if (share.origin == origin) return share;
  }
  return {origin, 0, false};
}

}  // namespace

TEST_CASE("a ledger keeps its books whatever happens to it") {
  test::property([](std::uint64_t seed) {
    const auto limit = *rc::gen::inRange<Load>(1, 6);
    SmallRandom random(seed, "packets");
    VirtualLoad one(7, *rc::gen::inRange<Load>(0, 4));
    one.assign(any_shares(12, limit));
    for (const int action : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 5))) {
      const Load load = one.load();
      const Load owed = one.borrowed();
      const Load own = one.own();
      switch (action) {
        case 0:
          one.generate(random);
          RC_ASSERT(one.load() == load + 1);
          RC_ASSERT(one.borrowed() == std::max<Load>(0, owed - 1));
          if (owed == 0) RC_ASSERT(one.own() == own + 1);
          break;
        case 1:
          if (own == 0) break;
          one.take_own(1);
          RC_ASSERT(one.load() == load - 1);
          RC_ASSERT(one.own() == own - 1);
          RC_ASSERT(one.borrowed() == owed);
          break;
        case 2: {
          if (!one.can_consume(limit)) break;
          const bool borrows = one.consume(random);
          RC_ASSERT(borrows == (own == 0));
          RC_ASSERT(one.load() == load - 1);
          RC_ASSERT(one.own() == own - (borrows ? 0 : 1));
          RC_ASSERT(one.borrowed() == owed + (borrows ? 1 : 0));
          break;
        }
        case 3: {
          if (owed == 0) break;
          const auto first = one.creditor(random);
          RC_ASSERT(one.owes(first));
          const auto packets = *rc::gen::inRange<Load>(1, owed + 1);
          one.repay(first, packets, random);
          RC_ASSERT(!one.owes(first));
          RC_ASSERT(one.load() == load + packets);
          RC_ASSERT(one.borrowed() == owed - packets);
          break;
        }
        default: {
          const bool owes = one.owes(7);
          RC_ASSERT(one.settle() == owes);
          RC_ASSERT(!one.owes(7));
          RC_ASSERT(one.load() == load);
        }
      }
      keeps_its_books(one);
      RC_ASSERT(one.borrowed() <= limit);
    }
  });
}

TEST_CASE("as many packets can be consumed as a ledger's credit says") {
  test::property([](std::uint64_t seed) {
    const auto limit = *rc::gen::inRange<Load>(1, 6);
    SmallRandom random(seed, "packets");
    VirtualLoad one(7);
    one.assign(any_shares(12, limit));
    for (auto credit = one.credit(limit); credit > 0; --credit) {
      RC_ASSERT(one.can_consume(limit));
      one.consume(random);
      RC_ASSERT(one.credit(limit) == credit - 1);
      RC_ASSERT(one.borrowed() <= limit);
    }
    RC_ASSERT(!one.can_consume(limit));
  });
}

TEST_CASE("a ledger gives own packets away up to the first that triggers a balancing") {
  test::property([](bool) {
    const auto f = *rc::gen::element(1.1, 1.5, 3.0);
    VirtualLoad one(7, *rc::gen::inRange<Load>(0, 20));  // what it remembers
    one.assign(any_shares(12, 4));
    one.assign({7, *rc::gen::inRange<Load>(0, 20), one.owes(7)});
    const auto most = *rc::gen::inRange<Load>(0, 20);
    auto by_hand = one;
    const auto given = one.give_own(most, f);
    RC_ASSERT(given <= most);
    for (Load k = 1; k <= given; ++k) {
      by_hand.take_own(1);
      RC_ASSERT(k == given || !by_hand.is_triggered(f));
    }
    RC_ASSERT(one.shares() == by_hand.shares());
    RC_ASSERT(given == most || one.own() == 0 || one.is_triggered(f));
    keeps_its_books(one);
  });
}

TEST_CASE("packets that come in at once repay the same classes as one by one") {
  test::property([](std::uint64_t seed) {
    VirtualLoad one(7);
    one.assign(any_shares(12, 6));
    auto by_one = one;
    const auto first = *rc::gen::inRange<Node>(0, 12);
    const auto packets = *rc::gen::inRange<Load>(0, one.borrowed() + 1);
    SmallRandom random(seed, "packets");
    one.repay(first, packets, random);
    SmallRandom same(seed, "packets");
    for (Load k = 0; k < packets; ++k) by_one.repay(first, 1, same);
    RC_ASSERT(one.shares() == by_one.shares());
    RC_ASSERT(random() == same());
  });
}

TEST_CASE("balancing loses nothing and leaves classes, totals and what is owed within one") {
  test::property([](bool) {
    const auto limit = *rc::gen::inRange<Load>(0, 6);
    const auto seats = *rc::gen::inRange<std::size_t>(2, 7);
    const auto origins = *rc::gen::inRange<Node>(1, 30);
    std::vector<Participant> participants(seats);
    for (auto& one : participants) one.shares = any_shares(origins, limit);
    const auto before = classes(participants);
    distribute(participants, 0);
    RC_ASSERT(classes(participants) == before);
    RC_ASSERT(spread(participants, [](const auto& one) { return packets_of(one.shares); }) <= 1);
    RC_ASSERT(spread(participants, [](const auto& one) { return borrowed_of(one.shares); }) <= 1);
    for (Node origin = 0; origin < origins; ++origin) {
      RC_ASSERT(spread(participants,
                       [&](const auto& one) { return share_of(one.shares, origin).packets; }) <= 1);
    }
    for (const auto& one : participants) {
      RC_ASSERT(borrowed_of(one.shares) <= limit);
      VirtualLoad ledger(0);
      ledger.assign(one.shares);
      keeps_its_books(ledger);
    }
  });
}

TEST_CASE("balancing with exclusion leaves a partner its own class, and every class even") {
  test::property([](bool) {
    const auto limit = *rc::gen::inRange<Load>(0, 6);
    const auto seats = *rc::gen::inRange<std::size_t>(2, 7);
    constexpr Node origins = 12;
    std::vector<Participant> participants(seats);
    for (std::size_t k = 0; k < seats; ++k) {
      participants[k].shares = any_shares(origins, limit);
      if (k > 0) participants[k].keeps = static_cast<Node>(k);  // PE k is seated at k
    }
    const auto given = participants;
    const auto before = classes(participants);
    distribute(participants, 0);
    RC_ASSERT(classes(participants) == before);
    for (std::size_t k = 0; k < seats; ++k) {
      const auto& one = participants[k];
      if (one.keeps) {
        RC_ASSERT(share_of(one.shares, *one.keeps).packets ==
                  share_of(given[k].shares, *one.keeps).packets);
      }
      RC_ASSERT(borrowed_of(one.shares) <= limit);
    }
    for (Node origin = 0; origin < origins; ++origin) {
      std::vector<Participant> sharing;
      for (const auto& one : participants) {
        if (one.keeps != origin) sharing.push_back(one);
      }
      RC_ASSERT(spread(sharing,
                       [&](const auto& one) { return share_of(one.shares, origin).packets; }) <= 1);
    }
  });
}

TEST_CASE("one class balanced alone leaves all others where they are") {
  test::property([](bool) {
    const auto seats = *rc::gen::inRange<Node>(2, 6);
    constexpr Node origins = 6;
    std::vector<VirtualLoad> ledgers;
    for (Node node = 0; node < seats; ++node) {
      ledgers.emplace_back(node);
      ledgers.back().assign(any_shares(origins, 4));
    }
    const auto origin = *rc::gen::inRange<Node>(0, origins);
    const auto given = ledgers;
    std::vector<VirtualLoad*> participants;
    participants.reserve(seats);
    for (auto& one : ledgers) participants.push_back(&one);
    distribute_class(participants, origin);
    Load before = 0;
    Load after = 0;
    std::set<Load> amounts;
    for (Node node = 0; node < seats; ++node) {
      keeps_its_books(ledgers[node]);
      for (Node other = 0; other < origins; ++other) {
        if (other == origin) continue;
        RC_ASSERT(ledgers[node].of(other) == given[node].of(other));
        RC_ASSERT(ledgers[node].owes(other) == given[node].owes(other));
      }
      before += given[node].of(origin);
      after += ledgers[node].of(origin);
      amounts.insert(ledgers[node].of(origin));
      if (node == 0) continue;
      RC_ASSERT(ledgers[node].of(origin) <= ledgers[node - 1].of(origin));
      RC_ASSERT(!ledgers[node].owes(origin) || ledgers[node - 1].owes(origin));
    }
    RC_ASSERT(before == after);
    RC_ASSERT(*amounts.rbegin() - *amounts.begin() <= 1);
  });
}

TEST_CASE("the snake begins with the class of who began, and ends with what is owed") {
  std::vector<Participant> participants(2);
  participants[0].shares = {{1, 1, false}, {4, 0, true}, {7, 2, false}};
  participants[1].shares = {{1, 2, false}, {7, 1, true}};
  distribute(participants, 7);
  // The three of class 7: the odd one stays; the next, of class 1, goes on; nothing odd is left.
  CHECK(participants[0].shares == ClassShares{{1, 1, false}, {4, 0, true}, {7, 2, false}});
  CHECK(participants[1].shares == ClassShares{{1, 2, false}, {7, 1, true}});
}

TEST_CASE("balancing is triggered at the factor f exactly, up and down, and by a change only") {
  SmallRandom random(1, "packets");
  VirtualLoad one(3, 10);
  CHECK_FALSE(one.is_triggered(1.1));
  one.generate(random);
  CHECK(one.is_triggered(1.1));  // 11 is 1.1 times 10
  CHECK_FALSE(one.is_triggered(1.2));
  one.remember();
  CHECK_FALSE(one.is_triggered(1.1));
  one.take_own(1);
  CHECK(one.is_triggered(1.1));
  one.take_own(2);
  CHECK_FALSE(one.is_triggered(1.5));  // 8 of 11
  VirtualLoad none(0);
  CHECK_FALSE(none.is_triggered(1.1));
  none.generate(random);
  CHECK(none.is_triggered(1.8));  // anything is more than nothing
  none.remember();
  none.take_own(1);
  CHECK(none.is_triggered(1.8));
}

TEST_CASE("a ledger refuses to give away what it has not") {
  SmallRandom random(1, "packets");
  VirtualLoad one(0, 2);
  CHECK_THROWS_AS(one.take_own(3), ModelError);
  CHECK_THROWS_AS(one.creditor(random), ModelError);
  CHECK_THROWS_AS(one.repay(0, 1, random), ModelError);
  VirtualLoad empty(0);
  CHECK_THROWS_AS(empty.consume(random), ModelError);
}
