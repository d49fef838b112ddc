// SPDX-License-Identifier: Apache-2.0
// Words to many PEs that routers replicate (Willebeek-LeMair and Reeves 1993, Sections III.D and
// III.E): who hears them, when, and over which links.
#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "models/experiment/message_header.h"
#include "models/pe/kernel.h"
#include "models/pe/message_driven_fabric.h"
#include "models/pe/run_cycles.h"
#include "models/schemes/contract/registry.h"
#include "models/schemes/parts/broadcast_tree.h"
#include "tests/catch.h"
#include "tests/support/chatter.h"
#include "tests/support/forked_run.h"
#include "tests/support/graphs.h"
#include "tests/support/messages.h"
#include "tests/support/property_of_cases.h"
#include "tests/support/refusal.h"
#include "tests/support/task_count.h"
#include "tests/support/unequal_links.h"

using namespace isobar;
using test::Script;

namespace {

using Numbers = std::vector<std::int64_t>;

/// What a word from `from` to `count` PEs from `first` on did, when nothing else is under way.
struct Heard {
  Numbers when;  ///< by PE: the cycle in which it came; −1: it did not; −2: more than once
  std::int64_t sent = 0;  ///< messages
  std::int64_t received = 0;
  Numbers over;  ///< by link slot: words
};

Experiment still(const Fabric& fabric, Switching switching, Broadcast broadcast) {
  auto e = test::chat(fabric, {}, switching, {});
  e.broadcast = broadcast;
  e.goal = {Goal::Kind::finished, 0};  // never: it rests when all has come
  return e;
}

Heard hear(Experiment e, Node from, Node first, Node count) {
  const auto pes = e.fabric.pes();
  const auto seen = test::in_child([&] {
    Numbers when(pes, -1);
    Script script;
    script.start = [&](AgentPe& pe) {
      if (pe.node() == from) pe.send_words(first, count, {0, 5});
    };
    script.word = [&](AgentPe& pe, Node source, const AgentWord& word) {
      auto& at = when[pe.node()];
      at = source == from && word.value == 5 && at == -1 ? pe.now() : -2;
    };
    e.agents = std::make_shared<test::Chatter>(script);
    const auto result = run_cycles(e);
    const auto& routed = *result.routed;
    auto all = when;
    all.push_back(std::accumulate(routed.sent.begin(), routed.sent.end(), std::int64_t{0}));
    all.push_back(std::accumulate(routed.received.begin(), routed.received.end(), std::int64_t{0}));
    for (const LinkCounters& link : result.links) all.push_back(link.words);
    return all;
  });
  const auto after = seen.begin() + pes;
  return {{seen.begin(), after}, after[0], after[1], {after + 2, seen.end()}};
}

}  // namespace

TEST_CASE("broadcast: each PE of the range hears it once, when a message alone would come",
          "[network][broadcast]") {
  test::property_of_runs([] {
    const auto fabric = Fabric::parse(*rc::gen::element<std::string>(
        "ring:7", "ring:8", "torus:4x5", "torus:2x3x3", "hypercube:4", "mesh:4x3", "hhc:2"));
    const auto switching = *rc::gen::element(Switching::store_and_forward, Switching::cut_through);
    auto e = still(fabric, switching, Broadcast::tree);
    test::give_random_dimensions(e);
    const auto from = *rc::gen::inRange<Node>(0, fabric.pes());
    const auto first = *rc::gen::inRange<Node>(0, fabric.pes());
    const auto count = *rc::gen::inRange<Node>(0, fabric.pes() - first + 1);
    const auto all = hear(e, from, first, count);
    const auto in_range = [&](Node pe) { return pe >= first && pe < first + count && pe != from; };
    std::int64_t expected = 0;
    for (Node pe = 0; pe < fabric.pes(); ++pe) {
      if (!in_range(pe)) {
        RC_ASSERT(all.when[pe] == -1);
        continue;
      }
      ++expected;
      const auto alone = hear(e, from, pe, 1);
      RC_ASSERT(alone.sent == 1);
      RC_ASSERT(all.when[pe] == alone.when[pe]);
    }
    RC_ASSERT(all.sent == (expected > 0 ? 1 : 0));
    RC_ASSERT(all.received == expected);
    // One message on each link of the routes to all of them, however many share it.
    Numbers over(fabric.link_slots());
    for (Node pe = 0; pe < fabric.pes(); ++pe) {
      if (!in_range(pe)) continue;
      Node at = from;
      for (const auto port : fabric.route(from, pe)) {
        over[std::uint64_t{at} * fabric.degree() + port] = 1;
        at = *fabric.neighbour(at, port);
      }
    }
    RC_ASSERT(all.over == over);
  });
}

TEST_CASE("broadcast: to all PEs it takes N - 1 links, those of a spanning tree",
          "[network][broadcast]") {
  const auto* name = GENERATE("ring:8", "torus:4x5", "hypercube:5", "mesh:4x3", "hhc:2");
  const auto fabric = Fabric::parse(name);
  for (const Node root : {Node{0}, fabric.pes() / 2 + 1}) {
    const auto all =
        hear(still(fabric, Switching::store_and_forward, Broadcast::tree), root, 0, fabric.pes());
    CHECK(std::accumulate(all.over.begin(), all.over.end(), std::int64_t{0}) == fabric.pes() - 1);
    // The tree by which agents pass words on themselves, which was written before.
    for (Node at = 0; at < fabric.pes(); ++at) {
      for (const Node child : broadcast_children(fabric, root, at)) {
        const auto port = fabric.next_port(at, child);
        CHECK(all.over[std::uint64_t{at} * fabric.degree() + port] == 1);
      }
    }
  }
}

