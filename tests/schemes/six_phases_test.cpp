// SPDX-License-Identifier: Apache-2.0
// The six phases of Watts, Rieffel and Taylor on the fabric's own links: nothing lost, the balance
// that was asked for, tasks that find each other wherever they are.
#include <algorithm>
#include <numeric>

#include "models/pe/fabric_model.h"
#include "models/schemes/registry.h"
#include "models/workloads/applications/iterations.h"
#include "tests/catch.h"
#include "tests/support/forked_run.h"
#include "tests/support/graphs.h"
#include "tests/support/property.h"

using namespace isobar;

namespace {

const std::vector<std::string> methods = {"hetero-hbm", "hetero-gde", "hetero-diffusion"};

struct World {
  Fabric fabric;
  TaskSet tasks;
  std::int64_t iterations = 6;
  std::vector<Rational> speeds;
  std::vector<std::int64_t> memories;
};

Experiment experiment(const World& world, const std::string& scheme) {
  Experiment e(world.fabric);
  e.application = [world] {
    return std::make_unique<Iterations>(world.tasks, world.iterations, Cycle{0});
  };
  e.loads = e.application()->initial_loads();
  e.queue_depth = default_queue_depth(e.loads);
  e.speeds = world.speeds;
  e.memories = world.memories;
  e.goal = {Goal::Kind::finished, 0};
  e.max_cycles = Cycle{1} << 50;
  e.agents = SchemeChoice::parse(scheme).make_agents(e.fabric, e.load_bits, 1);
  return e;
}

/// What a run came to.
struct Outcome {
  bool finished = false;
  std::int64_t executed = 0;
  std::vector<double> efficiencies;  ///< by iteration
  std::vector<Cycle> longest;        ///< likewise
  std::vector<Load> moved;           ///< likewise, until its end
  std::map<std::string, std::int64_t> figures;
};

Outcome run(const Experiment& e) {
  const auto numbers = test::in_child([&] {
    const auto result = run_cycles(e);
    std::vector<std::int64_t> out = {result.application->finished ? 1 : 0,
                                     result.application->executed};
    for (const auto& [name, value] : result.scheme) out.push_back(value);
    for (const auto& one : result.application->iterations) {
      out.insert(out.end(),
                 {static_cast<std::int64_t>(1e9 * one.efficiency()), one.longest, one.moved});
    }
    return out;
  });
  constexpr const char* names[] = {"balancings",  "selections",         "tasks_moved",
                                   "bytes_moved", "off_pe_bytes",       "forwarded",
                                   "bytes_over",  "off_pe_bytes_first", "off_pe_bytes_last"};
  Outcome out;
  out.finished = numbers[0] == 1;
  out.executed = numbers[1];
  std::size_t at = 2;
  for (const char* name : names) out.figures[name] = numbers[at++];
  for (; at < numbers.size(); at += 3) {
    out.efficiencies.push_back(static_cast<double>(numbers[at]) / 1e9);
    out.longest.push_back(numbers[at + 1]);
    out.moved.push_back(numbers[at + 2]);
  }
  return out;
}

Fabric any_fabric() {
  if (*rc::gen::arbitrary<bool>()) return test::any_graph();
  return Fabric::parse(*rc::gen::element<std::string>("ring:2", "ring:7", "torus:4x3",
                                                      "hypercube:3", "hhc:1", "hhc:2", "mesh:3x3"));
}

/// Speeds spread over 1:40, tasks of unequal work anywhere, tied at random.
World any_world() {
  World world{any_fabric(), {}, *rc::gen::inRange<std::int64_t>(2, 7), {}, {}};
  const auto pes = world.fabric.pes();
  world.tasks.resize(pes);
  const auto count = *rc::gen::inRange<std::size_t>(1, std::size_t{8} * pes);
  const auto crowd = *rc::gen::inRange<Node>(1, pes + 1);  // tasks start on so many PEs
  for (std::size_t i = 0; i < count; ++i) {
    TaskCard card;
    card.work = *rc::gen::inRange<Cycle>(1, 4000);
    card.bytes = *rc::gen::inRange<std::int64_t>(0, 300);
    world.tasks[*rc::gen::inRange<Node>(0, crowd)].push_back(card);
  }
  for (Node node = 0; node < pes; ++node) {
    world.speeds.emplace_back(*rc::gen::inRange<std::int64_t>(1, 41), 4);
  }
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  tie_tasks(world.tasks,
            *rc::gen::element(TaskTies::none, TaskTies::ring, TaskTies::grid, TaskTies::random),
            *rc::gen::inRange<std::int64_t>(0, 50), random);
  return world;
}

std::int64_t count_of(const TaskSet& tasks) {
  return std::accumulate(tasks.begin(), tasks.end(), std::int64_t{0}, [](auto sum, const auto& of) {
    return sum + static_cast<std::int64_t>(of.size());
  });
}

}  // namespace

