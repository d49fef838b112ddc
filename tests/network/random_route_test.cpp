// SPDX-License-Identifier: Apache-2.0
// Routes over PEs drawn at random (Valiant 1982; Lüling and Monien 1993, Section 2): where messages
// go, that they all come, and that permutations which dimension order is bad at get faster.
#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "models/experiment/message_header.h"
#include "models/network/node_draw.h"
#include "models/pe/run_cycles.h"
#include "tests/catch.h"
#include "tests/support/chatter.h"
#include "tests/support/forked_run.h"
#include "tests/support/graphs.h"
#include "tests/support/messages.h"
#include "tests/support/refusal.h"

using namespace isobar;
using test::Script;

namespace {

using Numbers = std::vector<std::int64_t>;

/// The links that words go over, in order of time.
class Links final : public Observer {
 public:
  void word_sent(std::uint64_t link, Cycle /*from*/, Cycle /*to*/,
                 std::int64_t /*value*/) override {
    all.push_back(static_cast<std::int64_t>(link));
  }
  void transfer_sent(std::uint64_t link, Cycle /*from*/, Cycle /*to*/,
                     std::int64_t /*tasks*/) override {
    all.push_back(static_cast<std::int64_t>(link));
  }

  Numbers all;
};

/// The link slots of the fabric's own route.
Numbers links_of_route(const Fabric& fabric, Node from, Node to) {
  Numbers slots;
  for (const auto port : fabric.route(from, to)) {
    slots.push_back(static_cast<std::int64_t>(std::uint64_t{from} * fabric.degree() + port));
    from = *fabric.neighbour(from, port);
  }
  return slots;
}

Experiment random_chat(const Fabric& fabric, Switching switching, std::uint64_t seed) {
  auto e = test::chat(fabric, {}, switching, {});
  e.routing = Routing::random;
  e.routing_seed = seed;
  return e;
}

/// Cycles that transfers from every PE to its partner take, `count` of four tasks each.
Cycle time_of_permutation(const std::string& fabric, Routing routing, int count,
                          const std::function<Node(Node)>& partner) {
  Script script;
  script.start = [&](AgentPe& pe) {
    for (int i = 0; i < count; ++i) {
      if (partner(pe.node()) != pe.node()) pe.send_tasks(partner(pe.node()), 4);
    }
  };
  auto e = test::chat(Fabric::parse(fabric), {}, Switching::store_and_forward, script);
  e.loads = std::vector<Load>(e.fabric.pes(), Load{4} * count);
  e.routing = routing;
  e.buffers = 4;
  e.goal = {Goal::Kind::finished, 0};  // never: it rests when all has come
  return test::in_child([&] { return Numbers{run_cycles(e).run.cycles}; })[0];
}

}  // namespace

TEST_CASE("random routes: a message goes to the PE that its sender draws, and from there on",
          "[network]") {
  const auto* name = GENERATE("ring:9", "torus:5x4", "hypercube:4", "mesh:4x3", "hhc:2", "star");
  const auto switching = GENERATE(Switching::store_and_forward, Switching::cut_through);
  const auto fabric =
      std::string(name) == "star"
          ? Fabric::graph("graph:star", 6, {{0, 5}, {1, 5}, {2, 5}, {3, 5}, {4, 5}}, 1)
          : Fabric::parse(name);
  std::set<Node> over;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const auto to = static_cast<Node>(1 + seed % (fabric.pes() - 1));
    auto e = random_chat(fabric, switching, seed);
    const auto seen = test::in_child([&] {
      Links links;
      Cycle heard = -1;
      Script script;
      script.start = [&](AgentPe& pe) {
        if (pe.node() == 0) pe.send_word(to, {});
      };
      script.word = [&](AgentPe& pe, Node from, const AgentWord&) {
        heard = pe.node() == to && from == 0 ? pe.now() : -2;
      };
      e.agents = std::make_shared<test::Chatter>(script);
      run_cycles(e, {}, &links);
      links.all.push_back(heard);
      return links.all;
    });
    const Node middle = NodeDraw(seed, 0, fabric.pes()).draw();
    over.insert(middle);
    auto expected = links_of_route(fabric, 0, middle);
    const auto rest = links_of_route(fabric, middle, to);
    expected.insert(expected.end(), rest.begin(), rest.end());
    const auto hops = static_cast<Cycle>(expected.size());
    constexpr std::int64_t word = 16;
    const auto& timing = e.links[0];
    const Cycle all = timing.serial(header_bits(e) + word);
    const Cycle header = timing.serial(header_bits(e));
    expected.push_back(switching == Switching::store_and_forward
                           ? hops * (all + timing.latency())
                           : hops * (header + timing.latency()) + all - header);
    CAPTURE(name, seed, to, middle);
    CHECK(seen == expected);
  }
  CHECK(over.size() > 3);
}

TEST_CASE("random routes: the header has an address more, and none if they are off", "[network]") {
  auto e = test::chat(Fabric::parse("torus:5x4"), {}, Switching::store_and_forward, {});
  CHECK(header_bits(e) == 1 + 2 * 5);
  e.routing = Routing::random;
  CHECK(header_bits(e) == 1 + 3 * 5 + 16);
}

