// SPDX-License-Identifier: Apache-2.0
// Switches: they have links and route, and are no PEs.
#include <algorithm>
#include <numeric>
#include <set>

#include "models/costs/costs.h"
#include "models/fabric/neighbours.h"
#include "models/pe/run_cycles.h"
#include "models/schemes/contract/registry.h"
#include "models/schemes/lueling_monien/partners.h"
#include "models/steps/run_steps.h"
#include "models/workloads/initial_load.h"
#include "tests/catch.h"
#include "tests/support/chatter.h"
#include "tests/support/equal.h"
#include "tests/support/forked_run.h"
#include "tests/support/graphs.h"
#include "tests/support/property.h"
#include "tests/support/refusal.h"

using namespace isobar;
using test::contains;
using test::Script;

namespace {

/// `pes` PEs around one switch.
Fabric star(Node pes) {
  test::Edges edges;
  for (Node pe = 0; pe < pes; ++pe) edges.emplace_back(pe, pes);
  return Fabric::graph("graph:star", pes + 1, edges, 1);
}

/// A random graph, of whose nodes some, but not all, are switches.
Fabric any_with_switches() {
  const auto plain = test::any_graph();
  const auto switches = *rc::gen::inRange<Node>(1, plain.nodes());
  return Fabric::graph("graph:random", plain.nodes(), test::edges_of(plain), switches);
}

}  // namespace

TEST_CASE("a switch is a node, and no PE", "[switch]") {
  const auto fabric = star(10);
  CHECK(fabric.nodes() == 11);
  CHECK(fabric.pes() == 10);
  CHECK(fabric.switches() == 1);
  CHECK_FALSE(fabric.is_switch(9));
  CHECK(fabric.is_switch(10));
  CHECK(fabric.title(3) == "PE 3");
  CHECK(fabric.title(10) == "switch 10");
  CHECK(fabric.diameter() == 2);
  CHECK(fabric.link_count() == 20);
  CHECK(fabric.route(2, 7) == std::vector<unsigned>{0, 7});
  CHECK(Fabric::parse("torus:4x4").switches() == 0);
  CHECK_FALSE(Fabric::parse("torus:4x4").is_switch(15));
}

TEST_CASE("neighbours are the PEs behind one link or behind switches alone", "[switch]") {
  test::property([] {
    const auto fabric = any_with_switches();
    for (Node node = 0; node < fabric.pes(); ++node) {
      // Reached in steps that end at a PE.
      std::set<Node> seen = {node};
      std::vector<Node> through = {node};
      std::vector<Node> expected;
      while (!through.empty()) {
        const Node at = through.back();
        through.pop_back();
        for (Node to = 0; to < fabric.nodes(); ++to) {
          if (seen.count(to) > 0 || fabric.route(at, to).size() != 1) continue;
          seen.insert(to);
          (fabric.is_switch(to) ? through : expected).push_back(to);
        }
      }
      std::sort(expected.begin(), expected.end());
      RC_ASSERT(neighbours_of(fabric, node) == expected);
      RC_ASSERT(most_neighbours(fabric) >= expected.size());
    }
  });
  CHECK(neighbours_of(star(4), 2) == std::vector<Node>{0, 1, 3});
  CHECK(most_neighbours(star(4)) == 3);
  CHECK(Partners(star(9), 4, 1).count() == 8);
}

TEST_CASE("a message over a switch takes two links, and pays for both", "[switch][systemc]") {
  // 10 PEs: 4 bits for each address, 1 for the kind, 16 of the word.
  constexpr std::int64_t bits = 4 + 4 + 1 + 16;
  Experiment e(star(10));
  e.loads.assign(10, 0);
  e.queue_depth = 16;
  e.balancer.handling = 0;
  e.goal = {Goal::Kind::cycles, 1000};
  e.max_cycles = 1000;
  LinkClass link;
  link.setup = 7;
  link.latency = 3;
  e.links[0] = LinkTiming(link, e.clock);
  auto heard = std::make_shared<Cycle>(-1);
  Script script;
  script.start = [](AgentPe& pe) {
    if (pe.node() == 2) pe.send_word(8, {});
  };
  script.word = [heard](AgentPe& pe, Node, const AgentWord&) { *heard = pe.now(); };
  e.agents = std::make_shared<test::Chatter>(script);
  const auto seen = test::in_child([&]() -> std::vector<std::int64_t> {
    const auto result = run_cycles(e);
    const auto counts = count_messages(e.fabric, result.links);
    std::vector<std::int64_t> out = {*heard, counts.words, counts.max_per_pe, counts.per_pe_total};
    for (std::uint64_t slot = 0; slot < result.links.size(); ++slot) {
      if (result.links[slot].words == 0) continue;
      const auto used = e.fabric.link(slot);
      out.insert(out.end(), {used->from, used->to, result.links[slot].word_cycles});
    }
    return out;
  });
  // Each of the two PEs sees the message once; the switch is no PE.
  CHECK(seen == std::vector<std::int64_t>{2 * (7 + bits + 3), 2, 1, 2, 2, 10, bits, 10, 8, bits});
}

