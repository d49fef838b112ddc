// SPDX-License-Identifier: Apache-2.0
#include "tests/symmetry/trial.h"

#include <fmt/format.h>
#include <rapidcheck.h>

#include "models/schemes/contract/registry.h"
#include "models/steps/run_steps.h"
#include "tests/support/equal.h"
#include "tests/support/forked_run.h"
#include "tests/support/graphs.h"
#include "tests/support/run_together.h"

namespace isobar::test {
namespace {

/// A run at level `steps`, with the loads at every step end.
struct Steps {
  explicit Steps(const Experiment& e) {
    result = run_steps(e, [&](const Progress& progress) {
      loads.emplace_back(progress.loads);
      return true;
    });
  }
  std::vector<NarrowArray> loads;
  RunResult result;
};

bool any_moved(const RunResult& r) {
  for (const auto& link : r.links) {
    if (link.transfers > 0) return true;
  }
  return false;
}

std::string step_difference(const Change& change, const Steps& one, const Steps& other) {
  if (one.loads.size() != other.loads.size()) return "steps";
  for (std::size_t step = 0; step < one.loads.size(); ++step) {
    const auto expected = change.map.moved(one.loads[step]);
    for (std::size_t pe = 0; pe < expected.size(); ++pe) {
      if (expected[pe] == other.loads[step][pe]) continue;
      return fmt::format("load of PE {} after step {}: {} and {}", pe, step, expected[pe],
                         other.loads[step][pe]);
    }
  }
  return {};
}

TrialOutcome compared(const Trial& trial, const RunResult& before, const Experiment& after,
                      const RunResult& result) {
  return {first_difference(after, trial.change.of(before), result), any_moved(before)};
}

TrialOutcome outcome_at_steps(const Trial& trial) {
  const auto after = trial.change.of(trial.before, trial.scheme);
  const Steps one(trial.before);
  const Steps other(after);
  auto difference = step_difference(trial.change, one, other);
  if (!difference.empty()) return {difference, any_moved(one.result)};
  return compared(trial, one.result, after, other.result);
}

LinkClass any_link() {
  return {Rational(*rc::gen::inRange<std::int64_t>(50'000'000, 900'000'000)),
          *rc::gen::inRange<Cycle>(1, 20), *rc::gen::element<Cycle>(0, 0, 1, 7)};
}

std::vector<Load> any_loads(Node nodes) {
  const auto most = *rc::gen::element<Load>(2, 6, 60, 1000);
  // Some with few loaded PEs, from which tasks go a long way.
  const auto share = *rc::gen::inRange(1, 4);
  std::vector<Load> loads;
  for (Node node = 0; node < nodes; ++node) {
    const auto load = *rc::gen::inRange<Load>(0, most + 1);
    loads.push_back(share == 1 || *rc::gen::inRange(0, share) == 0 ? load : 0);
  }
  return loads;
}

}  // namespace

bool runs_on(const std::string& scheme, const Fabric& fabric) {
  const auto& entry = schemes().at(scheme);
  return !entry.conducts && entry.objection(fabric).empty();
}

Trial plain_trial(const std::string& scheme, const Change& change, std::vector<Load> loads) {
  auto e = experiment_on(change.map.from(), change.scheme_before(scheme), std::move(loads));
  e.phase_end = PhaseEnd::free;
  e.lists_deepest = true;
  e.max_steps = 40;
  e.max_cycles = 3000;
  e.goal = e.agents ? Goal{Goal::Kind::cycles, e.max_cycles} : Goal{Goal::Kind::steps, e.max_steps};
  return {scheme, change, std::move(e)};
}

Trial random_trial(const std::string& scheme, const Change& change) {
  auto trial = plain_trial(scheme, change, any_loads(change.map.from().nodes()));
  auto& e = trial.before;
  auto link = any_link();
  // A whole number of cycles a bit where times are multiplied: N(b) is rounded up.
  if (change.sets_cycles) link.bandwidth = e.clock / *rc::gen::inRange<std::int64_t>(1, 4);
  for (auto& each : e.links) each = LinkTiming(link, e.clock);
  e.phase_end = *rc::gen::element(PhaseEnd::free, PhaseEnd::slot);
  e.balancer.handling = *rc::gen::inRange<Cycle>(1, 9);
  if (e.agents) {
    e.max_cycles = *rc::gen::inRange<Cycle>(1, 4000);
    e.goal.count = e.max_cycles;
  } else if (*rc::gen::arbitrary<bool>()) {
    e.goal = {Goal::Kind::balanced, 0};
  }
  return trial;
}

std::vector<TrialOutcome> outcomes(const std::vector<Trial>& trials) {
  std::vector<TrialOutcome> all;
  if (!trials.front().before.agents) {
    for (const auto& trial : trials) all.push_back(outcome_at_steps(trial));
    return all;
  }
  std::vector<Experiment> experiments;
  for (const auto& trial : trials) {
    experiments.push_back(trial.before);
    experiments.push_back(trial.change.of(trial.before, trial.scheme));
  }
  const auto results = run_together(experiments);
  for (std::size_t i = 0; i < trials.size(); ++i) {
    all.push_back(compared(trials[i], results[2 * i], experiments[2 * i + 1], results[2 * i + 1]));
  }
  return all;
}

TrialOutcome outcome(const Trial& trial) { return outcomes({trial}).front(); }

TrialOutcome outcome_at_cycles(const Trial& trial) {
  const auto after = trial.change.of(trial.before, trial.scheme);
  return compared(trial, run_forked(trial.before).result, after, run_forked(after).result);
}

}  // namespace isobar::test
