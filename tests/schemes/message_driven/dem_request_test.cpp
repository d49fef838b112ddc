// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <set>

#include "models/analysis/dem_formulas.h"
#include "models/schemes/parts/broadcast_tree.h"
#include "models/workloads/initial_load.h"
#include "tests/catch.h"
#include "tests/support/agent_bench.h"

using namespace isobar;
using test::AgentBench;
using test::BenchSetting;
using test::spread;

TEST_CASE("a broadcast tree reaches every other PE once, by a shortest way") {
  const auto* name = GENERATE("ring:1", "ring:2", "ring:3", "ring:7", "ring:8", "torus:4x5",
                              "torus:2x1x3", "hypercube:4", "mesh:4x3", "hhc:2");
  const auto fabric = Fabric::parse(name);
  for (Node root = 0; root < fabric.nodes(); ++root) {
    std::vector<std::pair<Node, std::size_t>> reached = {{root, 0}};
    std::set<Node> all = {root};
    for (std::size_t k = 0; k < reached.size(); ++k) {
      const auto [node, depth] = reached[k];
      INFO(name << ": from " << root << " to " << node);
      CHECK(fabric.route(root, node).size() == depth);
      for (const Node child : broadcast_children(fabric, root, node)) {
        REQUIRE(all.insert(child).second);
        reached.emplace_back(child, depth + 1);
      }
    }
    CHECK(all.size() == fabric.nodes());
  }
}

TEST_CASE(
    "one round of dem-request takes 3 N log N messages, sent and received, and N - 1 starts") {
  const int dimensions = GENERATE(1, 2, 3, 5, 7);
  const auto nodes = Node{1} << dimensions;
  // Each pair of each dimension is 2 apart when its turn comes; PE 0 is idle and starts.
  std::vector<Load> loads(nodes);
  for (Node node = 0; node < nodes; ++node) loads[node] = Load{2} * __builtin_popcount(node);
  AgentBench bench({"hypercube:" + std::to_string(dimensions), "dem-request", loads});
  REQUIRE(bench.run());
  CHECK(bench.words("start") == nodes - 1);
  std::int64_t all = 0;
  for (Node node = 0; node < nodes; ++node) {
    const auto starts = bench.sent(node, "start") + bench.received(node, "start");
    const auto messages = bench.sent(node) + bench.received(node) - starts;
    CHECK(messages == dem_messages_of_pe(dimensions));
    all += messages;
    CHECK(bench.loads()[node] == dimensions);
    CHECK(bench.held_cycles(node) > 0);
  }
  CHECK(all == dem_messages(dimensions));
}

TEST_CASE("dem-request levels to within log2 N in one round, whoever starts it") {
  const auto* name = GENERATE("hypercube:6", "torus:8x8", "ring:16", "mesh:4x4");
  const auto fabric = Fabric::parse(name);
  const auto* starts = GENERATE(":low=inf", "", ":low=inf,blocking=0");
  for (const Cycle longest : {1, 5, 90}) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      BenchSetting setting{name, std::string("dem-request") + starts,
                           initial_load("uniform:1..1000", fabric.nodes(), seed)};
      setting.loads[seed % fabric.nodes()] = 0;
      setting.longest = longest;
      setting.seed = seed;
      setting.tasks_per_message = static_cast<Load>(seed % 2);
      AgentBench bench(setting);
      REQUIRE(bench.run());
      Load levels = 0;
      while ((Node{1} << levels) < fabric.nodes()) ++levels;
      CHECK(spread(bench.loads()) <= levels);
      CHECK(bench.words("shortage") == 0);
    }
  }
}

TEST_CASE("dem-request ignores a start whose number is not above the last one's") {
  // All PEs start at once: N broadcasts, one round.
  // Some starts come when it is over.
  for (const Cycle longest : {1, 300}) {
    BenchSetting setting{"hypercube:4", "dem-request", std::vector<Load>(16, 0)};
    setting.longest = longest;
    setting.in_order = false;
    AgentBench bench(setting);
    REQUIRE(bench.run());
    CHECK(bench.words("start") == 240);
    CHECK(bench.words("load") == 16 * 4 / 2);
    CHECK(bench.words("request") == 16 * 4 / 2);
  }
}

TEST_CASE("dem-request balances again when a PE becomes idle, and says what it no longer has") {
  for (const auto* blocking : {"1", "0"}) {
    BenchSetting setting{"hypercube:3", std::string("dem-request:blocking=") + blocking,
                         initial_load("uniform:0..60", 8, 4)};
    setting.work = 20;
    setting.longest = 60;
    AgentBench bench(setting);
    REQUIRE(bench.run());
    CHECK(bench.executed() == std::accumulate(setting.loads.begin(), setting.loads.end(), Load{0}));
    CHECK(bench.words("load") >= 24);
    CHECK((bench.held_cycles(0) > 0) == (*blocking == '1'));
  }
}

TEST_CASE("an idle PE starts rounds again and again only if it may retry") {
  BenchSetting setting{"ring:4", "dem-request:retry=100", {1, 0, 0, 0}};
  setting.max_cycles = 5'000;
  CHECK_FALSE(AgentBench(setting).run());
  setting.scheme = "dem-request";
  CHECK(AgentBench(setting).run());
}
