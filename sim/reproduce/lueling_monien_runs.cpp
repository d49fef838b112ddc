// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/lueling_monien_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <numeric>

#include "models/errors.h"
#include "models/schemes/lueling_monien/lueling_monien_pes.h"

namespace isobar {

void LoadTally::add(Load load) { add({load, load, load, 1}); }

void LoadTally::add(const LoadTally& other) {
  least = count == 0 ? other.least : std::min(least, other.least);
  greatest = count == 0 ? other.greatest : std::max(greatest, other.greatest);
  sum += other.sum;
  count += other.count;
}

LoadTally PhasesRuns::at(std::int64_t step) const {
  LoadTally all;
  for (const auto& one : loads[static_cast<std::size_t>(step)]) all.add(one);
  return all;
}

std::pair<double, double> PhasesRuns::extreme_means(std::int64_t step) const {
  const auto& all = loads[static_cast<std::size_t>(step)];
  const auto [low, high] = std::minmax_element(
      all.begin(), all.end(),
      [](const LoadTally& a, const LoadTally& b) { return a.mean() < b.mean(); });
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

using Loads = std::vector<std::vector<LoadTally>>;

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

Loads no_loads() { return Loads(phases_steps + 1, std::vector<LoadTally>(phases_nodes)); }

using LocalTimes = std::vector<std::vector<std::int64_t>>;

/// The algorithm, whose local times at step ends are written down.
class Clocked final : public IdealPes {
 public:
  Clocked(std::unique_ptr<IdealPes> pes, LocalTimes& out) : pes_(std::move(pes)), out_(out) {}

  const std::vector<Node>& turns() override {
    auto& row = out_.emplace_back();
    const auto& pes = dynamic_cast<const LuelingMonienPes&>(*pes_);
    for (Node node = 0; node < phases_nodes; ++node) row.push_back(pes.local_time(node));
    return pes_->turns();
  }
  bool consumes_first() override { return pes_->consumes_first(); }
  void generate(Node node) override { pes_->generate(node); }
  bool consume(Node node) override { return pes_->consume(node); }
  void end_turn(Node node) override { pes_->end_turn(node); }
  Load load(Node node) const override { return pes_->load(node); }
  SchemeStatistics statistics() const override { return pes_->statistics(); }

 private:
  std::unique_ptr<IdealPes> pes_;
  LocalTimes& out_;
};

class ClockedScheme final : public IdealScheme {
 public:
  ClockedScheme(std::shared_ptr<const SynchronousScheme> scheme, LocalTimes& out)
      : scheme_(std::move(scheme)), out_(out) {}

  std::unique_ptr<IdealPes> pes(const std::vector<Load>& loads) const override {
    return std::make_unique<Clocked>(scheme_->ideal()->pes(loads), out_);
  }

 private:
  std::shared_ptr<const SynchronousScheme> scheme_;
  LocalTimes& out_;
};

Setup setup_of(const PhasesSetting& setting, std::size_t run) {
  std::string app = "phases";
  if (setting.pattern) {
    const auto number = setting.repeats == 0 ? 0 : static_cast<int>(run) / setting.repeats;
    app += fmt::format(":pattern={}", *setting.pattern + number);
  }
  return {"torus:8x8",
          "lueling-monien:network=ideal," + setting.parameters,
          "",
          {{"app", app},
           {"until", fmt::format("steps:{}", phases_steps)},
           {"seed", fmt::format("{}", run + 1)}}};
}

}  // namespace

PhasesRuns phases_runs(const Lab& lab, const PhasesSetting& setting) {
  PhasesRuns all;
  all.loads = no_loads();
  const auto runs = static_cast<std::size_t>(setting.runs);
  std::mutex mutex;
  lab.each(runs, [&](std::size_t run) {
    auto loads = no_loads();
    StepLoads observer(loads);
    LocalTimes times;
    auto experiment = experiment_of(setup_of(setting, run));
    experiment.scheme = std::make_shared<ClockedScheme>(experiment.scheme, times);
    const auto result = lab.watch(experiment, observer);
    const std::lock_guard lock(mutex);
    if (all.local_times.empty()) all.local_times = times;
    for (std::size_t step = 0; step < times.size(); ++step) {
      for (Node node = 0; node < phases_nodes; ++node) {
        auto& fewest = all.local_times[step][node];
        fewest = std::min(fewest, times[step][node]);
      }
    }
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

PhasesRuns unbalanced_phases(int pattern) {
  const auto application = experiment_of(setup_of({"C=4", 1, pattern}, 0)).application();
  PhasesRuns all;
  all.loads = no_loads();
  std::vector<Load> loads(phases_nodes, 0);
  for (std::size_t step = 0; step < all.loads.size(); ++step) {
    for (Node node = 0; node < phases_nodes; ++node) {
      all.loads[step][node].add(loads[node]);
      const auto turn = application->turn(node);
      loads[node] = std::max<Load>(0, loads[node] + turn.generates - turn.consumes);
    }
  }
  return all;
}

}  // namespace isobar
