// SPDX-License-Identifier: Apache-2.0
// SID and RID by utilization.
#include <algorithm>
#include <memory>
#include <numeric>

#include "models/fabric/neighbours.h"
#include "models/measure/utilization.h"
#include "models/schemes/contract/registry.h"
#include "models/workloads/random.h"
#include "tests/catch.h"
#include "tests/support/agent_bench.h"
#include "tests/support/equal.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/property.h"
#include "tests/support/task_count.h"

using namespace isobar;

namespace {

const std::vector<std::string> schemes_of_words = {"sid",
                                                   "sid:dl=1",
                                                   "sid:dl=1,threshold=0",
                                                   "sid:overhead=3",
                                                   "sid:low=20",
                                                   "sid:reckon=0",
                                                   "rid",
                                                   "rid:low=inf,dl=1",
                                                   "rid:low=inf,overhead=2",
                                                   "rid:low=50,threshold=0"};

std::string weighted(const std::string& scheme) {
  return scheme + (scheme.find(':') == std::string::npos ? ':' : ',') + "weighted=yes";
}

double efficiency(const std::vector<Load>& loads, const std::vector<Rational>& speeds) {
  return utilization(loads, speeds).efficiency().value_or(0);
}

/// A case drawn from a seed: machines of 1 to 40, loads of 0 to 400.
test::BenchSetting drawn(const std::string& fabric, std::uint64_t seed) {
  test::BenchSetting setting;
  setting.fabric = fabric;
  setting.seed = seed;
  setting.longest = 9;
  auto random = random_stream(seed, "machines");
  for (Node pe = 0; pe < Fabric::parse(fabric).pes(); ++pe) {
    setting.speeds.emplace_back(1 + static_cast<std::int64_t>(random() % 40));
    setting.loads.push_back(static_cast<Load>(random() % 400));
  }
  return setting;
}

/// A PE's domain as it is.
struct Domain {
  Domain(const test::AgentBench& bench, const std::vector<Rational>& speeds, Node node)
      : all(neighbours_of(bench.fabric(), node)), loads(bench.loads()) {
    all.push_back(node);
    Load total = 0;
    Rational capacity = 0;
    for (const Node pe : all) {
      total += loads[pe];
      capacity += speeds[pe];
    }
    for (const Node pe : all) {
      beyond.push_back(loads[pe] - boost::rational_cast<Load>(total * speeds[pe] / capacity));
    }
  }
  std::vector<Node> all;  ///< neighbours, then the PE itself
  std::vector<Load> loads;
  std::vector<Load> beyond;  ///< their parts in proportion, rounded down
};

/// Calls `check` at rest for every PE, its domain and its neighbours.
template <class Check>
void at_rest(const std::string& scheme, const Check& check) {
  for (const auto* fabric : {"ring:9", "torus:4x4", "hypercube:4", "mesh:4x4"}) {
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
      auto setting = drawn(fabric, seed);
      setting.scheme = scheme;
      test::AgentBench bench(setting);
      INFO(scheme << " on " << fabric << ", seed " << seed);
      REQUIRE(bench.run());
      for (Node node = 0; node < bench.fabric().pes(); ++node) {
        check(Domain(bench, setting.speeds, node), setting.speeds);
      }
    }
  }
}

}  // namespace

TEST_CASE("weighted with machines that are alike is sid and rid as they are, message for message") {
  test::property([] {
    test::BenchSetting setting;
    setting.fabric =
        *rc::gen::element<std::string>("ring:5", "torus:3x4", "hypercube:3", "mesh:5", "ring:2");
    const auto scheme = *rc::gen::elementOf(schemes_of_words);
    const auto pes = Fabric::parse(setting.fabric).pes();
    const auto most = *rc::gen::element<Load>(3, 20, 300);
    setting.loads = *rc::gen::container<std::vector<Load>>(pes, rc::gen::inRange<Load>(0, most));
    setting.longest = *rc::gen::inRange<Cycle>(1, 50);
    setting.seed = *rc::gen::arbitrary<std::uint64_t>();
    setting.max_cycles = 20'000;
    const auto run = [&](const std::string& text) {
      setting.scheme = text;
      test::AgentBench bench(setting);
      bench.run();
      std::vector<std::int64_t> log = bench.loads();
      for (const auto& t : bench.transfers()) {
        for (const std::int64_t n : {t.cycle, Cycle{t.from}, Cycle{t.to}, t.tasks})
          log.push_back(n);
      }
      log.push_back(bench.words("load"));
      return log;
    };
    const auto plain = run(scheme);
    const auto speed = *rc::gen::element<Rational>(1, Rational(3, 2));
    if (*rc::gen::arbitrary<bool>()) setting.speeds.assign(pes, speed);
    RC_ASSERT(run(weighted(scheme)) == plain);
  });
}

TEST_CASE("weighted sid and rid use machines of 1 to 40 better than by load, and come to rest",
          "[volume]") {
  for (const std::string scheme : {"sid:dl=1", "rid:low=inf,dl=1"}) {
    for (const auto* fabric : {"ring:16", "torus:4x4", "hypercube:4", "mesh:4x4"}) {
      for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        auto setting = drawn(fabric, seed);
        const auto end = [&](const std::string& text) {
          setting.scheme = text;
          test::AgentBench bench(setting);
          CHECK(bench.run());
          const auto loads = bench.loads();
          CHECK(std::accumulate(loads.begin(), loads.end(), Load{0}) ==
                std::accumulate(setting.loads.begin(), setting.loads.end(), Load{0}));
          return efficiency(loads, setting.speeds);
        };
        INFO(scheme << " on " << fabric << ", seed " << seed);
        CHECK(end(weighted(scheme)) > end(scheme) + 0.05);
      }
    }
  }
}

