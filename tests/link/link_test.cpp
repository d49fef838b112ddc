// SPDX-License-Identifier: Apache-2.0
#include "models/link/link.h"

#include "models/errors.h"
#include "tests/catch.h"
#include "tests/support/property.h"

using namespace isobar;

namespace {

LinkKind kind(Cycle latency, Cycle setup) {
  return {LinkTiming({250'000'000, latency, setup}, 250'000'000), 64, nullptr, nullptr, 0, 1};
}

TaskQueue numbered(std::uint64_t count) {
  TaskQueue queue;
  for (std::uint64_t id = 0; id < count; ++id) queue.push({id});
  return queue;
}

}  // namespace

TEST_CASE("a word sent in cycle 0 is usable in cycle 17, a task sent in 18 in 83") {
  auto k = kind(1, 0);
  Link link(&k);
  TaskQueue queue;
  REQUIRE(link.send_word(0, 42, 16) == 17);
  CHECK(link.receive(16, queue).kind == Message::Kind::none);
  const auto word = link.receive(17, queue);
  CHECK(word.kind == Message::Kind::word);
  CHECK(word.payload == 42);
  auto source = numbered(3);
  REQUIRE(link.send_tasks(18, source, 1) == 83);
  CHECK(source.size() == 2);
  CHECK(link.receive(82, queue).kind == Message::Kind::none);
  CHECK(link.receive(83, queue).kind == Message::Kind::transfer);
  REQUIRE(queue.size() == 1);
  CHECK(queue.front().id == 0);
  CHECK(link.empty());
}

TEST_CASE("a link carries one message at a time") {
  auto k = kind(1, 2);
  Link link(&k);
  link.send_word(0, 1, 16);  // busy in cycles 0 to 17
  CHECK_THROWS_AS(link.send_word(17, 1, 16), ModelError);
  CHECK_NOTHROW(link.send_word(18, 1, 16));
}

TEST_CASE("the open end of a mesh carries nothing") {
  Link link(nullptr);
  auto queue = numbered(1);
  CHECK_THROWS_AS(link.send_word(0, 1, 16), ModelError);
  CHECK_THROWS_AS(link.send_tasks(0, queue, 1), ModelError);
  CHECK(link.receive(5, queue).kind == Message::Kind::none);
}

TEST_CASE("messages keep their order, their tasks and their cost, however many are under way") {
  test::property([](bool) {
    auto k = kind(*rc::gen::inRange<Cycle>(1, 2000), *rc::gen::inRange<Cycle>(0, 20));
    Link link(&k);
    LinkCounters expected;
    auto source = numbered(10'000);
    TaskQueue arrived;
    std::vector<std::pair<Cycle, std::int64_t>> sent;  // usable, word value or −tasks
    Cycle now = 0;
    for (int i = 0; i < 30; ++i) {
      const auto count = *rc::gen::inRange<std::int64_t>(0, 5);
      const auto bits = count == 0 ? 16 : count * 64;
      const auto usable =
          count == 0 ? link.send_word(now, i, 16) : link.send_tasks(now, source, count);
      RC_ASSERT(usable == now + k.timing.setup() + bits + k.timing.latency());
      expected.setup_cycles += k.timing.setup();
      if (count == 0) {
        ++expected.words;
        expected.word_cycles += 16;
      } else {
        ++expected.transfers;
        expected.tasks += count;
        expected.transfer_cycles += bits;
      }
      sent.emplace_back(usable, count == 0 ? i : -count);
      now += k.timing.setup() + bits + *rc::gen::inRange<Cycle>(0, 3);
    }
    for (const auto& [usable, what] : sent) {
      RC_ASSERT(link.receive(usable - 1, arrived).kind == Message::Kind::none);
      const auto message = link.receive(usable, arrived);
      RC_ASSERT(message.kind == (what < 0 ? Message::Kind::transfer : Message::Kind::word));
      RC_ASSERT(message.payload == (what < 0 ? -what : what));
    }
    RC_ASSERT(link.empty());
    RC_ASSERT(link.counters() == expected);
    RC_ASSERT(arrived.size() + source.size() == 10'000U);
    for (std::uint64_t id = 0; !arrived.empty(); ++id) RC_ASSERT(arrived.pop().id == id);
  });
}
