// SPDX-License-Identifier: Apache-2.0
// SID, RID, asynchronous averaging and diffusion: the PE and its neighbours.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "models/analysis/willebeek_formulas.h"
#include "models/fabric/neighbours.h"
#include "models/schemes/parts/apportion.h"
#include "models/workloads/initial_load.h"
#include "tests/catch.h"
#include "tests/support/agent_bench.h"

using namespace isobar;
using test::AgentBench;
using test::BenchSetting;
using test::spread;

namespace {

/// `centre` on PE 12 of torus:5x5 and `around` on its neighbours, in port order.
std::vector<Load> cross(Load centre, const std::vector<Load>& around) {
  std::vector<Load> loads(25, 10);
  loads[12] = centre;
  const auto nodes = neighbours_of(Fabric::parse("torus:5x5"), 12);
  for (std::size_t k = 0; k < 4; ++k) loads[nodes[k]] = around[k];
  return loads;
}

/// What PE 12 gave to, or got from, its neighbours in the first cycles.
std::vector<Load> moved(const AgentBench& bench, bool given, Cycle until) {
  std::vector<Load> amounts;
  for (const Node k : neighbours_of(bench.fabric(), 12)) {
    Load amount = 0;
    for (const auto& t : bench.transfers()) {
      if (t.cycle > until) break;
      if ((given ? t.from : t.to) == 12 && (given ? t.to : t.from) == k) amount += t.tasks;
    }
    amounts.push_back(amount);
  }
  return amounts;
}

std::int64_t first_transfers(const AgentBench& bench, Cycle until) {
  return std::count_if(bench.transfers().begin(), bench.transfers().end(),
                       [&](const test::BenchTransfer& t) { return t.cycle <= until; });
}

/// 100 tasks on every second PE of a hypercube, none on the others.
std::vector<Load> chequered(Node nodes) {
  std::vector<Load> loads(nodes);
  for (Node node = 0; node < nodes; ++node) loads[node] = __builtin_parity(node) == 0 ? 100 : 0;
  return loads;
}

/// The loads of a PE and its neighbours.
struct Domain {
  Load mean;  ///< rounded down
  Load least;
  Load most;

  static Domain of(const Fabric& fabric, Node node, const std::vector<Load>& loads) {
    std::vector<Load> all = {loads[node]};
    for (const Node k : neighbours_of(fabric, node)) all.push_back(loads[k]);
    const auto [least, most] = std::minmax_element(all.begin(), all.end());
    const Load sum = std::accumulate(all.begin(), all.end(), Load{0});
    return {sum / static_cast<Load>(all.size()), *least, *most};
  }
};

const std::vector<std::string> level_fabrics = {"ring:5",      "ring:16", "torus:4x4",
                                                "hypercube:5", "hhc:2",   "mesh:4x3"};

}  // namespace

TEST_CASE("apportioning gives all, and nobody one more or less than its exact part") {
  CHECK(apportion(21, {6, 7, 2, 5}) == std::vector<Load>{6, 7, 2, 6});
  CHECK(apportion(5, {0, 0}) == std::vector<Load>{0, 0});
  CHECK(apportion(Load{1} << 60, {Load{1} << 59, 0, Load{1} << 59}) ==
        std::vector<Load>{Load{1} << 59, 0, Load{1} << 59});
  for (Load amount = 0; amount < 40; ++amount) {
    const std::vector<Load> weights = {3, 0, 1, 7, amount};
    const auto parts = apportion(amount, weights);
    CHECK(std::accumulate(parts.begin(), parts.end(), Load{0}) == amount);
    for (std::size_t k = 0; k < parts.size(); ++k) {
      const double exact =
          static_cast<double>(amount * weights[k]) / static_cast<double>(11 + amount);
      CHECK(std::abs(static_cast<double>(parts[k]) - exact) < 1);
    }
  }
}

