// SPDX-License-Identifier: Apache-2.0
#include "tests/support/level_law.h"

#include <algorithm>
#include <numeric>

#include "models/steps/run_steps.h"
#include "tests/support/equal.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/property.h"

namespace isobar::test {

Experiment random_experiment(const std::vector<std::string>& schemes,
                             const std::vector<std::string>& fabrics) {
  const auto fabric = *rc::gen::elementOf(fabrics);
  const auto nodes = Fabric::parse(fabric).nodes();
  const auto most = *rc::gen::element<Load>(2, 20, 1000, 1'000'000'000);
  const auto loads = *rc::gen::container<std::vector<Load>>(nodes, rc::gen::inRange<Load>(0, most));
  auto e = experiment(fabric, *rc::gen::elementOf(schemes), loads);
  for (auto& link : e.links) {
    link = LinkTiming({Rational(*rc::gen::inRange<std::int64_t>(50'000'000, 900'000'000)),
                       *rc::gen::inRange<Cycle>(1, 99), *rc::gen::inRange<Cycle>(0, 9)},
                      e.clock);
  }
  e.phase_end = *rc::gen::element(PhaseEnd::slot, PhaseEnd::words, PhaseEnd::tree, PhaseEnd::free);
  e.max_steps = *rc::gen::inRange<std::int64_t>(0, 30);
  e.goal = *rc::gen::element(Goal{Goal::Kind::balanced, 0}, Goal{Goal::Kind::steps, 20});
  return e;
}

void require_same_at_both_levels(const Experiment& experiment) {
  const auto steps = run_steps(experiment);
  RC_ASSERT(same(experiment, steps, run_steps(experiment)));
  const auto& loads = experiment.loads;
  const auto total = std::accumulate(loads.begin(), loads.end(), Load{0});
  RC_ASSERT(std::accumulate(steps.loads.begin(), steps.loads.end(), Load{0}) == total);
  RC_ASSERT(*std::min_element(steps.loads.begin(), steps.loads.end()) >= 0);
  // At `cycles` every task lies in a queue.
  if (total > 20'000) return;
  const auto cycles = run_forked(experiment);
  RC_ASSERT(same(experiment, cycles.result, steps));
  std::vector<std::uint64_t> ids;
  for (const auto& queue : cycles.queues) {
    for (const auto& task : queue) ids.push_back(task.id);
  }
  std::sort(ids.begin(), ids.end());
  std::vector<std::uint64_t> all(static_cast<std::size_t>(total));
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  RC_ASSERT(ids == all);
}

}  // namespace isobar::test
