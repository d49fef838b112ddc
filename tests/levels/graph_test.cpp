// SPDX-License-Identifier: Apache-2.0
// Schemes on graphs: at both levels, and as on the ring products that a graph can be.
#include <algorithm>
#include <numeric>

#include "models/costs/costs.h"
#include "models/pe/fabric_model.h"
#include "models/schemes/contract/registry.h"
#include "models/steps/run_steps.h"
#include "models/workloads/initial_load.h"
#include "tests/catch.h"
#include "tests/support/equal.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/graphs.h"
#include "tests/support/property_of_cases.h"

using namespace isobar;
using test::experiment_on;
using test::same;

namespace {

Load sum(const std::vector<Load>& all) { return std::accumulate(all.begin(), all.end(), Load{0}); }

/// Every task of the beginning is somewhere, once.
bool conserved(const std::vector<std::vector<Task>>& queues, const std::vector<Load>& loads) {
  std::vector<std::uint64_t> ids;
  for (const auto& queue : queues) {
    for (const auto& task : queue) ids.push_back(task.id);
  }
  std::sort(ids.begin(), ids.end());
  std::vector<std::uint64_t> all(static_cast<std::size_t>(sum(loads)));
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  return ids == all;
}

Fabric as_graph(const Fabric& fabric) {
  return Fabric::graph("graph:g", fabric.nodes(), test::edges_of(fabric));
}

bool runs_on_graphs(const std::string& scheme) {
  const auto graph = Fabric::graph("graph:g", 3, {{0, 1}, {1, 2}});
  return schemes().at(scheme).objection(graph).empty();
}

}  // namespace

TEST_CASE("the schemes that need no rings or dimensions run on graphs, no other", "[graph]") {
  std::vector<std::string> synchronous;
  std::vector<std::string> agents;
  for (const auto& [name, entry] : schemes()) {
    if (name.rfind("test-", 0) == 0 || !runs_on_graphs(name)) continue;
    (entry.is_message_driven() ? agents : synchronous).push_back(name);
  }
  CHECK(synchronous ==
        std::vector<std::string>{"diffusion", "diffusion2", "multilevel", "nna", "none"});
  CHECK(agents == std::vector<std::string>{"diffusion-async", "eager-receiver", "eager-sender",
                                           "gm", "hbm", "hetero-diffusion", "hetero-gde",
                                           "hetero-hbm", "lueling-monien", "nna-async", "rid",
                                           "sid", "steal"});
}

TEST_CASE("steps and cycles agree on random graphs", "[graph][systemc]") {
  test::property_of_runs([] {
    const auto fabric = test::any_graph();
    const auto scheme = *rc::gen::element<std::string>("diffusion", "diffusion2", "nna", "none");
    auto e = experiment_on(
        fabric, scheme,
        *rc::gen::container<std::vector<Load>>(fabric.nodes(), rc::gen::inRange<Load>(0, 60)));
    e.max_steps = *rc::gen::inRange<std::int64_t>(0, 30);
    const LinkClass link{Rational(*rc::gen::inRange<std::int64_t>(50'000'000, 900'000'000)),
                         *rc::gen::inRange<Cycle>(1, 30), *rc::gen::inRange<Cycle>(0, 9)};
    e.links[0] = LinkTiming(link, e.clock);
    const auto cycles = test::run_forked(e);
    RC_ASSERT(same(e, cycles.result, run_steps(e)));
    RC_ASSERT(conserved(cycles.queues, e.loads));
    for (const auto& counters : cycles.result.links) {
      RC_ASSERT(counters.busy() <= cycles.result.run.cycles);
    }
  });
}

TEST_CASE("diffusion does the same on a ring product and on the same links as a graph", "[graph]") {
  const auto* name = GENERATE("ring:8", "ring:9", "torus:4x3", "hypercube:4", "hhc:2", "mesh:3x4");
  const auto* scheme =
      GENERATE("diffusion", "diffusion:alpha=0.2", "diffusion2:alpha=0.2,beta=1.3");
  const auto fabric = Fabric::parse(name);
  // Enough that no PE runs out, and the order of its ports does not matter.
  auto loads = initial_load("uniform:1000..2000", fabric.nodes(), 3);
  auto e = test::free_ends(experiment_on(fabric, scheme, loads));
  auto g = test::free_ends(experiment_on(as_graph(fabric), scheme, loads));
  for (const std::int64_t steps : {1, 7, 40}) {
    for (auto* each : {&e, &g}) {
      each->goal = {Goal::Kind::steps, steps};
      each->max_steps = steps;
    }
    INFO(name << " " << scheme << " " << steps);
    const auto product = run_steps(e);
    const auto graph = run_steps(g);
    CHECK(graph.loads == product.loads);
    CHECK(graph.run.cycles == product.run.cycles);
  }
}

TEST_CASE("T of a phase on a graph is the most tasks on any link", "[graph]") {
  // PE 1 gives a quarter of what it has more: 4 to PE 0, 2 to PE 2.
  auto e = experiment_on(Fabric::graph("graph:g", 3, {{0, 1}, {1, 2}}), "diffusion:alpha=0.25",
                         {0, 16, 8});
  e.goal = {Goal::Kind::steps, 1};
  const auto result = run_steps(e);
  CHECK(result.loads == std::vector<Load>{4, 10, 10});
  CHECK(result.run.shifts == 4);
}

TEST_CASE("what averages comes to about equal loads on graphs", "[graph]") {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
    const auto fabric = test::random_graph(20, 20, seed);
    for (const auto* scheme : {"diffusion", "diffusion2", "nna"}) {
      auto e = experiment_on(fabric, scheme, initial_load("point:2000@7", fabric.nodes(), 1));
      e.goal = {Goal::Kind::steps, 400};
      e.max_steps = 400;
      const auto loads = run_steps(e).loads;
      const auto [min, max] = std::minmax_element(loads.begin(), loads.end());
      INFO(scheme << " on graph " << seed);
      // Truncated differences remain on each link of the longest route.
      CHECK(*max - *min <= Load{12} * fabric.diameter());
      CHECK(sum(loads) == 2000);
    }
  }
}

TEST_CASE("message-driven schemes run on graphs, and lose no task", "[graph][systemc]") {
  const auto* scheme = GENERATE("diffusion-async", "eager-receiver", "eager-sender", "gm", "hbm",
                                "nna-async", "rid", "sid", "steal");
  for (const unsigned seed : {1U, 2U, 3U}) {
    const auto fabric = test::random_graph(11, 4 * seed, seed);
    auto e = experiment_on(fabric, scheme, initial_load("point:200@3", fabric.nodes(), 1));
    e.goal = {Goal::Kind::cycles, 200'000};
    e.max_cycles = 200'000;
    e.buffers = 1;
    INFO(scheme << " on graph " << seed);
    const auto outcome = test::run_forked(e);
    CHECK(conserved(outcome.queues, e.loads));
  }
}

TEST_CASE("a graph's hardware has a price", "[graph]") {
  auto e = experiment_on(test::random_graph(9, 6, 2), "diffusion", std::vector<Load>(9, 4));
  CHECK(hardware_cost(e).pins > 0);
  CHECK(total_bandwidth(e) == static_cast<double>(e.fabric.link_count()) * 250e6);
  CHECK(hardware_cost(e).total.luts > 0);
}
