// SPDX-License-Identifier: Apache-2.0
// Links that each have figures of their own, at both levels.
#include "tests/support/unequal_links.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "models/costs/costs.h"
#include "models/errors.h"
#include "models/experiment/slowest_links.h"
#include "models/measure/measured_run.h"
#include "models/schemes/contract/registry.h"
#include "models/steps/run_steps.h"
#include "models/workloads/initial_load.h"
#include "tests/catch.h"
#include "tests/support/equal.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/graphs.h"
#include "tests/support/level_law.h"
#include "tests/support/property.h"
#include "tests/support/property_of_cases.h"
#include "tests/support/random_application.h"

using namespace isobar;
using test::experiment;
using test::run_forked;
using test::same;

namespace {

const std::vector<std::string> product_schemes = {
    "lm-c0", "lm-c1", "lm-c2", "lm-c3", "lm-c4",     "lm-c5",     "de",
    "gde",   "nna",   "dem",   "none",  "diffusion", "diffusion2"};
const std::vector<std::string> products = {"ring:2",      "ring:5",      "torus:3x4",
                                           "torus:2x3x2", "hypercube:3", "torus:1x5"};

/// Makes the loads of a property test small, so that the level `cycles` is quick.
Experiment small(Experiment e) {
  for (Node pe = 0; pe < e.fabric.pes(); ++pe) e.loads[pe] = e.loads[pe] % 30;
  e.max_steps = std::min<std::int64_t>(e.max_steps, 8);
  return e;
}

Experiment random_product() {
  const auto fabric = *rc::gen::elementOf(products);
  auto allowed = product_schemes;
  allowed.erase(
      std::remove_if(allowed.begin(), allowed.end(),
                     [&](const auto& scheme) {
                       return !schemes().at(scheme).objection(Fabric::parse(fabric)).empty();
                     }),
      allowed.end());
  return small(test::random_experiment(allowed, {fabric}));
}

Experiment random_on_graph(const std::vector<std::string>& allowed) {
  const auto fabric = test::any_graph();
  auto e = test::experiment_on(
      fabric, *rc::gen::elementOf(allowed),
      *rc::gen::container<std::vector<Load>>(fabric.nodes(), rc::gen::inRange<Load>(0, 30)));
  e.phase_end = *rc::gen::element(PhaseEnd::slot, PhaseEnd::words, PhaseEnd::tree, PhaseEnd::free);
  e.max_steps = *rc::gen::inRange<std::int64_t>(0, 8);
  e.goal = {Goal::Kind::steps, 8};
  return e;
}

/// Where an application works on the tasks too.
void add_application(Experiment& e) {
  test::RandomTrees trees;
  trees.roots = e.loads;
  trees.size = *rc::gen::inRange<std::int64_t>(1, 9);
  trees.most_work = *rc::gen::inRange<Cycle>(1, 400);
  trees.most_children = *rc::gen::inRange<std::int64_t>(1, 4);
  e.queue_depth = 4096;
  e.application = [trees] { return test::random_application(trees); };
}

/// Each link's cycles are those of its own figures and part of the run's; and what costs are
/// computed from is their sum. The end of a message-driven run finds at most one message of a link
/// in its set-up.
void require_own_figures(const Experiment& e, const RunResult& r) {
  double bits = 0;
  double energy = 0;
  for (std::uint64_t slot = 0; slot < r.links.size(); ++slot) {
    const auto& counters = r.links[slot];
    if (!e.fabric.link(slot)) {
      RC_ASSERT(counters == LinkCounters{});
      continue;
    }
    const auto one = e.link_class(slot);
    const auto& link = e.links[one];
    RC_ASSERT(counters.busy() <= r.run.cycles);
    const auto cut = (counters.words + counters.transfers) * link.setup() - counters.setup_cycles;
    RC_ASSERT(cut >= 0);
    RC_ASSERT(cut == 0 || (e.agents && cut < link.setup()));
    const auto cycles = static_cast<double>(counters.word_cycles + counters.transfer_cycles);
    bits += cycles * boost::rational_cast<double>(link.bits_per_cycle());
    energy += cycles * boost::rational_cast<double>(link.bits_per_cycle() * e.link_energy[one]);
  }
  RC_ASSERT(std::abs(wire_bits(e, r) - bits) <= 1e-9 * bits);
  RC_ASSERT(std::abs(run_energy(e, r).bits - energy) <= 1e-9 * energy);
}

void require_same_costs(const Experiment& a, const Experiment& b, const RunResult& r) {
  const auto near = [](double x, double y) { return std::abs(x - y) <= 1e-9 * std::abs(y); };
  RC_ASSERT(near(wire_bits(a, r), wire_bits(b, r)));
  RC_ASSERT(near(run_energy(a, r).total(), run_energy(b, r).total()));
  RC_ASSERT(near(total_bandwidth(a), total_bandwidth(b)));
  RC_ASSERT(hardware_cost(a).pins == hardware_cost(b).pins);
  RC_ASSERT(hardware_cost(a).total.logic_cells == hardware_cost(b).total.logic_cells);
  RC_ASSERT(hardware_cost(a).basis == hardware_cost(b).basis);
}

}  // namespace

