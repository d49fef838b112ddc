// SPDX-License-Identifier: Apache-2.0
#include "tests/support/six_phases_world.h"

#include <numeric>

#include "models/pe/run_cycles.h"
#include "models/schemes/contract/registry.h"
#include "tests/support/forked_run.h"
#include "tests/support/graphs.h"
#include "tests/support/property.h"

namespace isobar::test {

const std::vector<std::string> six_phases_methods = {"hetero-hbm", "hetero-gde",
                                                     "hetero-diffusion"};

Experiment experiment(const World& world, const std::string& scheme) {
  Experiment e(world.fabric);
  e.application = [world] {
    return std::make_unique<Iterations>(
        world.tasks, IterationsSetting{world.iterations, 0, world.besides, world.work, {}});
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

Outcome run(const Experiment& e) {
  const auto numbers = in_child([&] {
    const auto result = run_cycles(e);
    std::vector<std::int64_t> out = {
        result.application->finished ? 1 : 0, result.application->executed,
        static_cast<std::int64_t>(result.scheme.size()), result.application->alone,
        static_cast<std::int64_t>(result.application->iterations.size())};
    for (const auto& [name, value] : result.scheme) out.push_back(value);
    for (const auto& one : result.application->iterations) {
      out.insert(out.end(), {static_cast<std::int64_t>(1e9 * one.efficiency()), one.longest,
                             one.moved, one.tasks, one.total, one.off_pe_bytes});
    }
    const auto& application = *result.application;
    for (const auto& of :
         {application.bytes_at_end, application.last_iteration, result.routed->words}) {
      out.push_back(static_cast<std::int64_t>(of.size()));
      out.insert(out.end(), of.begin(), of.end());
    }
    return out;
  });
  constexpr const char* names[] = {
      "balancings",   "selections",         "tasks_moved",       "bytes_moved", "exchanged",
      "off_pe_bytes", "forwarded",          "converted",         "tasks_made",  "tasks_merged",
      "bytes_over",   "off_pe_bytes_first", "off_pe_bytes_last", "time_limits", "memory_limits"};
  Outcome out;
  out.finished = numbers[0] == 1;
  out.executed = numbers[1];
  out.alone = numbers[3];
  std::size_t at = 5;
  for (std::int64_t i = 0; i < numbers[2]; ++i) out.statistics[names[i]] = numbers[at++];
  for (std::int64_t i = 0; i < numbers[4]; ++i, at += 6) {
    out.efficiencies.push_back(static_cast<double>(numbers[at]) / 1e9);
    out.longest.push_back(numbers[at + 1]);
    out.moved.push_back(numbers[at + 2]);
    out.tasks.push_back(numbers[at + 3]);
    out.total.push_back(numbers[at + 4]);
    out.off_pe.push_back(numbers[at + 5]);
  }
  for (auto* of : {&out.last_bytes, &out.last_cycles, &out.words}) {
    const auto count = numbers[at++];
    for (std::int64_t i = 0; i < count; ++i) of->push_back(numbers[at++]);
  }
  return out;
}

Fabric any_fabric() {
  if (*rc::gen::arbitrary<bool>()) return any_graph();
  return Fabric::parse(*rc::gen::element<std::string>("ring:2", "ring:7", "torus:4x3",
                                                      "hypercube:3", "hhc:1", "hhc:2", "mesh:3x3"));
}

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

}  // namespace isobar::test
