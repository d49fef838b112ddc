// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/lueling_monien_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <numeric>

#include "models/errors.h"

namespace isobar {

void LoadRange::add(Load load) { add({load, load, load, 1}); }

void LoadRange::add(const LoadRange& other) {
  least = count == 0 ? other.least : std::min(least, other.least);
  greatest = count == 0 ? other.greatest : std::max(greatest, other.greatest);
  sum += other.sum;
  count += other.count;
}

LoadRange PhasesRuns::at(std::int64_t step) const {
  LoadRange all;
  for (const auto& one : loads[static_cast<std::size_t>(step)]) all.add(one);
  return all;
}

std::pair<double, double> PhasesRuns::extreme_means(std::int64_t step) const {
  const auto& all = loads[static_cast<std::size_t>(step)];
  const auto [low, high] = std::minmax_element(
      all.begin(), all.end(),
      [](const LoadRange& a, const LoadRange& b) { return a.mean() < b.mean(); });
  return {low->mean(), high->mean()};
}

double PhasesRuns::spread() const {
  double sum = 0;
  for (std::int64_t step = 1; step <= phases_steps; ++step) {
    const auto range = at(step);
    sum += static_cast<double>(range.greatest - range.least);
  }
  return sum / static_cast<double>(phases_steps);
}

double PhasesRuns::deviation() const {
  double sum = 0;
  for (std::int64_t step = 1; step <= phases_steps; ++step) {
    const auto range = at(step);
    sum += std::max(static_cast<double>(range.greatest) - range.mean(),
                    range.mean() - static_cast<double>(range.least));
  }
  return sum / static_cast<double>(phases_steps);
}

const std::vector<double>& PhasesRuns::count_by_run(const std::string& name) const {
  for (const auto& [known, numbers] : counts) {
    if (known == name) return numbers;
  }
  throw ModelError(fmt::format("the scheme does not count {}", name));
}

double PhasesRuns::count(const std::string& name) const {
  const auto& all = count_by_run(name);
  return std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size());
}

namespace {

using Loads = std::vector<std::vector<LoadRange>>;

/// Adds the loads at step ends.
class StepLoads final : public Observer {
 public:
  explicit StepLoads(Loads& out) : out_(out), now_(phases_nodes, 0) {}

  void load_changes(Cycle /*from*/, Node node, std::int64_t load) override { now_[node] = load; }
  void step_ends(Cycle /*cycle*/, std::int64_t steps, bool /*shared*/, bool /*balanced*/) override {
    auto& row = out_[static_cast<std::size_t>(steps)];
    for (Node node = 0; node < phases_nodes; ++node) row[node].add(now_[node]);
  }

 private:
  Loads& out_;
  std::vector<Load> now_;
};

Loads no_loads() { return Loads(phases_steps + 1, std::vector<LoadRange>(phases_nodes)); }

}  // namespace

PhasesRuns phases_runs(const Lab& lab, const PhasesSetting& setting) {
  PhasesRuns all;
  all.loads = no_loads();
  const auto runs = static_cast<std::size_t>(setting.runs);
  std::mutex mutex;
  lab.each(runs, [&](std::size_t run) {
    std::string app = "phases";
    if (setting.pattern) {
      const auto number = setting.repeats == 0 ? 0 : static_cast<int>(run) / setting.repeats;
      app += fmt::format(":pattern={}", *setting.pattern + number);
    }
    const Setup setup{"torus:8x8",
                      "lueling-monien:network=ideal," + setting.parameters,
                      "",
                      {{"app", app},
                       {"until", fmt::format("steps:{}", phases_steps)},
                       {"seed", fmt::format("{}", run + 1)}}};
    auto loads = no_loads();
    StepLoads observer(loads);
    const auto result = lab.watch(experiment_of(setup), observer);
    const std::lock_guard lock(mutex);
    for (std::size_t step = 0; step < loads.size(); ++step) {
      for (Node node = 0; node < phases_nodes; ++node) {
        all.loads[step][node].add(loads[step][node]);
      }
    }
    if (all.counts.empty()) {
      for (const auto& [name, value] : result.scheme) {
        all.counts.emplace_back(name, std::vector<double>(runs, 0));
      }
    }
    for (std::size_t k = 0; k < all.counts.size(); ++k) {
      all.counts[k].second[run] = static_cast<double>(result.scheme[k].second) / phases_nodes;
    }
  });
  return all;
}

}  // namespace isobar