TEST_CASE("broadcast: log N steps on a hypercube, where sends take N - 1", "[network][broadcast]") {
  for (const int d : {1, 2, 4, 6}) {
    const auto fabric = Fabric::parse("hypercube:" + std::to_string(d));
    const auto n = static_cast<std::int64_t>(fabric.pes());
    const auto last = [](const Heard& heard) {
      return *std::max_element(heard.when.begin(), heard.when.end());
    };
    CAPTURE(d);
    // The kind, the word, and three addresses, or two.
    const std::int64_t bits = 1 + 16 + 3 * d;
    const std::int64_t header = bits - 16;
    constexpr Cycle latency = 1;
    const auto tree =
        hear(still(fabric, Switching::store_and_forward, Broadcast::tree), 0, 0, fabric.pes());
    CHECK(last(tree) == d * (bits + latency));
    CHECK(tree.sent == 1);
    const auto through =
        hear(still(fabric, Switching::cut_through, Broadcast::tree), 0, 0, fabric.pes());
    CHECK(last(through) == d * (header + latency) + bits - header);
    const auto sends =
        hear(still(fabric, Switching::store_and_forward, Broadcast::sends), 0, 0, fabric.pes());
    CHECK(sends.sent == n - 1);
    CHECK(sends.received == n - 1);
    // A dimension's link of the root carries half of all.
    CHECK(last(sends) >= n / 2 * (bits - d));
    CHECK(std::accumulate(sends.over.begin(), sends.over.end(), std::int64_t{0}) == n / 2 * d);
  }
}

TEST_CASE("broadcast: all come among other messages, with one buffer of a class",
          "[network][broadcast]") {
  const auto* name = GENERATE("ring:9", "torus:5x4", "torus:3x3x3", "hypercube:4", "hhc:3",
                              "mesh:4x5", "torus:2x7");
  const auto switching = GENERATE(Switching::store_and_forward, Switching::cut_through);
  const auto routing = GENERATE(Routing::shortest, Routing::random);
  const auto fabric = Fabric::parse(name);
  constexpr int rounds = 12;
  auto e = still(fabric, switching, Broadcast::tree);
  e.routing = routing;
  e.loads = std::vector<Load>(fabric.nodes(), Load{2} * rounds);
  const auto seen = test::in_child([&] {
    Numbers heard(fabric.pes());
    Script script;
    script.start = [&](AgentPe& pe) {
      for (int i = 0; i < rounds; ++i) {
        pe.send_words(0, fabric.pes(), {});
        pe.send_tasks((pe.node() + fabric.pes() / 2) % fabric.pes(), 2);
      }
    };
    script.word = [&](AgentPe& pe, Node, const AgentWord&) { ++heard[pe.node()]; };
    e.agents = std::make_shared<test::Chatter>(script);
    MessageDrivenFabric made("fabric", e, {}, nullptr, {});
    run_kernel();
    const auto result = made.finish();
    const auto there = test::count_tasks(made.tasks());
    heard.push_back(result.ending == Ending::rest ? 1 : 0);
    heard.push_back(there.all_differ ? there.tasks : -1);
    return heard;
  });
  CAPTURE(name, switching, routing);
  const std::int64_t others = fabric.pes() - 1;
  for (Node pe = 0; pe < fabric.pes(); ++pe) CHECK(seen[pe] == rounds * others);
  CHECK(seen[fabric.pes()] == 1);
  CHECK(seen[fabric.pes() + 1] == std::int64_t{2} * rounds * fabric.pes());
}

TEST_CASE("broadcast: a copy that waits keeps the buffer until it leaves", "[network][broadcast]") {
  // On a mesh of 3 × 2, PE 0 sends two words to PEs 1 to 5. At PE 1 the copy for PE 2 waits behind
  // a long transfer of PE 1's own, that for PE 4 does not: the second word waits for the buffer.
  const auto heard = [](std::int64_t buffers) {
    Script script;
    auto when = std::make_shared<Numbers>();
    script.start = [](AgentPe& pe) {
      if (pe.node() == 1) pe.send_tasks(2, 4);
      if (pe.node() == 0) {
        pe.send_words(1, 4, {});
        pe.send_words(1, 4, {});
      }
    };
    script.word = [when](AgentPe& pe, Node, const AgentWord&) {
      if (pe.node() == 1) when->push_back(pe.now());
    };
    auto e = test::chat(Fabric::parse("mesh:3x2"), {0, 4}, Switching::store_and_forward, script);
    e.broadcast = Broadcast::tree;
    e.buffers = buffers;
    return test::in_child([&] {
      run_cycles(e);
      return *when;
    });
  };
  constexpr Cycle word = 1 + 3 * 3 + 16;
  constexpr Cycle transfer = 1 + 3 * 3 + 8 + 4 * 64;
  CHECK(heard(2) == Numbers{word + 1, 2 * word + 1});
  CHECK(heard(1) == Numbers{word + 1, transfer + word + 1 + word + 1});
}

TEST_CASE("broadcast: it is refused with circuits and on a graph", "[network][broadcast]") {
  for (const bool circuit : {true, false}) {
    const auto said = test::in_child([&] {
      const auto fabric = circuit ? Fabric::parse("ring:5") : test::random_graph(5, 2, 1);
      const auto e =
          still(fabric, circuit ? Switching::circuit : Switching::cut_through, Broadcast::tree);
      const auto why = test::refusal([&] { run_cycles(e); });
      return Numbers{test::contains(why, "dimension order") ? 1 : 0};
    });
    CHECK(said[0] == 1);
  }
}
