// SPDX-License-Identifier: Apache-2.0
// Virtual cut-through: when a message goes on of which only the header is there.
#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "models/experiment/message_header.h"
#include "models/pe/kernel.h"
#include "models/pe/message_driven_fabric.h"
#include "models/pe/run_cycles.h"
#include "tests/catch.h"
#include "tests/support/chatter.h"
#include "tests/support/forked_run.h"
#include "tests/support/graphs.h"
#include "tests/support/messages.h"
#include "tests/support/property_of_cases.h"
#include "tests/support/unequal_links.h"

using namespace isobar;
using test::Script;

namespace {

using Numbers = std::vector<std::int64_t>;

constexpr Switching cut_through = Switching::cut_through;
constexpr Switching store_and_forward = Switching::store_and_forward;

Experiment quiet(const Fabric& fabric, Switching switching, const LinkClass& link) {
  auto e = test::chat(fabric, {}, switching, {});
  test::set_links(e, link);
  return e;
}

/// The bits of a message with so many tasks, or of a word.
std::int64_t bits_of(const Experiment& e, Load tasks) {
  constexpr std::int64_t word = 16;
  constexpr std::int64_t note = 8;
  return header_bits(e) + (tasks > 0 ? note + tasks * e.task_bits : word);
}

Cycle time_of(const Experiment& e, Node to, Load tasks) {
  return test::in_child([&] { return Numbers{test::time_of_message(e, to, tasks)}; })[0];
}

/// The spans in which links are busy, in order of their beginning.
class Spans final : public Observer {
 public:
  struct Span {
    std::uint64_t link;
    Cycle from;
    Cycle to;
  };

  void word_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t /*value*/) override {
    all.push_back({link, from, to});
  }
  void transfer_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t /*tasks*/) override {
    all.push_back({link, from, to});
  }

  std::vector<Span> all;
};

}  // namespace