TEST_CASE("random routes: each PE is drawn as often as any other, by every PE", "[network]") {
  for (const Node pes : {1U, 2U, 9U, 64U, 100U}) {
    for (const Node own : {0U, 1U, pes - 1}) {
      constexpr int per_pe = 1000;
      std::vector<int> drawn(pes);
      NodeDraw draw(7, own, pes);
      for (Node i = 0; i < per_pe * pes; ++i) ++drawn.at(draw.draw());
      double chi = 0;
      for (const int count : drawn) chi += (count - per_pe) * (count - per_pe) / double{per_pe};
      CAPTURE(pes, own, chi);
      // Its mean is pes − 1, its standard deviation √(2·(pes − 1)).
      CHECK(std::abs(chi - (pes - 1)) <= 4 * std::sqrt(2.0 * (pes - 1)));
    }
  }
}

TEST_CASE("random routes: PEs and seeds draw differently, and always the same", "[network]") {
  const auto drawn = [](std::uint64_t seed, Node own) {
    NodeDraw draw(seed, own, 1U << 20);
    std::vector<Node> some(20);
    std::generate(some.begin(), some.end(), [&] { return draw.draw(); });
    return some;
  };
  std::set<Node> all;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    for (Node own = 0; own < 100; ++own) {
      const auto some = drawn(seed, own);
      all.insert(some.begin(), some.end());
      CHECK(some == drawn(seed, own));
    }
  }
  // Where 20,000 numbers are drawn below a million, chance makes about 190 pairs of them equal.
  CHECK(all.size() > 19'700);
}

TEST_CASE("random routes: a PE hears what another one sent in the order in which it was sent",
          "[network]") {
  const auto* name = GENERATE("ring:9", "torus:5x4", "hypercube:4");
  const auto switching = GENERATE(Switching::store_and_forward, Switching::cut_through);
  auto e = random_chat(Fabric::parse(name), switching, 3);
  e.loads = std::vector<Load>(e.fabric.pes(), 200);
  e.goal = {Goal::Kind::finished, 0};  // never: it rests when all has come
  const auto seen = test::in_child([&] {
    constexpr int rounds = 30;
    const Node pes = e.fabric.pes();
    std::vector<std::vector<std::int64_t>> heard(pes, std::vector<std::int64_t>(pes));
    std::int64_t wrong = 0;
    Script script;
    script.start = [&](AgentPe& pe) {
      for (int i = 0; i < rounds; ++i) {
        for (const Node ahead : {1U, pes / 2}) {
          const Node to = (pe.node() + ahead) % pes;
          if (i % 3 == 0) pe.send_tasks(to, 1 + i % 5, i);
          if (i % 3 != 0) pe.send_word(to, {0, i});
        }
      }
    };
    const auto hear = [&](AgentPe& pe, Node from, std::int64_t number) {
      wrong += heard[pe.node()][from]++ == number ? 0 : 1;
    };
    script.word = [&](AgentPe& pe, Node from, const AgentWord& word) {
      hear(pe, from, word.value);
    };
    script.tasks = [&](AgentPe& pe, Node from, Load, std::int64_t note) { hear(pe, from, note); };
    e.agents = std::make_shared<test::Chatter>(script);
    const auto result = run_cycles(e);
    std::int64_t whole = 0;
    for (const auto& of_pe : heard) whole += std::count(of_pe.begin(), of_pe.end(), rounds);
    return Numbers{wrong, whole, result.ending == Ending::rest ? 1 : 0, result.most_waiting};
  });
  CAPTURE(name, switching);
  CHECK(seen[0] == 0);
  CHECK(seen[1] == std::int64_t{2} * e.fabric.pes());
  CHECK(seen[2] == 1);
  // Handling takes no time, so that what waits has overtaken something.
  CHECK(seen[3] > 1);
}

TEST_CASE("random routes: whatever is sent comes, with one buffer of a class", "[network]") {
  std::vector<Fabric> fabrics;
  for (const auto* name :
       {"ring:9", "torus:5x4", "torus:3x3x3", "hypercube:5", "hhc:3", "mesh:4x5", "torus:2x7"}) {
    fabrics.push_back(Fabric::parse(name));
  }
  for (const unsigned seed : {1U, 2U, 3U}) {
    fabrics.push_back(test::random_graph(4 + 5 * seed, 5 * (seed % 3), seed));
  }
  for (const auto switching : {Switching::store_and_forward, Switching::cut_through}) {
    for (const auto& fabric : fabrics) {
      for (const auto& target : test::targets()) {
        CAPTURE(fabric.name(), switching, &target - test::targets().data());
        CHECK(test::storm(fabric, switching, 60, 1, target, {}, {}, Routing::random).all_came());
      }
    }
  }
}

TEST_CASE("random routes beat dimension order where it crowds a few links, and nowhere else",
          "[network]") {
  // The transpose: the upper half of the address and the lower one change places.
  const auto transpose = [](Node node) { return (node & 15) << 4 | node >> 4; };
  const auto half_round = [](Node node) { return (node + 32) % 64; };
  const auto next = [](Node node) { return node ^ 1; };
  const auto ratio = [](const std::string& fabric, const std::function<Node(Node)>& partner) {
    return static_cast<double>(time_of_permutation(fabric, Routing::shortest, 40, partner)) /
           static_cast<double>(time_of_permutation(fabric, Routing::random, 40, partner));
  };
  CHECK(ratio("hypercube:8", transpose) > 1.3);
  // Half round a ring all go by successors, at random by both.
  CHECK(ratio("ring:64", half_round) > 1.3);
  CHECK(ratio("hypercube:8", next) < 0.6);
}

TEST_CASE("random routes are refused with circuits", "[network]") {
  const auto said = test::in_child([] {
    const auto e = random_chat(Fabric::parse("ring:5"), Switching::circuit, 1);
    const auto why = test::refusal([&] { run_cycles(e); });
    return Numbers{test::contains(why, "dimension order") ? 1 : 0};
  });
  CHECK(said[0] == 1);
}
