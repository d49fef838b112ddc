// SPDX-License-Identifier: Apache-2.0
#include "models/steps/run_liquid.h"

#include <algorithm>
#include <utility>

#include "models/steps/liquid_words.h"

namespace isobar {
namespace {

/// The counters of the links; `sent` holds transfers by phase and node.
std::vector<LinkCounters> link_counters(const Experiment& experiment, std::int64_t steps,
                                        const std::vector<std::vector<std::int64_t>>& sent) {
  const auto& fabric = experiment.fabric;
  const auto& scheme = *experiment.scheme;
  const std::size_t degree = fabric.degree();
  auto all = liquid_words(experiment, steps);
  std::vector<Cycle> serial;
  for (const auto& link : experiment.links) serial.push_back(link.serial(experiment.task_bits));
  for (std::size_t phase = 0; phase < sent.size(); ++phase) {
    const auto port = fabric.opposite(scheme.phases()[phase].receives.front());
    for (std::size_t node = 0; node < fabric.pes(); ++node) {
      const auto slot = node * degree + port;
      const auto one = experiment.link_class(slot, port);
      auto& counters = all[slot];
      counters.transfers = counters.tasks = sent[phase][node];
      counters.transfer_cycles = counters.tasks * serial[one];
      counters.setup_cycles += counters.transfers * experiment.links[one].setup();
    }
  }
  return all;
}

}  // namespace

RunResult run_liquid(const Experiment& experiment, Watch watch, const LiquidPlan& plan) {
  StepMeter meter(experiment, std::move(watch));
  const auto [min, max] = std::minmax_element(experiment.loads.begin(), experiment.loads.end());
  const Load initial_max = *max;
  meter.step_done(*min, initial_max, experiment.loads);
  std::vector<Slot> slots;
  for (const auto& phase : experiment.scheme->phases()) {
    slots.push_back(shift_slot(experiment, phase));
  }

  const auto kernel = LiquidKernel::make(experiment, plan);
  std::int64_t steps = 0;
  // Once the watch has looked at the loads it will do so again; from then on a pass is one step.
  bool looked = false;
  while (!meter.done()) {
    const auto limit = looked ? 1 : static_cast<std::int64_t>(plan.steps_per_pass);
    const auto block = static_cast<std::size_t>(std::min(limit, meter.steps_left()));
    const auto ranges = kernel->advance(block);
    std::size_t step = 0;
    while (step < block && !meter.done()) {
      ++step;
      std::vector<Load> loads;
      const LoadsView::Make put_together = [&]() -> const std::vector<Load>& {
        if (loads.empty()) loads = kernel->loads_after(step);
        looked = true;
        return loads;
      };
      for (const auto& slot : slots) meter.phase_done(slot, 1);
      meter.step_done(ranges[step - 1].min, ranges[step - 1].max, LoadsView(put_together));
    }
    kernel->retreat(step);
    steps += static_cast<std::int64_t>(step);
  }
  // No phase raises the greatest load (liquid_kernel.h), so the initial one is the deepest.
  return meter.finish(kernel->loads(),
                      plan.keeps_deepest ? kernel->deepest() : std::vector<Load>{initial_max},
                      link_counters(experiment, steps, kernel->transfers()));
}

}  // namespace isobar
