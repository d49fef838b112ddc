// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/message_driven/hbm.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "models/analysis/willebeek_formulas.h"
#include "models/workloads/initial_load.h"
#include "tests/catch.h"
#include "tests/support/agent_bench.h"

using namespace isobar;
using test::AgentBench;
using test::BenchSetting;
using test::spread;

namespace {

/// Loads of which every level is out of balance by 2^i, whatever the levels below did, and no PE's
/// load ever changes by a noticeable part.
std::vector<Load> all_levels(Node nodes, Load step) {
  std::vector<Load> loads(nodes);
  for (Node node = 0; node < nodes; ++node) loads[node] = 1000 + step * __builtin_popcount(node);
  return loads;
}

}  // namespace

TEST_CASE("the hierarchy is Figure 4 on 2^n PEs, and covers any number") {
  const Hierarchy eight{8};
  CHECK(eight.levels() == 3);
  const std::vector<unsigned> managed = {3, 0, 1, 0, 2, 0, 1, 0};
  for (Node node = 0; node < 8; ++node) CHECK(eight.managed(node) == managed[node]);
  CHECK(eight.match(3, 3) == Node{7});
  CHECK(eight.match(3, 1) == Node{2});
  for (const std::uint64_t nodes : {1, 2, 3, 5, 12, 16, 21}) {
    INFO(nodes << " PEs");
    const Hierarchy tree{nodes};
    for (Node node = 1; node < nodes; ++node) {
      const Node superior = tree.superior(node);
      CHECK(superior < node);
      CHECK(tree.managed(superior) > tree.managed(node));
      // What it manages is the right half of a domain of its superior.
      const unsigned level = tree.managed(node) + 1;
      CHECK(superior + tree.left(superior, level) == node);
      CHECK(tree.right(superior, level) > 0);
    }
    if (nodes > 1) {
      CHECK(tree.left(0, tree.levels()) + tree.right(0, tree.levels()) == static_cast<Load>(nodes));
    }
    for (unsigned level = 1; level <= tree.levels(); ++level) {
      for (Node node = 0; node < nodes; ++node) {
        const auto match = tree.match(node, level);
        if (match) CHECK(tree.match(*match, level) == node);
      }
    }
  }
}

TEST_CASE("a full load update of hbm takes N - 1 words in log2 N stages") {
  const Node nodes = GENERATE(as<Node>(), 2, 8, 12, 64);
  AgentBench bench({"ring:" + std::to_string(nodes), "hbm", std::vector<Load>(nodes, 9)});
  REQUIRE(bench.run());
  CHECK(bench.words("load") == hbm_update(nodes));
  CHECK(bench.words("imbalance") == 0);
  const auto levels = static_cast<Cycle>(Hierarchy{nodes}.levels());
  CHECK((nodes == 12 ? bench.now() <= levels : bench.now() == levels));
}

TEST_CASE("a traversal of all levels costs hbm what equations 25 to 29 say") {
  const int levels = GENERATE(1, 2, 3, 5, 7);
  const Node nodes = Node{1} << levels;
  const auto fabric = "hypercube:" + std::to_string(levels);
  // The right halves are the fuller ones: the managers are not among those that they notify.
  AgentBench right({fabric, "hbm:threshold=1/2", all_levels(nodes, 2)});
  REQUIRE(right.run());
  CHECK(right.words("load") == hbm_update(nodes));
  CHECK(right.words("imbalance") == levels * hbm_transfers_of_level(nodes));
  CHECK(static_cast<std::int64_t>(right.transfers().size()) ==
        levels * hbm_transfers_of_level(nodes));
  std::int64_t sent = 0;
  for (Node node = 0; node < nodes; ++node) sent += right.sent(node);
  CHECK(sent == hbm_traversal(levels) - 1);  // N updates in the formula, which are N - 1
  CHECK((sent + 1) / nodes == hbm_traversal_mean(levels));
  CHECK(right.received(0) == hbm_root_receives(levels));
  CHECK(right.sent(0) == hbm_root_sends(levels));
  const Node leaf = nodes - 1;
  CHECK(right.sent(leaf, "load") == hbm_leaf_sends());
  CHECK(right.received(leaf) == hbm_leaf_receives(levels));
  CHECK(spread(right.loads()) == 0);
  // The left halves: a manager tells itself nothing, N/2^i words less at level i.
  AgentBench left({fabric, "hbm:threshold=1/2", all_levels(nodes, -2)});
  REQUIRE(left.run());
  CHECK(left.words("imbalance") == levels * hbm_transfers_of_level(nodes) - (nodes - 1));
  CHECK(spread(left.loads()) == 0);
}

TEST_CASE("hbm balances only what is above its level's threshold") {
  // Halves of 4 PEs: 400 and 360. Inside, no imbalance.
  const std::vector<Load> loads = {100, 100, 100, 100, 90, 90, 90, 90};
  AgentBench above({"hypercube:3", "hbm:threshold=0;0;39", loads});
  REQUIRE(above.run());
  CHECK(above.loads() == std::vector<Load>(8, 95));
  CHECK(above.transfers().size() == 4);
  AgentBench below({"hypercube:3", "hbm:threshold=0;0;40", loads});
  REQUIRE(below.run());
  CHECK(below.transfers().empty());
  // t stands for t·2^i.
  AgentBench scaled({"hypercube:3", "hbm:threshold=4.9", loads});
  REQUIRE(scaled.run());
  CHECK_FALSE(scaled.transfers().empty());
  AgentBench enough({"hypercube:3", "hbm:threshold=5", loads});
  REQUIRE(enough.run());
  CHECK(enough.transfers().empty());
  // φ of the top level is 5 tasks a PE.
  AgentBench phi({"hypercube:3", "hbm:overhead=4", loads});
  REQUIRE(phi.run());
  CHECK_FALSE(phi.transfers().empty());
  AgentBench no_phi({"hypercube:3", "hbm:overhead=5", loads});
  REQUIRE(no_phi.run());
  CHECK(no_phi.transfers().empty());
}

TEST_CASE("hbm levels unequal halves to the same load of each PE") {
  // Four PEs against two: each of two pairs moves 30. What the first of them tells is out of date
  // by what the second gets, which a lower threshold would take for an imbalance.
  AgentBench bench({"ring:6", "hbm:threshold=1000;1000;100", {60, 60, 60, 60, 15, 15}});
  REQUIRE(bench.run());
  CHECK(bench.loads() == std::vector<Load>{30, 30, 60, 60, 45, 45});
}

TEST_CASE("hbm comes to rest with its own update factor, under any delays") {
  const auto* name = GENERATE("hypercube:5", "torus:4x4", "ring:13", "mesh:5x3", "hhc:2");
  const auto nodes = Fabric::parse(name).nodes();
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    BenchSetting setting{name, "hbm", initial_load("uniform:0..200", nodes, seed)};
    setting.longest = seed % 3 == 0 ? 1 : static_cast<Cycle>(10 * seed);
    setting.tasks_per_message = static_cast<Load>(seed % 2);
    setting.max_cycles = 200'000;
    setting.seed = seed;
    AgentBench bench(setting);
    INFO(name << ", seed " << seed);
    REQUIRE(bench.run());
    CHECK(spread(bench.loads()) < spread(setting.loads));
  }
}