TEST_CASE("at rest weighted rid lacks less than two tasks, or who has more would have less") {
  at_rest("rid:low=inf,dl=1,weighted=yes", [](const Domain& d, const std::vector<Rational>& c) {
    if (d.beyond.back() >= -1) return;
    const Rational own = d.loads[d.all.back()] / c[d.all.back()];
    bool is_coarse = false;
    for (std::size_t k = 0; k + 1 < d.all.size(); ++k) {
      const Node pe = d.all[k];
      is_coarse = is_coarse || (d.beyond[k] > 0 && (d.loads[pe] - 1) / c[pe] < own);
    }
    CHECK(is_coarse);
  });
}

TEST_CASE("at rest weighted sid has less than two tasks too many, or nobody lacks one",
          "[volume]") {
  at_rest("sid:dl=1,weighted=yes", [](const Domain& d, const std::vector<Rational>& c) {
    if (d.beyond.back() < 2) return;
    const Node self = d.all.back();
    const Rational left = (d.loads[self] - d.beyond.back()) / c[self];
    bool lacks = false;
    bool is_coarse = false;
    for (std::size_t k = 0; k + 1 < d.all.size(); ++k) {
      lacks = lacks || d.beyond[k] < 0;
      is_coarse = is_coarse || (d.beyond[k] < 0 && d.loads[d.all[k]] / c[d.all[k]] > left);
    }
    CHECK((!lacks || is_coarse));
  });
}

namespace {

using Loads = std::vector<Load>;

/// A line of machines at rest.
std::unique_ptr<test::AgentBench> line(const std::string& scheme,
                                       const std::vector<Rational>& speeds, const Loads& loads) {
  test::BenchSetting setting;
  setting.fabric = "mesh:" + std::to_string(loads.size());
  setting.scheme = scheme;
  setting.loads = loads;
  setting.speeds = speeds;
  return std::make_unique<test::AgentBench>(setting);
}

Loads end(const std::string& scheme, const std::vector<Rational>& speeds, const Loads& loads) {
  auto bench = line(scheme, speeds, loads);
  REQUIRE(bench->run());
  return bench->loads();
}

}  // namespace

TEST_CASE("a pair shares in proportion") {
  for (const auto* scheme : {"sid:dl=1,weighted=yes", "rid:low=inf,dl=1,weighted=yes"}) {
    CHECK(end(scheme, {1, 9}, {100, 0}) == Loads{10, 90});
    CHECK(end(scheme, {1, 9}, {0, 100}) == Loads{10, 90});
  }
  CHECK(end("sid:dl=1", {1, 9}, {100, 0}) == Loads{50, 50});
}

TEST_CASE("what is rounded away of fast machines is not heaped on a slow one") {
  // Parts 1.95, 19.5 and 19.5: 3 too many, 1 is lacked, and 3 of a slow PE's would be 3.
  CHECK(end("sid:dl=1,weighted=yes", {1, 10, 10}, {0, 22, 19}) == Loads{2, 20, 19});
  // Parts 19.05, 1.9 and 19.05.
  CHECK(end("sid:dl=1,threshold=0,weighted=yes", {10, 1, 10}, {18, 2, 20}) == Loads{18, 2, 20});
  // Parts 1.5, 15 and 1.5.
  CHECK(end("rid:low=inf,dl=1,threshold=0,weighted=yes", {1, 10, 1}, {2, 14, 2}) ==
        Loads{2, 14, 2});
}

TEST_CASE("weighted phi is the most beyond a part rounded up") {
  for (const std::string scheme : {"sid:", "rid:low=inf,"}) {
    CHECK(end(scheme + "overhead=5,weighted=yes", {1, 3}, {9, 0}) != Loads{9, 0});
    CHECK(end(scheme + "overhead=6,weighted=yes", {1, 3}, {9, 0}) == Loads{9, 0});
  }
}

TEST_CASE("who is granted less than it asked for knows what is left there") {
  // The ends ask for 90 each: one gets them, the other 9 of the 10 that are left.
  auto bench = line("rid:low=inf,dl=1000,weighted=yes", {9, 1, 9}, {0, 100, 0});
  REQUIRE(bench->run());
  CHECK(bench->words("request") == 2);
  auto loads = bench->loads();
  std::sort(loads.begin(), loads.end());
  CHECK(loads == Loads{1, 9, 90});
}

TEST_CASE("weighted sid and rid keep every task on the modelled fabric", "[systemc]") {
  for (const auto* scheme : {"sid:dl=1,weighted=yes", "rid:low=inf,dl=1,weighted=yes"}) {
    for (const auto* fabric : {"ring:5", "torus:3x4", "hypercube:4", "mesh:3x2"}) {
      const auto setting = drawn(fabric, 4);
      auto e = test::experiment(fabric, "none", setting.loads);
      e.scheme = nullptr;
      e.speeds = setting.speeds;
      e.agents = SchemeChoice::parse(scheme).make_agents(e.fabric, e.load_bits, 3, e.speeds);
      e.max_cycles = 2'000'000;
      e.goal = {Goal::Kind::cycles, 200'000};
      const auto outcome = test::run_forked(e);
      INFO(scheme << " on " << fabric);
      CHECK(test::identities(outcome.queues) == test::initial_identities(e.loads));
      CHECK(efficiency(outcome.result.loads, e.speeds) > efficiency(e.loads, e.speeds));
    }
  }
}
