// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "models/analysis/willebeek_formulas.h"
#include "models/errors.h"
#include "models/schemes/contract/registry.h"
#include "models/workloads/initial_load.h"
#include "tests/catch.h"
#include "tests/support/agent_bench.h"

using namespace isobar;
using test::AgentBench;
using test::BenchSetting;

TEST_CASE("an update of gm's gradient map takes at most N log2 N words (eq. 7)") {
  const int dimensions = GENERATE(1, 2, 4, 6);
  const Node nodes = Node{1} << dimensions;
  // One light PE among moderate ones. The farthest keeps its w_max, and has nothing to tell.
  std::vector<Load> loads(nodes, 5);
  loads[nodes / 3] = 0;
  AgentBench bench({"hypercube:" + std::to_string(dimensions), "gm:lwm=1,hwm=100", loads});
  REQUIRE(bench.run());
  CHECK(bench.words("proximity") == gm_update(dimensions) - dimensions);
  CHECK(bench.transfers().empty());
}

TEST_CASE("gm does nothing in a saturated system, nor in one where nobody is heavy") {
  AgentBench saturated({"torus:4x4", "gm:lwm=5,hwm=10", initial_load("ramp:5..90", 16, 1)});
  REQUIRE(saturated.run());
  CHECK(saturated.words("proximity") == 0);
  CHECK(saturated.transfers().empty());
  AgentBench nobody({"torus:4x4", "gm:lwm=5,hwm=90", initial_load("ramp:0..90", 16, 1)});
  REQUIRE(nobody.run());
  CHECK(nobody.words("proximity") > 0);
  CHECK(nobody.transfers().empty());
}

TEST_CASE("gm leads tasks down the gradient to the light PE (Figure 1)") {
  // PE 4 is heavy, PE 0 light; those between are neither, and end with what they had.
  std::vector<Load> loads(9, 7);
  loads[4] = 30;
  loads[0] = 2;
  AgentBench bench({"ring:9", "gm:lwm=5,hwm=10,delta=3,interval=200", loads});
  REQUIRE(bench.run());
  CHECK(bench.loads()[0] == 5);
  CHECK(bench.loads()[4] == 27);
  CHECK(bench.transfers().size() == 4);
  for (const auto& t : bench.transfers()) CHECK(t.tasks == 3);
  for (std::size_t k = 0; k < 4; ++k) CHECK(bench.transfers()[k].note == static_cast<int>(k) + 1);
}

TEST_CASE("a task of gm makes at most max_hops hops") {
  std::vector<Load> loads(16, 7);
  loads[8] = 60;
  loads[0] = 0;
  AgentBench bench({"ring:16", "gm:lwm=5,hwm=20,max_hops=3", loads});
  REQUIRE(bench.run());
  CHECK_FALSE(bench.transfers().empty());
  for (const auto& t : bench.transfers()) CHECK((t.note >= 1 && t.note <= 3));
  CHECK(std::any_of(bench.transfers().begin(), bench.transfers().end(),
                    [](const test::BenchTransfer& t) { return t.note == 3; }));
}

TEST_CASE("gm's delta is a number of tasks, or a part of the initial load rounded up") {
  const std::vector<Load> loads = {41, 0, 7, 7};
  AgentBench number({"ring:4", "gm:lwm=5,hwm=10,delta=4", loads});
  REQUIRE(number.run());
  CHECK(number.transfers().front().tasks == 4);
  AgentBench part({"ring:4", "gm:lwm=5,hwm=10,delta=5%", loads});
  REQUIRE(part.run());
  CHECK(part.transfers().front().tasks == 3);
}

TEST_CASE("gm leaves nobody heavy while somebody is light") {
  for (const auto* name : {"hypercube:5", "torus:4x4", "ring:8", "mesh:4x3"}) {
    const auto nodes = Fabric::parse(name).nodes();
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      BenchSetting setting{name, "gm:lwm=5,hwm=10,delta=2",
                           initial_load("uniform:0..25", nodes, seed)};
      setting.longest = static_cast<Cycle>(seed);
      setting.seed = seed;
      AgentBench bench(setting);
      REQUIRE(bench.run());
      const auto loads = bench.loads();
      const auto [least, most] = std::minmax_element(loads.begin(), loads.end());
      INFO(name << ", seed " << seed);
      CHECK((*least >= 5 || *most <= 10));
    }
  }
}

TEST_CASE("gm comes to rest where delta is more than between its marks") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    BenchSetting setting{"mesh:6x5", "gm:interval=1,delta=3",
                         initial_load("uniform:0..10", 30, seed)};
    setting.longest = 20;
    setting.seed = seed;
    setting.max_cycles = 50'000;
    INFO("seed " << seed);
    CHECK(AgentBench(setting).run());
  }
}

TEST_CASE("a task of gm makes one hop or more") {
  CHECK_NOTHROW(SchemeChoice::parse("gm:max_hops=1"));
  CHECK_THROWS_AS(SchemeChoice::parse("gm:max_hops=0"), ValueError);
}