TEST_CASE("six phases: every task is worked on once an iteration, wherever it has moved",
          "[systemc]") {
  test::property([] {
    const auto world = any_world();
    auto scheme = *rc::gen::elementOf(methods);
    scheme += *rc::gen::element<std::string>(
        ":eff_min=0.9", ":eff_min=0.99", ":select=greedy", ":select=knapsack,lost_byte=1",
        ":capacities=rated", ":capacities=equal", ":weighs=yes", ":rounds=1", ":every=2");
    const auto out = run(experiment(world, scheme));
    RC_ASSERT(out.finished);
    RC_ASSERT(out.executed == world.iterations * count_of(world.tasks));
    RC_ASSERT(static_cast<std::int64_t>(out.efficiencies.size()) == world.iterations);
  });
}

TEST_CASE("six phases: U_avg/U_max reaches eff_min, but for one largest task", "[systemc][long]") {
  test::property([] {
    auto world = any_world();
    world.iterations = 12;
    const auto eff_min = *rc::gen::element<std::string>("0.9", "0.99");
    const auto scheme = *rc::gen::elementOf(methods) + ":selections=1000,eff_min=" + eff_min;
    const auto e = experiment(world, scheme);
    const auto out = run(e);
    const double mean = out.efficiencies.back() * static_cast<double>(out.longest.back());
    Cycle largest = 0;  // on the slowest PE
    for (Node node = 0; node < e.fabric.pes(); ++node) {
      for (const auto& of_pe : world.tasks) {
        for (const auto& card : of_pe) {
          largest = std::max(largest, e.work_cycles(node, card.work));
        }
      }
    }
    const auto max = static_cast<double>(out.longest.back() - largest);
    RC_ASSERT(mean >= std::stod(eff_min) * max);
  });
}

TEST_CASE("six phases: what is even stays as it is, and eff_min=0 never balances", "[systemc]") {
  World world{Fabric::parse("torus:4x4"), TaskSet(16), 4, {}, {}};
  for (auto& of_pe : world.tasks) of_pe.resize(3, {0, 500, 64, {}});
  for (const auto& scheme : methods)
    CHECK(run(experiment(world, scheme)).figures.at("balancings") == 0);
  world.tasks[5].resize(30, {0, 500, 64, {}});
  const auto idle = run(experiment(world, "hetero-diffusion:eff_min=0"));
  CHECK(idle.finished);
  CHECK(idle.figures.at("tasks_moved") == 0);
  CHECK(idle.efficiencies.back() == idle.efficiencies.front());
  for (const auto& scheme : methods) {
    const auto out = run(experiment(world, scheme));
    CHECK(out.figures.at("tasks_moved") > 0);
    CHECK(out.efficiencies.back() > 2 * out.efficiencies.front());
  }
}

TEST_CASE("six phases: what tasks send goes over the links in every iteration", "[systemc]") {
  World world{Fabric::parse("ring:4"), TaskSet(4), 5, {}, {}};
  TaskCard card;
  card.work = 1000;
  card.ties = {{1, 2, 10, 3}};
  world.tasks[0].push_back(card);
  card.ties = {{0, 0, 3, 10}};
  world.tasks[2].push_back(card);
  const auto figures = run(experiment(world, "hetero-hbm:eff_min=0")).figures;
  CHECK(figures.at("off_pe_bytes_first") == 13);
  CHECK(figures.at("off_pe_bytes_last") == 13);
  CHECK(figures.at("off_pe_bytes") == 52);  // of four: it ends with the last task of the fifth
}

TEST_CASE("six phases: who cannot migrate stays", "[systemc]") {
  World world{Fabric::parse("ring:4"), TaskSet(4), 4, {}, {}};
  TaskCard card;
  card.work = 1000;
  card.stays = true;
  world.tasks[1].resize(9, card);
  for (const auto& scheme : methods) {
    for (const auto& select : {"greedy", "subset_sum", "knapsack"}) {
      const auto out = run(experiment(world, scheme + ":select=" + select));
      CHECK(out.figures.at("balancings") > 0);
      CHECK(out.figures.at("tasks_moved") == 0);
      CHECK(out.longest.back() == 9000);
    }
  }
  card.stays = false;
  world.tasks[1].push_back(card);
  CHECK(run(experiment(world, "hetero-diffusion")).longest.back() == 9000);
}

TEST_CASE("six phases: no memory overflows that had room", "[systemc][long]") {
  test::property([] {
    auto world = any_world();
    for (const auto& of_pe : world.tasks) {
      std::int64_t bytes = 0;
      for (const auto& card : of_pe) bytes += card.bytes;
      world.memories.push_back(bytes + *rc::gen::inRange<std::int64_t>(0, 600));
    }
    const auto e = experiment(world, *rc::gen::elementOf(methods));
    const auto overflow = test::in_child([&]() -> std::vector<std::int64_t> {
      const auto result = run_cycles(e);
      std::vector<std::int64_t> most(1, 0);
      for (const auto& [name, value] : result.scheme) {
        if (name == "bytes_over") most[0] = value;
      }
      return most;
    });
    RC_ASSERT(overflow[0] == 0);
  });
}
