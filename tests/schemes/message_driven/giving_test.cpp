// SPDX-License-Identifier: Apache-2.0
// SID, RID, asynchronous averaging and diffusion: the PE and its neighbours.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

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

TEST_CASE("shares are rounded down, up, to the nearest, or down but raised to the least") {
  std::mt19937 random(3);
  const auto draw = [&](Load from, Load to) {
    return std::uniform_int_distribution<Load>(from, to)(random);
  };
  for (int i = 0; i < 200; ++i) {
    const Load amount = draw(0, 300);
    const Load parts = draw(1, 6);
    const Load least = draw(1, 3);
    const std::vector<Load> weights = {draw(0, 9), draw(1, 9), 0, draw(0, 9)};
    const Load sum = std::accumulate(weights.begin(), weights.end(), Load{0});
    const auto shares = [&](Rounding rounding) {
      return apportion(amount, parts, weights, rounding, least);
    };
    const auto down = shares(Rounding::down);
    const auto up = shares(Rounding::up);
    const auto nearest = shares(Rounding::nearest);
    const auto raised = shares(Rounding::raised);
    for (std::size_t k = 0; k < weights.size(); ++k) {
      // The exact share is over/under.
      const Load over = amount * weights[k];
      const Load under = sum * parts;
      CHECK(down[k] * under <= over);
      CHECK((down[k] + 1) * under > over);
      CHECK(up[k] * under >= over);
      CHECK((up[k] - 1) * under < over);
      CHECK(2 * std::abs(nearest[k] * under - over) <= under);
      CHECK(raised[k] == (weights[k] == 0 ? 0 : std::max(down[k], least)));
    }
    CHECK(shares(Rounding::sums) == apportion(amount / parts, weights));
  }
}

TEST_CASE("sid and rid round the shares of Figures 2 and 3 as they are told to") {
  // Shares that are rounded up need not come to rest, so only the first cycles run.
  const auto run = [](const std::string& scheme, const std::vector<Load>& loads, bool given) {
    BenchSetting setting{"torus:5x5", scheme, loads};
    setting.max_cycles = 10;
    AgentBench bench(setting);
    bench.run();
    return moved(bench, given, given ? 1 : 2);
  };
  const auto given = [&](const std::string& parameters) {
    return run("sid:" + parameters, cross(31, {4, 3, 8, 5}), true);
  };
  // 21·h/20 of 6, 7, 2, 5; with an exact mean of 10.2, 20.8·h/20.8 of 6.2, 7.2, 2.2, 5.2.
  CHECK(given("round=up") == std::vector<Load>{7, 8, 3, 6});
  CHECK(given("round=down") == std::vector<Load>{6, 7, 2, 5});
  CHECK(given("round=raised,delta_min=7") == std::vector<Load>{7, 7, 7, 7});
  CHECK(given("round=down,delta_min=7") == std::vector<Load>{0, 7, 0, 0});
  // Running sums of the whole tasks in 20.8: 5.96, 12.88, 15, 20.
  CHECK(given("mean=exact") == std::vector<Load>{5, 7, 3, 5});
  CHECK(given("mean=exact,round=nearest") == std::vector<Load>{6, 7, 2, 5});
  CHECK(given("mean=exact,round=up") == std::vector<Load>{7, 8, 3, 6});
  const auto got = [&](const std::string& parameters) {
    return run("rid:low=3," + parameters, cross(2, {13, 12, 13, 11}), false);
  };
  // 8·h/9 of 3, 2, 3, 1; with an exact mean of 10.2, 8.2·h/8.2 of 2.8, 1.8, 2.8, 0.8.
  CHECK(got("round=up") == std::vector<Load>{3, 2, 3, 1});
  CHECK(got("round=down") == std::vector<Load>{2, 1, 2, 0});
  CHECK(got("round=raised") == std::vector<Load>{2, 1, 2, 1});
  CHECK(got("mean=exact,round=nearest") == std::vector<Load>{3, 2, 3, 1});
}

TEST_CASE("an exact mean tells a surplus of a part of a task from none") {
  // 11 beside 10 and 10: the whole mean is 10, the exact one 10 1/3.
  const auto given = [](const std::string& parameters) {
    BenchSetting setting{"ring:3", "sid:threshold=0," + parameters, {11, 10, 10}};
    setting.max_cycles = 10;
    AgentBench bench(setting);
    bench.run();
    return bench.transfers().size();
  };
  CHECK(given("round=up") == 0);
  CHECK(given("mean=exact,round=up") > 0);
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