TEST_CASE("schemes of messages balance over switches, and lose no task", "[switch][systemc]") {
  const auto* scheme = GENERATE("diffusion-async", "eager-receiver", "eager-sender", "gm", "hbm",
                                "lueling-monien", "nna-async", "rid", "sid", "steal");
  // A star, and two switches with PEs at each.
  const auto two = Fabric::graph(
      "graph:two", 9, {{0, 7}, {1, 7}, {2, 7}, {3, 8}, {4, 8}, {5, 8}, {6, 8}, {7, 8}}, 2);
  for (const auto& fabric : {star(7), two}) {
    INFO(scheme << " on " << fabric.name());
    auto e = test::experiment_on(fabric, scheme, initial_load("point:210@3", 7, 1));
    e.goal = {Goal::Kind::cycles, 100'000};
    e.max_cycles = 100'000;
    const auto outcome = test::run_forked(e);
    REQUIRE(outcome.queues.size() == 7);
    std::vector<std::uint64_t> ids;
    for (const auto& queue : outcome.queues) {
      for (const auto& task : queue) ids.push_back(task.id);
    }
    std::sort(ids.begin(), ids.end());
    std::vector<std::uint64_t> all(210);
    std::iota(all.begin(), all.end(), std::uint64_t{0});
    CHECK(ids == all);
    const auto& loads = outcome.result.loads;
    REQUIRE(loads.size() == 7);
    if (scheme == std::string("lueling-monien")) continue;  // its packets change in turns alone
    CHECK(*std::max_element(loads.begin(), loads.end()) < 210);
  }
}

TEST_CASE("schemes whose PEs talk over links directly object to switches", "[switch]") {
  const auto fabric = star(5);
  for (const auto* scheme : {"diffusion", "diffusion2", "nna"}) {
    const auto said = test::refusal([&] { SchemeChoice::parse(scheme).make(fabric, 16); });
    INFO(said);
    CHECK(contains(said, "cannot run on graph:star"));
    CHECK(contains(said, "switch"));
  }
  for (const auto& [name, entry] : schemes()) {
    if (name.rfind("test-", 0) == 0 || entry.is_message_driven() || name == "none") continue;
    INFO(name);
    CHECK_FALSE(entry.objection(fabric).empty());
  }
}

TEST_CASE("without balancing switches change nothing, at both levels", "[switch][systemc]") {
  auto e = test::experiment_on(star(3), "none", {4, 0, 9});
  e.max_steps = 5;
  const auto steps = run_steps(e);
  CHECK(steps.loads == e.loads);
  CHECK(steps.links.size() == e.fabric.link_slots());
  CHECK(test::same(e, test::run_forked(e).result, steps));
  CHECK(total_bandwidth(e) == 6 * 250e6);
  CHECK(hardware_cost(e).pins == 4);  // of a PE, which has one link pair
}

TEST_CASE("nodes that cannot be a fabric are refused", "[switch]") {
  const auto said = [](Node nodes, const test::Edges& edges, Node switches) {
    return test::refusal([&] { Fabric::graph("graph:g", nodes, edges, switches); });
  };
  CHECK(contains(said(2, {{0, 1}}, 2), "no PE is left"));
  CHECK(contains(said(3, {{0, 1}}, 1), "from PE 0 to switch 2"));
  CHECK(contains(said(3, {{0, 2}, {2, 2}}, 1), "from switch 2 to itself"));
  CHECK(said(2, {{0, 1}}, 1).empty());
}
