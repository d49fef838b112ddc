// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/watts_testbed.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include "models/schemes/contract/registry.h"
#include "models/workloads/applications/iterations.h"

namespace isobar {
namespace {

constexpr std::int64_t microseconds = 1'000'000;  // a cycle of the model is a microsecond
constexpr std::int64_t cells = 54'000;
constexpr std::int64_t bytes_a_cell = 1'000;  // with its 8 particles

double mean(const std::vector<double>& numbers, std::size_t from, std::size_t to) {
  const auto* begin = numbers.data() + from;
  const auto* end = numbers.data() + to;
  return std::accumulate(begin, end, 0.0) / static_cast<double>(to - from);
}

Experiment experiment(const WattsTestbed& testbed, const std::string& capacities, int seed) {
  const auto speeds = testbed.speeds();
  const auto pes = static_cast<Node>(speeds.size());
  std::vector<std::pair<Node, Node>> links;
  for (Node pe = 0; pe < pes; ++pe) links.emplace_back(pe, pes);
  Experiment e(Fabric::graph("star", pes + 1, links, 1));
  e.clock = microseconds;
  e.links = {LinkTiming({Rational(10'000'000), 1, 0}, e.clock)};
  e.speeds = speeds;
  TaskCard card;
  card.work = static_cast<Cycle>(testbed.all_work) / pes;
  card.bytes = cells / pes * bytes_a_cell;
  const TaskSet tasks(pes, {card});
  const IterationsSetting iterations{testbed.steps, testbed.fixed, {}, {}, {}};
  e.application = [tasks, iterations] { return std::make_unique<Iterations>(tasks, iterations); };
  e.loads = e.application()->initial_loads();
  e.queue_depth = cells;
  e.goal = {Goal::Kind::finished, 0};
  e.max_cycles = Cycle{1} << 50;
  e.agents = SchemeChoice::parse(testbed.scheme(capacities))
                 .make_agents(e.fabric, e.load_bits, static_cast<std::uint64_t>(seed));
  return e;
}

WattsSteps means_of(const Json* runs, const WattsCurve& curve) {
  WattsSteps out;
  const auto steps = static_cast<std::size_t>(curve.testbed.steps);
  out.seconds.resize(steps, 0);
  out.moved.resize(steps, 0);
  const double share = 1.0 / curve.seeds;
  for (int run = 0; run < curve.seeds; ++run) {
    std::int64_t before = 0;
    for (std::size_t i = 0; i < steps; ++i) {
      const auto& one = runs[run]["iterations"][i];
      const auto cycles = one["longest"].get<Cycle>() + curve.testbed.fixed;
      out.seconds[i] += share * static_cast<double>(cycles) / microseconds;
      const auto moved = one["tasks_moved"].get<std::int64_t>();
      out.moved[i] += share * static_cast<double>(moved - std::exchange(before, moved));
    }
  }
  return out;
}

}  // namespace

double WattsSteps::mean_of(std::size_t from, std::size_t to) const {
  return mean(seconds, from - 1, to);
}

double WattsSteps::moved_in(std::size_t from, std::size_t to) const {
  return mean(moved, from, to + 1);
}

std::size_t WattsSteps::last_move() const {
  const auto last = std::find_if(moved.rbegin(), moved.rend(), [](double m) { return m > 0; });
  return last == moved.rend() ? 0 : static_cast<std::size_t>(moved.rend() - last) - 1;
}

std::vector<Rational> WattsTestbed::speeds() const {
  std::vector<Rational> all = {1, {44, 10}, 6, 6, 6, {68, 10}, {86, 10}, 13, 38, 39};
  if (!with_slowest) all.erase(all.begin());
  return all;
}

double WattsTestbed::at_best() const {
  double sum = 0;
  for (const auto& speed : speeds()) sum += boost::rational_cast<double>(speed);
  return (static_cast<double>(fixed) + all_work / sum) / microseconds;
}

std::string WattsTestbed::scheme(const std::string& capacities) const {
  if (capacities.empty()) return "hetero-diffusion:eff_min=0,select=subset_sum";
  return fmt::format("hetero-diffusion:alpha=0.5,select=subset_sum,divide={:.0f},capacities={}",
                     static_cast<double>(least_cells) * (all_work / cells), capacities);
}

std::string watts_static(double error) { return fmt::format("rated,error={}", error); }

std::vector<WattsSteps> watts_steps(const Lab& lab, const std::vector<WattsCurve>& curves) {
  std::vector<Experiment> experiments;
  for (const auto& curve : curves) {
    for (int seed = 1; seed <= curve.seeds; ++seed) {
      experiments.push_back(experiment(curve.testbed, curve.capacities, seed));
    }
  }
  const auto results = lab.applications(experiments);
  const auto* next = results.data();
  std::vector<WattsSteps> all;
  for (const auto& curve : curves) {
    all.push_back(means_of(next, curve));
    next += curve.seeds;
  }
  return all;
}

}  // namespace isobar
