// SPDX-License-Identifier: Apache-2.0
// Alpha-splitting, work stealing and Eager's policies: one PE asks another.
#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "models/fabric/neighbours.h"
#include "models/schemes/message_driven/asking_agent.h"
#include "models/workloads/initial_load.h"
#include "tests/catch.h"
#include "tests/support/agent_bench.h"

using namespace isobar;
using test::AgentBench;
using test::BenchSetting;

namespace {

/// Amounts that are as good as continuous: a load drains by one a cycle, and is large.
std::vector<test::BenchTransfer> drained(int pes, const std::string& alpha) {
  BenchSetting setting{"ring:" + std::to_string(pes),
                       "alpha-splitting:retry=10000,retry_max=10000,alpha=" + alpha,
                       std::vector<Load>(static_cast<std::size_t>(pes), 0)};
  setting.loads[0] = Load{100'000'000'000} * pes;
  setting.fluid = true;
  setting.max_cycles = 100'000'000'000 - 1;  // when the work would be done, were it even
  setting.load_bits = 50;
  AgentBench bench(setting);
  bench.run();
  return bench.transfers();
}

}  // namespace

TEST_CASE("alpha-splitting gives the part 1 - alpha: beta^-i of the work reaches PE i") {
  for (const auto& [alpha, given] :
       {std::pair<const char*, double>{"1/2", 0.5}, {"1/4", 0.75}, {"3/4", 0.25}}) {
    const auto transfers = drained(6, alpha);
    const double work = 6e11;
    std::set<Node> seen;
    double part = work;
    for (const auto& t : transfers) {
      // PE 0 asks the last one when it has given all away.
      if (t.to == 0 || !seen.insert(t.to).second) continue;
      part *= given;
      INFO("alpha " << alpha << ", PE " << t.to);
      CHECK(t.from + 1 == t.to);
      CHECK(static_cast<double>(t.tasks) == Approx(part).epsilon(1e-4));
    }
    CHECK(seen.size() == 5);
  }
}

TEST_CASE(
    "alpha-splitting on a one-way ring takes more than beta times the transfers for each PE "
    "more") {
  // Kumar: beta^P, beta = 1/(1 - alpha), as P grows.
  std::size_t before = 0;
  for (int pes = 4; pes <= 8; ++pes) {
    const auto transfers = drained(pes, "1/2").size();
    INFO(pes << " PEs: " << transfers << " transfers, before " << before);
    if (before > 0) {
      CHECK(transfers > 2 * before);
      CHECK(transfers < 8 * before);
    }
    before = transfers;
  }
}

TEST_CASE("alpha-splitting asks predecessors only, or all neighbours in turn") {
  BenchSetting setting{"torus:4x3", "alpha-splitting", std::vector<Load>(12, 0)};
  setting.loads[5] = 100;
  setting.max_cycles = 5'000;
  AgentBench one_way(setting);
  one_way.run();
  CHECK_FALSE(one_way.transfers().empty());
  for (const auto& t : one_way.transfers()) {
    const auto& fabric = one_way.fabric();
    CHECK((fabric.neighbour(t.from, *fabric.port(1, Direction::successor)) == t.to ||
           fabric.neighbour(t.from, *fabric.port(2, Direction::successor)) == t.to));
  }
  setting.scheme = "alpha-splitting:directions=2";
  AgentBench both(setting);
  both.run();
  CHECK(std::any_of(both.transfers().begin(), both.transfers().end(),
                    [](const test::BenchTransfer& t) { return t.from == 5 && t.to == 4; }));
}

TEST_CASE("a PE that asks in vain waits, twice as long each time") {
  const ExponentialBackoff rule{16, 100};
  CHECK(rule.after(1) == 16);
  CHECK(rule.after(2) == 32);
  CHECK(rule.after(3) == 64);
  CHECK(rule.after(4) == 100);
  CHECK(rule.after(500) == 100);
  BenchSetting setting{"ring:2", "steal:retry=10,retry_max=80", {0, 0}};
  setting.max_cycles = 1'000;
  AgentBench bench(setting);
  CHECK_FALSE(bench.run());
  // 10 + 20 + 40 cycles, then every 80, and 2 for an answer.
  CHECK(bench.sent(0, "request") == 15);
}

TEST_CASE("a thief gets half or one, from random victims or by number") {
  BenchSetting setting{"hypercube:3", "steal", std::vector<Load>(8, 0)};
  setting.loads[0] = 64;
  setting.max_cycles = 3'000;
  AgentBench half(setting);
  half.run();
  CHECK(half.transfers().front().tasks == 32);
  CHECK(test::spread(half.loads()) < 32);
  setting.scheme = "steal:half=0";
  AgentBench one(setting);
  one.run();
  for (const auto& t : one.transfers()) CHECK(t.tasks == 1);
  for (const auto* scheme : {"steal:victims=ring", "steal:ring=1"}) {
    setting.scheme = scheme;
    AgentBench by_number(setting);
    by_number.run();
    // PE 7 asks PE 0 first, PE 1 asks it last.
    CHECK(by_number.transfers().front().to == 7);
  }
  setting.scheme = "steal";
  setting.seed = 2;
  AgentBench other(setting);
  other.run();
  CHECK((other.transfers().size() != half.transfers().size() || other.loads() != half.loads()));
}

TEST_CASE("a thief that draws as hardware does asks any other PE, by its seed") {
  const auto transfers = [](std::uint64_t seed) {
    BenchSetting setting{"torus:3x5", "steal:victims=xorshift", std::vector<Load>(15, 0)};
    setting.loads[4] = 200;
    setting.max_cycles = 20'000;
    setting.seed = seed;
    AgentBench bench(setting);
    bench.run();
    std::set<std::pair<Node, Node>> between;
    for (const auto& t : bench.transfers()) between.insert({t.from, t.to});
    return between;
  };
  const auto between = transfers(1);
  std::set<Node> thieves;
  for (const auto& [from, to] : between) {
    CHECK(from != to);
    thieves.insert(to);
  }
  CHECK(thieves.size() >= 14);
  CHECK(between != transfers(2));
  CHECK(between == transfers(1));
}

TEST_CASE("of two PEs a thief asks the other, whichever victims it looks for") {
  const auto* victims = GENERATE("random", "xorshift", "ring", "nearest");
  INFO(victims);
  BenchSetting setting{"ring:2", "steal:victims=" + std::string(victims), {0, 8}};
  setting.max_cycles = 100;
  AgentBench bench(setting);
  bench.run();
  REQUIRE(bench.transfers().size() == 1);
  CHECK(bench.transfers().front().from == 1);
  CHECK(bench.transfers().front().tasks == 4);
}

TEST_CASE("a thief asks its nearest PEs alone, and in turn") {
  for (const auto* form : {"ring:9", "torus:4x5", "hypercube:4", "hhc:2", "mesh:3x4"}) {
    INFO(form);
    const auto fabric = Fabric::parse(form);
    BenchSetting setting{form, "steal:victims=nearest", std::vector<Load>(fabric.pes(), 0)};
    setting.loads[0] = 100;
    setting.max_cycles = 20'000;
    AgentBench bench(setting);
    bench.run();
    CHECK(bench.transfers().size() + 1 >= fabric.pes());
    std::set<std::pair<Node, Node>> over;
    for (const auto& t : bench.transfers()) {
      const auto near = neighbours_of(fabric, t.from);
      CHECK(std::count(near.begin(), near.end(), t.to) == 1);
      over.insert({t.from, t.to});
    }
    // Tasks reach every PE, and PE 0 gives to each of its neighbours.
    for (const Load load : bench.loads()) CHECK(load > 0);
    for (const Node there : neighbours_of(fabric, 0)) CHECK(over.count({0, there}) == 1);
  }
}

TEST_CASE("a victim keeps the one task that it has") {
  for (const auto* scheme : {"steal", "steal:half=0", "eager-receiver", "alpha-splitting"}) {
    BenchSetting setting{"ring:4", scheme, {1, 1, 1, 0}};
    setting.max_cycles = 5'000;
    AgentBench bench(setting);
    bench.run();
    INFO(scheme);
    CHECK(bench.transfers().empty());
  }
}

TEST_CASE("eager's sender probes until it is not overloaded or has probed in vain") {
  // One overloaded PE, and room for all that it has too much.
  AgentBench room(
      {"hypercube:4", "eager-sender:threshold=2,probes=40", initial_load("point:20@3", 16, 1)});
  REQUIRE(room.run());
  for (const Load load : room.loads()) CHECK(load <= 2);
  CHECK(room.transfers().size() == 18);
  for (const auto& t : room.transfers()) CHECK((t.from == 3 && t.tasks == 1));
  CHECK(room.words("probe") == room.words("answer"));
  // No room anywhere: each overloaded PE probes so often, and keeps its tasks.
  AgentBench none({"hypercube:4", "eager-sender:threshold=2,probes=5", std::vector<Load>(16, 9)});
  REQUIRE(none.run());
  CHECK(none.transfers().empty());
  CHECK(none.words("probe") == 80);
}

TEST_CASE("eager's receiver keeps its threshold and its probe limit") {
  BenchSetting setting{"ring:8", "eager-receiver:threshold=3,probes=4,retry=0",
                       std::vector<Load>(8, 2)};
  AgentBench vain(setting);
  REQUIRE(vain.run());
  CHECK(vain.words("request") == 32);
  CHECK(vain.transfers().empty());
  setting.scheme = "eager-receiver:threshold=3,probes=4,retry=50";
  setting.loads = {30, 3, 3, 3, 3, 3, 3, 0};
  setting.max_cycles = 20'000;
  AgentBench bench(setting);
  CHECK(bench.run());
  CHECK(bench.loads() == std::vector<Load>{27, 3, 3, 3, 3, 3, 3, 3});
  for (const auto& t : bench.transfers()) CHECK((t.from == 0 && t.to == 7 && t.tasks == 1));
}

TEST_CASE(
    "who still works on its last task gets none from who has one waiting and one under work") {
  // Long tasks, two for each PE: nobody gains by moving one.
  for (const auto* scheme : {"steal", "eager-receiver", "alpha-splitting"}) {
    BenchSetting setting{"ring:4", scheme, {2, 2, 2, 2}};
    setting.work = 10'000;
    setting.max_cycles = 30'000;
    AgentBench bench(setting);
    CHECK_FALSE(bench.run());
    INFO(scheme);
    CHECK(bench.executed() == 8);
    CHECK(bench.transfers().empty());
  }
}