TEST_CASE("sid gives as in Figure 2: K = 4, mean 10, surplus 21, deficiency 20 (eq. 12)") {
  // A whole mean: with an exact one, the deficiency could not be below the surplus.
  AgentBench bench({"torus:5x5", "sid", cross(31, {4, 3, 8, 5})});
  bench.run();
  CHECK(moved(bench, true, 1) == std::vector<Load>{6, 7, 2, 6});
}

TEST_CASE("rid requests as in Figure 3: K = 4, mean 10, deficiency 8, surplus 9 (eq. 18)") {
  AgentBench bench({"torus:5x5", "rid:low=3", cross(2, {13, 12, 13, 11})});
  bench.run();
  CHECK(moved(bench, false, 2) == std::vector<Load>{2, 2, 3, 1});
}

TEST_CASE("rid grants at most half of what a PE has then") {
  // Both ends ask the middle for five of its ten.
  AgentBench bench({"mesh:3x1", "rid:low=1", {0, 10, 0}});
  REQUIRE(bench.run());
  REQUIRE(bench.transfers().size() == 2);
  CHECK(bench.transfers()[0].tasks == 5);
  CHECK(bench.transfers()[1].tasks == 2);
  CHECK(bench.loads()[1] == 3);
}

TEST_CASE("rid requests nothing while something requested is not there") {
  // Its neighbour's tasks come one by one, and each is news to the PE.
  BenchSetting setting{"ring:2", "rid:low=inf,dl=1", {0, 40}};
  setting.tasks_per_message = 1;
  setting.longest = 50;
  AgentBench bench(setting);
  REQUIRE(bench.run());
  CHECK(bench.words("request") == bench.words("reply"));
  CHECK(bench.words("request") <= 3);
  CHECK(spread(bench.loads()) <= 3);
}

TEST_CASE("a full load update of sid and rid takes K words of each PE (eq. 13, 14, 19, 20)") {
  for (const auto* scheme : {"sid", "rid"}) {
    for (const auto* name : {"hypercube:5", "torus:4x4", "ring:8"}) {
      INFO(scheme << " on " << name);
      const auto fabric = Fabric::parse(name);
      const auto degree = static_cast<std::int64_t>(fabric.degree());
      AgentBench bench({name, scheme, std::vector<Load>(fabric.nodes(), 7)});
      REQUIRE(bench.run());
      CHECK(bench.words("load") == diffusion_update(fabric.nodes(), degree));
      CHECK(bench.transfers().empty());
      for (Node node = 0; node < fabric.nodes(); ++node) {
        CHECK(bench.sent(node) == diffusion_update_of_pe(degree));
        CHECK(bench.received(node) == diffusion_update_of_pe(degree));
      }
    }
  }
}

TEST_CASE("the worst migration iteration takes NK/2 transfers, in rid with NK words (eq. 15, 21)") {
  const int dimensions = GENERATE(2, 4, 6);
  const auto fabric = "hypercube:" + std::to_string(dimensions);
  const Node nodes = Node{1} << dimensions;
  AgentBench sid({fabric, "sid", chequered(nodes)});
  sid.run();
  CHECK(first_transfers(sid, 1) == diffusion_transfers(nodes, dimensions));
  AgentBench rid({fabric, "rid:low=10", chequered(nodes)});
  REQUIRE(rid.run());
  CHECK(first_transfers(rid, 2) == diffusion_transfers(nodes, dimensions));
  CHECK(rid.words("request") + rid.words("reply") == rid_requests(nodes, dimensions));
}

TEST_CASE("sid leaves no PE at rest that could still give by its own rule") {
  for (const auto& name : level_fabrics) {
    const auto fabric = Fabric::parse(name);
    BenchSetting setting{name, "sid:dl=1", initial_load("uniform:0..60", fabric.nodes(), 3)};
    setting.longest = 9;
    AgentBench bench(setting);
    REQUIRE(bench.run());
    const auto loads = bench.loads();
    for (Node node = 0; node < fabric.nodes(); ++node) {
      const auto [mean, least, most] = Domain::of(fabric, node, loads);
      INFO(name << " PE " << node);
      CHECK((loads[node] - mean <= 1 || least >= mean));
    }
  }
}

