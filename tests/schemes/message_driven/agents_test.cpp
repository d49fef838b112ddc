// SPDX-License-Identifier: Apache-2.0
// What holds for every message-driven scheme: a new one enters by being registered.
#include <algorithm>
#include <numeric>
#include <set>

#include "models/schemes/contract/registry.h"
#include "models/workloads/initial_load.h"
#include "tests/catch.h"
#include "tests/support/agent_bench.h"

using namespace isobar;
using test::AgentBench;
using test::BenchSetting;

namespace {

const std::vector<std::string> fabrics = {"ring:3",    "ring:8",      "torus:4x4",
                                          "torus:5x3", "torus:2x3x1", "hypercube:4",
                                          "hhc:2",     "mesh:4x3",    "ring:1"};
const std::vector<std::string> loads = {"spike:3", "uniform:0..20", "point:40@0"};

/// Schemes in which an idle PE asks again and again.
const std::set<std::string> asking = {"alpha-splitting", "eager-receiver", "steal"};

/// Calls `check` with a run of every scheme on every fabric that it does not object to, under
/// several kinds of delays.
template <class Check>
void for_all(const Check& check) {
  for (const auto& [name, scheme] : schemes()) {
    if (!scheme.is_message_driven() || scheme.conducts || name.rfind("test-", 0) == 0) continue;
    std::size_t runs = 0;
    for (const auto& fabric_name : fabrics) {
      const auto fabric = Fabric::parse(fabric_name);
      if (!scheme.objection(fabric).empty()) continue;
      for (const auto& rule : loads) {
        BenchSetting setting{fabric_name, name, initial_load(rule, fabric.nodes(), 5)};
        for (const Cycle longest : {1, 7, 300}) {
          setting.longest = longest;
          setting.tasks_per_message = longest % 2 == 0 ? 0 : 1;
          INFO(name << " on " << fabric_name << ", " << rule << ", delays up to " << longest);
          check(setting);
          ++runs;
        }
      }
    }
    INFO(name);
    CHECK(runs > 0);
  }
}

Load sum(const std::vector<Load>& all) { return std::accumulate(all.begin(), all.end(), Load{0}); }

}  // namespace

TEST_CASE(
    "every message-driven scheme conserves the tasks, and comes to rest where nothing else "
    "changes",
    "[agents]") {
  for_all([](BenchSetting setting) {
    const bool asks = asking.count(setting.scheme) > 0;
    setting.max_cycles = asks ? 20'000 : 2'000'000;
    AgentBench bench(setting);
    const bool rests = bench.run();
    CHECK(bench.all_tasks() == sum(setting.loads));
    if (!asks) CHECK(rests);
    if (rests) CHECK(sum(bench.loads()) == sum(setting.loads));
    for (const Load load : bench.loads()) CHECK(load >= 0);
  });
}

TEST_CASE("every message-driven scheme gets all tasks done", "[agents]") {
  for_all([](BenchSetting setting) {
    setting.work = 50;
    setting.max_cycles = 100'000;
    AgentBench bench(setting);
    bench.run();
    CHECK(bench.executed() == sum(setting.loads));
  });
}

TEST_CASE("a message-driven scheme does the same again, from the same seed", "[agents]") {
  for_all([](BenchSetting setting) {
    setting.max_cycles = 20'000;
    AgentBench once(setting);
    AgentBench again(setting);
    CHECK(once.run() == again.run());
    CHECK(once.loads() == again.loads());
    CHECK(once.transfers().size() == again.transfers().size());
  });
}