TEST_CASE("links given one by one with equal figures are the uniform run in every number") {
  test::property_of_runs([] {
    auto uniform = random_product();
    uniform.credits = !uniform.scheme->liquid_condition() && *rc::gen::arbitrary<bool>();
    if (*rc::gen::arbitrary<bool>()) add_application(uniform);
    const auto single = test::one_by_one(uniform);
    const auto expected = run_steps(uniform);
    RC_ASSERT(same(uniform, run_steps(single), expected));
    RC_ASSERT(same(uniform, run_forked(single).result, expected));
    if (!uniform.application) RC_ASSERT(same(uniform, run_steps_generic(single), expected));
    require_same_costs(single, uniform, expected);
  });
}

TEST_CASE("links of a graph given one by one with equal figures are the uniform run") {
  test::property_of_runs([] {
    auto uniform = random_on_graph({"nna", "diffusion", "sid", "rid", "hbm", "steal"});
    uniform.links[0] = LinkTiming({Rational(125'000'000), 7, 3}, uniform.clock);
    uniform.max_cycles = 20'000;
    if (uniform.agents) uniform.goal = {Goal::Kind::balanced, 0};
    const auto single = test::one_by_one(uniform);
    const auto expected = run_forked(uniform).result;
    RC_ASSERT(same(uniform, run_forked(single).result, expected));
    require_same_costs(single, uniform, expected);
  });
}

TEST_CASE("the levels agree on every number, whatever figures each link has") {
  test::property_of_runs([] {
    auto e = random_product();
    test::give_random_links(e);
    e.credits = !e.scheme->liquid_condition() && *rc::gen::arbitrary<bool>();
    test::require_same_at_both_levels(e);
    require_own_figures(e, run_steps(e));
    RC_ASSERT(same(e, run_steps_generic(e, {}), run_steps(e)));
  });
}

TEST_CASE("the levels agree on graphs and meshes, whatever figures each link has") {
  test::property_of_runs([] {
    auto e = random_on_graph({"nna", "diffusion", "diffusion2"});
    if (*rc::gen::arbitrary<bool>()) {
      e = small(test::random_experiment({"nna", "diffusion"}, {"mesh:4", "mesh:3x4", "mesh:2x3"}));
    }
    test::give_random_links(e);
    test::require_same_at_both_levels(e);
    require_own_figures(e, run_steps(e));
  });
}

TEST_CASE("the levels agree on an application, whatever figures each link has") {
  test::property_of_runs([] {
    auto e = random_product();
    add_application(e);
    test::give_random_links(e);
    const auto steps = run_steps(e);
    RC_ASSERT(same(e, run_forked(e).result, steps));
    require_own_figures(e, steps);
  });
}

TEST_CASE("messages of message-driven schemes take the time of each link") {
  test::property_of_runs([] {
    auto e = random_on_graph({"sid", "rid", "hbm", "gm", "steal", "nna-async"});
    e.goal = {Goal::Kind::balanced, 0};
    e.max_cycles = 20'000;
    test::give_random_links(e);
    require_own_figures(e, run_forked(e).result);
  });
}