TEST_CASE("rid leaves no underloaded PE at rest that could still request by its own rule") {
  for (const auto& name : level_fabrics) {
    const auto fabric = Fabric::parse(name);
    BenchSetting setting{name, "rid:low=inf,dl=1",
                         initial_load("uniform:0..60", fabric.nodes(), 3)};
    setting.longest = 9;
    AgentBench bench(setting);
    REQUIRE(bench.run());
    const auto loads = bench.loads();
    for (Node node = 0; node < fabric.nodes(); ++node) {
      const auto [mean, least, most] = Domain::of(fabric, node, loads);
      INFO(name << " PE " << node);
      CHECK((mean - loads[node] <= 1 || most <= mean));
    }
  }
}

TEST_CASE("L_LOW holds back: sid does not give to, rid does not request for, who has enough") {
  const auto loads = chequered(16);
  AgentBench given({"hypercube:4", "sid:low=0", loads});
  REQUIRE(given.run());
  CHECK(given.transfers().empty());
  AgentBench requested({"hypercube:4", "rid:low=0", loads});
  REQUIRE(requested.run());
  CHECK(requested.transfers().empty());
  // auto: 1 + a tenth of the initial load of each PE.
  std::vector<Load> fifty(16, 50);
  fifty[3] = 5;
  AgentBench automatic({"hypercube:4", "rid", fifty});
  REQUIRE(automatic.run());
  CHECK(automatic.transfers().empty());
  AgentBench below({"hypercube:4", "rid:low=6", fifty});
  REQUIRE(below.run());
  CHECK_FALSE(below.transfers().empty());
}

TEST_CASE("the imbalance factor decides in place of the threshold (eq. 1 to 3)") {
  // Largest 12, mean 10: phi = 2.
  const auto loads = cross(12, {9, 9, 10, 10});
  for (const auto* scheme : {"sid:low=inf,overhead=", "nna-async:overhead="}) {
    AgentBench profitable({"torus:5x5", scheme + std::string("1"), loads});
    REQUIRE(profitable.run());
    CHECK_FALSE(profitable.transfers().empty());
    AgentBench not_yet({"torus:5x5", scheme + std::string("2"), loads});
    REQUIRE(not_yet.run());
    CHECK(not_yet.transfers().empty());
  }
}

TEST_CASE("asynchronous averaging and diffusion level every fabric under any delays") {
  const std::string scheme = GENERATE("nna-async", "diffusion-async", "diffusion-async:alpha=1/8");
  for (const auto& name : level_fabrics) {
    const auto fabric = Fabric::parse(name);
    for (const Cycle longest : {1, 13, 200}) {
      BenchSetting setting{name, scheme, initial_load("uniform:0..100", fabric.nodes(), 11)};
      setting.longest = longest;
      setting.seed = static_cast<std::uint64_t>(longest);
      AgentBench bench(setting);
      INFO(scheme << " on " << name << ", delays up to " << longest);
      REQUIRE(bench.run());
      // Nobody rests above its neighbours' mean with two more than one of them.
      const auto loads = bench.loads();
      for (Node node = 0; node < fabric.nodes(); ++node) {
        const auto around = neighbours_of(fabric, node);
        Load excess = 0;
        Load least = loads[node];
        for (const Node k : around) {
          excess += loads[node] - loads[k];
          least = std::min(least, loads[k]);
        }
        const bool keeps = scheme == "nna-async" && excess <= 0;
        CHECK((keeps || loads[node] - least <= 1));
      }
      CHECK(spread(loads) <= static_cast<Load>(fabric.diameter()));
    }
  }
}
