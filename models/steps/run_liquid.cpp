// SPDX-License-Identifier: Apache-2.0
#include "models/steps/run_liquid.h"

#include <algorithm>
#include <utility>

#include "models/steps/liquid_words.h"

namespace isobar {
namespace {

/// The counters of the links; `sent` holds transfers by phase and node.
LinkCounts link_counts(const Experiment& experiment, std::int64_t steps,
                       std::vector<NarrowArray> sent) {
  const auto& phases = experiment.scheme->phases();
  auto links = liquid_words(experiment, steps);
  for (std::size_t phase = 0; phase < sent.size(); ++phase) {
    const auto port = experiment.fabric.opposite(phases[phase].receives.front());
    links.sent[port] = std::move(sent[phase]);
  }
  return links;
}

}  // namespace

RunResult run_liquid(const Experiment& experiment, Watch watch, const LiquidPlan& plan) {
  StepMeter meter(experiment, std::move(watch));
  const Load initial_max = experiment.loads.max();
  meter.step_done(experiment.loads.min(), initial_max, experiment.loads);
  std::vector<Slot> slots;
  for (const auto& phase : experiment.scheme->phases()) {
    slots.push_back(shift_slot(experiment, phase));
  }

  const auto kernel = LiquidKernel::make(experiment, plan);
  std::int64_t steps = 0;
  // To look at the loads within a pass takes a part of it once more. A watch that looks at every
  // step makes the passes one step, and passes become longer again where none looks.
  const auto most = static_cast<std::int64_t>(plan.steps_per_pass);
  std::int64_t limit = most;
  while (!meter.done()) {
    bool looked = false;
    const auto block = static_cast<std::size_t>(std::min(limit, meter.steps_left()));
    const auto ranges = kernel->advance(block);
    std::size_t step = 0;
    while (step < block && !meter.done()) {
      ++step;
      NarrowArray loads;
      const LoadsView::Make put_together = [&]() -> const NarrowArray& {
        if (loads.empty()) loads = kernel->loads_after(step);
        looked = true;
        return loads;
      };
      for (const auto& slot : slots) meter.phase_done(slot, 1);
      meter.step_done(ranges[step - 1].min, ranges[step - 1].max, LoadsView(put_together));
    }
    kernel->retreat(step);
    steps += static_cast<std::int64_t>(step);
    limit = looked ? 1 : std::min(2 * limit, most);
  }
  // No phase raises the greatest load (liquid_kernel.h), so the initial one is the deepest.
  auto deepest = plan.keeps_deepest ? kernel->deepest() : std::vector<Load>{initial_max};
  auto loads = kernel->loads();
  return meter.finish(std::move(loads), std::move(deepest),
                      link_counts(experiment, steps, kernel->transfers()));
}

}  // namespace isobar
