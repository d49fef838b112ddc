// SPDX-License-Identifier: Apache-2.0
// The message-driven schemes on the modelled fabric, where messages meet on links and take time.
#include <algorithm>
#include <numeric>

#include "models/schemes/contract/registry.h"
#include "tests/catch.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/random_application.h"
#include "tests/support/task_count.h"

using namespace isobar;

namespace {

const std::vector<std::string> fabrics = {"ring:5", "torus:3x4", "hypercube:4", "mesh:3x2"};

Experiment agents_on(const std::string& fabric, const std::string& scheme,
                     const std::vector<Load>& loads) {
  auto e = test::experiment(fabric, "de", loads);
  e.scheme = nullptr;
  e.agents = SchemeChoice::parse(scheme).make_agents(e.fabric, e.load_bits, 3);
  e.max_cycles = 2'000'000;
  return e;
}

template <class Check>
void for_all(const Check& check) {
  for (const auto& [name, entry] : schemes()) {
    if (!entry.is_message_driven() || entry.conducts || name.rfind("test-", 0) == 0) continue;
    for (const auto& fabric : fabrics) {
      if (entry.objection(Fabric::parse(fabric)).empty()) check(fabric, name);
    }
  }
}

std::vector<Load> uneven(const std::string& fabric) {
  std::vector<Load> loads(Fabric::parse(fabric).nodes(), 1);
  loads[0] = 0;
  loads[1] = 60;
  loads[3] = 25;
  return loads;
}

test::RandomTrees uneven_trees(const std::string& fabric) {
  test::RandomTrees trees;
  trees.roots = uneven(fabric);
  trees.size = 4;
  trees.most_work = 400;
  trees.most_children = 3;
  return trees;
}

/// Works on trees of tasks, which are sent one by one, until all are done.
Experiment working_on(const std::string& fabric, const std::string& scheme,
                      const test::RandomTrees& trees) {
  auto e = agents_on(fabric, scheme, trees.roots);
  e.queue_depth = default_queue_depth({trees.total()});
  e.application = [trees] { return test::random_application(trees); };
  e.goal = {Goal::Kind::finished, 0};
  e.balancer.tasks_per_message = 1;
  return e;
}

}  // namespace