TEST_CASE("cut-through: a message alone pays the header on each link, and the rest once",
          "[network]") {
  LinkClass link;
  link.bandwidth = GENERATE(Rational(250'000'000), Rational(100'000'000), Rational(8'000'000'000),
                            Rational(1'100'000'000));
  link.setup = GENERATE(0, 7);
  link.latency = GENERATE(1, 3);
  const auto [name, to] = GENERATE(table<std::string, Node>({{"ring:9", 1},
                                                             {"ring:9", 4},
                                                             {"ring:9", 5},
                                                             {"torus:4x3x5", 2 + 4 * (1 + 3 * 2)},
                                                             {"mesh:4x4", 15},
                                                             {"hypercube:5", 31},
                                                             {"hhc:2", 11}}));
  const Load tasks = GENERATE(0, 1, 9);
  const auto e = quiet(Fabric::parse(name), cut_through, link);
  CAPTURE(name, to, tasks, link.setup, link.latency, link.bandwidth);
  const LinkTiming timing(link, e.clock);
  const auto hops = static_cast<Cycle>(e.fabric.route(0, to).size());
  const Cycle header = timing.serial(header_bits(e));
  const Cycle all = timing.serial(bits_of(e, tasks));
  const Cycle expected = hops * (link.setup + header + link.latency) + all - header;
  CHECK(time_of(e, to, tasks) == expected);
  CHECK((hops > 1 || expected == link.setup + all + link.latency));
}

TEST_CASE("cut-through: every link of the route is busy for the whole message", "[network]") {
  LinkClass link;
  link.setup = 3;
  auto e = quiet(Fabric::parse("ring:9"), cut_through, link);
  const auto seen = test::in_child([&] {
    e.loads[0] = 5;
    Script script;
    script.start = [](AgentPe& pe) {
      if (pe.node() == 0) pe.send_tasks(3, 5);
    };
    e.agents = std::make_shared<test::Chatter>(script);
    Numbers all;
    for (const auto& counters : run_cycles(e).links) {
      if (counters.busy() == 0) continue;
      all.insert(all.end(), {counters.transfers, counters.tasks, counters.transfer_cycles,
                             counters.setup_cycles, counters.words});
    }
    return all;
  });
  const auto bits = bits_of(e, 5);
  CHECK(seen == Numbers{1, 5, bits, 3, 0, 1, 5, bits, 3, 0, 1, 5, bits, 3, 0});
}

TEST_CASE("cut-through: behind a slower link a message waits until it does not run dry",
          "[network]") {
  // 16 PEs: a header of 9 bits, a transfer of 17 + 64. A bit a cycle, then four; λ is 1.
  auto e = quiet(Fabric::parse("torus:4x4"), cut_through, {});
  constexpr std::int64_t bits = 81;
  e.links[1] = LinkTiming({1'000'000'000, 1, 0}, e.clock);
  CHECK(bits_of(e, 1) == bits);
  // They come from cycle 1 to 81, and leave in 20 cycles and a quarter: from 1 + 1 + 81 - 20 on.
  CHECK(time_of(e, 5, 1) == 63 + 21 + 1);
  std::swap(e.links[0], e.links[1]);
  // A header of three cycles; then a link that is slower anyway.
  CHECK(time_of(e, 5, 1) == 3 + 1 + bits + 1);
}

TEST_CASE("cut-through: no bit leaves before it has come, and none later than with all there",
          "[network]") {
  test::property_of_runs([] {
    const auto fabric = Fabric::parse("torus:4x5x3");
    auto e = test::chat(fabric, {}, cut_through, {});
    test::give_random_dimensions(e);
    e.task_bits = *rc::gen::inRange<std::int64_t>(1, 200);
    const auto to = *rc::gen::inRange<Node>(1, fabric.nodes());
    const auto tasks = *rc::gen::inRange<Load>(0, 4);
    const auto bits = bits_of(e, tasks);
    const auto seen = test::in_child([&] {
      Spans spans;
      Script script;
      script.start = [&](AgentPe& pe) {
        if (pe.node() != 0) return;
        if (tasks > 0) {
          pe.send_tasks(to, tasks);
        } else {
          pe.send_word(to, {});
        }
      };
      e.loads[0] = tasks;
      e.agents = std::make_shared<test::Chatter>(script);
      run_cycles(e, {}, &spans);
      Numbers all;
      for (const auto& [link, from, until] : spans.all) {
        all.insert(all.end(), {static_cast<std::int64_t>(link), from, until});
      }
      return all;
    });
    RC_ASSERT(seen.size() == 3 * fabric.route(0, to).size());
    const LinkTiming* before = nullptr;
    Cycle first = 0;  // from which on bits can be used
    for (std::size_t i = 0; i < seen.size(); i += 3) {
      const auto& timing = e.link_of_slot(static_cast<std::uint64_t>(seen[i]));
      RC_ASSERT(seen[i + 2] - seen[i + 1] == timing.busy(bits));
      const Cycle begin = seen[i + 1] + timing.setup();
      if (before != nullptr) {
        RC_ASSERT(seen[i + 1] >= first + before->serial(header_bits(e)));
        RC_ASSERT(seen[i + 1] <= first + before->serial(bits));
        for (std::int64_t bit = 1; bit <= bits; ++bit) {
          // The cycle in which its end leaves, and the first in which it can.
          RC_ASSERT(begin + timing.serial(bit) - 1 >= first + before->serial(bit));
        }
        // Two cycles earlier the last bit would be too early, or the header would.
        const bool gains = timing.bandwidth() > before->bandwidth();
        RC_ASSERT(seen[i + 1] == first + before->serial(header_bits(e)) ||
                  (gains && begin - 2 + timing.serial(bits) - 1 < first + before->serial(bits)));
      }
      before = &timing;
      first = begin + timing.latency();
    }
    auto whole = e;
    whole.switching = store_and_forward;
    RC_ASSERT(time_of(e, to, tasks) <= time_of(whole, to, tasks));
  });
}

TEST_CASE("cut-through: a message that cannot go on is taken up whole", "[network]") {
  // PE 2 sends a long transfer to PE 3, PE 0 two words: their headers come to 2 at once.
  const auto heard = [](std::int64_t buffers) {
    auto when = std::make_shared<Numbers>();
    Script script;
    script.start = [](AgentPe& pe) {
      if (pe.node() == 2) pe.send_tasks(3, 4);
      if (pe.node() == 0) {
        pe.send_word(3, {});
        pe.send_word(3, {});
      }
    };
    script.word = [when](AgentPe& pe, Node, const AgentWord&) { when->push_back(pe.now()); };
    auto e = test::chat(Fabric::parse("ring:8"), {0, 0, 4}, cut_through, script);
    e.buffers = buffers;
    return test::in_child([&] {
      run_cycles(e);
      return *when;
    });
  };
  // Words of 3 + 3 + 1 + 16 bits; a transfer of 7 + 8 + 4 * 64.
  constexpr Cycle header = 7;
  constexpr Cycle word = 23;
  constexpr Cycle transfer = 271;
  // With two buffers both wait at 2, whole, and leave one after the other.
  CHECK(heard(2) == Numbers{transfer + word + 1, transfer + 2 * word + 1});
  // With one the second waits at 1, until the first has left 2 and 1 knows it.
  CHECK(heard(1) == Numbers{transfer + word + 1, transfer + word + 1 + (header + 1) + (word + 1)});
}

TEST_CASE("cut-through: whatever is sent comes over links of different speed", "[network]") {
  const auto* name = GENERATE("torus:5x4", "torus:3x3x3", "hypercube:4", "mesh:4x5");
  const auto fabric = Fabric::parse(name);
  std::vector<LinkTiming> links;
  for (std::size_t d = 0; d < fabric.radices().size(); ++d) {
    LinkClass link;
    link.bandwidth = Rational(90'000'000) * static_cast<std::int64_t>(1 + 5 * (d % 2) + d);
    link.latency = static_cast<Cycle>(1 + 2 * d);
    link.setup = static_cast<Cycle>(d == 1 ? 6 : 0);
    links.emplace_back(link, 250'000'000);
  }
  for (const std::int64_t buffers : {1, 3}) {
    for (const auto& target : test::targets()) {
      CAPTURE(name, buffers, &target - test::targets().data());
      CHECK(test::storm(fabric, cut_through, 40, buffers, target, links).all_came());
    }
  }
}

namespace {

/// A link whose buffers have no classes: a message takes any, of as many as the classes have.
class Pool final : public RoutedSendInterface, public RoutedReceiveInterface {
 public:
  Pool(RoutedLink& link, std::size_t size) : link_(link), size_(size) {}

  bool has_room(std::size_t /*hops*/, Cycle now) override {
    const auto known = [&](Cycle at) { return at <= now; };
    freed_.erase(std::remove_if(freed_.begin(), freed_.end(), known), freed_.end());
    return taken_ - released_ + freed_.size() < size_;
  }
  void send(PacketPtr packet, Cycle now, bool stays) override {
    if (stays) ++taken_;
    link_.send(std::move(packet), now, stays);
  }
  void release(std::size_t hops, Cycle left, Cycle latency) override {
    ++released_;
    freed_.push_back(left + latency);
    link_.release(hops, left, latency);
  }

  void wakes_sender(WakeInterface& sender) override { link_.wakes_sender(sender); }
  const LinkTiming& timing() const override { return link_.timing(); }
  Cycle free_from() const override { return link_.free_from(); }
  std::optional<Cycle> next_room(Cycle now) const override { return link_.next_room(now); }
  bool is_taken() const override { return link_.is_taken(); }
  void take(CircuitPtr circuit, Cycle now, Cycle at) override {
    link_.take(std::move(circuit), now, at);
  }
  void hold(const Packet& packet, Cycle from, Cycle to, Cycle serial) override {
    link_.hold(packet, from, to, serial);
  }
  void wakes_receiver(WakeInterface& receiver) override { link_.wakes_receiver(receiver); }
  PacketPtr receive(Cycle now) override { return link_.receive(now); }
  std::optional<Cycle> next_arrival() const override { return link_.next_arrival(); }
  CircuitPtr receive_header(Cycle now) override { return link_.receive_header(now); }
  std::optional<Cycle> next_header() const override { return link_.next_header(); }

 private:
  RoutedLink& link_;
  std::size_t size_;
  std::size_t taken_ = 0;
  std::size_t released_ = 0;
  std::vector<Cycle> freed_;  // of the released ones, those of which the sender does not know
};

}  // namespace

TEST_CASE("without classes of buffers messages round a ring wait for each other for ever",
          "[network]") {
  const auto switching = GENERATE(store_and_forward, cut_through);
  const auto routing = GENERATE(Routing::shortest, Routing::random);
  const auto* name = GENERATE("ring:9", "torus:8x3");
  const auto fabric = Fabric::parse(name);
  const auto& half_round = test::targets()[1];
  CAPTURE(name, switching, routing);
  // A message waits at PEs when it has gone over fewer links than the diameter, or than twice that.
  const std::size_t classes = (routing == Routing::random ? 2 : 1) * fabric.diameter() - 1;
  std::map<RoutedLink*, Pool> pools;
  const auto pool = [&](RoutedLink& link) {
    return &pools.try_emplace(&link, link, classes).first->second;
  };
  MessageDrivenParts parts;
  parts.sender = [&](Node, unsigned, RoutedLink& link) -> RoutedSendInterface* {
    return pool(link);
  };
  parts.receiver = [&](Node, unsigned, RoutedLink& link) -> RoutedReceiveInterface* {
    return pool(link);
  };
  const int count = routing == Routing::random ? 1000 : 60;  // chance has to close a circle
  const auto stuck = test::storm(fabric, switching, count, 1, half_round, {}, parts, routing);
  CHECK(stuck.sent > 0);
  CHECK(stuck.received < stuck.sent);
  CHECK_FALSE(stuck.rests);
  CHECK(test::storm(fabric, switching, count, 1, half_round, {}, {}, routing).all_came());
}

TEST_CASE("cut-through has the zero-load latencies of BookSim2", "[network]") {
  // BookSim2 28f4329, docs/network.md: the least packet latency on a ring of 2 * links + 1 routers
  // under `tornado`, which sends over `links` links. routing_delay is 1; of 0, in the last column.
  struct Case {
    Node links;
    std::int64_t flits;
    Cycle five;
    Cycle four;
  };
  const std::vector<Case> cases = {
      {1, 1, 12, 10},  {2, 1, 17, 14},  {3, 1, 22, 18},  {4, 1, 27, 22},  {6, 1, 37, 30},
      {8, 1, 47, 38},  {1, 4, 15, 13},  {2, 4, 20, 17},  {3, 4, 25, 21},  {4, 4, 30, 25},
      {6, 4, 40, 33},  {8, 4, 50, 41},  {1, 16, 27, 25}, {2, 16, 32, 29}, {3, 16, 37, 33},
      {4, 16, 42, 37}, {6, 16, 52, 45}, {8, 16, 62, 53},
  };
  for (const auto& [links, flits, five, four] : cases) {
    for (const auto& [hop, booksim] : {std::pair<Cycle, Cycle>{5, five}, {4, four}}) {
      CAPTURE(links, flits, hop);
      // A flit a cycle, of 32 bits; the header is in the first.
      LinkClass link;
      link.bandwidth = 8'000'000'000;
      link.latency = hop - 1;
      auto e = quiet(Fabric::parse("ring:" + std::to_string(2 * links + 1)), cut_through, link);
      REQUIRE(header_bits(e) <= 32);
      e.task_bits = 32 * flits - header_bits(e) - 8;
      const Load tasks = flits > 1 ? 1 : 0;
      REQUIRE(e.links[0].serial(bits_of(e, tasks)) == flits);
      // BookSim2 counts the source's router, and a cycle each into and out of the network.
      CHECK(time_of(e, links, tasks) == booksim - (hop + 2));
    }
  }
}
