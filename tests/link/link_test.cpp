// SPDX-License-Identifier: Apache-2.0
#include "models/link/link.h"

#include <limits>
#include <vector>

#include "models/errors.h"
#include "models/link/arrivals.h"
#include "models/link/cycle_clock.h"
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
  auto queue = numbered(2);
  CHECK_THROWS_AS(link.send_tasks(35, queue, 1), ModelError);
  CHECK_NOTHROW(link.send_tasks(36, queue, 1));  // busy to cycle 101
  CHECK_THROWS_AS(link.send_tasks(101, queue, 1), ModelError);
  CHECK_NOTHROW(link.send_tasks(102, queue, 1));
}

TEST_CASE("counts of links are equal where all of them are") {
  const LinkCounters counters{1, 2, 3, 4, 5, 6};
  CHECK(counters == LinkCounters{1, 2, 3, 4, 5, 6});
  CHECK_FALSE(counters == LinkCounters{0, 2, 3, 4, 5, 6});
  CHECK_FALSE(counters == LinkCounters{1, 0, 3, 4, 5, 6});
  CHECK_FALSE(counters == LinkCounters{1, 2, 0, 4, 5, 6});
  CHECK_FALSE(counters == LinkCounters{1, 2, 3, 0, 5, 6});
  CHECK_FALSE(counters == LinkCounters{1, 2, 3, 4, 0, 6});
  CHECK_FALSE(counters == LinkCounters{1, 2, 3, 4, 5, 0});
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

TEST_CASE("a task of a transfer is announced for the cycle in which its first bit enters") {
  struct Listener : Observer {
    void task_sent(std::uint64_t link, Cycle from, std::uint64_t task) override {
      heard.push_back({static_cast<Cycle>(link), from, static_cast<Cycle>(task)});
    }
    std::vector<std::vector<Cycle>> heard;
  };
  for (const std::int64_t count : {1, 2, 3, 7}) {
    for (const std::int64_t bits_a_cycle : {1, 16, 24, 100}) {
      auto k = kind(1, 3);
      k.timing = LinkTiming({Rational(bits_a_cycle * 250'000'000), 1, 3}, 250'000'000);
      Listener listener;
      k.observer = &listener;
      k.port = 2;
      k.degree = 4;
      std::vector<Link> links;
      for (int i = 0; i < 3; ++i) links.emplace_back(&k);
      k.first = links.data();
      auto queue = numbered(9);
      links[1].send_tasks(100, queue, count);
      const Cycle serial = k.timing.serial(count * k.task_bits);
      std::vector<std::vector<Cycle>> expected;
      for (std::int64_t i = 0; i < count; ++i) {
        Cycle cycle = 0;
        while ((cycle + 1) * count <= serial * i) ++cycle;
        expected.push_back({1 * 4 + 2, 100 + 3 + cycle, i});
      }
      CHECK(listener.heard == expected);
    }
  }
}

TEST_CASE("credits and status words keep a link busy and count as words do") {
  const Cycle setup = GENERATE(0, 2);
  auto k = kind(3, setup);
  Link link(&k);
  TaskQueue queue;
  const Cycle credit_end = 10 + setup + 16;
  CHECK(link.send_credit(10, 5, 16) == credit_end + 3);
  CHECK_THROWS_AS(link.send_credit(credit_end - 1, 1, 16), ModelError);
  CHECK_THROWS_AS(link.send_status(credit_end - 1), ModelError);
  CHECK(link.send_status(credit_end) == credit_end + setup + 1 + 3);
  CHECK(link.send_credit(credit_end + setup + 1, 1, 16) == credit_end + 2 * setup + 17 + 3);
  const auto counters = link.counters();
  CHECK(counters.words == 3);
  CHECK(counters.word_cycles == 16 + 1 + 16);
  CHECK(counters.setup_cycles == 3 * setup);
  CHECK(counters.transfers == 0);
  const auto credit = link.receive(credit_end + 3, queue);
  CHECK(credit.kind == Message::Kind::credit);
  CHECK(credit.payload == 5);
}

TEST_CASE("on a link that is followed nothing has arrived before anything is sent") {
  CHECK(Arrival{}.cycle < 0);
  CHECK(Arrival{}.message.kind == Message::Kind::none);
  CHECK(Arrival{}.message.payload == 0);
}

TEST_CASE("the last cycle that a clock counts begins in time, and the next one does not") {
  const auto at = [](const CycleClock& clock, Cycle cycle) { return clock.time(cycle).value(); };
  const sc_core::sc_time begin(1, sc_core::SC_SEC);
  const CycleClock clock(Rational(250'000'000), begin);
  for (const unsigned part : {1U, 2U, 1000U}) {
    const auto most = std::numeric_limits<sc_dt::uint64>::max() / part;
    const auto last = clock.last_cycle(part);
    CHECK(begin.value() + at(clock, last) <= most);
    CHECK(most - begin.value() - at(clock, last) < at(clock, 1));
  }
  // The kernel's time is over before this clock begins.
  CHECK(CycleClock(Rational(1), sc_core::sc_time(1e6, sc_core::SC_SEC)).last_cycle(1000) == 0);
}