TEST_CASE("every message-driven scheme keeps every task on the modelled fabric",
          "[agents][systemc]") {
  for_all([](const std::string& fabric, const std::string& scheme) {
    auto e = agents_on(fabric, scheme, uneven(fabric));
    e.goal = {Goal::Kind::cycles, 20'000};
    for (const Load most : {0, 1}) {
      e.balancer.tasks_per_message = most;
      const auto outcome = test::run_forked(e);
      INFO(scheme << " on " << fabric);
      CHECK(test::identities(outcome.queues) == test::initial_identities(e.loads));
    }
  });
}

TEST_CASE("every message-driven scheme gets an application done, its balancer hardware or software",
          "[agents][systemc]") {
  for_all([](const std::string& fabric, const std::string& scheme) {
    const auto trees = uneven_trees(fabric);
    auto e = working_on(fabric, scheme, trees);
    for (const bool software : {false, true}) {
      e.balancer.software = software;
      e.balancer.poll_period = 100;
      e.balancer.poll_cost = 5;
      e.balancer.handling = software ? 20 : 1;
      const auto result = test::run_forked(e).result;
      INFO(scheme << " on " << fabric << (software ? ", software" : ""));
      REQUIRE(result.application);
      CHECK(result.application->finished.has_value());
      CHECK(result.application->executed == trees.total());
      if (!software) CHECK(result.application->normalized_performance().value_or(0) > 0);
    }
  });
}

TEST_CASE("message-driven schemes balance over circuits and by cut-through, too",
          "[agents][systemc]") {
  const auto switching = GENERATE(Switching::circuit, Switching::cut_through);
  for (const auto* scheme : {"hbm", "dem-request", "steal"}) {
    auto e = agents_on("torus:3x4", scheme, uneven("torus:3x4"));
    e.goal = {Goal::Kind::cycles, 20'000};
    e.switching = switching;
    const auto loads = test::run_forked(e).result.loads;
    INFO(scheme);
    CHECK(std::accumulate(loads.begin(), loads.end(), Load{0}) == 94);
    CHECK(loads != e.loads);
  }
}

TEST_CASE("every message-driven scheme gets an application done over random routes",
          "[agents][systemc]") {
  for_all([](const std::string& fabric, const std::string& scheme) {
    const auto trees = uneven_trees(fabric);
    auto e = working_on(fabric, scheme, trees);
    e.routing = Routing::random;
    const auto result = test::run_forked(e).result;
    INFO(scheme << " on " << fabric);
    REQUIRE(result.application);
    CHECK(result.application->finished.has_value());
    CHECK(result.application->executed == trees.total());
  });
}

TEST_CASE("hbm and dem-request send less by broadcasts of routers, and level as well",
          "[agents][systemc][broadcast]") {
  // Every level of hbm is out of balance; every pair of dem-request has something to move.
  constexpr unsigned levels = 5;
  constexpr Node nodes = Node{1} << levels;
  const auto run = [](const std::string& scheme, Load base, Broadcast broadcast) {
    std::vector<Load> loads(nodes);
    for (Node node = 0; node < nodes; ++node) loads[node] = base + 2 * __builtin_popcount(node);
    auto e = agents_on("hypercube:5", scheme, loads);
    e.broadcast = broadcast;
    e.balancer.handling = 100;  // of which a start costs PEs that pass it on twice and more
    e.goal = {Goal::Kind::finished, 0};  // never: it rests when all is balanced
    return test::run_forked(e).result;
  };
  const auto spread = [](const RunResult& result) {
    const auto loads = std::vector<Load>(result.loads);
    const auto [least, most] = std::minmax_element(loads.begin(), loads.end());
    return *most - *least;
  };
  const auto hbm_sends = run("hbm:threshold=1/2", 1000, Broadcast::sends);
  const auto hbm_tree = run("hbm:threshold=1/2", 1000, Broadcast::tree);
  // The root: eq. 29, and one for each level.
  CHECK(hbm_sends.routed->sent[0] == nodes - 1);
  CHECK(hbm_tree.routed->sent[0] == levels);
  // One for each domain, 31 of them, in the place of N/2 for each level.
  CHECK(hbm_sends.routed->words[1] == levels * nodes / 2);
  CHECK(hbm_tree.routed->words[1] == nodes - 1);
  CHECK(hbm_tree.routed->received == hbm_sends.routed->received);
  CHECK(spread(hbm_sends) == 0);
  CHECK(spread(hbm_tree) == 0);

  const auto dem_sends = run("dem-request", 0, Broadcast::sends);
  const auto dem_tree = run("dem-request", 0, Broadcast::tree);
  CHECK(dem_sends.routed->words[0] == nodes - 1);
  CHECK(dem_tree.routed->words[0] == 1);
  CHECK(dem_tree.routed->received == dem_sends.routed->received);
  CHECK(dem_tree.run.cycles < dem_sends.run.cycles);
  CHECK(spread(dem_sends) == 0);
  CHECK(spread(dem_tree) == 0);
}

TEST_CASE("what is reached at the end of the last cycle is reached") {
  int reached = 0;
  for_all([&](const std::string& fabric, const std::string& scheme) {
    INFO(fabric << ", " << scheme);
    auto e = agents_on(fabric, scheme, uneven(fabric));
    e.max_cycles = 20'000;
    e.goal = {Goal::Kind::cycles, e.max_cycles};
    const auto shared = test::run_forked(e).result.to_share;
    if (!shared) return;
    ++reached;
    e.max_cycles = shared->cycles;
    e.goal.count = shared->cycles;
    const auto noted = test::run_forked(e).result.to_share;
    CHECK((noted && noted->cycles == shared->cycles));
    e.goal = {Goal::Kind::shared, 0};
    const auto within = test::run_forked(e).result;
    CHECK(within.ending == Ending::goal);
    CHECK(within.run.cycles == shared->cycles);
    e.max_cycles = shared->cycles - 1;
    const auto short_of = test::run_forked(e).result;
    CHECK(short_of.ending == Ending::step_limit);
    CHECK_FALSE(short_of.to_share);
  });
  CHECK(reached >= 10);
}