TEST_CASE("a message takes the figures of the links on its way, there and back") {
  // A line of three PEs: 0 - 1 - 2, of which the middle one is a switch no more than a stop.
  const auto fabric = Fabric::graph("graph:line", 3, {{0, 1}, {1, 2}});
  const auto length = [&](const std::vector<LinkClass>& links) {
    auto e = test::experiment_on(fabric, "nna", {30, 0, 0});
    e.phase_end = PhaseEnd::free;
    e.goal = {Goal::Kind::steps, 1};
    test::give_links(e, [&](std::uint64_t slot) { return links.at(slot); });
    return std::make_pair(run_steps(e).spent.words, run_forked(e).result.spent.words);
  };
  // Slots: 0 from PE 0, 2 and 3 from PE 1, 4 from PE 2; the others are open ends.
  const LinkClass fast{250'000'000, 1, 0};
  const LinkClass slow{125'000'000, 5, 2};
  const Cycle quick = 16 + 1;
  const Cycle late = 2 + 32 + 5;
  CHECK(length({fast, fast, fast, fast, fast, fast}) == std::make_pair(quick, quick));
  for (const std::size_t one : {0, 2, 3, 4}) {
    std::vector<LinkClass> links(6, fast);
    links[one] = slow;
    CHECK(length(links) == std::make_pair(late, late));
  }
  CHECK(length({fast, slow, fast, fast, fast, slow}) == std::make_pair(quick, quick));
}

TEST_CASE("the slot of a Liquid phase is that of the slowest link, which the result names") {
  test::property([] {
    auto e = small(test::random_experiment({"lm-c0", "lm-c2", "lm-c4", "lm-c5"}, products));
    test::give_random_links(e);
    const auto all = slot_links(e);
    std::vector<bool> sets(e.fabric.link_slots());
    const auto& phases = e.scheme->phases();
    RC_ASSERT(all.size() == phases.size());
    for (std::size_t i = 0; i < phases.size(); ++i) {
      // Word by word and task by task, over all links that there are.
      const auto slowest = [&](const std::vector<unsigned>& ports, std::int64_t bits,
                               const std::vector<std::uint64_t>& named) {
        Cycle most = 0;
        for (std::uint64_t slot = 0; slot < e.fabric.link_slots(); ++slot) {
          const auto to = e.fabric.link(slot)->to_port;
          if (std::count(ports.begin(), ports.end(), to) == 0) continue;
          most = std::max(most, e.link_of_slot(slot).passage(bits));
        }
        for (const auto slot : named) {
          RC_ASSERT(e.link_of_slot(slot).passage(bits) == most);
          sets[slot] = true;
        }
        RC_ASSERT(named.empty() == (most == 0));
        return most;
      };
      const Cycle words = phases[i].word_bits == 0
                              ? 0
                              : slowest(phases[i].hears, phases[i].word_bits, all[i].words);
      const Cycle tasks = slowest(phases[i].receives, e.task_bits, all[i].tasks);
      RC_ASSERT(all[i].cycles == words + 1 + tasks);
    }
    const auto result = run_steps(e);
    RC_ASSERT(MeasuredRun(e, result).sets_slot() == sets);
    const auto step = std::accumulate(all.begin(), all.end(), Cycle{0},
                                      [](Cycle sum, const auto& one) { return sum + one.cycles; });
    RC_ASSERT(result.run.cycles == step * result.run.steps);
  });
}

TEST_CASE("a PE has the pins of the one with most, and the fabric the bandwidth of each link") {
  auto e = experiment("ring:4", "lm-c5", "spike:1");
  test::give_links(e, [&](std::uint64_t slot) {
    LinkClass link;
    link.bandwidth = slot == 3 ? 1'000'000'000 : 250'000'000;  // PE 1 to PE 0: four lanes
    link.static_power = slot == 3 ? 9 : 1;
    return link;
  });
  CHECK(hardware_cost(e).pins == 4 * (1 + 1) + 3);
  CHECK(total_bandwidth(e) == 7 * 250e6 + 1e9);
  CHECK(hardware_cost(e).basis == CostBasis::extrapolated);
  const auto result = run_steps(e);
  const auto nanoseconds = 4.0 * static_cast<double>(result.run.cycles);
  CHECK(run_energy(e, result).static_links == Approx((7 * 1 + 9) * nanoseconds));  // mW · ns = pJ
}

TEST_CASE("a map of links needs a class for each of them") {
  const auto fabric = Fabric::parse("ring:4");
  CHECK_THROWS_AS(LinkMap(fabric, std::vector<std::uint32_t>(7)), ModelError);
}
