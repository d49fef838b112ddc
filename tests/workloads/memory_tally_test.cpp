// SPDX-License-Identifier: Apache-2.0
// What tasks take of a memory: footprints, each shared block once, the most working bytes.
#include "models/workloads/memory_tally.h"

#include <numeric>
#include <vector>

#include "models/workloads/parted_tasks.h"
#include "tests/catch.h"
#include "tests/support/property.h"

using namespace isobar;

namespace {

TaskCard card(std::int64_t footprint, std::int64_t working, std::vector<SharedBlock> blocks) {
  TaskCard one;
  one.work = 10;
  one.bytes = 3;
  one.memory = TaskMemory{footprint, working, std::move(blocks)};
  return one;
}

std::vector<TaskCard> any_cards() {
  std::vector<TaskCard> cards(*rc::gen::inRange<std::size_t>(1, 8));
  for (auto& one : cards) {
    one.bytes = *rc::gen::inRange<std::int64_t>(0, 50);
    if (*rc::gen::arbitrary<bool>()) continue;
    one = card(*rc::gen::inRange<std::int64_t>(0, 50), *rc::gen::inRange<std::int64_t>(0, 50), {});
    for (std::uint64_t id = 0; id < 4; ++id) {
      if (*rc::gen::arbitrary<bool>()) continue;
      one.memory->blocks.push_back({id, 100 * (static_cast<std::int64_t>(id) + 1), 2, 0});
    }
  }
  return cards;
}

}  // namespace

TEST_CASE("memory: a block counts once, working bytes of one task, footprints of all") {
  const SharedBlock a{7, 100, 2, 0};
  const SharedBlock b{8, 1000, 1, 0};
  MemoryTally tally;
  tally.add(card(1, 20, {a}));
  CHECK(tally.bytes() == 121);
  tally.add(card(2, 30, {a}));
  CHECK(tally.bytes() == 133);
  CHECK(tally.settled() == 103);
  tally.add(card(4, 5, {b}));
  CHECK(tally.bytes() == 1137);
  TaskCard plain;
  plain.bytes = 10'000;
  tally.add(plain);
  CHECK(tally.bytes() == 11'137);
  CHECK(tally.blocks() == std::set<std::uint64_t>{7, 8});
  CHECK(tally.working() == 30);
}

TEST_CASE("memory: what is there already takes nothing more") {
  MemoryTally there({7}, 25);
  CHECK(there.more_with(card(1, 20, {{7, 100, 2, 0}})) == 1);
  CHECK(there.more_with(card(1, 30, {{9, 100, 2, 0}})) == 106);
  there.add(card(1, 30, {{9, 100, 2, 0}}));
  CHECK(there.bytes() == 106);
  CHECK(there.more_with(card(1, 30, {{9, 100, 2, 0}})) == 1);
}

TEST_CASE("memory: what a task adds is said before it comes, in any order of tasks") {
  test::property([] {
    const auto cards = any_cards();
    MemoryTally there;
    MemoryTally back;
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < cards.size(); ++i) {
      sum += there.more_with(cards[i]);
      there.add(cards[i]);
      back.add(cards[cards.size() - 1 - i]);
    }
    RC_ASSERT(there.bytes() == sum);
    RC_ASSERT(back.bytes() == sum);
  });
}

TEST_CASE("memory: shares of a block add up to the block") {
  double sum = 0;
  for (int i = 0; i < 4; ++i) sum += memory_share(card(5, 1000, {{7, 100, 4, 0}}));
  CHECK(sum == 120);
}

TEST_CASE("memory: parts share the footprint, and each works on the block") {
  const auto whole = card(11, 30, {{7, 100, 2, 0}});
  const auto parts = divided(whole, {0, 1}, 0, 0);
  CHECK(parts[0].memory->footprint + parts[1].memory->footprint == 11);
  CHECK(parts[1].memory->working == 30);
  CHECK(parts[1].memory->blocks.size() == 1);
  MemoryTally before;
  before.add(whole);
  MemoryTally after;
  for (const auto& part : parts) after.add(part);
  CHECK(after.bytes() == before.bytes());

  auto one = merged(parts[0], parts[1]);
  CHECK(one.memory->footprint == 11);
  CHECK(one.memory->blocks.size() == 1);
  one = merged(one, card(1, 50, {{8, 10, 1, 0}}));
  CHECK(one.memory->footprint == 12);
  CHECK(one.memory->working == 50);
  CHECK(one.memory->blocks.size() == 2);
}
