// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/lueling_monien_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

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

double PhasesRuns::count(const std::string& name) const {
  for (const auto& [known, number] : counts) {
    if (known == name) return number;
  }
  throw ModelError(fmt::format("the scheme does not count {}", name));
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

PhasesRuns phases_runs(const Lab& lab, const std::string& parameters, int runs) {
  PhasesRuns all;
  all.loads = no_loads();
  std::mutex mutex;
  const double each = 1.0 / runs / phases_nodes;
  lab.each(static_cast<std::size_t>(runs), [&](std::size_t run) {
    const Setup setup{"torus:8x8",
                      "lueling-monien:network=ideal," + parameters,
                      "",
                      {{"app", "phases"},
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
      for (const auto& [name, value] : result.scheme) all.counts.emplace_back(name, 0);
    }
    for (std::size_t k = 0; k < all.counts.size(); ++k) {
      all.counts[k].second += each * static_cast<double>(result.scheme[k].second);
    }
  });
  return all;
}

PhasesRuns phases_runs(const Lab& lab, int delta, double f, int runs) {
  return phases_runs(lab, fmt::format("delta={},f={},C=4", delta, f), runs);
}

}  // namespace isobar
